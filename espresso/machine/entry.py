"""The call entry: checks NumPy arrays, finds their addresses and runs a program; the same code for every program.

It is compiled once for a processor.  What differs from one program and signature to the next stands in a table of
numbers, the call record (`call_record`).

- ``call(arguments, results, record, arena)`` takes tuples of inputs and of arrays for results, checks that they are
  what the record says and that no result overlaps another array, runs the program and returns 1; or 0 without doing
  anything.
- ``enter(own, positional, named)`` is a whole call as a CPython builtin (``METH_VARARGS | METH_KEYWORDS``) that also
  makes the results, with NumPy's own allocator, or takes those given as ``out=``.

The own object of ``enter`` is a tuple (`RECORD` and its neighbours): the call record, the same call in Python, a
function that gives several results their structure, the list of workspaces that are free, the variable of
the region that a thread is in or None where it does not matter, the names of the inputs with "out" behind them, the
list of spare arrays for results, and the keys of several results (empty where they are a tuple, None where ``out=`` of
them is taken apart in Python).  Whatever the record was not made for (other shapes, a part of the results as
``out=``, a region) goes to the call in Python.  The interpreter is released where the work is long.

Both take arrays that lie in order as they are, and numbers, scalars, lists and strided arrays by `conversions`.

``out=`` is the array of the one result, or a tuple, list or dictionary of the arrays of several, as the
function returns them.  An array that overlaps an input is computed in a *spare* array and copied at the end, so that
nothing is read after it was written: the weights that a training step overwrites.  Spare arrays are tuples in a
list, as workspaces are; the call in Python makes the first one.
"""

from __future__ import annotations

from typing import Any

from espresso.machine.call_record import ARRAY, FUNCTIONS, HEADER
from espresso.machine.object_layout import (
    CONTIGUOUS,
    COUNT,
    DATA,
    DESCRIPTION,
    FLAGS,
    IN_ORDER,
    ITEMS,
    LENGTHS,
    RANK,
    STRIDES,
    TYPE,
    VALUE,
    WRITEABLE,
)

TABLES = ("owned", "items", "apart", "given", "types", "firsts", "lasts", "numbers", "numbers_end", "addresses")
"""Tables of one call, each with a word for each array: arrays made for inputs (first, to be given back), those of the
results, whether a result is computed in a spare array; inputs as they are, the types of those that are no arrays; the
ends of the arrays' memory; two words for a number; addresses of the elements, with those of the temporaries behind."""

OWN = ("RECORD", "IN_PYTHON", "BUILD", "WORKSPACES", "REGION", "NAMES", "SPARES", "KEYS")
"""Items of the tuple that ``enter`` has as its own object."""

RARE = ("take_array", "is_direct", "keep", "hold", "take_apart", "convert", "pattern_of", "take_others", "take_other",
        "store_number", "check_out", "take_results", "call")  # fmt: skip
"""Functions of the text for inputs that are no arrays in order, for ``out=`` and for calls from Python: LLVM leaves
them as they are written, which halves the time of compiling the entry."""

CONSTANTS = {
    **{f"H_{name}": k for k, name in enumerate(HEADER)},
    **{f"A_{name}": k for k, name in enumerate(ARRAY)},
    **{f"T_{name}": k for k, name in enumerate(TABLES)},
    **{name: k for k, name in enumerate(OWN)},
    "O_type": TYPE // 8, "O_data": DATA // 8, "O_lengths": LENGTHS // 8, "O_strides": STRIDES // 8,
    "O_description": DESCRIPTION // 8, "O_items": ITEMS // 8, "O_count": COUNT // 8, "O_value": VALUE,
    "O_rank": RANK // 4, "O_flags": FLAGS // 4, "HEADER_FIELDS": len(HEADER), "ARRAY_FIELDS": len(ARRAY),
    "IN_ORDER": IN_ORDER, "CONTIGUOUS": CONTIGUOUS, "RESULT": CONTIGUOUS | WRITEABLE,
}  # fmt: skip
"""What names in the texts stand for: fields and items in words, a value in bytes, rank and flags in halves."""

