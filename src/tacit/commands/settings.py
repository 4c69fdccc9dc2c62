"""What a host says: on the command line, else by environment, else in a file, else as usual.

>>> given = argparse.Namespace(port=None, db="club.db", behind_proxy=None, origin=None)
>>> told = settled(given, {"TACIT_PORT": "80", "TACIT_DB": "x"}, {"behind-proxy": True})
>>> told.port, told.db, told.behind_proxy, told.origin
(80, 'club.db', True, [])
>>> settled(given, {"TACIT_PORT": "eighty"}, {})
Traceback (most recent call last):
tacit.commands.input.InputError: TACIT_PORT is to be a number, not 'eighty'
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tacit.commands.input import InputError

DEFAULTS: dict[str, Any] = {
    "host": "0.0.0.0",  # noqa: S104  # friends on the same network shall reach it
    "port": 8000,
    "db": "tacit.db",
    "origin": [],
    "host_name": [],
    "behind_proxy": False,
    "base_path": "",
    "metrics_token": "",
    "admin_token": "",
    "invite_only": False,
    "bots": "",
    "log": False,
    "keep": 0.0,
    "workers": 1,
}
"""Every option, and what it is if nobody says."""
_TRUE, _FALSE = ("1", "yes", "true", "on"), ("", "0", "no", "false", "off")


def variable(option: str) -> str:
    """Return the environment variable of an option."""
    return f"TACIT_{option.upper()}"


def read_file(path: str | None) -> dict[str, Any]:
    """Read the settings in a TOML file; its keys are the options' names."""
    if not path:
        return {}
    try:
        found = tomllib.loads(Path(path).read_text())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path} is no TOML: {error}") from error
    for key in found:
        if key.replace("-", "_") not in DEFAULTS:
            known = ", ".join(name.replace("_", "-") for name in DEFAULTS)
            raise InputError(f"{path}: there is no {key!r}; possible are {known}")
    return found


def settled(
    args: argparse.Namespace, environment: Mapping[str, str], file: Mapping[str, Any]
) -> argparse.Namespace:
    """Return all options with their values; what is not among the arguments is left out."""
    kept = {name.replace("-", "_"): value for name, value in file.items()}
    told = argparse.Namespace(**vars(args))
    for name, usual in DEFAULTS.items():
        if getattr(args, name, None) is not None:
            continue
        value = usual
        if variable(name) in environment:
            value = _read(variable(name), environment[variable(name)], usual)
        elif name in kept:
            value = kept[name]
            if type(value) is not type(usual) and not isinstance(usual, float):
                raise InputError(f"{name.replace('_', '-')} is to be {_kind(usual)}, not {value!r}")
        setattr(told, name, value)
    return told


def _read(name: str, text: str, usual: Any) -> Any:
    if isinstance(usual, bool):
        if text.lower() not in (*_TRUE, *_FALSE):
            raise InputError(f"{name} is to be yes or no, not {text!r}")
        return text.lower() in _TRUE
    if isinstance(usual, list):
        return [one.strip() for one in text.split(",") if one.strip()]
    try:
        return type(usual)(text)
    except ValueError:
        raise InputError(f"{name} is to be {_kind(usual)}, not {text!r}") from None


def _kind(usual: Any) -> str:
    if isinstance(usual, bool):
        return "yes or no"
    return {int: "a number", float: "a number", list: "a list"}.get(type(usual), "a text")
