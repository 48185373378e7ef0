"""Refusals: an answer with a code. The sentence for it is made at the edge, in the reader's language."""


class Refusal(Exception):
    """What was asked for is not done, and nothing has changed.

    `code` is one of `rules.md` section 9 (or an app's own). `params` are plain values for the
    sentence: numbers, names, seats. Never a secret that the one who is refused may not know.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def __repr__(self) -> str:
        return f"Refusal({self.code!r}, {self.params!r})"
