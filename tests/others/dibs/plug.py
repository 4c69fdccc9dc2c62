"""Where Tacit finds what is particular to Dibs."""

from tacit.games.plug import Plug

PLUG = Plug(rules="dibs", bots="dibs.bots:ASKING", table="dibs.conduct:CONDUCT")
