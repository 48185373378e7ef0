"""That nobody learns what is not theirs to know, and that nothing typed breaks a page.

`matrix.py` says who gets which answer at every address; `test_canaries.py` looks for words that
stand in secrets; `pairs.py` makes two games that differ in hidden things only, of which every page
of an unknowing reader must be the same; `test_planted.py` shows that the comparison finds leaks.
"""
