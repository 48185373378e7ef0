"""What is wrong with the machine or the environment ends in one clear sentence and exit code 1."""

import ctypes
import os
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote, unquote

import psycopg
import pytest
import redis

from scripts import install, run
from scripts.say import Failure
from tests.run.site import Site, clean_environment, free_port
from tests.servers import postgres, valkey

pytestmark = [pytest.mark.servers, pytest.mark.timeout(120)]
PASSWORD = "a-wrong-one"


def refused(folder: Path, settings: dict[str, str]) -> str:
    """Run the site, see that it gives up politely, and return its sentence."""
    with Site(folder, False, **settings) as site:
        code = site.process.wait(60)
        output = site.output()
    lines = output.splitlines()
    assert code == 1, output
    assert len(lines) == 1, output
    assert lines[0].startswith("mafiaforum: ")
    assert lines[0].endswith(".")
    assert PASSWORD not in output
    return lines[0]


def test_a_port_in_use(folder: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert f"Port {port} is in use" in refused(folder, {"PORT": port})
        said = refused(folder, {"EVENTS_PORT": port})
        assert f"Port {port} is in use" in said and "set EVENTS_PORT" in said
        # Without a port of their own the streams take the next one.
        assert f"Port {port} is in use" in refused(folder, {"PORT": str(int(port) - 1), "EVENTS_PORT": ""})


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("PORT", "eighty", "PORT must be a whole number"),
        ("PORT", "70000", "PORT must be a whole number"),
        ("EVENTS_PORT", "next", "EVENTS_PORT must be a whole number"),
        ("EVENTS_URL", "live.example.org", "EVENTS_URL must look like https://mafia.example.org"),
        ("HOST", "192.0.2.1", "HOST must be an address of this machine"),
        ("HOST", "no.such.host.invalid", "HOST must be an address of this machine"),
        ("VAR_DIR", "manage.py", "can't be written"),
        ("DEBUG", "perhaps", "DEBUG must be on or off"),
        ("SITE_URL", "mafia.example.org", "SITE_URL must look like https://"),
        ("EMAIL_URL", "imap://post.example.org", "EMAIL_URL must look like smtp://"),
        ("TIME_ZONE", "Europe/Lisbao", "TIME_ZONE must name a time zone"),
        ("WEB_WORKERS", "0", "WEB_WORKERS must be a whole number"),
        ("DATABASE_URL", f"postgres://me:{PASSWORD}@host:port/name", "DATABASE_URL can't be read"),
        ("DATABASE_URL", f"mysql://me:{PASSWORD}@localhost/name", "DATABASE_URL must look like postgres://"),
        ("DATABASE_URL", f"postgres://me:{PASSWORD}@localhost", "DATABASE_URL names no database"),
        ("DATABASE_URL", f"postgres://me:{PASSWORD}@127.0.0.1:1/name", "The database can't be reached"),
        ("DATABASE_URL", "sqlite:////no/such/folder/site.sqlite3", "The database can't be reached"),
        ("DATABASE_URL", "sqlite:///manage.py", "The database can't be"),
        ("REDIS_URL", f"redis://me:{PASSWORD}@host:port/0", "REDIS_URL can't be read"),
        ("REDIS_URL", "http://localhost", "REDIS_URL must look like redis://"),
        ("REDIS_URL", "redis://localhost/first", "REDIS_URL must look like redis://"),
        ("REDIS_URL", f"redis://me:{PASSWORD}@127.0.0.1:1/0", "REDIS_URL: the server can't be used"),
        ("REDIS_URL", "unix:///no/such/socket", "REDIS_URL: the server can't be used"),
    ],
)
def test_a_wrong_variable(folder: Path, name: str, value: str, words: str) -> None:
    assert words in refused(folder, {name: value})


