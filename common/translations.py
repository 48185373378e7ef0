"""Compile catalogues of translations without GNU gettext and without Django."""

import os
from pathlib import Path

import polib


def compile_stale(folder: Path, *, everything: bool = False) -> list[Path]:
    """Compile each `.po` below a locale folder whose `.mo` is missing or older; returns the written files.

    The new file is written beside the old one and then takes its place, so that nobody reads half a file.
    Raises OSError (UnicodeDecodeError for a wrong encoding) when a catalogue can't be read or written.
    """
    written = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if everything or not target.exists() or target.stat().st_mtime_ns < source.stat().st_mtime_ns:
            new = target.with_suffix(f".{os.getpid()}.mo")
            polib.pofile(str(source)).save_as_mofile(str(new))
            new.replace(target)
            written.append(target)
    return written
