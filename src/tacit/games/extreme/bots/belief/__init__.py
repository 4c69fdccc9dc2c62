"""What a listener hears of each player, believes of their tempo, and when it is best to lay a card.

Plain Python, from which the kernel is compiled as well. The bots and the review import it.
"""
