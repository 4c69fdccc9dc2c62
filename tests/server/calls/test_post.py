"""Of an answer only the status is read, whatever the server sends, and TLS names are checked."""

from __future__ import annotations

import asyncio
import datetime as dt
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tacit.server.calls import post as posts
from tacit.server.calls.post import MOST_LINE_BYTES, post

LOOPBACK = ["127.0.0.1"]


@asynccontextmanager
async def server(answer: bytes, tls: ssl.SSLContext | None = None) -> AsyncIterator[list[bytes]]:
    """A server that answers with these bytes; yield its port, and then what it was sent."""
    said: list[bytes] = []

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.split(b"Content-Length: ")[1].split(b"\r\n")[0])
        said.append(head + await reader.readexactly(length))
        writer.write(answer)
        writer.close()

    listening = await asyncio.start_server(take, "127.0.0.1", 0, ssl=tls)
    said.append(str(listening.sockets[0].getsockname()[1]).encode())
    async with listening:
        yield said


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n", 201),
        (b"HTTP/1.1 410\r\n\r\n", 410),
        (b"HTTP/1.0 503 Busy\n", 503),
        (b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", None),
        (b"HTTP/1.1 200 " + b"x" * 3 * MOST_LINE_BYTES + b"\r\n", None),
        (b"HTTP/1.1 2000 OK\r\n", None),
        (b"HTTP/2 200\r\n", None),
        (b"SSH-2.0\r\n", None),
        (b"\r\n", None),
        (b"", None),
    ],
)
async def test_an_answer_is_its_first_line(answer, status):
    async with server(answer) as said:
        url = f"http://127.0.0.1:{said[0].decode()}/"
        try:
            assert await post(url, LOOPBACK, {}, b"x") == status
        except ValueError:
            assert status is None


async def test_a_request_is_written_as_servers_want_it():
    async with server(b"HTTP/1.1 200 OK\r\n\r\n") as said:
        port = said[0].decode()
        url = f'http://127.0.0.1:{port}/T/"B%20?wait=1&x=<#part'
        assert await post(url, LOOPBACK, {"Click": "https://tacit/t/x"}, b"your turn") == 200
        assert said[1].decode() == (
            "POST /T/%22B%20?wait=1&x=%3C HTTP/1.1\r\n"
            f"Host: 127.0.0.1:{port}\r\n"
            "User-Agent: Tacit\r\nAccept: */*\r\nConnection: close\r\nContent-Length: 9\r\n"
            "Click: https://tacit/t/x\r\n\r\nyour turn"
        )


async def test_no_header_breaks_into_two():
    with pytest.raises(ValueError, match="printed"):
        await post("http://127.0.0.1:9/", LOOPBACK, {"Click": "x\r\nHost: inside"}, b"x")


async def test_the_next_address_of_a_host_is_tried():
    async with server(b"HTTP/1.1 200 OK\r\n\r\n") as said:
        url = f"http://chat.example:{said[0].decode()}/"
        assert await post(url, ["127.0.0.2", *LOOPBACK], {}, b"x") == 200
        assert b"\r\nHost: chat.example:" in said[1]


def certified(folder: Path, name: str) -> Path:
    """Write a certificate of a name, and its key, into one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    kept = serialization.Encoding.PEM
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    file = folder / f"{name}.pem"
    file.write_bytes(key.private_bytes(kept, *plain) + certificate.public_bytes(kept))
    return file


async def test_a_server_has_to_have_a_certificate_of_its_name(monkeypatch, tmp_path):
    file = certified(tmp_path, "chat.example")
    theirs = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    theirs.load_cert_chain(file)
    async with server(b"HTTP/1.1 204 No Content\r\n\r\n", theirs) as said:
        port = said[0].decode()
        with pytest.raises(ssl.SSLCertVerificationError):
            await post(f"https://chat.example:{port}/", LOOPBACK, {}, b"x")
        trusting = ssl.create_default_context(cafile=str(file))
        monkeypatch.setattr(posts, "tls", lambda: trusting)
        assert await post(f"https://chat.example.:{port}/", LOOPBACK, {}, b"x") == 204
        with pytest.raises(ssl.SSLCertVerificationError):
            await post(f"https://other.example:{port}/", LOOPBACK, {}, b"x")
