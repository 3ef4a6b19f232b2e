"""A large module in parts that are compiled at the same time: the same program, in one block."""

from __future__ import annotations

import gc
import threading
from typing import Any

import llvmlite.binding as llvm
import llvmlite.ir as ir
import numpy as np
import pytest

import espresso as es
from espresso.formulas.graph import expr as ex
from espresso.llvm import compiled as blocks, machine, module_split
from espresso.llvm.image import PLAIN, plain

TEXT = """
a[i,j] = exp(x[i,j]) + sum[k](x[i,k]*y[k,j])
b[i] = max[j](a[i,j])
c[i,j] = tanh(a[i,j] - b[i])*y[i,j]
d = sum[i,j](c[i,j]*sin(x[i,j]))
"""

SPLIT = module_split.split


def _module(monkeypatch, count):
    """The results of a new program compiled in so many parts, and the texts of the parts."""
    seen = []

    def split(text, entries, most, quick):
        found = SPLIT(text, entries, count)
        seen.append(found)
        return found

    monkeypatch.setattr(module_split, "LEAST", 1)
    monkeypatch.setattr(module_split, "split", split)
    monkeypatch.setenv("ESPRESSO_CACHE_LIMIT", "0")
    from espresso.machine import machine_code

    machine_code._loaded.clear()
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((2, 33, 33))
    f = es.compile([es.parse(TEXT), es.grad(es.parse(TEXT), "x")], target="cpu")
    return f(x=x, y=y), max(seen, key=len)


@pytest.mark.skipif(not PLAIN, reason="blocks are made on Linux with x86-64")
@pytest.mark.parametrize("count", [2, 3, 7])
def test_parts_compute_what_one_module_computes(monkeypatch, count):
    expected, one = _module(monkeypatch, 1)
    found, several = _module(monkeypatch, count)
    assert len(one) == 1 and 1 < len(several) <= count
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(a, b)


def test_every_function_is_in_one_part_and_declared_where_it_is_called(monkeypatch):
    module = ir.Module("several")
    calls = {"kernel_a": [], "step_0": ["kernel_a"], "kernel_b": [], "step_1": ["kernel_b"], "run": ["step_0", "step_1"]}
    for name, called in calls.items():
        function = ir.Function(module, ir.FunctionType(ir.VoidType(), [ir.PointerType()]), name)
        function.linkage = "" if name == "run" else "internal"
        b = ir.IRBuilder(function.append_basic_block())
        for n in called:
            b.call(module.get_global(n), function.args)
        b.ret_void()
    monkeypatch.setattr(module_split, "LEAST", 1)
    assert module_split.split(module, ["run"], 1) == [str(module)]
    made = module_split.split(module, ["run"], 3)
    assert len(made) == 3 and 'define void @"run"' in made[0]
    for text in made:
        llvm.parse_assembly(text).verify()
    for name in ("kernel_a", "kernel_b", "step_0", "step_1"):
        assert sum(f'@"{name}"(ptr %".1")\n{{' in m for m in made) == 1
    for name in ("step_0", "step_1"):
        assert f'declare hidden void @"{name}"(ptr %".1")' in made[0]
        assert sum(f'define hidden void @"{name}"' in m for m in made) == 1
    for a, b in (("kernel_a", "step_0"), ("kernel_b", "step_1")):
        assert [f'@"{a}"' in m and "define hidden" in m for m in made] == [
            f'define hidden void @"{b}"' in m for m in made
        ]


@pytest.mark.skipif(not PLAIN, reason="blocks are made on Linux with x86-64")
def test_calls_between_object_files_are_resolved():
    import ctypes

    from espresso.llvm.image import Loaded
    from espresso.llvm.machine import object_code

    first = 'declare hidden i64 @"twice"(i64)\ndefine i64 @"f"(i64 %x)\n{\n %y = call i64 @"twice"(i64 %x)\n %z = add i64 %y, 1\n ret i64 %z\n}\n'
    second = 'define hidden i64 @"twice"(i64 %x)\n{\n %y = add i64 %x, %x\n ret i64 %y\n}\n'
    image = plain([object_code(first), object_code(second)], ["f"])
    assert image.calls == ()
    block = Loaded(image)
    assert ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(block.address("f"))(20) == 41


