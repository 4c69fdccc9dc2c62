"""`make cluster`: PostgreSQL, Caddy and three nodes on this machine, in one command.

Everything comes from PyPI. Games are kept in PostgreSQL until it is stopped with Ctrl+C.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys

from tests.cluster.ports import free_ports
from tests.cluster.postgres import Postgres


def main() -> None:
    parser = argparse.ArgumentParser(prog="make cluster", description=__doc__)
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--port", type=int, default=8000)
    args = parser.parse_args()
    postgres = Postgres(free_ports(1)[0], durable=True)
    try:
        postgres.start()
        where = ["--host", "127.0.0.1", "--port", str(args.port), "--workers", str(args.nodes)]
        site = subprocess.Popen(
            [sys.executable, "-m", "tacit", "serve", *where],
            env=os.environ | {"TACIT_DB": postgres.url},
        )
        with contextlib.suppress(KeyboardInterrupt):
            site.wait()
        site.wait()
    finally:
        postgres.close()


if __name__ == "__main__":
    main()
