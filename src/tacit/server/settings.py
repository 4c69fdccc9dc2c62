"""What a host has set: on the command line, else by environment, else in a TOML file.

Options, variables and keys are derived from `Config`, and one check reads all three. The message
about a wrong value is one line: where it stands and what is expected.

>>> config = settle({"db": "club.db"}, {"TACIT_PORT": "80", "TACIT_DB": "x"})
>>> config.port, config.db, config.behind_proxy
(80, 'club.db', False)
>>> settle({"behind_proxy": True}, {}).host
'127.0.0.1'
>>> settle({"port": "eighty"}, {})
Traceback (most recent call last):
tacit.server.settings.ConfigError: --port must be a whole number from 0 to 65535, not 'eighty'
>>> settle({}, {"TACIT_LIMITS_NEW_TABLES": "600"}).limits.new_tables
600
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_args, get_origin

import msgspec
from msgspec import Meta

from tacit.server.config import Config
from tacit.server.config.limits import MOST
from tacit.store.store import StoreError

BEHIND_PROXY = "127.0.0.1"
"""Where a site behind a proxy listens: past the proxy, a client could forge its address."""
PREFIX = "TACIT_"
FILE_VARIABLE = "TACIT_CONFIG"
FOREIGN = {"TACIT_SITE", "TACIT_NODES", "TACIT_TRUSTED", "TACIT_CADDY_ADMIN", "TACIT_PASSWORD"}
"""Variables of the proxy and of the compose files: the site ignores them."""
FOREIGN_PREFIXES = ("TACIT_TEST_", "TACIT_BENCH_", "TACIT_EXAMPLE_")
_TRUE, _FALSE = ("1", "yes", "true", "on"), ("", "0", "no", "false", "off")


class ConfigError(ValueError):
    """A setting is wrong. The text says where it stands and what is expected."""


class Setting(NamedTuple):
    """One thing a host can set."""

    path: tuple[str, ...]
    """The attributes that lead to it from a `Config`."""
    key: str
    """Its key in a TOML file: `port`, or `limits.tables`."""
    kind: Any
    """Its type, with its bounds."""
    meta: Meta
    default: Any

    @property
    def variable(self) -> str:
        """Its environment variable."""
        return PREFIX + self.key.replace("-", "_").replace(".", "_").upper()

    @property
    def option(self) -> str | None:
        """Its option on the command line; members of a group have none."""
        return None if "." in self.key else f"--{self.key}"

    @property
    def base(self) -> Any:
        """Its type without bounds."""
        kind = get_args(self.kind)[0]
        return get_origin(kind) or kind

    def detail(self, name: str) -> Any:
        """Return what its description says besides, such as its unit."""
        return (self.meta.extra or {}).get(name)

    @property
    def help(self) -> str:
        """What --help says: what it does, its default and its variable."""
        default = self.detail("default") or ("" if self.base is bool else self.default)
        told = f"default: {default}; " if default else ""
        return f"{self.meta.description} ({told}${self.variable})"

    def add_to(self, parser: argparse.ArgumentParser, *, required: bool = False) -> None:
        """Add its option, which takes any text: `settle` checks all sources alike."""
        assert self.option is not None
        if self.base is bool:
            parser.add_argument(self.option, action="store_const", const=True, help=self.help)
            return
        parser.add_argument(
            self.option,
            action="append" if self.base is tuple else "store",
            metavar=self.detail("metavar"),
            required=required,
            help=self.meta.description if required else self.help,
        )

    def of(self, config: Config) -> Any:
        """Return its value."""
        value: Any = config
        for name in self.path:
            value = getattr(value, name)
        return value

    def read(self, value: Any, where: str, *, is_text: bool) -> Any:
        """Return a checked value; ConfigError, with its place, if it is wrong."""
        try:
            found = msgspec.convert(
                self._parsed(value) if is_text else value, self.kind, strict=not is_text
            )
            normalise = self.detail("read")
            return normalise(found) if normalise else found
        except (ValueError, StoreError) as error:
            said = "" if self.detail("secret") else f", not {value!r}"
            raise ConfigError(f"{where} must be {self._expected(is_text)}{said}") from error

    def _parsed(self, text: str) -> Any:
        if self.base is bool:
            lower = text.lower()
            return lower in _TRUE if lower in (*_TRUE, *_FALSE) else text
        if self.base is tuple:
            return [one.strip() for one in text.split(",") if one.strip()]
        return text

    def _expected(self, is_text: bool) -> str:
        given = self.detail("expected")
        if given:
            return f"a list of {given}" if self.base is tuple and not is_text else str(given)
        if self.base is bool:
            return "yes or no" if is_text else "true or false"
        if self.base is str:
            return "a text"
        return ("a whole number" if self.base is int else "a number") + self._bounds()

    def _bounds(self) -> str:
        low = self.meta.ge if self.meta.ge is not None else self.meta.gt
        is_above = self.meta.ge is None
        if self.meta.le is not None and self.meta.le < MOST:
            return f" {'above' if is_above else 'from'} {low} to {self.meta.le}"
        return f" above {low}" if is_above else f" of at least {low}"


def _settings(
    struct: type[msgspec.Struct], path: tuple[str, ...] = (), group: str = ""
) -> Iterator[Setting]:
    """Yield the described fields of a struct, and of the structs in it."""
    for field in msgspec.structs.fields(struct):
        here, key, kind = (*path, field.name), group + field.encode_name, field.type
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            yield from _settings(kind, here, f"{key}.")
        elif get_origin(kind) is Annotated:
            yield Setting(here, key, kind, kind.__metadata__[0], field.default)


SETTINGS = tuple(_settings(Config))
"""Everything a host can set."""
_KEYS = {setting.key: setting for setting in SETTINGS}
_GROUPS = {key.partition(".")[0] for key in _KEYS if "." in key}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add everything a host can set on the command line, and the file it may stand in."""
    for setting in SETTINGS:
        if setting.option is not None:
            setting.add_to(parser)
    parser.add_argument(
        "--config", metavar="FILE", help=f"a TOML file with any of these (${FILE_VARIABLE})"
    )


