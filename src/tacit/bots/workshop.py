"""The process strong bots think in, compiled first: `python -m tacit.bots.workshop`."""

from __future__ import annotations

from tacit.bots import hosting, warm

if __name__ == "__main__":
    hosting.serve(warm.main)
