"""``f.torch()``: a compiled function as a differentiable PyTorch operator.

PyTorch sees one ``torch.autograd.Function``.  Its backward pass is another compiled
function: the vector-Jacobian product of the formulas, derived by espresso when a gradient
is first needed, for just those inputs that need one.  That function is such an operator
again, so derivatives of any order come from the same construction.

Tensors of the CPU are shared with NumPy, tensors of a GPU are handed over by DLPack on
PyTorch's current stream; nothing is copied on the way.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from typing import Any, Generic

from espresso.api.adapters.derived import Derived
from espresso.api.compiled import Compiled
from espresso.api.outside import R
from espresso.api.pytrees import flatten
from espresso.errors import DtypeError, InputError, TargetError
from espresso.keywords import checked
from espresso.lazy import get
from espresso.runtime.device.arrays import memory_of, tensor_of


def import_torch() -> Any:
    """The package torch; raises TargetError with the remedy where it is missing."""
    try:
        import torch
    except ImportError as reason:
        raise TargetError(
            f"f.torch() needs PyTorch, which cannot be imported here: {reason}.\n"
            f"Install it: pip install espresso[torch]."
        ) from None
    return torch


class TorchOperator(Generic[R]):
    """A compiled function on PyTorch tensors, differentiable to any order.

    Call it like the compiled function: by position in the order of ``inputs``, or by
    name.  Tensors of any strides are taken; NumPy arrays and Python numbers are constants.
    The results are new tensors in the structure of the compiled expressions.  Integer and
    bool inputs have no gradient.  Shapes and dtypes are checked as in every call of a
    compiled function, with the same errors; nothing is broadcast except by index.
    """

    def __init__(self, compiled: Compiled, function: Derived | None = None) -> None:
        self.torch = import_torch()
        self.compiled, self.function = compiled, function or Derived(compiled)
        self.inputs, self.outputs, self._build = compiled.inputs, list(compiled.outputs), compiled._build
        self.handle = get("handle_of")(self.function)  # torch.compile cannot follow how it is made

    def __call__(self, /, *args: Any, **kwargs: Any) -> R:
        """Compute; PyTorch records the call when an input requires a gradient."""
        if self.torch.compiler.is_compiling():
            return self._traced(args, kwargs)  # type: ignore[no-any-return]
        values = self.compiled._arguments.given(args, kwargs)
        return self._build(list(self._call(values)))  # type: ignore[no-any-return]

    def _call(self, values: Sequence[Any]) -> tuple[Any, ...]:
        """The results, recorded where a gradient or a transform of ``torch.func`` is under way."""
        torch = self.torch
        plain, composable = _functions()
        if torch._C._are_functorch_transforms_active():
            return composable.apply(self, *values)  # type: ignore[no-any-return]
        if torch.is_grad_enabled() and any(isinstance(v, torch.Tensor) and v.requires_grad for v in values):
            return plain.apply(self, *values)  # type: ignore[no-any-return]
        return self.compute(values)

    def _traced(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The call as a node of a graph: Python that torch.compile can follow."""
        values = list(args) + [kwargs[n] for n in self.inputs[len(args) :]]
        if len(values) != len(args) + len(kwargs):
            raise InputError(f"{len(args) + len(kwargs)} arrays were given, but the inputs are {self.inputs}")
        weak = [k for k, v in enumerate(values) if isinstance(v, (bool, int, float, complex))]
        torch = self.torch
        kinds = {bool: torch.bool, int: torch.int64, float: torch.float64, complex: torch.complex128}
        tensors = [torch.as_tensor(v, dtype=kinds[type(v)] if k in weak else None) for k, v in enumerate(values)]
        return self._build(self.torch.ops.espresso.call(self.handle, tensors, weak))

    # --- the forward pass ---

    @checked
    def compute(self, values: Sequence[Any]) -> tuple[Any, ...]:
        """The results as new tensors, flat; ``values`` are in the order of ``inputs``."""
        with _stream(self.torch, values):  # arrays are handed over there, too: elsewhere streams would have to wait
            arrays = [self._array(name, v) for name, v in zip(self.inputs, values, strict=True)]
            leaves, _ = flatten(self.compiled(*arrays), lambda v: hasattr(v, "dtype"))
            return tuple(tensor_of(array) for _, array in leaves)

    def _array(self, name: str, value: Any) -> Any:
        """The memory of a tensor as an array of NumPy or CuPy; other values as they are."""
        if not isinstance(value, self.torch.Tensor):
            return value
        tensor = value.detach().resolve_conj().resolve_neg()
        if tensor.layout is not self.torch.strided:
            raise InputError(f"input {name!r} is a tensor of layout {tensor.layout}; give it dense: {name}.to_dense()")
        if tensor.device.type == "cuda":
            if self.compiled.target != "gpu" and not self.compiled.automatic:
                raise InputError(
                    f"input {name!r} is on {tensor.device}, but the operator computes on the CPU "
                    f'(target="{self.compiled.target}").\n'
                    f'Compile with target="gpu", or move it: {name}.cpu().'
                )
            return memory_of(name, tensor)
        if tensor.device.type != "cpu":
            raise InputError(f"input {name!r} is on {tensor.device}; an operator takes tensors of the CPU and of CUDA")
        try:
            return memory_of(name, tensor)
        except TypeError:
            raise DtypeError(
                f"input {name!r} has dtype {tensor.dtype}, which NumPy does not have.\n"
                f"Convert it first: {name}.float()."
            ) from None

    # --- the derivative ---

    @checked
    def derivative(self, wanted: Sequence[str], given: Sequence[str]) -> tuple[tuple[str, ...], TorchOperator | None]:
        """The inputs of ``wanted`` that the outputs ``given`` depend on, and the operator that gives their gradients.

        Its inputs are those of this operator and the cotangents of the outputs ``given``,
        as far as the derivative reads them.  None where no output depends on a wanted input.
        """
        wanted = self.function.reached(wanted, given)
        return wanted, operator_of(self.function.pullback(wanted, given)) if wanted else None

    def __repr__(self) -> str:
        return f"<PyTorch operator: ({', '.join(self.inputs)}) -> {', '.join(self.outputs)}>"

    def __reduce__(self) -> Any:
        return TorchOperator, (self.compiled,)


