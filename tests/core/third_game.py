"""Rules that have a name and nothing else, to be plugged in."""

NAME = "third"
