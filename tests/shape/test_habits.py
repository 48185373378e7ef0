"""Habits of the house that no linter knows."""

import ast
import re

from tests.shape.source import APPS, ROOT, files, module

MOST_LINES = 400
CLOCKS = {"now", "utcnow", "today", "time", "localtime"}


def test_files_are_short() -> None:
    everything = files(*APPS, "mafiaforum", "scripts", "tests")
    long = {
        str(path.relative_to(ROOT)): count
        for path in everything
        if (count := len(path.read_text().splitlines())) > MOST_LINES
    }
    assert long == {}


def reads_the_clock(tree: ast.AST) -> list[int]:
    """Return the lines that ask what time it is."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in CLOCKS
        and not (node.func.attr == "localtime" and node.args)  # a given time in another zone
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in ("timezone", "datetime", "date", "time")
    ]


def test_time_is_an_argument() -> None:
    """Only views, tasks, commands, middleware and the streams' server read the clock; a model's default may name it."""
    edges = re.compile(
        r"\b(views|tasks|management|middleware|templatetags|context_processors|admin|adapter|health|prepare|streams)\b"
    )
    readers = {
        f"{module(path)}:{line}"
        for path in files(*APPS, "mafiaforum")
        if not edges.search(module(path))
        for line in reads_the_clock(ast.parse(path.read_text()))
    }
    assert readers == set()


def test_no_signals_between_our_apps() -> None:
    users = [
        module(path)
        for path in files(*APPS)
        if "django.dispatch" in path.read_text() or "models.signals" in path.read_text()
    ]
    assert users == []


def test_no_inline_style_or_script_in_templates() -> None:
    """The Content-Security-Policy would block it, and the page would be wrong without a word."""
    inline = re.compile(
        r"""\sstyle=|<style|<script(?![^>]*\ssrc=)|\son[a-z]+=["']|javascript:|(?:src|href)=["']data:"""
    )
    found = [
        f"{path.relative_to(ROOT)}: {match[0]!r}"
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for match in inline.finditer(
            re.sub(r"\{% comment %\}.*?\{% endcomment %\}", "", path.read_text(), flags=re.DOTALL)
        )
    ]
    assert found == []
