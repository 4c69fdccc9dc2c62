"""HTTP and WebSocket to a site, which may be hostile: every answer is bounded in size and time.

Redirects are not followed: a link leads to the site that it names, and no site sends this program
to an address of its choice.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NoReturn
from urllib.parse import urlsplit

import aiohttp
import msgspec

from tacit.client.errors import ClientError, NotAllowed

ANSWER_TIMEOUT_S = 20.0
"""For the answer to a request."""
MAX_ANSWER_BYTES = 8 * 2**20
"""The largest answer that is read, such as the replay of a long game."""
MAX_MESSAGE_BYTES = 2 * 2**20
"""The largest message of a table that is read."""
HEARTBEAT_S = 30.0
"""Between two pings; a connection on which no pong comes back is broken."""


def split_link(url: str) -> tuple[str, str]:
    """Return the site and the name of the table that a link leads to.

    >>> split_link("https://club.example/t/calm-otter-12")
    ('https://club.example', 'calm-otter-12')
    >>> split_link("https://club.example/tacit/t/calm-otter-12")
    ('https://club.example/tacit', 'calm-otter-12')
    """
    parts = urlsplit(url)
    above, _, name = parts.path.rstrip("/").rpartition("/")
    base, _, marker = above.rpartition("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or marker != "t" or not name:
        raise ClientError(f"{url} is not the link of a table, such as https://club.example/t/NAME")
    return f"{parts.scheme}://{parts.netloc}{base}", name


async def _refuse_redirect(
    _session: aiohttp.ClientSession, _context: Any, told: aiohttp.TraceRequestRedirectParams
) -> NoReturn:
    where = told.response.headers.get("Location", "nowhere")
    raise ClientError(
        f"{told.url.origin()} sends elsewhere, to {where}: use that link if you trust it"
    )


@asynccontextmanager
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    """Yield a session with cookies, as a browser has; an error closes it."""
    redirects = aiohttp.TraceConfig()
    redirects.on_request_redirect.append(_refuse_redirect)
    http = aiohttp.ClientSession(
        cookie_jar=aiohttp.CookieJar(unsafe=True),
        trace_configs=[redirects],
        headers={"Accept-Encoding": "identity"},
        auto_decompress=False,  # a small answer stays small
    )
    try:
        yield http
    except BaseException:
        await http.close()
        raise


async def connected(
    http: aiohttp.ClientSession, site: str, table: str
) -> aiohttp.ClientWebSocketResponse:
    """Return a new connection to a table."""
    try:
        async with asyncio.timeout(ANSWER_TIMEOUT_S):
            return await http.ws_connect(
                f"{site}/ws/{table}", max_msg_size=MAX_MESSAGE_BYTES, heartbeat=HEARTBEAT_S
            )
    except TimeoutError:
        raise ClientError(f"{site} does not answer") from None
    except (aiohttp.ClientError, OSError) as error:
        raise ClientError(f"{site} cannot be reached: {error}") from None


async def post(http: aiohttp.ClientSession, url: str, body: dict[str, Any]) -> dict[str, Any]:
    """Ask a site for something; NotAllowed if it refuses."""
    status, data = await _answer(http, "POST", url, body)
    try:
        answer = msgspec.json.decode(data, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise ClientError(
            f"{url} answered with {status}, and not as a site of Tacit does"
        ) from None
    if status >= 400:
        raise NotAllowed(str(answer.get("key", "refused")), str(answer.get("text", "refused")))
    return answer


async def fetched(http: aiohttp.ClientSession, url: str) -> bytes | None:
    """Return what a site has at an address; None if it has nothing there."""
    status, data = await _answer(http, "GET", url)
    return data if status == 200 else None


async def _answer(
    http: aiohttp.ClientSession, method: str, url: str, body: dict[str, Any] | None = None
) -> tuple[int, bytes]:
    try:
        async with (
            asyncio.timeout(ANSWER_TIMEOUT_S),
            http.request(method, url, json=body) as response,
        ):
            data = bytearray()
            async for part in response.content.iter_any():
                data += part
                if len(data) > MAX_ANSWER_BYTES:
                    raise ClientError(f"{url} answered with more than {MAX_ANSWER_BYTES:,} bytes")
            return response.status, bytes(data)
    except TimeoutError:
        raise ClientError(f"{url} does not answer") from None
    except (aiohttp.ClientError, OSError) as error:
        raise ClientError(f"{url} cannot be reached: {error}") from None
