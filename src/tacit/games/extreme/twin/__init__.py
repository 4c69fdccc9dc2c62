"""Games of The Mind Extreme between simulated people and bots, compiled: millions of levels.

Each module is the twin of a readable one and plays the same, to the millisecond and the last digit:
`python -m tests.games.extreme.twin.proof` plays both. Numbers and tables are taken from there.

`teams.play` is the way in. To read it, begin with `state`, the one record everything works on; then
`rules` and `play`, and the players: `metronome`, `people`, and `adaptive` with its ears.
docs/decisions/0007 says why there is a twin.
"""
