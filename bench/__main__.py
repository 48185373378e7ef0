"""`python -m bench [PART ...]`: print what things cost. Parts: engine, streams, thread; all where none is named."""

import sys
from collections.abc import Callable

from bench import engine, streams, thread

PARTS: dict[str, Callable[[], None]] = {"engine": engine.main, "streams": streams.main, "thread": thread.main}


def main(names: list[str]) -> int:
    """Run the named parts, or all; returns the exit code."""
    if unknown := set(names) - set(PARTS):
        print(f"There is no part {', '.join(sorted(unknown))}; there are: {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    for name, part in PARTS.items():
        if not names or name in names:
            part()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