SHARED = '''
@njit
def nth(of, k):
    """An item of a tuple."""
    return word(of, O_items + k)


@njit
def array_of(record, k):
    """The fields of array k, inputs before results."""
    return record + 8*(HEADER_FIELDS + k*ARRAY_FIELDS)


@njit
def table(record, frame, which):
    """One of the tables of a call."""
    return frame + 8*which*(word(record, H_inputs) + word(record, H_outputs))


@njit
def frame_size(record):
    """Words of all tables."""
    count = word(record, H_inputs) + word(record, H_outputs)
    return T_addresses*count + count + word(record, H_temporaries) + 1


@njit
def inside(elements, array):
    """Whether elements that lie in order may be read at, where they are positions."""
    between = word(array, A_between)
    if between == 0:
        return True
    return test_at(between, elements, word(array, A_count), word(array, A_least), word(array, A_most))


@njit
def run(record, frame, arena):
    """Put the addresses of the temporaries behind those of the arrays, and run the program."""
    addresses, offsets = table(record, frame, T_addresses), word(record, H_offsets)
    count, temporaries = word(record, H_inputs) + word(record, H_outputs), word(record, H_temporaries)
    for k in range(temporaries):
        put(addresses, count + k, arena + word(offsets, k))
    put(addresses, count + temporaries, arena + word(record, H_scratch))
    call_at(word(record, H_run), addresses, word(record, H_numbers))
    return 0
'''
"""What the entries of Python and of XLA have in common."""

