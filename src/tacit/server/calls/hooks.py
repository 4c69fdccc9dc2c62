"""Webhooks: one for a table or a group, by which it writes into a chat of its people.

The address is a secret, so it is no part of a log: it is one of the belongings of the table's host
or the group's founder, and works for as long as they are that. *Delete my data* removes it.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import replace

from tacit.server.calls import wordings
from tacit.server.calls.sender import Delivery, Sender
from tacit.server.limits.rate_limit import RateLimit
from tacit.server.ops.logs import note
from tacit.store.accounts import Accounts

PREFIX = "hook:"
MOST_HOOKS = 10
"""Webhooks of one person; the oldest makes way."""
GONE = frozenset({404, 410})
"""The webhook was removed in the chat."""
FIRST_REFUSAL = 300
"""The first status with which a chat has not taken a message: no redirect is followed."""
DISCORD_SUPPRESS_EMBEDS = 1 << 2
"""A flag of a message: no preview of anything that it links to."""
SLACK_PLAIN = {"mrkdwn": False, "parse": "none", "unfurl_links": False, "unfurl_media": False}
JOINER = "\N{WORD JOINER}"
_LINKS = re.compile(r"[@＠<]|:(?=/)|[.。](?=\S)|\](?=[(\[])")
"""After what a chat would find an address or a mention: a scheme, a dot of a domain, a Markdown
link. Servers that take Slack's shape, such as Mattermost, read Markdown."""

Whose: TypeAlias = Callable[[], Iterable[tuple[str, str]]]
"""Returns people, each with a table or group that they may have set a webhook for; in a thread."""
Shape: TypeAlias = Literal["discord", "slack", "ntfy"]
"""How a chat wants its messages."""
Trouble: TypeAlias = Literal["", "gone", "refused"]
"""What became of the last message: the chat has no such webhook any more, and gets no more
messages; or it did not take it. Empty if it did."""
TESTS = (1 / 30, 3.0)
"""Test messages of one party: a second in the long run, and at once."""
_HOSTS: dict[str, Shape] = {
    "discord.com": "discord",
    "discordapp.com": "discord",
    "hooks.slack.com": "slack",
}


class Hook(msgspec.Struct, frozen=True):
    """Where a table or a group writes to."""

    url: str
    shape: Shape
    language: str = "en"
    site: str = ""
    """The site's own address, as its host knows it, for links."""
    at: int = 0
    """When it was set, in milliseconds since 1970."""
    party: str = ""
    """Who pays for its messages: a fingerprint of the address that it came from."""
    trouble: Trouble = ""

    @property
    def host(self) -> str:
        """The name of the chat's server; the rest of the address is secret."""
        return urlsplit(self.url).hostname or ""


def shape_of(url: str) -> Shape:
    """Return what shape the chat behind an address wants, as far as its name tells.

    >>> shape_of("https://discord.com/api/webhooks/1/x"), shape_of("https://ntfy.sh/friday")
    ('discord', 'ntfy')
    """
    try:
        host = (urlsplit(url).hostname or "").lower()
    except ValueError:
        host = ""
    known = (shape for name, shape in _HOSTS.items() if host == name or host.endswith(f".{name}"))
    return next(known, "ntfy")


def delivery(hook: Hook, text: str, path: str, answered: Callable[[int | None], None]) -> Delivery:
    """Return a message in the shape of its chat; names in it call nobody and link to nothing."""
    link = f"{hook.site}/{path}"
    text = _unlinked(text)
    headers = {"Content-Type": "application/json"}
    match hook.shape:
        case "discord":
            said = {
                "content": f"{_unmarked(text)}\n<{link}>",
                "allowed_mentions": {"parse": []},
                "flags": DISCORD_SUPPRESS_EMBEDS,
            }
            body = msgspec.json.encode(said)
        case "slack":
            plain = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            body = msgspec.json.encode({"text": f"{plain}\n<{link}>", **SLACK_PLAIN})
        case "ntfy":
            body = text.encode()
            headers = {
                "Content-Type": "text/plain; charset=utf-8",
                "Markdown": "no",
                "Click": link,
            }
    return Delivery(hook.url, body, headers, answered)


