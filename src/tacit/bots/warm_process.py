"""The process strong bots think in, compiled first: `python -m tacit.bots.warm_process`."""

from __future__ import annotations

from tacit.bots import process, warm

if __name__ == "__main__":
    process.serve(warm.main)
