"""The faces of the bots of Mind Up!: `faces.json` is their one source."""

from __future__ import annotations

from importlib.resources import files

from tacit.core.mark import bot_faces

FACES = bot_faces(files("tacit.games.mindup.bots").joinpath("faces.json").read_bytes())
