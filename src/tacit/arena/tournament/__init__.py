"""Tournaments of games with a winner: who plays whom, who is better, and what to say of it.

`tournament` is the way in, `league` says who plays whom, `play` plays one game; `stats` and
`stopping` reckon, `report` and `plot` tell.
"""
