"""The bots of The Mind Extreme: plain Python, which the kernel also compiles. Imported by this game."""
