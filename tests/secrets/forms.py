"""A form of a page, filled in as the page shows it."""

from html.parser import HTMLParser
from urllib.parse import urlsplit


class _Reader(HTMLParser):
    """Collects the forms of a page: address and fields."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.forms: list[tuple[str, dict[str, list[str]]]] = []
        self._select = self._area = ""
        self._options: list[tuple[str, bool]] = []
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a form, or a field of the one that is open."""
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append((given.get("action", ""), {}))
        elif not self.forms:
            return
        elif tag == "input" and "name" in given:
            kind = given.get("type", "text")
            if kind not in ("checkbox", "radio") or "checked" in given:
                self._add(given["name"], given.get("value", "on" if kind == "checkbox" else ""))
        elif tag == "select":
            self._select, self._options = given.get("name", ""), []
        elif tag == "option":
            self._options.append((given.get("value", ""), "selected" in given))
        elif tag == "textarea":
            self._area, self._text = given.get("name", ""), ""

    def handle_endtag(self, tag: str) -> None:
        """Note a field that ends."""
        if tag == "select" and self._select and self._options:
            chosen = [value for value, selected in self._options if selected] or [self._options[0][0]]
            self._add(self._select, chosen[0])
            self._select = ""
        elif tag == "textarea" and self._area:
            self._add(self._area, self._text.removeprefix("\n"))
            self._area = ""

    def handle_data(self, data: str) -> None:
        """Note what stands in a text field."""
        self._text += data

    def _add(self, name: str, value: str) -> None:
        self.forms[-1][1].setdefault(name, []).append(value)


def forms_of(page: str) -> list[tuple[str, dict[str, list[str]]]]:
    """Return the forms of a page: each its address and its fields with what stands in them."""
    reader = _Reader()
    reader.feed(page)
    return reader.forms


def filled(page: str, action: str) -> dict[str, list[str]]:
    """Return the fields of the form of a page that goes to this address; an empty address is the page's own.

    Raises LookupError where there is none.
    """
    for where, fields in forms_of(page):
        if urlsplit(where).path == action:
            return fields
    raise LookupError(f"no form to {action!r}: {[where for where, _fields in forms_of(page)]}")