def _unlinked(text: str) -> str:
    """Return a text in which no chat finds an address or a mention.

    An invisible character stands inside each. It is one that names are cleaned of.

    >>> _unlinked("@all. https://a.b") == f"@{JOINER}all. https:{JOINER}//a.{JOINER}b"
    True
    """
    return _LINKS.sub(rf"\g<0>{JOINER}", text)


def _unmarked(text: str) -> str:
    r"""Return a text in which Discord finds no markup.

    >>> _unmarked("*Ann*, <@1>")
    '\\*Ann\\*, \\<@1\\>'
    """
    return "".join(f"\\{one}" if one in r"\*_~`|<>[]()#" else one for one in text)


class Hooks:
    """All webhooks of the site."""

    def __init__(
        self, store: Accounts, sender: Sender, may_still: Callable[[str, str], bool]
    ) -> None:
        """`may_still` tells whether a person's webhook for a table or a group may be used."""
        self._may_still = may_still
        self._store = store
        self._sender = sender
        self._tests = RateLimit(*TESTS)
        self._lock = threading.Lock()
        """While a webhook is read and written."""

    def of(self, person: str, of: str) -> Hook | None:
        """Return what a person set for a table or a group; in a thread."""
        kept = self._store.belongings(person, _name(of)).get(_name(of))
        return None if kept is None else msgspec.json.decode(kept, type=Hook)

    def keep(self, person: str, of: str, hook: Hook | None) -> None:
        """Set the webhook of a table or a group, or remove it; in a thread."""
        with self._lock:
            self._keep(person, of, hook)

    def _keep(self, person: str, of: str, hook: Hook | None) -> None:
        if hook is None:
            self._store.keep_belonging(person, _name(of), None)
            return
        kept = self._store.belongings(person, PREFIX)
        kept.pop(_name(of), None)
        oldest = sorted(kept, key=lambda name: msgspec.json.decode(kept[name], type=Hook).at)
        for name in oldest[: max(0, len(kept) - MOST_HOOKS + 1)]:
            self._store.keep_belonging(person, name, None)
        self._store.keep_belonging(person, _name(of), msgspec.json.encode(hook))

    def tell(self, whose: Whose, told: Callable[[str], str], path: str) -> None:
        """Write to the first webhook there is of some people and what they set it for.

        What is to be written of the same page and has not been begun makes way.
        """
        self._sender.take(lambda: self._deliveries(whose, told, path), f"hook {path}")

    def _deliveries(self, whose: Whose, told: Callable[[str], str], path: str) -> list[Delivery]:
        for person, of in whose():
            hook = self.of(person, of)
            if hook is not None and hook.trouble != "gone":
                party = hook.party or person
                if not self._sender.admits(party) or not self._may_still(person, of):
                    return []
                written = delivery(
                    hook, told(hook.language), path, self._answered(person, of, hook)
                )
                return [written._replace(party=party)]
        return []

    def _answered(self, person: str, of: str, called: Hook) -> Callable[[int | None], None]:
        def answered(status: int | None) -> None:
            is_taken = status is not None and status < FIRST_REFUSAL
            trouble: Trouble = "gone" if status in GONE else "" if is_taken else "refused"
            with self._lock:
                kept = self.of(person, of)
                if kept is None or kept.trouble == trouble:
                    return
                if replace(kept, trouble=called.trouble) == called:  # no other has taken its place
                    told = msgspec.json.encode(replace(kept, trouble=trouble))
                    self._store.keep_belonging(person, _name(of), told)
                    note("hook_trouble", why=trouble or "over")

        return answered

    def test(self, person: str, of: str, path: str, now_s: float) -> Future[None] | None:
        """Send a test message, also to a webhook that failed; None if it is not sent; in a thread.

        The future has come when the chat has answered.
        """
        hook = self.of(person, of)
        party = "" if hook is None else hook.party or person
        with self._lock:
            may = hook is not None and self._tests.take(party, now_s)
        if hook is None or not may or not self._sender.admits(party):
            return None
        done: Future[None] = Future()
        answered = self._answered(person, of, hook)

        def answered_test(status: int | None) -> None:
            answered(status)
            done.set_result(None)

        written = delivery(hook, wordings.of(hook.language).test, path, answered_test)
        return done if self._sender.take(lambda: [written._replace(party=party)]) else None


def _name(of: str) -> str:
    return PREFIX + hashlib.sha256(of.encode()).hexdigest()[:32]
