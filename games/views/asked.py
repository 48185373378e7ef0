"""A form that comes back with its page: refused, or to be looked at first."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString

from common.refusal import Refusal
from games.selectors import Access
from games.views import base


@dataclass(frozen=True, slots=True)
class Asked:
    """What of a form comes back with the page: its name, why it was refused, what was typed, and a preview."""

    form: str = ""
    refusal: Refusal | None = None
    kept: Mapping[str, str] | None = None
    preview: SafeString | str = ""
    warning: str = ""

    def said(self, form: str, access: Access) -> str:
        """Return the refusal's sentence for the form that it belongs to, else nothing."""
        return base.said(self.refusal, access) if self.refusal is not None and self.form == form else ""

    def of(self, form: str) -> dict[str, str]:
        """Return what was typed in the form, if it is this one."""
        return dict(self.kept or {}) if self.form == form else {}
