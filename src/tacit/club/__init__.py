"""What lasts longer than a table, without I/O: groups, evenings, the deal of a day.

Imports core and the table's records; the server and the command line import it.
"""