TEXT = '''
@njit
def fits(thing, flags, kind, array):
    """Whether an object is the array of the record, with flags that it has where the record has no strides of it."""
    strides, rank = word(array, A_strides), word(array, A_rank)
    if strides:
        flags = flags - (flags & IN_ORDER)
    if word(thing, O_type) != kind or word(thing, O_description) != word(array, A_dtype):
        return False
    if half(thing, O_rank) != rank or (half(thing, O_flags) & flags) != flags:
        return False
    lengths, wanted = word(thing, O_lengths), word(array, A_lengths)
    for axis in range(rank):
        if word(lengths, axis) != word(wanted, axis):
            return False
    if strides:
        steps = word(thing, O_strides)
        for axis in range(rank):
            if word(steps, axis) != word(strides, axis):
                return False
    return True


@njit
def is_array(record, k, thing, flags):
    """Whether an object is array k of the record, in order, with positions that may be read at."""
    array = array_of(record, k)
    return fits(thing, flags, word(record, H_ndarray), array) and inside(word(thing, O_data), array)


@njit
def begin(record, frame):
    """The first tables are empty."""
    for k in range(3*(word(record, H_inputs) + word(record, H_outputs))):
        put(frame, k, 0)
    return 0


@njit
def give_back(record, frame):
    """The arrays that were made of inputs for this call go."""
    owned = table(record, frame, T_owned)
    for k in range(word(record, H_inputs)):
        if word(owned, k):
            Py_DecRef(record, word(owned, k))
    return 0


@njit
def take_inputs(record, frame):
    """The addresses of all inputs: arrays as they are, and what is made of other values."""
    given, addresses = table(record, frame, T_given), table(record, frame, T_addresses)
    for k in range(word(record, H_inputs)):
        if not is_array(record, k, word(given, k), CONTIGUOUS):
            converted = convert(record, frame)
            if not converted:
                PyErr_Clear(record)
            return converted
        put(addresses, k, word(word(given, k), O_data))
    return True


@njit
def note_range(record, frame, k, elements):
    """Array k lies here."""
    put(table(record, frame, T_firsts), k, elements)
    put(table(record, frame, T_lasts), k, elements + word(array_of(record, k), A_bytes))
    return 0


@njit
def meets(record, frame, k, start, stop):
    """Whether array k overlaps one of the arrays from ``start`` to ``stop``."""
    firsts, lasts = table(record, frame, T_firsts), table(record, frame, T_lasts)
    for other in range(start, stop):
        if word(firsts, k) < word(lasts, other) and word(firsts, other) < word(lasts, k):
            return True
    return False


@njit
def compute(record, frame, arena, spare):
    """Run; where that takes long others may run Python meanwhile, and forget the arrays given by name."""
    given, inputs, long, state = table(record, frame, T_given), word(record, H_inputs), word(record, H_long), 0
    if long:
        for k in range(inputs):
            Py_IncRef(record, word(given, k))
        state = PyEval_SaveThread(record)
    run(record, frame, arena)
    if spare:  # to the caller's arrays
        firsts, lasts = table(record, frame, T_firsts), table(record, frame, T_lasts)
        for k in range(word(record, H_outputs)):
            if word(table(record, frame, T_apart), k):
                first = word(firsts, inputs + k)
                memcpy(first, word(nth(spare, k), O_data), word(lasts, inputs + k) - first)
    if long:
        PyEval_RestoreThread(record, state)
        for k in range(inputs):
            Py_DecRef(record, word(given, k))
    return 0


@njit
def take_results(record, frame, results):
    """The arrays of a tuple as results; none overlaps another array."""
    inputs, addresses = word(record, H_inputs), table(record, frame, T_addresses)
    for k in range(inputs):
        note_range(record, frame, k, word(addresses, k))
    for k in range(inputs, inputs + word(record, H_outputs)):
        array = nth(results, k - inputs)
        if not is_array(record, k, array, RESULT):
            return False
        put(addresses, k, word(array, O_data))
        note_range(record, frame, k, word(array, O_data))
        if meets(record, frame, k, 0, k):
            return False
    return True


@njit
def call(arguments, results, record, arena):
    """The first of the two."""
    frame = room(frame_size(record))
    begin(record, frame)
    given = table(record, frame, T_given)
    for k in range(word(record, H_inputs)):
        put(given, k, nth(arguments, k))
    good = take_inputs(record, frame) and take_results(record, frame, results)
    if good:
        compute(record, frame, arena, 0)
    give_back(record, frame)
    return 1 if good else 0


@njit
def take_keys(record, places, named, keys, count):
    """What a dictionary has under so many keys, in their order; False where one is missing."""
    for k in range(count):
        found = PyDict_GetItemWithError(record, named, nth(keys, k))
        if found == 0:
            return False
        put(places, k, found)
    return True


@njit
def find_inputs(own, record, frame, positional, named, out):
    """The arrays in order, from the tuple or from the dictionary, which may have ``out`` too."""
    given, inputs, others = table(record, frame, T_given), word(record, H_inputs), 0
    if named:
        others = PyDict_Size(record, named) - (1 if out else 0)
    if others == 0:
        if word(positional, O_count) != inputs:
            return False
        for k in range(inputs):
            put(given, k, nth(positional, k))
        return True
    if others != inputs or word(positional, O_count) != 0:
        return False
    return take_keys(record, given, named, nth(own, NAMES), inputs)


@njit
def take_apart(own, record, items, out):
    """Arrays of a dictionary by the keys of the results, those of a tuple or list in order."""
    kind, keys, outputs = word(out, O_type), nth(own, KEYS), word(record, H_outputs)
    if keys == word(record, H_None):  # results in another structure
        return False
    if word(keys, O_count) > 0:
        if kind != word(record, H_dict) or PyDict_Size(record, out) != outputs:
            return False
        return take_keys(record, items, out, keys, outputs)
    listed = kind == word(record, H_list)
    if not listed and kind != word(record, H_tuple) or word(out, O_count) != outputs:
        return False
    for k in range(outputs):
        put(items, k, PyList_GetItem(record, out, k) if listed else nth(out, k))
    return True


@njit
def check_out(own, record, frame, out):
    """Look at the caller's arrays: 0 where Python has the call, 2 where spare arrays are needed, else 1."""
    items, apart = table(record, frame, T_items), table(record, frame, T_apart)
    addresses, inputs, outputs = table(record, frame, T_addresses), word(record, H_inputs), word(record, H_outputs)
    if outputs == 1:
        put(items, 0, out)
    elif not take_apart(own, record, items, out):
        return 0
    for k in range(inputs):
        note_range(record, frame, k, word(addresses, k))
    for k in range(outputs):
        if not is_array(record, inputs + k, word(items, k), RESULT):
            return 0
        note_range(record, frame, inputs + k, word(word(items, k), O_data))
    spares, last = nth(own, SPARES), 0
    for k in range(outputs):
        if meets(record, frame, inputs + k, inputs, inputs + k):  # an error that Python tells
            return 0
        if meets(record, frame, inputs + k, 0, inputs):
            if last == 0:
                if word(spares, O_count) <= 0:
                    return 0
                last = PyList_GetItem(record, spares, word(spares, O_count) - 1)
            if nth(last, k) == word(record, H_None):
                return 0
            put(apart, k, 1)
    return 2 if last else 1


@njit
def prepare(own, record, frame, positional, named):
    """Find and check the arrays of a call, as in ``check_out``."""
    out, ready = 0, 1
    if named:
        out = PyDict_GetItemWithError(record, named, nth(nth(own, NAMES), word(record, H_inputs)))
    if not find_inputs(own, record, frame, positional, named, out) or not take_inputs(record, frame):
        return 0
    if out:
        ready = check_out(own, record, frame, out)
    if word(record, H_needs) and word(nth(own, WORKSPACES), O_count) <= 0:
        return 0
    return ready


@njit
def take_last(record, free):
    """The last item of a list, which nobody else has from here on."""
    count = word(free, O_count)
    taken = PyList_GetItem(record, free, count - 1)
    Py_IncRef(record, taken)
    PyList_SetSlice(record, free, count - 1, count, 0)
    return taken


@njit
def append(record, free, taken):
    """Give an item, if any, back to its list; without room for it the next call makes another."""
    if taken:
        if PyList_Append(record, free, taken) != 0:
            PyErr_Clear(record)
        Py_DecRef(record, taken)
    return 0


@njit
def new_array(record, array):
    """A new array, or 0; the call takes over a reference to the dtype."""
    dtype, rank, lengths = word(array, A_dtype), word(array, A_rank), word(array, A_lengths)
    Py_IncRef(record, dtype)
    return PyArray_NewFromDescr(record, word(record, H_ndarray), dtype, rank, lengths, 0, 0, 0, 0)


@njit
def make_results(record, frame, made):
    """The caller's arrays, or new ones, in a tuple if there is one; False without memory, and an exception is set."""
    items = table(record, frame, T_items)
    for k in range(word(record, H_outputs)):
        array = word(items, k)
        if array:
            Py_IncRef(record, array)
        else:
            array = new_array(record, array_of(record, word(record, H_inputs) + k))
            if array == 0:
                return False
            put(items, k, array)
        if made:
            put(made, O_items + k, array)
    return True


@njit
def enter(own, positional, named):
    """The second of the two."""
    record = word(nth(own, RECORD), O_data)
    none, variable, region = word(record, H_None), nth(own, REGION), room(1)
    frame = room(frame_size(record))
    begin(record, frame)
    put(region, 0, none)
    if variable != none:
        if PyContextVar_Get(record, variable, none, region) < 0:
            return 0
        Py_DecRef(record, word(region, 0))  # the context keeps it
    ready = prepare(own, record, frame, positional, named) if word(region, 0) == none else 0
    if ready == 0:
        give_back(record, frame)
        return PyObject_Call(record, nth(own, IN_PYTHON), positional, named)
    inputs, outputs, items = word(record, H_inputs), word(record, H_outputs), table(record, frame, T_items)
    workspace, arena, spare, made = 0, 0, 0, 0
    if word(record, H_needs):
        workspace = take_last(record, nth(own, WORKSPACES))
        arena = word(nth(workspace, 0), O_data)
    if outputs != 1:
        made = PyTuple_New(record, outputs)
    good = outputs == 1 or made != 0
    if good:
        good = make_results(record, frame, made)
    if good:
        if ready == 2:
            spare = take_last(record, nth(own, SPARES))
        for k in range(outputs):
            array = nth(spare, k) if word(table(record, frame, T_apart), k) else word(items, k)
            put(table(record, frame, T_addresses), inputs + k, word(array, O_data))
        compute(record, frame, arena, spare)
        append(record, nth(own, SPARES), spare)
    append(record, nth(own, WORKSPACES), workspace)
    give_back(record, frame)
    if outputs == 1:
        return word(items, 0)
    built = PyObject_CallOneArg(record, nth(own, BUILD), made) if good else 0
    if made:
        Py_DecRef(record, made)
    return built
'''
"""The call entry, but for the conversions of inputs."""


def text() -> str:
    """The module with ``call`` and ``enter`` as LLVM text."""
    from espresso.llvm.emit.kinds import FLOATS, I64, Value
    from espresso.llvm.native_text import I32, NATIVES, VOID, NativeText, at_address, of_library
    from espresso.machine import conversions

    results = {"": VOID, "int32": I32, "int64": I64, "float64": FLOATS["float64"]}

    def of_record(name: str) -> Any:
        """Calls of a function whose address is in the record, which is the first argument."""
        call = at_address(results[FUNCTIONS[name]])
        place = Value("int64", I64(HEADER.index(name)))
        return lambda t, given: call(t, [Value("int64", NATIVES["word"](t, [given[0], place])), *given[1:]])

    natives = {"memcpy": of_library("memcpy", I64), **{name: of_record(name) for name in FUNCTIONS}}
    source = SHARED + conversions.TEXT + TEXT
    return NativeText(source, CONSTANTS | conversions.CONSTANTS, natives, RARE).text(("call", "enter"))
