"""What a host says: on the command line, else by environment, else in a TOML file, else as usual.

Options, variables and keys are derived from `Config`, and one check reads all three: a wrong value
is told in one line that names where it stands and what is expected.

>>> config = settle({"db": "club.db"}, {"TACIT_PORT": "80", "TACIT_DB": "x"})
>>> config.port, config.db, config.behind_proxy
(80, 'club.db', False)
>>> settle({"behind_proxy": True}, {}).host
'127.0.0.1'
>>> settle({"port": "eighty"}, {})
Traceback (most recent call last):
tacit.server.settings.ConfigError: --port is to be a whole number from 0 to 65535, not 'eighty'
>>> settle({}, {"TACIT_LIMITS_NEW_TABLES": "600"}).limits.new_tables
600
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_args, get_origin

import msgspec
from msgspec import Meta

from tacit.server.config import Config
from tacit.store.store import StoreError

BEHIND_PROXY = "127.0.0.1"
"""Where a site listens whose proxy is believed: a visitor past it could claim any address."""
PREFIX = "TACIT_"
FILE_VARIABLE = "TACIT_CONFIG"
FOREIGN = {"TACIT_SITE", "TACIT_NODES", "TACIT_TRUSTED", "TACIT_CADDY_ADMIN", "TACIT_PASSWORD"}
"""Variables of the proxy and of the compose files, which may stand beside those of the site."""
FOREIGN_PREFIXES = ("TACIT_TEST_", "TACIT_BENCH_", "TACIT_EXAMPLE_")
_TRUE, _FALSE = ("1", "yes", "true", "on"), ("", "0", "no", "false", "off")
_POSITIVE = Meta(gt=0, le=10_000_000_000)
"""What a number of a group has to be unless it says otherwise itself."""


class ConfigError(ValueError):
    """A setting is wrong; the text says where it stands and what is expected."""


class Setting(NamedTuple):
    """One thing a host can set."""

    path: tuple[str, ...]
    """The attributes that lead to it from a `Config`."""
    key: str
    """In a TOML file; a dot stands between a group and its member."""
    kind: Any
    """Its type, with its bounds."""
    metas: tuple[Meta, ...]

    @property
    def variable(self) -> str:
        """Its environment variable."""
        return PREFIX + self.key.replace("-", "_").replace(".", "_").upper()

    @property
    def option(self) -> str | None:
        """Its option on the command line; members of a group have none."""
        return None if "." in self.key else f"--{self.key}"

    @property
    def argument(self) -> str:
        """What the command line's parser calls it."""
        return self.key.replace("-", "_")

    @property
    def base(self) -> Any:
        """Its type without bounds."""
        kind = get_args(self.kind)[0] if get_origin(self.kind) is Annotated else self.kind
        return get_origin(kind) or kind

    @property
    def help(self) -> str:
        """What it does, for --help."""
        return next((meta.description for meta in self.metas if meta.description), "")

    def say(self, name: str) -> Any:
        """Return what its description says besides."""
        return next((meta.extra.get(name) for meta in self.metas if meta.extra), None)

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
            normalise = self.say("read")
            return normalise(found) if normalise else found
        except (ValueError, StoreError) as error:
            said = "" if self.say("secret") else f", not {value!r}"
            raise ConfigError(f"{where} is to be {self._expected(is_text)}{said}") from error

    def _parsed(self, text: str) -> Any:
        if self.base is bool:
            lower = text.lower()
            return lower in _TRUE if lower in (*_TRUE, *_FALSE) else text
        if self.base is tuple:
            return [one.strip() for one in text.split(",") if one.strip()]
        return text

    def _expected(self, is_text: bool) -> str:
        given = self.say("expected")
        if given:
            return f"a list of {given}" if self.base is tuple and not is_text else str(given)
        if self.base is bool:
            return "yes or no" if is_text else "true or false"
        if self.base is str:
            return "a text"
        return ("a whole number" if self.base is int else "a number") + _bounds(self.metas)


def _bounds(metas: Iterable[Meta]) -> str:
    for meta in metas:
        low = meta.ge if meta.ge is not None else meta.gt
        if low is not None and meta.le is not None and meta.le < _POSITIVE.le:  # type: ignore[operator]
            return f" {'from' if meta.gt is None else 'above'} {low} to {meta.le}"
        if low is not None:
            return f" of at least {low}" if meta.gt is None else f" above {low}"
    return ""


def _settings(
    struct: type[msgspec.Struct], path: tuple[str, ...] = (), group: str = ""
) -> Iterator[Setting]:
    """Yield the settings of a struct: described ones at the root, all of them in a group."""
    for field in msgspec.structs.fields(struct):
        here, key, kind = (*path, field.name), group + field.encode_name, field.type
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            yield from _settings(kind, here, f"{key}.")
            continue
        metas = tuple(one for one in get_args(kind)[1:] if isinstance(one, Meta))
        if group and not metas and kind in (int, float):
            kind, metas = Annotated[kind, _POSITIVE], (_POSITIVE,)
        if group or any(meta.description for meta in metas):
            yield Setting(here, key, kind, metas)


SETTINGS = tuple(_settings(Config))
"""Everything a host can set."""
_KEYS = {setting.key: setting for setting in SETTINGS}
_GROUPS = {key.partition(".")[0] for key in _KEYS if "." in key}


def settle(
    arguments: Mapping[str, Any],
    environment: Mapping[str, str],
    file: str | None = None,
) -> Config:
    """Return the whole configuration, every part of it checked, also where another goes first."""
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
    return Config(**own)


def _from_arguments(arguments: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for setting in SETTINGS:
        value = arguments.get(setting.argument)
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
        raise ConfigError(f"{path} is no TOML: {error}") from error
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
            raise ConfigError(f"{path}: {key} is to be a table, [{key}], not {value!r}")


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
