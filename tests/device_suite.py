"""What every device target must do, as classes of tests that tests/opencl and tests/gpu run on their devices.

A `Kit` says how arrays get to the device and back.  The CPU reference is the oracle.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from threads import at_once

import espresso as es
from espresso.reference.evaluator import evaluate

sys.path.append(str(Path(__file__).parent / "cpu"))
from formulas import FORMULAS, arrays

IDS = [text for text, _ in FORMULAS]
TOLERANCE = {"float64": (1e-9, 1e-12), "float32": (2e-4, 2e-5), "float16": (2e-2, 5e-3)}


@dataclass(frozen=True)
class Kit:
    """A target, its array type, and the way of an array to the device and back."""

    target: str
    put: Callable[[np.ndarray], Any]
    get: Callable[[Any], np.ndarray]
    kind: type


def agree(value: Any, expected: Any, dtype: str = "float64") -> None:
    assert isinstance(value, np.ndarray)
    assert value.shape == expected.shape
    assert value.dtype == expected.dtype
    rtol, atol = TOLERANCE[dtype]
    np.testing.assert_allclose(value, expected, rtol=rtol, atol=atol)


EXTREMES = [
    ("y[i] = logsumexp[j](A[i,j]*b[j])", lambda x: x.max(axis=1)),
    ("y[i,j] = softmax[j](A[i,j]*b[j])", lambda x: x == x.max(axis=1, keepdims=True)),
    ("m[i] = min[j](A[i,j]*b[j])\ny[i,j] = sqrt(A[i,j]*b[j] - m[i])", lambda x: np.sqrt(x - x.min(axis=1, keepdims=True))),
]
"""Products of which a maximum or minimum is subtracted, at magnitudes whose last digit is above 700."""


class FormulaSuite:
    """The table of formulas against the reference (case 59 and sC8: every node kind on every target)."""

    @pytest.mark.parametrize(("text", "row"), FORMULAS, ids=IDS)
    def test_float64(self, kit: Kit, text: str, row: dict[str, Any]) -> None:
        given = arrays(row)
        e = es.parse(text)
        agree(es.compile(e, target=kit.target)(**given), np.asarray(evaluate(e, given)))

    @pytest.mark.parametrize(("text", "row"), FORMULAS[3::10], ids=IDS[3::10])
    def test_float32(self, kit: Kit, text: str, row: dict[str, Any]) -> None:
        given = arrays(row, "float32")
        e = es.parse(text)
        agree(es.compile(e, target=kit.target)(**given), np.asarray(evaluate(e, given)), "float32")

    @pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "int32", "int64", "bool", "float16"])
    def test_other_dtypes(self, kit: Kit, dtype: str) -> None:
        x = np.array([[0, 1, 1], [1, 0, 1]]).astype(dtype)
        e = [es.parse("y[i,j] = x[i,j] + 1"), es.parse("s[i] = sum[j](x[i,j])")]
        for value, formula in zip(es.compile(e, target=kit.target)(x), e, strict=True):
            agree(value, np.asarray(evaluate(formula, {"x": x})), "float16" if dtype == "float16" else "float64")

    @pytest.mark.parametrize(("text", "finite"), EXTREMES)
    def test_a_product_is_rounded_before_its_maximum_is_subtracted(self, kit: Kit, text: str, finite: Any) -> None:
        rng = np.random.default_rng(5)
        A, b = (rng.standard_normal(s).astype(np.float32) * np.float32(1e5) for s in ((6, 300), 300))
        found = es.compile(text, target=kit.target)(A=A, b=b)
        x = A * b
        np.testing.assert_allclose(found, finite(x), rtol=1e-5)

    @pytest.mark.parametrize("n", [1, 14337, 2**20 + 1])
    def test_any_number_of_elements_sb10(self, kit: Kit, n: int) -> None:
        """sB10, case 61: sizes around and above what one launch of a fixed grid covers."""
        x = np.arange(n, dtype=np.float32) % 17
        y, s, g = es.compile(
            ["y[i] = 2*x[i] + 1", "s = sum[i](x[i]*1.0)", "c[i] = where(x[i] > 3, x[i], 0)"], target=kit.target
        )(x)
        np.testing.assert_array_equal(y, 2 * x + 1)
        np.testing.assert_array_equal(g, np.where(x > 3, x, 0))
        assert abs(float(s) - x.sum(dtype=np.float64)) <= 1e-5 * max(1.0, x.sum(dtype=np.float64))


MISTAKES = [
    ("y[i] = x[i] + c", lambda f: f(np.ones(3)), es.InputError, "missing input c. Inputs: x, c."),
    ("y[i] = x[i] + c", lambda f: f(np.ones(3), 1, x=1), es.InputError, "input 'x' is given by position and by name"),
    ("y[i] = x[i] + z[i]", lambda f: f(np.ones(3), np.ones(4)), es.ExtentError, "index 'i' has two lengths"),
    ("y[i] = x[i]", lambda f: f(np.ones((3, 3))), es.RankError, "x"),
    ("y[i] = x[i]", lambda f: f(np.array(["a"])), es.DtypeError, "x"),
    ("y[i] = x[i]", lambda f: f(np.ones(3), out=np.ones(4)), es.ExtentError, "out= for y has shape (4,)"),
    ("y[i] = x[i]", lambda f: f(np.ones(3), out=np.ones(3, int)), es.DtypeError, "out= for y has dtype int64"),
    ("y[b] = W[idx[b]]", lambda f: f(np.ones(3), np.array([0, 3])), es.InputError, "idx[b] = 3 is outside axis 0"),
]  # fmt: skip


class CallSuite:
    """Arrays in, arrays out: kinds, layouts, out=, mistakes (cases 61 and 63)."""

    def test_numpy_in_gives_numpy_out(self, kit: Kit) -> None:
        f = es.compile("y[i] = 2*x[i]", target=kit.target)
        x = np.arange(5.0)
        a, b = f(x), f(x=x)
        assert type(a) is np.ndarray and not np.shares_memory(a, b)
        np.testing.assert_array_equal(a, 2 * x)
        assert (f.transfers.to_device, f.transfers.to_host) == (2, 2)
        assert (f.transfers.bytes_to_device, f.transfers.bytes_to_host) == (80, 80)

    def test_device_arrays_give_device_arrays_without_transfers(self, kit: Kit) -> None:
        """sC12: nothing moves, and transfer="forbid" proves it."""
        f = es.compile(["C[i,k] = A[i,j]*B[j,k]", "s = a*sum[i,j](A[i,j])"], target=kit.target, transfer="forbid")
        rng = np.random.default_rng(0)
        A, B = rng.normal(size=(7, 5)), rng.normal(size=(5, 3))
        C, s = f(A=kit.put(A), B=kit.put(B), a=2.0)
        assert isinstance(C, kit.kind) and isinstance(s, kit.kind)
        np.testing.assert_allclose(kit.get(C), A @ B)
        np.testing.assert_allclose(kit.get(s), 2 * A.sum())
        assert (f.transfers.to_device, f.transfers.to_host, f.transfers.copies) == (0, 0, 0)

    def test_forbidden_transfers_raise_before_anything_moves(self, kit: Kit) -> None:
        f = es.compile("y[i] = x[i] + z[i]", target=kit.target, transfer="forbid")
        x = np.ones(3)
        with pytest.raises(es.InputError, match="input 'x' would move: it does not lie in the memory of"):
            f(x, kit.put(x))
        with pytest.raises(es.InputError, match="inputs 'x', 'z' would move: they do not"):
            f(x, x)
        assert (f.transfers.to_device, f.transfers.to_host) == (0, 0)

    def test_host_arrays_beside_device_arrays_move_and_are_counted(self, kit: Kit) -> None:
        f = es.compile("y[i] = x[i] + z[i]", target=kit.target)
        x = np.arange(3.0)
        y = f(x, kit.put(x))
        assert isinstance(y, kit.kind)
        np.testing.assert_array_equal(kit.get(y), 2 * x)
        assert (f.transfers.to_device, f.transfers.to_host) == (1, 0)

    def test_torch_tensors_of_the_cpu(self, kit: Kit) -> None:
        """They move like NumPy arrays, and the results are such tensors again."""
        torch = pytest.importorskip("torch")
        f = es.compile("y[i] = 2*x[i]", target=kit.target)
        y = f(torch.arange(3.0))
        assert isinstance(y, torch.Tensor) and y.device.type == "cpu" and y.tolist() == [0, 2, 4]
        assert (f.transfers.to_device, f.transfers.to_host) == (1, 1)
        with es.device(kit.target) as region:
            y = es.compile("y[i] = 2*x[i]")(torch.arange(3.0))
        np.testing.assert_array_equal(y, [0, 2, 4])
        assert (region.transfers.to_device, region.transfers.to_host) == (1, 1)

    def test_auto_follows_the_arrays(self, kit: Kit) -> None:
        f = es.compile("y[i] = 2*x[i]")
        x = np.arange(3.0)
        assert type(f(x)) is np.ndarray
        assert isinstance(f(kit.put(x)), kit.kind)
        assert f.transfers.to_device == 0

    @pytest.mark.parametrize("layout", ["F", "strided", "negative", "offset", "read-only", "broadcast", "swapped"])
    def test_layouts_of_host_arrays(self, kit: Kit, layout: str) -> None:
        base = np.random.default_rng(1).normal(size=(6, 8))
        x = {
            "F": np.asfortranarray(base), "strided": base[::2, 1::3], "negative": base[::-1, ::-2], "offset": base[1:, 3:],
            "read-only": base.copy(), "broadcast": np.broadcast_to(base[0], (4, 8)), "swapped": base.astype(">f8"),
        }[layout]  # fmt: skip
        if layout == "read-only":
            x.flags.writeable = False
        f = es.compile(["y[j,i] = 2*x[i,j]", "s[i] = sum[j](x[i,j])"], target=kit.target)
        y, s = f(x)
        np.testing.assert_array_equal(y, 2 * x.T)
        np.testing.assert_allclose(s, x.sum(1))

    @pytest.mark.parametrize(
        "view",
        [
            lambda x: x.T,
            lambda x: x[::2, 1::3],
            lambda x: x[::-1],
            lambda x: x[1:, 3:],
            lambda x: x[1:],
            lambda x: x[:0],
        ],
        ids=["transposed", "strided", "negative", "offset", "unaligned", "empty"],
    )
    def test_views_of_device_arrays(self, kit: Kit, view: Any) -> None:
        base = np.random.default_rng(1).normal(size=(6, 8)).astype(np.float32)
        f = es.compile(["y[j,i] = 2*x[i,j]", "s[i] = sum[j](x[i,j])"], target=kit.target)
        y, s = f(view(kit.put(base)))
        np.testing.assert_array_equal(kit.get(y), 2 * view(base).T)
        np.testing.assert_allclose(kit.get(s), view(base).sum(1), rtol=1e-5)
        assert f.transfers.to_device == f.transfers.to_host == 0

    def test_empty_and_rank_0(self, kit: Kit) -> None:
        f = es.compile(["y[i,j] = 2*x[i,j]", "s = sum[i,j](x[i,j])", "m[i] = sum[j](x[i,j])"], target=kit.target)
        for shape in ((0, 3), (3, 0), (0, 0)):
            y, s, m = f(np.ones(shape))
            assert y.shape == shape and s == 0 and m.shape == shape[:1] and not m.any()
        g = es.compile("b = 2*a", target=kit.target)
        assert g(3.0) == 6 and g(np.float32(3)).dtype == np.float32
        assert kit.get(g(kit.put(np.array(4.0)))) == 8
        assert es.compile("c = 7", target=kit.target)() == 7

    def test_out(self, kit: Kit) -> None:
        f = es.compile(["y[i] = 2*x[i]", "s = sum[i](x[i])"], target=kit.target)
        x, y, s = np.arange(5.0), np.empty(5), np.empty(())
        result = f(x, out=[y, s])
        assert result[0] is y and result[1] is s and s == 10
        np.testing.assert_array_equal(y, 2 * x)
        strided, narrow = np.zeros(10)[::2], np.zeros(5, np.float32)
        assert f(x, out=(strided, None))[0] is strided and f(x, out=(narrow, None))[0] is narrow
        np.testing.assert_array_equal(strided, 2 * x)
        np.testing.assert_array_equal(narrow, 2 * x)
        f(x, out=[x, None])
        np.testing.assert_array_equal(x, 2 * np.arange(5.0))

    def test_out_on_the_device(self, kit: Kit) -> None:
        f = es.compile("y[i] = 2*x[i]", target=kit.target)
        x = np.arange(6.0)
        dx, out = kit.put(x), kit.put(np.zeros(6))
        assert f(dx, out=out) is out
        np.testing.assert_array_equal(kit.get(out), 2 * x)
        assert f(dx, out=dx) is dx
        np.testing.assert_array_equal(kit.get(dx), 2 * x)
        wide = kit.put(np.zeros(12))
        f(kit.put(x), out=wide[::2])
        np.testing.assert_array_equal(kit.get(wide)[::2], 2 * x)
        assert not kit.get(wide)[1::2].any()
        host = np.empty(6)
        f(kit.put(x), out=host)
        np.testing.assert_array_equal(host, 2 * x)
        with pytest.raises(es.ExtentError, match=r"out= for y has shape \(12,\), the result has shape \(6,\)"):
            f(dx, out=wide)
        with pytest.raises(es.InputError, match="out= must be arrays of NumPy or of .*, not list|out= has 0 arrays"):
            f(dx, out=[])

    @pytest.mark.parametrize(("text", "act", "error", "message"), MISTAKES, ids=[m[3][:30] for m in MISTAKES])
    def test_mistakes(self, kit: Kit, text: str, act: Any, error: type[Exception], message: str) -> None:
        f = es.compile(text, target=kit.target)
        with pytest.raises(error) as caught:
            act(f)
        assert message in str(caught.value)
        assert f.transfers.to_device == 0

    def test_positions_on_the_device_are_guarded(self, kit: Kit) -> None:
        """Nobody looks at them before the program runs: a read outside is NaN, never another array's memory."""
        f = es.compile("y[b] = W[idx[b]]", target=kit.target)
        W = np.arange(3.0)
        y = kit.get(f(kit.put(W), kit.put(np.array([2, 3, -1, 0]))))
        np.testing.assert_array_equal(y, [2, np.nan, np.nan, 0])
        np.testing.assert_array_equal(f(W, np.array([2, 0])), [2, 0])  # the same shapes, positions that were checked

    def test_numbers_follow_the_call(self, kit: Kit) -> None:
        """A number is sent again when it is another one, also through the short way of device arrays."""
        f = es.compile("y[i] = a*x[i] + b", target=kit.target)
        x = np.arange(3.0)
        for given in (x, kit.put(x)):
            for a, b in ((2.0, 1), (3.0, 1), (3.0, 5), (3, 5), (np.float64(4), 5)):
                y = f(a=a, x=given, b=b)
                np.testing.assert_array_equal(y if given is x else kit.get(y), a * x + b)

    def test_looking_at_it(self, kit: Kit) -> None:
        f = es.compile("s[i] = sum[j](exp(X[i,j])*w[j])", target=kit.target)
        assert "kernel_s" in f.source and f.kernels  # before any call
        X, w = np.ones((3, 4)), np.arange(4.0)
        f(X, w)
        assert "largest relative error" in f.check(X, w)
        assert "largest relative error" in f.check(kit.put(X), kit.put(w))
        text = f.explain()
        assert "on the device: " in text and "transfers so far: to the device:" in text
        assert "kernel_s" in str(f.profile(X, w, repeat=3))


