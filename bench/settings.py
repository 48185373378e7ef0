"""Settings of the site that is measured: the site's own, with the addresses of the bare pages beside them."""

from mafiaforum.settings import *  # noqa: F403

ROOT_URLCONF = "bench.bare"