def test_a_wrong_password_of_the_database(folder: Path) -> None:
    with postgres() as url:
        host = unquote(url.removeprefix("postgres://postgres@").removesuffix("/postgres"))
        with psycopg.connect(host=host, user="postgres", dbname="postgres", autocommit=True) as connection:
            connection.execute("ALTER ROLE postgres PASSWORD 'the-right-one'")
            Path(host, "data/pg_hba.conf").write_text("local all all scram-sha-256\n")
            connection.execute("SELECT pg_reload_conf()")
        wrong = f"postgres://postgres:{PASSWORD}@{quote(host, safe='')}/postgres"
        sentence = refused(folder, {"DATABASE_URL": wrong})
        assert "The database can't be reached (DATABASE_URL)" in sentence
        assert "password authentication failed" in sentence
        missing = f"postgres://postgres:the-right-one@{quote(host, safe='')}/nowhere"
        assert 'database "nowhere" does not exist' in refused(folder, {"DATABASE_URL": missing})


def test_a_wrong_password_of_the_broker(folder: Path) -> None:
    with valkey() as url:
        with redis.Redis.from_url(url) as client:
            client.config_set("requirepass", "the-right-one")
        with_password = url.replace("unix://", f"unix://:{PASSWORD}@")
        assert "refuses this user and password" in refused(folder, {"REDIS_URL": with_password})
        assert "refuses this user and password" in refused(folder, {"REDIS_URL": url})


def without_the_powers_of_root() -> None:
    """Run in a child before exec: let file modes hold for root too."""
    bounding_set_drop, override, read_search = 24, 1, 2
    if os.geteuid() == 0:
        for power in (override, read_search):
            ctypes.CDLL(None).prctl(bounding_set_drop, power)


def test_a_database_that_cannot_be_written(tmp_path: Path) -> None:
    """As the site may find it after somebody else started it once."""
    database = tmp_path / "site.sqlite3"
    database.touch()
    database.chmod(0o444)
    settings = {"DATABASE_URL": f"sqlite:///{database}", "VAR_DIR": str(tmp_path)}
    answer = subprocess.run(
        [sys.executable, "-m", "mafiaforum.prepare"],
        env=clean_environment(settings),
        capture_output=True,
        text=True,
        preexec_fn=without_the_powers_of_root,
    )
    assert answer.returncode == 1
    assert answer.stderr.count("\n") == 1
    assert "The database can't be" in answer.stderr
    assert "readonly" in answer.stderr


def test_a_secret_key_that_cannot_be_read(tmp_path: Path) -> None:
    key = tmp_path / "secret_key"
    key.touch()
    key.chmod(0)
    answer = subprocess.run(
        [sys.executable, "-m", "mafiaforum.prepare"],
        env=clean_environment({"VAR_DIR": str(tmp_path)}),
        capture_output=True,
        text=True,
        preexec_fn=without_the_powers_of_root,
    )
    assert answer.returncode == 1
    assert answer.stderr.splitlines() == [
        f"mafiaforum: {key} can't be used (Permission denied): set VAR_DIR to another folder."
    ]


def test_python_without_venv(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "ensurepip" else object())
    with pytest.raises(Failure, match=r"venv is missing: install it .*apt install python3\.\d+-venv"):
        install.check_python()


def test_an_old_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(sys, "version", "3.9.2 (default)")
    with pytest.raises(Failure, match=r"Python 3\.11 or later is needed, and this is 3\.9\.2"):
        install.check_python()


def test_a_port_that_needs_more_rights(monkeypatch: pytest.MonkeyPatch) -> None:
    def bind(_socket: object, _address: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("socket.socket.bind", bind, raising=True)
    with pytest.raises(Failure, match="set PORT to a number above 1023"):
        run.check_port("127.0.0.1", 80)


def test_no_broker_on_this_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: None)
    monkeypatch.setattr(run, "VENV", tmp_path)
    with pytest.raises(Failure, match="install valkey or redis, or set REDIS_URL"):
        run.broker_binary()


def test_a_free_port_is_free() -> None:
    run.check_port("127.0.0.1", free_port())
