"""What the host is shown at the start: the site's addresses, and a QR code for phones."""

from __future__ import annotations

import socket
from io import StringIO

import segno


def lan_address() -> str | None:
    """Return this machine's address on the local network, or None without one.

    Connecting a UDP socket sends nothing; it only makes the system choose an interface.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def announcement(host: str, port: int, path: str = "") -> str:
    """Return what is printed when the site has started."""
    lines = ["", f"  Tacit is open:   http://localhost:{port}{path}"]
    everywhere = host in ("0.0.0.0", "::", "")  # noqa: S104
    lan = lan_address() if everywhere else None
    if not everywhere and host not in ("127.0.0.1", "localhost"):
        lan = host
    if lan is not None:
        url = f"http://{lan}:{port}{path}"
        lines += [f"  On your network: {url}", "", qr_code(url), "  Scan it with a phone to play."]
    lines += ["", "  Ctrl+C stops it. Games go on where they were when it starts again.", ""]
    return "\n".join(lines)


def qr_code(url: str) -> str:
    """Return a QR code made of characters."""
    out = StringIO()
    segno.make(url, error="l").terminal(out, compact=True, border=2)
    return out.getvalue().rstrip("\n")
