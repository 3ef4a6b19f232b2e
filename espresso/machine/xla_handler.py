"""The XLA handler: runs a program on the buffers of a custom call of XLA, without Python; one code for every program.

XLA's foreign-function interface calls ``handler(frame)`` with a call frame (``xla/ffi/api/c_api.h``, whose version
the handler reports). The only attribute of the custom call is an array whose first number is the address of the
program's table (`TABLE`). What the program cannot do alone (steps of other libraries, positions that
nobody has looked at) is left to a function of Python.
"""

from __future__ import annotations

import functools

from espresso.machine.entry import CONSTANTS, SHARED

TABLE = ("record", "memory", "bytes", "in_python")
"""record: address of the call record, whose ``run`` is 0 where Python computes; memory: of the last call, or 0;
bytes: of temporaries and scratch memory; in_python: address of ``text function(addresses)``, which returns an error's
text or null."""

VERSION = 0, 3
"""Of the interface that the offsets below belong to. XLA refuses handlers of versions that it cannot call."""

EXTENSION, API, ARGUMENTS, RESULTS, ATTRIBUTES = 8, 16, 72, 112, 160
"""Fields of a call frame: what it asks beside a call, XLA's functions, tables of buffers and of attributes."""

METADATA, MAJOR, MINOR, TRAITS, STATE = 24, 24, 28, 32, 40
"""The metadata in the extension of a frame that asks for them, and their fields."""

DATA, VALUES, NEW_ERROR, INTERNAL = 24, 16, 48, 13
"""Fields: address of a buffer's elements, address of an array attribute's values, the function that makes an error;
and the code of an internal error."""


TEXT = '''
@njit
def describe(metadata):
    """Say which version of the interface this is, and that there is no state."""
    put_half(metadata, X_major, MAJOR)
    put_half(metadata, X_minor, MINOR)
    put_half(metadata, X_traits, 0)
    if word(metadata, 0) > STATE:
        put(metadata, X_state, 0)
    return 0


@njit
def run_alone(program, record, frame):
    """Run with the memory of the last call, or with new memory where another call has that or there is none."""
    arena = exchange(program + 8*X_memory, 0)
    if arena == 0:
        arena = aligned_alloc(64, word(program, X_bytes))
        if arena == 0:
            return False
    run(record, frame, arena)
    other = exchange(program + 8*X_memory, arena)
    if other:
        free(other)
    return True


@njit
def handler(given):
    """The handler, for a call frame."""
    if word(given, X_extension):
        describe(word(word(given, X_extension), X_metadata))
        return 0
    program = word(word(word(word(given, X_attributes), 0), X_values), 0)
    record = word(program, X_record)
    frame = room(frame_size(record))
    addresses, inputs = table(record, frame, T_addresses), word(record, H_inputs)
    for k in range(inputs):
        put(addresses, k, word(word(word(given, X_arguments), k), X_data))
    for k in range(word(record, H_outputs)):
        put(addresses, inputs + k, word(word(word(given, X_results), k), X_data))
    good = word(record, H_run) != 0
    for k in range(inputs):
        good = good and inside(word(addresses, k), array_of(record, k))
    if good and run_alone(program, record, frame):
        return 0
    message = ask_at(word(program, X_in_python), addresses)
    if message == 0:
        return 0
    error = room(4)
    put(error, 0, 32)
    put(error, 1, 0)
    put(error, 2, message)
    put(error, 3, INTERNAL)
    return ask_at(word(word(given, X_api), X_new_error), error)
'''
"""The handler; it finds buffers as the call entry finds arrays."""


def text() -> str:
    """The module with ``handler`` as LLVM text."""
    from espresso.llvm.emit.kinds import I64
    from espresso.llvm.native_text import VOID, NativeText, of_library

    words = {"extension": EXTENSION, "api": API, "arguments": ARGUMENTS, "results": RESULTS, "attributes": ATTRIBUTES,
             "metadata": METADATA, "state": STATE, "data": DATA, "values": VALUES, "new_error": NEW_ERROR}  # fmt: skip
    constants = {
        **CONSTANTS, **{f"X_{name}": at // 8 for name, at in words.items()},
        **{f"X_{name}": k for k, name in enumerate(TABLE)},
        "X_major": MAJOR // 4, "X_minor": MINOR // 4, "X_traits": TRAITS // 4,
        "MAJOR": VERSION[0], "MINOR": VERSION[1], "STATE": STATE, "INTERNAL": INTERNAL,
    }  # fmt: skip
    natives = {"aligned_alloc": of_library("aligned_alloc", I64), "free": of_library("free", VOID)}
    return NativeText(SHARED + TEXT, constants, natives).text(("handler",))


@functools.cache
def handler() -> int:
    """The address of the handler in this process; 0 where memory cannot be executable."""
    from espresso.llvm.compiled import WRITTEN_OUT, block_named

    block = block_named("XLA handler", ["handler"], text, levels=WRITTEN_OUT)
    return 0 if block is None else int(block.address("handler"))
