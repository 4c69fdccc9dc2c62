"""The examination of bots: the questions of `tacit check-bot`."""
