"""Chromium for the browser tests, from the system's packages."""

from __future__ import annotations

import os
import shutil
import subprocess

from scripts.say import Failure, say

NAMES = ("chromium", "chromium-browser", "google-chrome")
PACKAGES = ("chromium", "fonts-dejavu-core")


def find() -> str | None:
    """Return the path of an installed browser."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def ensure() -> str:
    """Return the path of a browser, installed from Debian's package when it is missing; Failure when that can't be."""
    if found := find():
        return found
    problem = "Chromium is missing, and the browser tests need it: install it (on Debian: apt install chromium)."
    apt = shutil.which("apt-get")
    root = [] if os.geteuid() == 0 else _sudo()
    if apt is None or root is None:
        raise Failure(problem)
    say("Installing Chromium ...")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in ([apt, "update", "-qq"], [apt, "install", "-y", "-qq", "--no-install-recommends", *PACKAGES]):
        answer = subprocess.run(
            [*root, *command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        if answer.returncode:
            raise Failure(f"{problem} apt-get says: {answer.stdout.strip()[-300:]}")
    found = find()
    if found is None:
        raise Failure(problem)
    return found


def _sudo() -> list[str] | None:
    """Return the prefix that makes root of us without asking, if there is one."""
    sudo = shutil.which("sudo")
    if sudo and subprocess.run([sudo, "-n", "true"], capture_output=True).returncode == 0:
        return [sudo, "-n", "--preserve-env=DEBIAN_FRONTEND"]
    return None
