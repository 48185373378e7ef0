"""How static files are served: under names that change with their content, compressed, style sheets without blanks."""

from typing import Any

import rcssmin
from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage


def minified(sheet: str) -> str:
    """Return a style sheet without comments and needless blanks; it means the same."""
    small: str = rcssmin.cssmin(sheet)
    return small


class MinifyingStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, with style sheets minified as they are written. Sources stay as they are."""

    def _save(self, name: str, content: File) -> Any:
        """Write a file, a style sheet minified."""
        return super()._save(name, _as_served(name, content))

    def file_hash(self, name: str, content: File | None = None) -> Any:
        """Return the part of a file's name that changes with what is served of it."""
        return super().file_hash(name, _as_served(name, content) if content is not None else None)


def _as_served(name: str, content: File) -> File:
    if not (name or "").endswith(".css"):  # the manifest is hashed without a name
        return content
    content.seek(0)
    sheet = content.read()
    text = sheet if isinstance(sheet, str) else sheet.decode()
    return ContentFile(minified(text).encode(), name=content.name)
