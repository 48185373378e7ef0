"""Chromium for the browser tests, from the system's packages."""

from __future__ import annotations

import os
import shutil
import subprocess

from scripts.say import Failure, say

# The one without windows is the same browser and costs a quarter less.
LIGHT = "chromium-headless-shell"
NAMES = (LIGHT, "chromium", "chromium-browser", "google-chrome")
PACKAGES = ("chromium", "fonts-dejavu-core")
PROBLEM = "Chromium is missing, and the browser tests need it: install it (on Debian: apt install chromium)."


def find() -> str | None:
    """Return the path of an installed browser."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def ensure() -> str:
    """Return the path of a browser, installed from Debian's packages when it is missing; Failure when that can't be.

    Where there is one with windows alone, the lighter one is taken if it can be had.
    """
    found = find()
    if found is None:
        return _install(PACKAGES)
    if os.path.basename(found) == LIGHT:
        return found
    try:
        return _install((LIGHT,), seconds=90)
    except Failure:
        return found


def _install(packages: tuple[str, ...], seconds: float = 600) -> str:
    apt = shutil.which("apt-get")
    root = [] if os.geteuid() == 0 else _sudo()
    if apt is None or root is None:
        raise Failure(PROBLEM)
    say(f"Installing {packages[0]} ...")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in ([apt, "update", "-qq"], [apt, "install", "-y", "-qq", "--no-install-recommends", *packages]):
        try:
            answer = subprocess.run(
                [*root, *command],
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired as error:
            raise Failure(f"{PROBLEM} apt-get takes too long.") from error
        if answer.returncode:
            raise Failure(f"{PROBLEM} apt-get says: {answer.stdout.strip()[-300:]}")
    found = find()
    if found is None:
        raise Failure(PROBLEM)
    return found


def _sudo() -> list[str] | None:
    """Return the prefix that makes root of us without asking, if there is one."""
    sudo = shutil.which("sudo")
    if sudo and subprocess.run([sudo, "-n", "true"], capture_output=True).returncode == 0:
        return [sudo, "-n", "--preserve-env=DEBIAN_FRONTEND"]
    return None
