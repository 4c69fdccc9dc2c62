"""Players that need no human. They see views only; `registry` finds them by name."""
