"""Teams of The Mind Extreme: who wins together."""

from tacit.games.extreme.arena.teams import Run, Score, play_team, play_teams, summary

__all__ = ["Run", "Score", "play_team", "play_teams", "summary"]
