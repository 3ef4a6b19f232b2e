"""Statements of the acceptance list that every device keeps: sB6, sB8, sD2, sD5, sD7, sD9, sD15, sE13 to sE15.

tests/opencl and tests/gpu run them on their devices.
"""

from __future__ import annotations

import gc
import re
from typing import Any

import numpy as np
import pytest
from device_suite import Kit

import espresso as es
from espresso.reference.evaluator import evaluate
from espresso.runtime.device.launches import Bound, Workspace

RNG = np.random.default_rng(0)
OUTER = "C[b,n,m] = A[b,n]*B[b,m]"
CONVOLUTION = "y[n,k,p,q] = sum[c,r,s](pad(x)[n,c,p+r-1,q+s-1]*w[k,c,r,s])*(p < size(x, 2))*(q < size(x, 3))"


def living(kind: type) -> int:
    """How many objects of a class there are."""
    gc.collect()
    return sum(type(o) is kind for o in gc.get_objects())


BLOCKS: dict[str, tuple[str, dict[str, tuple[int, ...]]]] = {
    # validated networks are made of these (4.8)
    "residual, batch norm (ResNet)": (
        """c[n,k,p,q] = sum[a,r,s](pad(x)[n,a,p+r-1,q+s-1]*w[k,a,r,s])*(p < size(x, 2))*(q < size(x, 3))
        m[k] = mean[n,p,q](c[n,k,p,q])
        v[k] = mean[n,p,q]((c[n,k,p,q] - m[k])**2)
        y[n,k,p,q] = relu((c[n,k,p,q] - m[k])/sqrt(v[k] + 1e-5)*g[k] + h[k] + x[n,k,p,q])""",
        {"x": (2, 4, 6, 5), "w": (4, 4, 3, 3), "g": (4,), "h": (4,)},
    ),
    "squeeze and excite, depthwise, swish (EfficientNet)": (
        """d[n,c,p,q] = sum[r,s](x[n,c,2*p+r,2*q+s]*w[c,r,s])
        z[n,c] = logistic(mean[p,q](d[n,c,p,q])*u[c])
        y[n,c,p,q] = d[n,c,p,q]*logistic(d[n,c,p,q])*z[n,c]""",
        {"x": (2, 3, 8, 6), "w": (3, 3, 3), "u": (3,)},
    ),
    "maximum pooling and a dense layer (AlexNet, VGG)": (
        "y[n,k] = relu(max[r,s](x[n,c,2*p+r,2*q+s])*w[k,c,p,q] + b[k])",
        {"x": (2, 3, 6, 6), "w": (5, 3, 3, 3), "b": (5,)},
    ),
}  # fmt: skip


