"""Views and messages: who is told what. It imports `fairtime`, `decide` and `log`."""
