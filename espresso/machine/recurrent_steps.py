"""Recurrences inside of programs: starting rows, then the loop of each segment, without Python.

``recurrence(record, addresses)`` does what a record says: words, the first of which is their address, the second the
number of its operations, which follow one after the other.

- `CLEAR`: the place of some bytes, and their number.
- `COPY`: two places, and the number of bytes that go from the second to the first.
- `RUN`: the address of a function and of its numbers, the lengths of its table of addresses, of its ``spec``
  (`machine.step_loop`; 0 for a function without one) and of the list of addresses in it, and these three.  The list
  has pairs of a word of ``spec`` and an array.

A place is an array, by its position in the table of addresses of the program, and the bytes from where that begins; or
`ADDRESS` and an address.
"""

from __future__ import annotations

CLEAR, COPY, RUN = range(3)

ADDRESS = -1

TEXT = '''
@njit
def at_place(record, addresses):
    """The address of a place."""
    array, found = word(record, 0), word(record, 1)
    if array != ADDRESS:
        found += word(addresses, array)
    return found


@njit
def run(record, addresses):
    """Call a function with its own tables on the stack; the number of words that say so."""
    places, length, bases = word(record, 3), word(record, 4), word(record, 5)
    table, spec = room(places), room(length)
    given = record + 48
    for k in range(places):
        put(table, k, at_place(given + 16*k, addresses))
    given += 16*places
    for k in range(length):
        put(spec, k, word(given, k))
    given += 8*length
    for k in range(bases):
        put(spec, word(given, 2*k), word(addresses, word(given, 2*k + 1)))
    if length:
        call_at(word(record, 1), table, word(record, 2), spec)
    else:
        call_at(word(record, 1), table, word(record, 2))
    return 6 + 2*places + length + 2*bases


@njit
def operation(record, addresses):
    """Do one operation; the number of its words."""
    kind, found = word(record, 0), 4
    if kind == RUN:
        found = run(record, addresses)
    elif kind == COPY:
        memcpy(at_place(record + 8, addresses), at_place(record + 24, addresses), word(record, 5))
        found = 6
    else:
        memset(at_place(record + 8, addresses), 0, word(record, 3))
    return found


@njit
def recurrence(record, addresses):
    """All operations of a record."""
    at = record + 16
    for k in range(word(record, 1)):
        at += 8*operation(at, addresses)
    return 0
'''


def text() -> str:
    """The module as LLVM text."""
    from espresso.llvm.emit.kinds import I64
    from espresso.llvm.native_text import NativeText, of_library

    natives = {name: of_library(name, I64) for name in ("memcpy", "memset")}
    constants = {"CLEAR": CLEAR, "COPY": COPY, "RUN": RUN, "ADDRESS": ADDRESS}
    return NativeText(TEXT, constants, natives).text(["recurrence"])
