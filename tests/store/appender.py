"""A process to be killed: appends to four tables without end, printing what is acknowledged."""

import os
import queue
import sys

from tacit.store import SqliteStore


def entry(number: int) -> bytes:
    return b"%d" % number * 100


def main(path: str) -> None:
    store = SqliteStore(path)
    durable: queue.SimpleQueue[tuple[str, int]] = queue.SimpleQueue()

    def append(table: str, after: int) -> None:
        last = after + 1 + after % 3

        def done(refused: object) -> None:
            assert refused is None
            os.write(1, b"%s %d\n" % (table.encode(), last))
            durable.put((table, last))

        store.append(table, after, [entry(number) for number in range(after + 1, last + 1)], done)

    for table in ("A", "B", "C", "D"):
        append(table, len(store.load(table)))
    while True:
        append(*durable.get())


if __name__ == "__main__":
    main(sys.argv[1])
