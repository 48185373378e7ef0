"""How the logs beside this file were made: `python -m tests.logs.make SEED`, once for each.

A log stays as it is for ever: whatever the code becomes, it must read the log and come to the same
end (`tests/engine/test_logs.py`). When the form of events changes, logs of the new form join them.
The random games that a seed gives change with the tests' own code, so a log can't be made again.
"""

import json
import sys
from pathlib import Path

from games.engine import events as e
from tests.engine.walk import Walk

HERE = Path(__file__).parent


def main(seed: int) -> None:
    """Play a random game to its end and write its log, an event a line."""
    walk = Walk(seed)
    walk.run(400)
    walk.finish()
    lines = [json.dumps(e.to_json(event), ensure_ascii=False) for event in walk.log]
    path = HERE / f"v{e.FORMAT}-{seed}.json"
    with path.open("x", encoding="utf-8") as file:
        file.write("[\n" + ",\n".join(lines) + "\n]\n")
    print(path.name, walk.phase, walk.state.phase.day, walk.state.winner, walk.state.seq, walk.out)


if __name__ == "__main__":
    main(int(sys.argv[1]))