def operator_of(function: Derived) -> TorchOperator:
    """The operator of a derived function, made once."""
    return function.once(("torch",), lambda: TorchOperator(function.compiled, function))  # type: ignore[no-any-return]


def _stream(torch: Any, values: Sequence[Any]) -> AbstractContextManager[Any]:
    """PyTorch's current device and stream as CuPy's, where a tensor lies on a GPU."""
    device = next((v.device for v in values if isinstance(v, torch.Tensor) and v.is_cuda), None)
    if device is None:
        return nullcontext()
    import cupy

    from espresso.runtime.device.cuda import torch_stream

    stack = ExitStack()
    stack.enter_context(cupy.cuda.Device(device.index))
    stack.enter_context(torch_stream(device))
    return stack


@functools.cache
def _functions() -> tuple[Any, Any]:
    """The autograd functions of all operators, whose first argument is the operator.

    Two classes of the same steps: PyTorch inspects the signature of a function that
    ``torch.func`` can transform at every call, which takes longer than a small program.
    """
    torch = import_torch()
    base: Any = torch.autograd.Function

    class Espresso(base):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, operator: TorchOperator, *values: Any) -> Any:
            results = operator.compute(values)
            remember(ctx, operator, values, results, ctx.needs_input_grad[1:])
            return results

        @staticmethod
        def backward(ctx: Any, *cotangents: Any) -> Any:
            return gradients(ctx, cotangents)

    class ComposableEspresso(base):  # type: ignore[misc]
        @staticmethod
        def forward(operator: TorchOperator, *values: Any) -> Any:
            return operator.compute(values)

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            remember(ctx, inputs[0], inputs[1:], output, ctx.needs_input_grad[1:])
            ctx.given = inputs[1:]

        @staticmethod
        def backward(ctx: Any, *cotangents: Any) -> Any:
            return gradients(ctx, cotangents)

        @staticmethod
        def jvp(ctx: Any, _: Any, *tangents: Any) -> Any:
            return _tangents(ctx, tangents)

        @staticmethod
        def vmap(info: Any, axes: Any, operator: TorchOperator, *values: Any) -> Any:
            return batch(operator, values, axes[1:], info.batch_size)

    return Espresso, ComposableEspresso


