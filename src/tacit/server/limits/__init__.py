"""The budget of one address: what it may make the site read, compute, hold and send.

Every room of the server may charge it; it imports none of them.
"""