def test_the_collector_is_as_it_was_after_a_program_is_made():
    for enabled in (True, False):
        (gc.enable if enabled else gc.disable)()
        try:
            f = es.compile(es.parse(f"y[i] = x[i]*{7 if enabled else 9}"), target="cpu")
            f(x=np.ones(3))
            assert gc.isenabled() == enabled
        finally:
            gc.enable()


def test_named_arrays_are_put_into_canonical_form_once():
    x = ex.tensor("x", 1)
    deep = ex.let("a", ("i",), ex.access(x, [ex.index("i")]))
    for k in range(5):
        deep = ex.let(f"a{k}", ("j",), ex.call("exp", ex.access(deep, [ex.index("j")])))
    known: dict = {}
    alone = ex.canonical(deep)
    assert ex.canonical(deep, None, known) is alone and len(known) == 5
    other = ex.let("b", ("k",), ex.access(deep, [ex.index("k")]))
    assert ex.canonical(other, None, known) is ex.canonical(other) and len(known) == 6


def _sum_of_arrays(count: int) -> es.Compiled:
    return es.compile(es.parse("y[i] = " + " + ".join(f"x{k}[i]" for k in range(count))), target="cpu")


def test_planning_a_sum_of_many_arrays_looks_at_each_node_a_fixed_number_of_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """For each of its arrays the whole sum was walked anew."""
    seen = [0]
    walk = ex.postorder

    def counted(*roots: Any, **options: Any) -> Any:
        found = walk(*roots, **options)
        seen[0] += len(found)
        return found

    monkeypatch.setattr(ex, "postorder", counted)
    nodes = []
    for count in (100, 200):
        seen[0] = 0
        assert _sum_of_arrays(count).source
        nodes.append(seen[0])
    assert nodes[1] < 2.2 * nodes[0]


def test_programs_share_one_call_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What checks arrays is compiled once, not once for each program: their modules do not grow with it."""
    texts: list[str] = []
    made = module_split.objects

    def counted(module: Any, *given: Any) -> list[bytes]:
        texts.append(str(module))
        return made(module, *given)

    es.compile("y[i] = 2*x[i]", target="cpu")(x=np.ones(3))
    monkeypatch.setattr(module_split, "objects", counted)
    for count in (3, 150):
        arrays = [np.full(2, float(k)) for k in range(count)]
        assert list(_sum_of_arrays(count)(*arrays)) == [count * (count - 1) / 2] * 2
    assert len(texts) == 2 and not any('"enter"' in t or '"fits"' in t for t in texts)


def test_products_are_compiled_once_for_all_programs(monkeypatch):
    made: list[str] = []
    compiled = machine.object_code
    monkeypatch.setattr(machine, "object_code", lambda text, *levels: made.append(text) or compiled(text, *levels))
    x, y = np.random.default_rng(2).standard_normal((2, 9, 9))
    np.testing.assert_allclose(es.compile("y[i,j] = 0.3125*x[i,k]*y[k,j]", target="cpu")(x, y), 0.3125 * x @ y)
    made.clear()
    np.testing.assert_allclose(es.compile("y[i,j] = 0.4375*x[i,k]*y[k,j] - 2", target="cpu")(x, y), 0.4375 * x @ y - 2)
    (text,) = made  # of the program alone
    assert 'define void @"run"' in text and "product" not in text


def test_blocks_are_made_at_the_same_time(monkeypatch):
    """One thread makes a block while another one waits inside of making one."""
    monkeypatch.setattr(blocks, "_shared", {})
    monkeypatch.setattr(blocks, "_locks", [threading.RLock() for _ in range(1 << 16)])  # no two by chance the same
    inside, other = threading.Event(), threading.Event()

    def slow() -> str:
        inside.set()
        assert other.wait(20)
        return 'define void @"f"() {\n ret void\n}\n'

    thread = threading.Thread(target=blocks.block_named, args=("slow, of a test", ["f"], slow))
    thread.start()
    assert inside.wait(20)
    assert blocks.block_of('define void @"g"() {\n ret void\n}\n', ["g"]) is not None
    other.set()
    thread.join()
    assert len(blocks._shared) == 2