def remember(
    ctx: Any, operator: TorchOperator, values: Sequence[Any], results: Sequence[Any], needed: Sequence[bool]
) -> None:  # fmt: skip
    """Keep what the backward pass needs: of the inputs only those that the derivative reads."""
    torch = operator.torch
    ctx.operator = operator
    ctx.set_materialize_grads(False)
    smooth = [t.is_floating_point() or t.is_complex() for t in results]
    ctx.mark_non_differentiable(*[t for t, is_smooth in zip(results, smooth, strict=True) if not is_smooth])
    ctx.smooth = tuple(n for n, is_smooth in zip(operator.outputs, smooth, strict=True) if is_smooth)
    ctx.wanted = tuple(n for n, is_needed in zip(operator.inputs, needed, strict=True) if is_needed)
    if not ctx.wanted or not ctx.smooth:
        return
    given = dict(zip(operator.inputs, values, strict=True))
    ctx.kinds = {n: (given[n].dtype, given[n].is_complex()) for n in ctx.wanted}
    ctx.complex = any(t.is_complex() for t in (*results, *values) if isinstance(t, torch.Tensor))
    if ctx.complex:
        operator.function.refuse_non_holomorphic(ctx.wanted)
    ctx.zeros = {n: _zeros(t) for n, t in zip(operator.outputs, results, strict=True)}
    derivative = operator.derivative(ctx.wanted, ctx.smooth)[1]
    kept = {n: given[n] for n in derivative.inputs if n in given} if derivative is not None else {}
    tensors = {n: v for n, v in kept.items() if isinstance(v, torch.Tensor)}
    ctx.tensors = tuple(tensors)
    ctx.constants = {n: v for n, v in kept.items() if n not in tensors}
    ctx.save_for_backward(*tensors.values())


def gradients(ctx: Any, cotangents: Sequence[Any], call: Any = None) -> tuple[Any, ...]:
    """The backward pass: a call of the derivative, which is an operator itself (by ``call`` in graphs)."""
    operator: TorchOperator = ctx.operator
    given = {n: g for n, g in zip(operator.outputs, cotangents, strict=True) if g is not None and n in ctx.smooth}
    wanted, derivative = operator.derivative(ctx.wanted, tuple(given)) if ctx.wanted and given else ((), None)
    if derivative is None:
        return (None,) * (1 + len(operator.inputs))
    names = operator.function.cotangents
    known = {**ctx.constants, **dict(zip(ctx.tensors, ctx.saved_tensors, strict=True))}
    known |= {names[n]: g.conj() if ctx.complex else g for n, g in given.items()}
    if not known.keys() >= set(derivative.inputs):  # it reads what that of all outputs does not: take that one
        wanted, derivative = operator.derivative(ctx.wanted, ctx.smooth)
        known |= {names[n]: ctx.zeros[n]() for n in ctx.smooth if n not in given}
    assert derivative is not None
    results = (call or TorchOperator._call)(derivative, [known[n] for n in derivative.inputs])
    found = dict(zip(wanted, results, strict=True))
    return (None, *(_of_kind(found[n], *ctx.kinds[n]) if n in found else None for n in operator.inputs))


def _tangents(ctx: Any, tangents: Sequence[Any]) -> tuple[Any, ...]:
    """Forward mode: a call of the tangent, which is an operator itself."""
    operator: TorchOperator = ctx.operator
    function, known = operator.function, dict(zip(operator.inputs, ctx.given, strict=True))
    moving = {n: t for n, t in zip(operator.inputs, tangents, strict=True) if t is not None}
    given = [n for n in ctx.smooth if function.reached(list(moving), [n])]
    found: dict[str, Any] = {}
    if given:
        tangent = operator_of(function.tangent(list(moving), given))
        known |= {function.directions[n]: t for n, t in moving.items()}
        found = dict(zip(given, tangent._call([known[n] for n in tangent.inputs]), strict=True))
    return tuple(found.get(n) if n not in ctx.smooth or n in found else ctx.zeros[n]() for n in operator.outputs)


def batch(
    operator: TorchOperator, values: Sequence[Any], axes: Sequence[int | None], count: int, call: Any = None
) -> tuple[tuple[Any, ...], tuple[int | None, ...]]:  # fmt: skip
    """The results for all elements of a batch at once, and which of them have it as their first axis."""
    over = [n for n, axis in zip(operator.inputs, axes, strict=True) if axis is not None]
    made, have = operator.function.batch(over, count)
    known = {
        n: v if axis is None else v.movedim(axis, 0) for n, v, axis in zip(operator.inputs, values, axes, strict=True)
    }
    wide = operator_of(made)
    results = (call or TorchOperator._call)(wide, [known[n] for n in wide.inputs])
    return tuple(results), tuple(0 if has else None for has in have)


def _zeros(like: Any) -> Any:
    """A function that makes a zero tensor of this shape, dtype and device, without keeping ``like``."""
    shape, dtype, device = like.shape, like.dtype, like.device
    return lambda: import_torch().zeros(shape, dtype=dtype, device=device)


def _of_kind(gradient: Any, dtype: Any, is_complex: bool) -> Any:
    """The gradient in the dtype of its input; PyTorch's complex gradients are the conjugate of espresso's."""
    if gradient.is_complex():
        gradient = gradient.conj() if is_complex else gradient.real
    return gradient.to(dtype)
