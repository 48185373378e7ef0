"""What is wrong with a set-up, in words: a sentence for each reason of a `Problem`."""

from games.engine.options import Problem


def in_words(problem: Problem) -> str:
    """Return the sentence of a problem in the reader's language."""
    return f"{problem.option}: {problem.reason}"
