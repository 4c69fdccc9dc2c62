"""Where Tacit finds what is particular to Dibs."""

from tacit.core.plug import Plug

PLUG = Plug(rules="dibs", bots="dibs.bots:ASKING", table="dibs.conduct:CONDUCT")
