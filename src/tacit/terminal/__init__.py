"""A game against bots in the terminal: the frame for every game. The commands and games import it.

It needs `pip install 'tacit-games[terminal]'`. What is particular to a game is its `Face`.
"""