class PoolSuite:
    """Arenas: nothing is allocated in steady state, threads have their own (case 62, sA20, sB4)."""

    def test_nothing_is_allocated_after_the_first_call(self, kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
        from espresso.runtime.device.launches import Workspace

        f = es.compile("C[i,l] = exp(A[i,j])*B[j,k]*D[k,l]", target=kit.target)
        rng = np.random.default_rng(0)
        made: list[int] = []
        create = Workspace.__init__

        def counted(self: Workspace, bound: Any, queue: Any) -> None:
            made.append(bound.arena.size)
            create(self, bound, queue)

        monkeypatch.setattr(Workspace, "__init__", counted)
        for n in (64, 65, 64):
            a = [rng.normal(size=(n, n)) for _ in range(3)]
            for _ in range(34):
                value = f(*a)
            np.testing.assert_allclose(value, np.exp(a[0]) @ a[1] @ a[2])
            assert 0 < f.memory.lower_bound <= f.memory.arena <= min(f.memory.unshared, f.memory.pooled)
            assert all(offset % 256 == 0 for offset in f.memory.offsets.values())
        assert len(made) == 2  # one arena for each signature, none for the return to 64

    def test_an_exception_in_the_middle_leaves_the_pool_usable(self, kit: Kit) -> None:
        f = es.compile("C[i,l] = A[i,j]*B[j,k]*D[k,l]", target=kit.target)
        a = [np.ones((8, 8))] * 3
        expected = f(*a)
        bound = f._last
        run = bound.backend.run
        bound.backend.run = lambda *_: 1 / 0
        try:
            with pytest.raises(ZeroDivisionError):
                f(*a)
        finally:
            bound.backend.run = run
        np.testing.assert_array_equal(f(*a), expected)
        assert bound.pool.made == 1

    def test_concurrent_calls_have_their_own_arenas(self, kit: Kit) -> None:
        """sC11: threads with queues or streams of their own do not disturb each other."""
        f = es.compile("C[i,l] = exp(A[i,j])*B[j,k]*D[k,l]", target=kit.target)
        rng = np.random.default_rng(0)
        inputs = [[rng.normal(size=(20, 20)) for _ in range(3)] for _ in range(4)]
        expected = [np.exp(a) @ b @ d for a, b, d in inputs]
        f(*inputs[0])

        def work(k: int) -> None:
            for _ in range(10):
                assert np.allclose(f(*inputs[k]), expected[k])

        at_once(work)

    def test_new_extents_compile_nothing(self, kit: Kit) -> None:
        f = es.compile("y[i,j] = exp(X[i,j]) + w[j]", target=kit.target)
        for n in (3, 50, 7):
            f(np.ones((n, 4)), np.ones(4))
        assert len(f._programs) == 1 and all(len(known) == 1 for known in f._programs.values())
        (plan,) = next(iter(f._programs.values()))
        (text,) = plan._texts.values()
        assert len(text._modules) == 1


class RegionSuite:
    """``with es.device(...)`` (sB2, sB3): inputs in once, results out once."""

    def test_inputs_move_in_once_and_results_out_once(self, kit: Kit) -> None:
        rng = np.random.default_rng(0)
        X, w = rng.normal(size=(30, 4)), np.zeros(4)
        y = X @ np.arange(4.0)
        expected = w
        for _ in range(10):
            expected = expected - 0.01 * X.T @ (X @ expected - y)
        with es.device(kit.target) as region:
            step = es.compile("w2[j] = w[j] - 0.01*sum[i](X[i,j]*(X[i,k]*w[k] - y[i]))")
            assert step.target == kit.target
            for _ in range(10):
                w = step(X=X, w=w, y=y)
            assert (region.transfers.to_device, region.transfers.to_host) == (3, 0)
        assert (region.transfers.to_device, region.transfers.to_host) == (3, 1)
        assert region.transfers.bytes_to_host == 32
        np.testing.assert_allclose(w, expected)
        assert region.transfers.to_host == 1
        assert X.flags.writeable and y.flags.writeable

    def test_a_loss_printed_in_the_loop_is_the_only_synchronisation(self, kit: Kit) -> None:
        """sB3: looking at one result moves that result and no other."""
        with es.device(kit.target) as region:
            f = es.compile(["g[i] = 2*x[i]", "l = sum[i](x[i]**2)"])
            g, loss = f(np.arange(4.0))
            assert f"{loss:.1f}" == "14.0" and float(loss) == 14 and loss.item() == 14
            assert region.transfers.to_host == 1 and region.transfers.bytes_to_host == 8
        assert region.transfers.to_host == 2
        np.testing.assert_array_equal(g, [0, 2, 4, 6])

    def test_structures_of_results(self, kit: Kit) -> None:
        """sB2: a result that is an input of nothing else; list, tuple, dict and None results."""

        @es.device(kit.target)
        def work(x: Any) -> Any:
            f = es.compile("y[i] = 2*x[i]")
            one, other = f(x), f(x)
            return [one, (other, None), {"a": None, "b": one}]

        x = np.arange(3.0)
        one, (other, none), named = work(x)
        for array in (one, other, named["b"]):
            assert type(array) is np.ndarray
            np.testing.assert_array_equal(array, 2 * x)
        assert none is None and named["a"] is None
        assert es.device(kit.target)(lambda: None)() is None

    def test_inputs_cannot_change_while_both_copies_exist(self, kit: Kit) -> None:
        x = np.arange(3.0)
        with es.device(kit.target):
            es.compile("y[i] = 2*x[i]")(x)
            with pytest.raises(ValueError, match="read-only"):
                x[0] = 1
        x[0] = 1

    def test_auto_follows_the_region_and_explicit_targets_do_not(self, kit: Kit) -> None:
        auto, fixed = es.compile("y[i] = 2*x[i]"), es.compile("y[i] = 3*x[i]", target="cpu")
        x = np.arange(3.0)
        with es.device(kit.target) as region:
            y = auto(x)
            z = fixed(y)
            assert type(z) is np.ndarray and type(y) is not np.ndarray
            with es.device("cpu"):
                assert type(auto(x)) is np.ndarray
        np.testing.assert_array_equal(z, 6 * x)
        assert (region.transfers.to_device, region.transfers.to_host) == (1, 1)
        assert type(auto(x)) is np.ndarray

    def test_device_arrays_stay_what_they_are(self, kit: Kit) -> None:
        with es.device(kit.target) as region:
            y = es.compile("y[i] = 2*x[i]")(kit.put(np.arange(3.0)))
        assert isinstance(y, kit.kind) and region.transfers.to_device == region.transfers.to_host == 0

    def test_positions_that_nobody_checked_are_guarded(self, kit: Kit) -> None:
        """The same shapes, first with positions on the host, then with positions on the device."""
        W = np.arange(3.0)
        with es.device(kit.target):
            f = es.compile("y[b] = W[idx[b]]")
            np.testing.assert_array_equal(f(W, np.array([2, 0])), [2, 0])
            y = f(W, kit.put(np.array([2, 3])))
        np.testing.assert_array_equal(kit.get(y), [2, np.nan])

    @pytest.mark.parametrize("shape", [(0, 3), (2, 0)])
    def test_results_without_elements_come_out(self, kit: Kit, shape: tuple[int, int]) -> None:
        f = es.compile(["y[i] = sum[j](x[i,j])", "s = sum[i,j](x[i,j])"])
        with es.device(kit.target):
            y, s = f(np.ones(shape))
        assert y.shape == shape[:1] and y.numpy().flags.writeable and not y.any() and float(s) == 0

    def test_an_error_ends_the_region(self, kit: Kit) -> None:
        x = np.arange(3.0)
        with pytest.raises(ZeroDivisionError), es.device(kit.target):
            y = es.compile("y[i] = 2*x[i]")(x)
            raise ZeroDivisionError
        assert x.flags.writeable
        assert type(es.compile("y[i] = 2*x[i]")(x)) is np.ndarray
        np.testing.assert_array_equal(y, 2 * x)  # moved out when it is looked at


class Suite(FormulaSuite, CallSuite, PoolSuite, RegionSuite):
    """Everything."""