def add_option(parser: argparse.ArgumentParser, key: str, *, required: bool = False) -> None:
    """Add one of them."""
    _KEYS[key].add_to(parser, required=required)


def settle(
    arguments: Mapping[str, Any],
    environment: Mapping[str, str],
    file: str | None = None,
) -> Config:
    """Return the whole configuration. Every source is checked, even where another overrides it."""
    values: dict[str, Any] = {}
    for source in (_from_file(file), _from_environment(environment), _from_arguments(arguments)):
        values |= dict(source)
    if values.get("behind-proxy") and "host" not in values:
        values["host"] = BEHIND_PROXY
    own: dict[str, Any] = {}
    groups: dict[str, dict[str, Any]] = {}
    for key, value in values.items():
        *group, name = _KEYS[key].path
        (groups.setdefault(group[0], {}) if group else own)[name] = value
    for name, members in groups.items():
        own[name] = msgspec.structs.replace(getattr(Config(), name), **members)
    config = Config(**own)
    _check_proxy(config)
    return config


def _check_proxy(config: Config) -> None:
    """Refuse settings with which a visitor could claim to be another one."""
    if config.proxies and (not config.behind_proxy or config.workers > 1):
        raise ConfigError("--proxy must stand with --behind-proxy, and without --workers")
    if not config.user_header:
        return
    if not config.behind_proxy:
        raise ConfigError(
            "--user-header must stand with --behind-proxy: without a proxy every visitor could"
            " send it"
        )
    if config.workers > 1 and not is_loopback(config.host):
        raise ConfigError(
            "--user-header with --workers must have a --host of this machine, such as 127.0.0.1:"
            " only your proxy may reach it"
        )


def is_loopback(address: str | None) -> bool:
    """Tell whether an address or a name is this machine's own, which no other machine reaches."""
    if address == "localhost":
        return True
    try:
        return ip_address(address or "").is_loopback
    except ValueError:
        return False


def _from_arguments(arguments: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for setting in SETTINGS:
        value = arguments.get(setting.key.replace("-", "_"))
        if setting.option is not None and value is not None:
            is_text = isinstance(value, str)
            yield setting.key, setting.read(value, setting.option, is_text=is_text)


def _from_environment(environment: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    known = {setting.variable: setting for setting in SETTINGS}
    others = FOREIGN | {FILE_VARIABLE}
    for name, text in environment.items():
        if not name.startswith(PREFIX) or name in others or name.startswith(FOREIGN_PREFIXES):
            continue
        if name not in known:
            raise ConfigError(f"There is no setting {name}{_possible(name, known)}")
        yield known[name].key, known[name].read(text, name, is_text=True)


def _from_file(path: str | None) -> Iterator[tuple[str, Any]]:
    if not path:
        return
    try:
        found = tomllib.loads(Path(path).read_text())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not valid TOML: {error}") from error
    for key, value in _flat(found, path):
        if key not in _KEYS:
            raise ConfigError(f"{path}: there is no {key!r}{_possible(key, _KEYS)}")
        yield key, _KEYS[key].read(value, f"{path}: {key}", is_text=False)


def _flat(found: Mapping[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    for written, value in found.items():
        key = written.replace("_", "-")
        if key not in _GROUPS:
            yield key, value
        elif isinstance(value, dict):
            for member, inner in value.items():
                yield f"{key}.{member.replace('_', '-')}", inner
        else:
            raise ConfigError(f"{path}: {key} must be a table, [{key}], not {value!r}")


def _possible(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, known, n=1)
    if near:
        return f"; did you mean {near[0]}?"
    group = name.rpartition(".")[0]
    return f"; possible are {', '.join(one for one in known if one.rpartition('.')[0] == group)}"


def environment_of(config: Config) -> dict[str, str]:
    """Return the variables that give another process the same configuration.

    >>> config = settle({"origin": ["https://a.example", "https://b.example"], "log": True}, {})
    >>> settle({}, environment_of(config)) == config
    True
    """
    return {setting.variable: _written(setting.of(config)) for setting in SETTINGS}


def _written(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(value)
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
