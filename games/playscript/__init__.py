"""Games as scripts: a YAML file with roles, steps and expectations, played through the services.

The form is described in `docs/scripts.md`. The clock is handed in; everything happens in the
caller's transaction, which is rolled back afterwards.
"""

from games.playscript.script import ScriptError
from games.playscript.steps import play

__all__ = ["ScriptError", "play"]
