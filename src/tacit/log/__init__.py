"""The log is the truth: a game in progress, its replay file, and the check of both."""
