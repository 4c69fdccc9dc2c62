"""What lasts longer than a table: groups, evenings, the deal of a day.

All of it is without I/O, but `field` can also be run as a process, which works out a deal's field.
Games and `server` import it.
"""
