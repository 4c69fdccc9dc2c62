"""Players that need no human, one file each. They see views only."""
