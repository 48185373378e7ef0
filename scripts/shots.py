"""Take the pictures of the READMEs: `.venv/bin/python -m scripts.shots` writes `docs/shots/*.jpg`.

A site of its own in a temporary folder, games that bots have played up to a certain moment, and a
browser that looks at them. Needs what the browser tests need (`make setup`, Chromium).
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from scripts import browser
from scripts.say import ROOT, Failure

SHOTS = ROOT / "docs/shots"
PORT = 8790
URL = f"http://localhost:{PORT}"
QUALITY = 68
STARTS_WITHIN = 60.0


def manage(environment: Mapping[str, str], *command: str) -> str:
    """Run one command of Django, and return what it prints."""
    ran = subprocess.run(  # noqa: S603 (our own command)
        [sys.executable, "manage.py", *command], cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    return ran.stdout


@contextmanager
def site(environment: Mapping[str, str]) -> Iterator[None]:
    """Serve the pages."""
    command = [sys.executable, "manage.py", "runserver", "--noreload", str(PORT)]
    server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        limit = time.monotonic() + STARTS_WITHIN
        while not answers():
            if server.poll() is not None or time.monotonic() > limit:
                raise Failure("The pages could not be served.")
            time.sleep(0.5)
        yield
    finally:
        server.terminate()
        server.wait()


def answers() -> bool:
    """Whether the front page can be had."""
    try:
        return urllib.request.urlopen(URL, timeout=20).status == 200  # noqa: S310 (our own address)
    except (urllib.error.URLError, OSError):
        return False


def take(
    chromium: Browser, language: str, name: str, address: str, cookie: str, size: tuple[int, int], button: str
) -> None:
    """Take one picture, as somebody whom the cookie logs in or as a visitor; a button may be pressed before."""
    context = chromium.new_context(
        viewport={"width": size[0], "height": size[1]}, locale=language, timezone_id="Europe/Moscow"
    )
    cookies: list[Any] = [{"name": "django_language", "value": language, "url": URL}]
    if cookie:
        cookies.append({"name": "sessionid", "value": cookie, "url": URL})
    context.add_cookies(cookies)
    page = context.new_page()
    page.goto(URL + address)
    if button and page.locator(button).count():
        page.click(button)
    page.wait_for_timeout(800)
    page.screenshot(path=SHOTS / f"{name}.{language}.jpg", type="jpeg", quality=QUALITY)
    context.close()


def take_all(language: str) -> None:
    """Take the pictures of one language."""
    with tempfile.TemporaryDirectory(prefix="shots") as folder:
        environment = {
            **os.environ,
            "VAR_DIR": folder,
            "DEVELOPMENT": "on",
            "DEMO": "off",
            "SITE_URL": URL,
            "TIME_ZONE": "Europe/Moscow",
            "LANGUAGE": language,
        }
        for command in (("migrate",), ("compile_translations",), ("collectstatic", "--noinput")):
            manage(environment, *command)
        told = manage(environment, "shell", "-c", "from scripts import shot_world; shot_world.main()")
        SHOTS.mkdir(exist_ok=True)
        with site(environment), sync_playwright() as play:
            chromium = play.chromium.launch(executable_path=browser.ensure(), args=["--no-sandbox"])
            manage(environment, "shell", "-c", "from scripts import shot_world; shot_world.tick()")
            for look in json.loads(told.splitlines()[-1]):
                take(chromium, language, *look)
            chromium.close()


if __name__ == "__main__":
    for each in ("ru", "en"):
        take_all(each)
