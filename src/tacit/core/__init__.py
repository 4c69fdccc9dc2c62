"""What every game is made of: rulebook, records, chance, plug. Everything may import it.

It imports nothing else of Tacit; it finds games by name and loads them when they are used.
"""
