"""The project's source, read but not run."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
APPS = ("common", "accounts", "forum", "games", "tournaments")


def files(*folders: str) -> list[Path]:
    """Return the Python files below the folders, without migrations."""
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [path for path in found if "migrations" not in path.parts]


def module(path: Path) -> str:
    """Return the dotted name of a file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[tuple[str, str]]:
    """Yield what a file imports: (module, name of something in it), the name empty for a module itself."""
    package = module(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, ""
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                whole = ROOT.joinpath(*source.split("."), alias.name)
                is_module = whole.is_dir() or whole.with_suffix(".py").exists()
                yield (f"{source}.{alias.name}", "") if is_module else (source, alias.name)


def is_or_below(name: str, *tops: str) -> bool:
    """Say whether a module is one of `tops` or inside one."""
    return any(name == top or name.startswith(f"{top}.") for top in tops)
