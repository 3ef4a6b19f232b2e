"""Inputs that are no arrays in order: numbers, NumPy scalars, lists, memory maps and strided arrays, in machine code.

``convert`` serves the call entry.  A strided array of few bytes is copied.  Values of other types are taken where the
call record has their *pattern*: the types of all inputs of a call whose dtypes Python has found to be those of the
record (a Python number takes its dtype from the others, by NEP 50).  What Python would refuse, or warn of, is left
to it: integers and floats that the dtype does not hold, lists of another shape.
"""

from __future__ import annotations

from espresso.machine import call_record
from espresso.machine.call_record import PATTERN

CONSTANTS = {
    **{f"P_{name}": k for k, name in enumerate(PATTERN)},
    **{n: getattr(call_record, n) for n in ("ACROSS", "IN_PLACE", "LISTED", "REAL", "COMPLEX", "WHOLE", "SINGLE")},
    "PATTERN_FIELDS": len(PATTERN),
}

TEXT = '''
@njit
def convert(record, frame):
    """Take all inputs, which are not all arrays in order; what was made of them is given back by the caller."""
    given, types, others = table(record, frame, T_given), table(record, frame, T_types), False
    for k in range(word(record, H_inputs)):
        kind = word(word(given, k), O_type)
        put(types, k, kind)
        if kind == word(record, H_ndarray):
            put(types, k, 0)
            if not take_array(record, frame, k, word(given, k)):
                return False
        else:
            others = True
    return not others or take_others(record, frame)


@njit
def hold(record, frame, k, thing):
    """Input k is this array, if it may be."""
    if not is_array(record, k, thing, CONTIGUOUS):
        return False
    put(table(record, frame, T_addresses), k, word(thing, O_data))
    return True


@njit
def keep(record, frame, k, made):
    """Input k is a new array; 0 where Python raised."""
    if made == 0:
        return False
    put(table(record, frame, T_owned), k, made)
    return hold(record, frame, k, made)


@njit
def take_array(record, frame, k, thing):
    """An array as it is where it lies in order, else a copy."""
    array = array_of(record, k)
    if not fits(thing, 0, word(record, H_ndarray), array):
        return False
    if fits(thing, CONTIGUOUS, word(record, H_ndarray), array):
        return hold(record, frame, k, thing)
    if word(array, A_bytes) > word(record, H_copied) or is_direct(thing, array) or is_across(thing, array):
        return False
    return keep(record, frame, k, PyArray_NewCopy(record, thing, 0))


@njit
def is_across(thing, array):
    """Whether an array that NumPy copies slowly has elements nearer to each other along another axis than the last."""
    last = word(array, A_rank) - 1
    if word(array, A_bytes) < ACROSS or last < 1:
        return False
    lengths, strides = word(thing, O_lengths), word(thing, O_strides)
    for axis in range(last):
        if word(lengths, axis) > 1 and abs(word(strides, axis)) < abs(word(strides, last)):
            return True
    return False


@njit
def is_direct(thing, array):
    """Whether Python binds a call for a strided array: neighbours along an axis, and no stride below 1."""
    direct, adjacent = word(array, A_direct), False
    if direct == 0 or word(array, A_bytes) < direct:
        return False
    lengths, strides = word(thing, O_lengths), word(thing, O_strides)
    for axis in range(word(array, A_rank)):
        if word(lengths, axis) > 1:
            if word(strides, axis) <= 0:
                return False
            if word(strides, axis) == word(array, A_item):
                adjacent = True
    return adjacent


@njit
def pattern_of(record, frame):
    """The row of the table of patterns that has the types of these inputs; 0 where there is none."""
    patterns, types, inputs = word(record, H_patterns), table(record, frame, T_types), word(record, H_inputs)
    row = patterns + 8
    for r in range(word(patterns, 0)):
        k = 0
        while k < inputs and word(row, k*PATTERN_FIELDS) == word(types, k):
            k += 1
        if k == inputs:
            return row
        row += 8*inputs*PATTERN_FIELDS
    return 0


@njit
def take_others(record, frame):
    """Convert each value that is no array as the pattern of these types says."""
    row = pattern_of(record, frame)
    if row == 0:
        return False
    for k in range(word(record, H_inputs)):
        if word(row, P_type) != 0 and not take_other(record, frame, k, row):
            return False
        row += 8*PATTERN_FIELDS
    return True


@njit
def take_other(record, frame, k, row):
    """A number, a NumPy scalar in its place, a list's array, an array of a class whose elements lie as an array's."""
    thing, source = word(table(record, frame, T_given), k), word(row, P_source)
    elements = thing + O_value
    if source == LISTED:
        return keep(record, frame, k, PyObject_CallOneArg(record, word(record, H_asarray), thing))
    if source >= REAL:
        elements = table(record, frame, T_numbers) + 16*k
        if not store_number(record, thing, row, elements):
            return False
    elif source != IN_PLACE:
        if not fits(thing, CONTIGUOUS, word(row, P_type), array_of(record, k)):
            return False
        elements = word(thing, O_data)
    if not inside(elements, array_of(record, k)):
        return False
    put(table(record, frame, T_addresses), k, elements)
    return True


@njit
def overflows(x):
    """Whether a finite number is infinite in single precision."""
    return abs(np.float64(np.float32(x))) == np.inf and abs(x) != np.inf


@njit
def store_number(record, thing, row, cell):
    """A number of Python in its cell, in the dtype of the input."""
    source, target, over = word(row, P_source), word(row, P_target), room(1)
    whole, imaginary = 0, 0.0
    if source == WHOLE:
        whole = PyLong_AsLongLongAndOverflow(record, thing, over)
        if half(over, 0) != 0:
            return False
        real = np.float64(whole)
    elif source == COMPLEX:
        real = PyComplex_RealAsDouble(record, thing)
        imaginary = PyComplex_ImagAsDouble(record, thing)
    else:
        real = PyFloat_AsDouble(record, thing)
    if target == WHOLE:
        put(cell, 0, whole)  # the lowest bytes come first
        return word(row, P_least) <= whole <= word(row, P_most)
    if target == SINGLE:
        put(cell, 0, np.float32(real))
        put(cell, 1, np.float32(imaginary))
        return not overflows(real) and not overflows(imaginary)
    put(cell, 0, real)
    put(cell, 1, imaginary)
    return True
'''
"""``convert`` and what it calls."""