class AcceptanceSuite:
    """One test for each statement."""

    def test_sb6_calls_leave_the_number_of_plans_and_handles_constant(self, kit: Kit) -> None:
        before = living(Workspace), living(Bound)
        f = es.compile("C[i,k] = A[i,j]*B[j,k]; y[i] = sum[k](exp(C[i,k]))", target=kit.target)
        a, b = kit.put(RNG.normal(size=(20, 30))), kit.put(RNG.normal(size=(30, 10)))
        f(a, b)
        made = living(Workspace), living(Bound)
        for _ in range(20):
            f(a, b)
        assert (living(Workspace), living(Bound)) == made == (before[0] + 1, before[1] + 1)
        del f
        assert (living(Workspace), living(Bound)) == before

    def test_sb8_an_operation_of_the_user_with_a_derivative_of_its_own(self, kit: Kit) -> None:
        """A scalar Python function becomes an operation; ``stop_gradient`` gives it the derivative that is wanted."""
        def operation(x: Any) -> Any:
            return np.where(x > 0, np.tanh(x), np.exp(x) - 1)

        def slope(x: Any) -> Any:
            return np.where(x > 0, 1.0, 0.25)  # given, not derived

        value, given = (str(es.trace(fn, x=(4,))).partition(" = ")[2] for fn in (operation, slope))
        loss = es.parse(f"s = sum[i](w[i]*(stop_gradient({value} - x[i]*({given})) + x[i]*stop_gradient({given})))")
        arrays = {"x": RNG.normal(size=9), "w": RNG.normal(size=9)}
        got, gradient = es.compile([loss, es.grad(loss, "x")], target=kit.target)(**arrays)
        np.testing.assert_allclose(got, (operation(arrays["x"])*arrays["w"]).sum(), rtol=1e-12)
        np.testing.assert_allclose(gradient, slope(arrays["x"])*arrays["w"], rtol=1e-12)

    def test_sb8_text_of_the_user_for_the_device(self, kit: Kit) -> None:
        """A body in CUDA C or OpenCL C becomes an operation with a derivative of its own; check compares it with its meaning."""
        body = "x > 0 ? tanh(x) : expm1(x)"
        ramp = es.function("ramp(x)", "where(x > 0, tanh(x), expm1(x))", derivatives=["where(x > 0, 1, 0.25)"], cuda=body, opencl=body)
        loss = es.parse("s = sum[i](w[i]*ramp(x[i]))", functions=[ramp])
        arrays = {"x": RNG.normal(size=900), "w": RNG.normal(size=900)}
        f = es.compile([loss, es.grad(loss, "x")], target=kit.target)
        value, gradient = f(**arrays)
        assert f"return {body};" in f.source and "largest relative error" in f.check(**arrays)
        x = arrays["x"]
        np.testing.assert_allclose(value, (np.where(x > 0, np.tanh(x), np.expm1(x))*arrays["w"]).sum(), rtol=1e-12)
        np.testing.assert_allclose(gradient, np.where(x > 0, 1.0, 0.25)*arrays["w"], rtol=1e-12)

    @pytest.mark.parametrize("m", [300, 512, 513, 1024, 1025, 5000])
    def test_sd2_launches_are_chosen_by_size(self, kit: Kit, m: int) -> None:
        a, b = RNG.normal(size=(50, 7)), RNG.normal(size=(50, m))
        f = es.compile(OUTER, target=kit.target)
        np.testing.assert_array_equal(f(a, b), a[:, :, None]*b[:, None, :])
        (step,) = f._last.generated.simt.steps  # one kernel (sD4)
        launch = step.launch(f._last.value)
        threads = np.prod(launch.block)*np.prod(launch.grid)
        assert 0 < np.prod(launch.block) <= 1024 and min(launch.grid) > 0
        assert threads <= 4*50*7*max(m, 256)  # and not many that find nothing to do

    @pytest.mark.usefixtures("binaries")
    def test_sd5_sd7_no_binding_and_no_compiler_of_the_system(self, kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
        """One line is a callable; no nvcc in PATH; machine code is compiled once, and found on disk after that."""
        if kit.target == "gpu":  # PoCL calls the system's linker
            monkeypatch.setenv("PATH", "")
        monkeypatch.delenv("CUDA_HOME", raising=False)
        module = __import__(f"espresso.runtime.device.{'cuda' if kit.target == 'gpu' else 'opencl'}", fromlist=["write_entry"])
        written: list[str] = []
        write = module.write_entry
        monkeypatch.setattr(module, "write_entry", lambda key, data: (written.append(key), write(key, data)))
        text = f"C[b,n,m] = A[b,n]*B[b,m] + {RNG.integers(1 << 30)}"
        a, b = RNG.normal(size=(3, 4)), RNG.normal(size=(3, 5))
        first, second = (es.compile(text, target=kit.target)(a, b) for _ in range(2))
        np.testing.assert_array_equal(first, second)
        assert len(written) == 1

    def test_sd9_derivatives_are_printed_as_they_are_computed(self, kit: Kit) -> None:
        first, second = es.vjp(es.parse(OUTER), ["A", "B"], "G")
        assert str(first) == "dA[b,n] = sum[m](B[b,m]*G[b,n,m])"
        assert str(second) == "dB[b,m] = sum[n](A[b,n]*G[b,n,m])"
        a, b, g = RNG.normal(size=(3, 4)), RNG.normal(size=(3, 5)), RNG.normal(size=(3, 4, 5))
        da, db = es.compile([first, second], target=kit.target)(A=a, B=b, G=g)
        np.testing.assert_allclose(da, np.einsum("bnm,bm->bn", g, b), rtol=1e-12)
        np.testing.assert_allclose(db, np.einsum("bnm,bn->bm", g, a), rtol=1e-12)

    def test_sd15_times_of_a_list_of_shapes(self, kit: Kit) -> None:
        """Times are measured again for every shape, with the kernels that are there."""
        f = es.compile(OUTER, target=kit.target)
        seen = []
        for n, m in ((4, 300), (8, 512), (16, 1025)):
            found = f.profile(RNG.normal(size=(50, n)), RNG.normal(size=(50, m)), repeat=2)
            seen.append(str(found))
            assert "kernel_C" in seen[-1]
        texts = {id(t) for plans in f._programs.values() for p in plans for t in p._texts.values()}
        assert len(set(seen)) == 3 and len(texts) == 1

    @pytest.mark.parametrize("name", BLOCKS)
    def test_se13_blocks_of_networks_agree_with_the_cpu(self, kit: Kit, name: str) -> None:
        text, shapes = BLOCKS[name]
        e = es.parse(text)
        given = {n: RNG.normal(size=s) for n, s in shapes.items()}
        given["G"] = RNG.normal(size=np.shape(evaluate(e, given)))
        roots = [e, es.vjp(e, list(shapes)[-1], "G")]
        values, others = (es.compile(roots, target=t)(**given) for t in (kit.target, "cpu"))
        for value, other in zip(values, others, strict=True):
            np.testing.assert_allclose(value, other, rtol=1e-9, atol=1e-11)

    def test_se14_both_layouts(self, kit: Kit) -> None:
        """NCHW, and NHWC as the strides of the same logical array: the same numbers, and the report names the engine."""
        x, w = RNG.normal(size=(2, 3, 8, 7)), RNG.normal(size=(4, 3, 3, 3))
        f = es.compile(CONVOLUTION, target=kit.target)
        plain = f(x, w)
        last = np.ascontiguousarray(x.transpose(0, 2, 3, 1)).transpose(0, 3, 1, 2)
        np.testing.assert_allclose(f(last, w), plain, rtol=1e-12)
        np.testing.assert_allclose(plain, evaluate(f.expressions[0], {"x": x, "w": w}), rtol=1e-9, atol=1e-12)
        assert re.search(r"engine \S+", f.report())

    def test_se15_a_report_of_times(self, kit: Kit) -> None:
        """Times of each step and together, after warm-up, as medians of the number of runs that is asked for."""
        f = es.compile("y[n,k] = relu(x[n,c]*w[k,c])", target=kit.target)
        text = str(f.profile(RNG.normal(size=(16, 30)), RNG.normal(size=(20, 30)), repeat=20))
        assert re.search(r"\d+(\.\d+)? (ns|us|µs|ms|s)\b", text) and "(median)" in text
