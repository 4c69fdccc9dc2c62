"""The runner that tournaments, teams and simulations share.

`asking` is how a bot is asked anything; `match` plays one game; `crew` plays many in processes that
are watched, and `cluster` on many machines.
"""
