"""What axe-core finds on an open page: against WCAG A and AA, on paper and on ink."""

from collections.abc import Mapping, Sequence
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

WCAG = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
BEST = "best-practice"
SCHEMES = ("paper", "ink")
# What depends on where things stand and how large they are; the other rules read what is there at all.
PLACED = ("color-contrast", "target-size", "link-in-text-block", "scrollable-region-focusable")

# Playwright evaluates past the policy of the site, which allows no script that is not its own.
_RUN = """async ([schemes, options]) => {
    const root = document.documentElement, own = root.dataset.scheme, found = [];
    for (const scheme of schemes) {
        root.dataset.scheme = scheme;
        const {violations} = await axe.run(document, options);
        for (const {id, impact, nodes} of violations) for (const {target, any, all} of nodes) {
            const why = [...any, ...all].map((check) => check.message).join("; ");
            found.push(`${scheme}: ${id} (${impact}): ${target.join(" ")}: ${why}`);
        }
        // On the other ground only the colours differ.
        options = {...options, runOnly: {type: "rule", values: ["color-contrast"]}};
    }
    root.dataset.scheme = own;
    return found;
}"""
_OPTIONS: Mapping[str, Any] = {
    "resultTypes": ["violations"],
    "elementRef": False,
    # It would read all style sheets for rules about sound and film, of which there is none here.
    "preload": False,
    "runOnly": {"type": "tag", "values": [*WCAG, BEST]},
    "rules": {"target-size": {"enabled": True}},
}


def complaints(page: Page, schemes: Sequence[str] = SCHEMES, *, placed: bool = False) -> list[str]:
    """Return a line for everything that axe finds on the page in its present size; the page stays as it was.

    With `placed` by the rules alone that depend on the place of things: for what was looked at in another one.
    """
    options = dict(_OPTIONS)
    if placed:
        options["runOnly"] = {"type": "rule", "values": PLACED}
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(_RUN, [list(schemes), options])
    return found
