"""The servers that the tests bring with them."""

import os
from pathlib import Path
from urllib.parse import unquote

import psycopg
import redis

from tests.servers import postgres, valkey


def test_postgres_runs_and_leaves_nothing() -> None:
    with postgres() as url:
        host = unquote(url.removeprefix("postgres://postgres@").removesuffix("/postgres"))
        with psycopg.connect(host=host, user="postgres", dbname="postgres") as connection:
            row = connection.execute("SELECT upper('ё'), current_setting('server_encoding')").fetchone()
        pid = int(Path(host, "data/postmaster.pid").read_text().split()[0])
    assert row == ("Ё", "UTF8")
    assert not Path(host).exists()
    assert not Path(f"/proc/{pid}").exists() or os.name != "posix"


def test_valkey_runs_durable_and_leaves_nothing() -> None:
    with valkey() as url:
        client = redis.Redis.from_url(url)
        client.set("key", "value")
        assert client.get("key") == b"value"
        assert client.config_get("appendonly", "maxmemory-policy") == {
            "appendonly": "yes",
            "maxmemory-policy": "noeviction",
        }
        pid = client.info("server")["process_id"]
        client.close()
    assert not Path(url.removeprefix("unix://")).exists()
    assert not Path(f"/proc/{pid}").exists()
