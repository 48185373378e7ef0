"""What axe-core finds on an open page: against WCAG A and AA, on paper and on ink."""

from collections.abc import Mapping, Sequence
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

WCAG = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
BEST = "best-practice"
SCHEMES = ("paper", "ink")

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
    "runOnly": {"type": "tag", "values": [*WCAG, BEST]},
    "rules": {"target-size": {"enabled": True}},
}


def complaints(page: Page, schemes: Sequence[str] = SCHEMES) -> list[str]:
    """Return a line for everything that axe finds on the page in its present size; the page stays as it was."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(_RUN, [list(schemes), dict(_OPTIONS)])
    return found
