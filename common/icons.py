"""The names of the icons in `static/icons.svg`; a test keeps the two alike."""

NAMES = frozenset(
    "sun moon scales hand letter bell face page lock eye eyeoff clock check cross away quote link list code flag"
    " warn heart bars dagger dots pause next pen cup home games mask half bookmark".split()
)
