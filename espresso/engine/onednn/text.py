"""Calls of oneDNN's C interface as text for generated programs: NumPy and ctypes, nothing else.

A primitive is made once for each thread, geometry and layout.  The library chooses the
layouts in which it computes; arrays in other layouts are reordered on the way in and out.
Where the library is not there when a saved program runs, NumPy computes tap by tap.
"""

from __future__ import annotations

from espresso.ir.window_calls import SEEN
from espresso.kernels.convolution.taps import BY_TAPS

TEXT = SEEN + BY_TAPS + '''
import ctypes
import importlib.metadata
import itertools
import math
import threading

_onednn_local = threading.local()
_onednn_found = None
_onednn_given = os.environ.get("NUMBA_NUM_THREADS", "").strip().lstrip("0")[:4]
_onednn_threads = min(int(_onednn_given), 256) if _onednn_given.isdecimal() else os.cpu_count() or 1


def _onednn_path():
    """The shared library of the first package that has one, or None."""
    for package in ("onednn-cpu-gomp", "onednn-cpu-iomp", "onednn-cpu-tbb"):
        try:
            files = importlib.metadata.files(package) or ()
        except importlib.metadata.PackageNotFoundError:
            continue
        for file in files:
            if file.name == "libdnnl.so.3" and os.path.exists(file.locate()):
                return os.path.realpath(file.locate())
    return None


def _onednn():
    """The library; None where there is none.  Its threads sleep between calls unless the user said otherwise."""
    global _onednn_found
    if _onednn_found is None:
        path, mine = _onednn_path(), "OMP_WAIT_POLICY" not in os.environ
        try:
            if mine:
                os.environ["OMP_WAIT_POLICY"] = "passive"
            _onednn_found = False if path is None else ctypes.CDLL(path)
        except OSError:
            _onednn_found = False
        finally:
            if mine:
                del os.environ["OMP_WAIT_POLICY"]
        if _onednn_found:
            _onednn_found.dnnl_memory_desc_get_size.restype = ctypes.c_size_t
            _onednn_found.dnnl_primitive_desc_query_md.restype = ctypes.c_void_p
    return _onednn_found or None


def _onednn_made(name, *args):
    """A new object of the library by the function that makes it; ValueError where it does not."""
    made = ctypes.c_void_p()
    status = getattr(_onednn(), name)(ctypes.byref(made), *args)
    if status:
        raise ValueError(f"{name} returns {status}")
    return made


def _dims(values):
    return (ctypes.c_int64 * 12)(*values)


class _Primitive:
    """A primitive of the library with memory for its arguments; it belongs to one thread."""

    def __init__(self, engine, stream, description, arguments):
        self.lib, self.engine, self.stream = _onednn(), engine, stream
        self.lib.dnnl_primitive_desc_query_md.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
        self.buffers, self.memory, self.before, self.after = [], [], [], []
        self.bytes = 0
        items = []
        for number, query, shape, strides, written in arguments:  # a bias is the second of the weights
            mine = _onednn_description(shape, strides)
            wanted = ctypes.c_void_p(self.lib.dnnl_primitive_desc_query_md(description, query, int(number == 41)))
            outside = _onednn_made("dnnl_memory_create", mine, engine, None)
            self.memory.append(outside)
            inside = outside
            if not self.lib.dnnl_memory_desc_equal(mine, wanted):
                inside = self._inside(wanted)
                pair, ends = ((mine, wanted), (outside, inside)) if not written else ((wanted, mine), (inside, outside))
                change = _onednn_made("dnnl_reorder_primitive_desc_create", pair[0], engine, pair[1], engine, None)
                (self.after if written else self.before).append(self._call(change, [(1, ends[0]), (17, ends[1])]))
            items.append((number, inside))
        scratch = ctypes.c_void_p(self.lib.dnnl_primitive_desc_query_md(description, 136, 0))
        if scratch.value and self.lib.dnnl_memory_desc_get_size(scratch):
            items.append((80, self._inside(scratch)))
        self.steps = [*self.before, self._call(description, items), *self.after]

    def _inside(self, description):
        size = self.lib.dnnl_memory_desc_get_size(description)
        self.bytes += size
        block = np.empty(size + 64, np.uint8)
        self.buffers.append(block)
        start = block.ctypes.data + -block.ctypes.data % 64
        return _onednn_made("dnnl_memory_create", description, self.engine, ctypes.c_void_p(start))

    def _call(self, description, items):
        primitive = _onednn_made("dnnl_primitive_create", description)
        arguments = (_Argument * len(items))(*[_Argument(n, m) for n, m in items])
        return primitive, arguments

    def __call__(self, *arrays):
        for memory, array in zip(self.memory, arrays):
            self.lib.dnnl_memory_set_data_handle(memory, ctypes.c_void_p(array.__array_interface__["data"][0]))
        for primitive, arguments in self.steps:
            status = self.lib.dnnl_primitive_execute(primitive, self.stream, len(arguments), arguments)
            if status:
                raise RuntimeError(f"oneDNN: dnnl_primitive_execute returns {status}")
        self.lib.dnnl_stream_wait(self.stream)


class _Argument(ctypes.Structure):
    _fields_ = [("number", ctypes.c_int), ("memory", ctypes.c_void_p)]


def _onednn_description(shape, strides=None):
    """A description of float32 memory; without strides the library chooses the layout."""
    if strides is None:
        return _onednn_made("dnnl_memory_desc_create_with_tag", len(shape), _dims(shape), 3, 1)
    return _onednn_made("dnnl_memory_desc_create_with_strides", len(shape), _dims(shape), 3, _dims(strides))


def _onednn_thread():
    """Engine, stream and primitives of this thread."""
    if not hasattr(_onednn_local, "primitives"):
        engine = _onednn_made("dnnl_engine_create", 1, ctypes.c_size_t(0))
        _onednn_local.engine, _onednn_local.stream = engine, _onednn_made("dnnl_stream_create", engine, 1)
        _onednn_local.primitives = {}
    return _onednn_local


def _steps_of(x):
    """Strides in elements; any number will do along an axis of length 1."""
    return tuple(s // x.itemsize for s in x.strides)


def _layout(shape, strides):
    """The strides where channels lie last, which the library takes as they are; else None: its own choice."""
    return strides if shape[1] > 1 and strides[1] == 1 and min(strides) > 0 else None


_EPILOGUES = {
    "relu": (32, 0.0, 0.0), "relu6": (46, 0.0, 6.0), "sigmoid": (41, 0.0, 0.0), "tanh": (33, 0.0, 0.0),
    "silu": (44, 1.0, 0.0), "hardswish": (52, 1/6, 0.5), "gelu": (49, 0.0, 0.0),
}  # its relu makes 0 of NaN, its silu and gelu NaN of infinities


def _onednn_attributes(epilogue):
    attributes = _onednn_made("dnnl_primitive_attr_create")
    _onednn().dnnl_primitive_attr_set_scratchpad_mode(attributes, 1)
    if epilogue:
        kind, a, b = _EPILOGUES[epilogue]
        posts = _onednn_made("dnnl_post_ops_create")
        _onednn().dnnl_post_ops_append_eltwise(posts, kind, ctypes.c_float(a), ctypes.c_float(b))
        _onednn().dnnl_primitive_attr_set_post_ops(attributes, posts)
    return attributes


def _grouped(shape, strides, groups):
    """A filter with its groups as an axis of their own."""
    if groups == 1:
        return shape, strides
    return (groups, shape[0] // groups, *shape[1:]), (shape[0] // groups * strides[0], *strides)


def _onednn_primitive(direction, facts, stride, dilation, padding, groups, epilogue):
    """The primitive for operands and result with these (shape, strides); ValueError where the library has none."""
    here = _onednn_thread()
    key = (direction, facts, stride, dilation, padding, groups, epilogue)
    known = here.primitives.get(key)
    if known is not None:
        return known
    places = {"forward": (0, 1, -1), "data": (-1, 1, 0), "weights": (0, -1, 1)}[direction]
    image, taps, result = (facts[k] for k in places)
    taps = _grouped(*taps, groups)
    parts = [_onednn_description(s, _layout(s, t)) for s, t in (image, result)]
    parts.insert(1, _onednn_description(taps[0]))
    bias = _onednn_description(*facts[2]) if len(facts) == 4 else None
    numbers = [_dims(stride), _dims([d - 1 for d in dilation]), *(_dims([p[k] for p in padding]) for k in (0, 1))]
    forward = _onednn_made(
        "dnnl_convolution_forward_primitive_desc_create", here.engine, 64, 1, parts[0], parts[1], bias, parts[2],
        *numbers, _onednn_attributes(epilogue),
    )
    first = [(1, 129, *image, False), (33, 131, *taps, False), (17, 133, *result, True)]
    if direction == "forward":
        description = forward
        arguments = first[:2] + ([(41, 131, *facts[2], False)] if bias else []) + first[2:]
    else:
        name = f"dnnl_convolution_backward_{direction}_primitive_desc_create"
        middle = [parts[0], parts[1], parts[2]] if direction == "data" else [parts[0], parts[1], None, parts[2]]
        description = _onednn_made(name, here.engine, 1, *middle, *numbers, forward, _onednn_attributes(None))
        if direction == "data":
            arguments = [(145, 134, *result, False), (33, 131, *taps, False), (129, 130, *image, True)]
        else:
            arguments = [(1, 129, *image, False), (145, 134, *result, False), (161, 132, *taps, True)]
    made = here.primitives[key] = _Primitive(here.engine, here.stream, description, arguments)
    return made


def _onednn_convolution(direction, *arrays, stride, dilation, low, groups, epilogue=None):
    """A convolution or one of its gradients; the last array is the result."""
    first, second, out = arrays[0], arrays[1], arrays[-1]
    first, out, padding = _in_reach(direction, first, second, out, stride, dilation, low)
    arrays = (first, second, *arrays[2:-1], out)
    if not all(a.size for a in arrays):
        out[...] = 0
        return
    if _onednn() is None:
        _by_taps(direction, first, second, out, stride, dilation, padding, groups)
        for bias in arrays[2:-1]:
            out += bias.reshape(-1, *[1]*(out.ndim - 2))
        with np.errstate(invalid="ignore"):
            _apply(epilogue, out)
        return
    arrays = [a if a.flags.aligned else a.copy() for a in arrays[:-1]] + [out]
    facts = tuple((a.shape, _steps_of(a)) for a in arrays)
    count, setter = _onednn_threads, getattr(_onednn(), "omp_set_num_threads", None)
    before = _onednn().omp_get_max_threads() if setter else count
    if before != count:
        setter(count)
    try:
        _onednn_primitive(direction, facts, stride, dilation, tuple(padding), groups, epilogue)(*arrays)
    finally:
        if before != count:
            setter(before)
'''
"""The prelude of programs that call oneDNN."""
