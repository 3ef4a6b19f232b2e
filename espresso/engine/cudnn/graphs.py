"""Calls as graphs of cuDNN, by its Python front end (package nvidia-cudnn-frontend).

A graph names its tensors by numbers (uids): the operands in the order of the call, then
the results.  Building and validating one needs no GPU; `plan` adds the handle of a device,
lets the library propose its engines, leaves out those that the caller's conditions forbid,
and finalizes the first that works.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from espresso.ir.engine import ATTENTION, CONVOLUTION, Call, Operand
from espresso.ir.storage.arena import row_major

DTYPES = {"float16": "HALF", "bfloat16": "BFLOAT16", "float32": "FLOAT"}

EPILOGUES: dict[str, Callable[[Any, Any], Any]] = {
    "relu": lambda g, y: g.relu(y),
    "relu6": lambda g, y: g.relu(y, lower_clip=0.0, upper_clip=6.0),
    "sigmoid": lambda g, y: g.sigmoid(y),
    "tanh": lambda g, y: g.tanh(y),
    "silu": lambda g, y: g.swish(y),
}
"""Activations that follow a convolution in the same graph."""

Strides = Sequence[Sequence[int]]


def graph_of(call: Call, strides: Strides | None = None, handle: Any = None) -> Any:
    """The validated graph of a call whose operands and result have these strides (default: contiguous)."""
    import cudnn

    strides = strides or contiguous(call)
    kind = getattr(cudnn.data_type, DTYPES[call.output.dtype])
    single = cudnn.data_type.FLOAT
    graph = cudnn.pygraph(
        name=call.kind, io_data_type=kind, intermediate_data_type=single, compute_data_type=single, handle=handle
    )
    build = {CONVOLUTION: _convolution, ATTENTION: _attention}[call.kind]
    axes = max(4, *(len(o.shape) for o in call.operands))
    lifted = [_lifted(o, s, axes) for o, s in zip(call.operands, strides, strict=True)]
    first = len(call.inputs)
    for number, result in enumerate(build(graph, call, lifted, kind), first):
        dim, stride = lifted[number]
        stored = getattr(cudnn.data_type, DTYPES[call.operands[number].dtype])
        result.set_output(True).set_data_type(stored).set_uid(number + 1).set_dim(dim).set_stride(stride)
    graph.validate()
    return graph


def contiguous(call: Call) -> list[tuple[int, ...]]:
    """Strides of contiguous operands and results."""
    return [row_major(o.shape) for o in call.operands]


def _lifted(operand: Operand, strides: Sequence[int], axes: int) -> tuple[list[int], list[int]]:
    """Lengths and strides with at least two spatial axes: others of length 1 go before; channels alone get all axes."""
    dim, stride = list(operand.shape), list(strides)
    if len(dim) == 1:
        return [1, *dim, *[1] * (axes - 2)], [dim[0] * stride[0], stride[0], *[1] * (axes - 2)]
    while len(dim) < 4:
        dim.insert(2, 1)
        stride.insert(2, stride[1])
    return dim, stride


def _tensor(graph: Any, number: int, lifted: tuple[list[int], list[int]], kind: Any, name: str) -> Any:
    dim, stride = lifted
    return graph.tensor(dim=dim, stride=stride, data_type=kind, name=name, uid=number + 1)


def _convolution(graph: Any, call: Call, lifted: Sequence[tuple[list[int], list[int]]], kind: Any) -> list[Any]:
    p = call.parameters
    one = len(call.output.shape) == 3
    padding = [(0, 0), *p["padding"]] if one else list(p["padding"])
    geometry = {
        "pre_padding": [low for low, _ in padding],
        "post_padding": [high for _, high in padding],
        "stride": [1, *p["stride"]] if one else list(p["stride"]),
        "dilation": [1, *p["dilation"]] if one else list(p["dilation"]),
    }
    first, second = (_tensor(graph, k, lifted[k], kind, call.inputs[k].name) for k in (0, 1))
    if p["direction"] == "data":
        return [graph.conv_dgrad(loss=first, filter=second, **geometry)]
    if p["direction"] == "weights":
        return [graph.conv_wgrad(image=first, loss=second, **geometry)]
    result = graph.conv_fprop(image=first, weight=second, **geometry)
    if len(call.inputs) == 3:
        channels = call.inputs[2].shape[0]
        spatial = [1] * (len(lifted[0][0]) - 2)
        bias = _tensor(graph, 2, ([1, channels, *spatial], [channels, 1, *[1] * len(spatial)]), kind, "bias")
        result = graph.bias(input=result, bias=bias)
    return [EPILOGUES[p["epilogue"]](graph, result) if p.get("epilogue") else result]


def _attention(graph: Any, call: Call, lifted: Sequence[tuple[list[int], list[int]]], kind: Any) -> list[Any]:
    import cudnn

    q, k, v = (_tensor(graph, n, lifted[n], kind, name) for n, name in enumerate("qkv"))
    p = call.parameters
    options: dict[str, Any] = {"attn_scale": 1.0 if p.get("scale") is None else float(p["scale"])}
    if p.get("causal"):
        options["use_causal_mask"] = True
    if p.get("direction") == "backward":
        o, cotangent = (_tensor(graph, n, lifted[n], kind, name) for n, name in ((3, "o"), (4, "dO")))
        stats = _tensor(graph, 5, lifted[5], cudnn.data_type.FLOAT, "stats")
        options["use_deterministic_algorithm"] = call.deterministic
        return list(graph.sdpa_backward(q=q, k=k, v=v, o=o, dO=cotangent, stats=stats, **options))
    result, stats = graph.sdpa(q=q, k=k, v=v, generate_stats=bool(call.more), **options)
    return [result, stats] if call.more else [result]


def plan(call: Call, strides: Strides | None, handle: Any, tf32: bool = False) -> Any:
    """The graph with a finalized plan.  Raises what the front end raises where no plan serves the call."""
    import cudnn

    graph = graph_of(call, strides, handle)
    graph.build_operation_graph()
    graph.create_execution_plans([cudnn.heur_mode.A, cudnn.heur_mode.FALLBACK])
    notes = cudnn.numerical_note
    refused = [notes.NONDETERMINISTIC] if call.deterministic else []
    if call.output.dtype == "float32" and not tf32:
        refused += [notes.TENSOR_CORE, notes.DOWN_CONVERT_INPUTS, notes.REDUCED_PRECISION_REDUCTION]
    if refused:
        graph.deselect_numeric_notes(refused)
    if call.workspace_limit is not None:
        graph.deselect_workspace_greater_than(call.workspace_limit)
    graph.check_support()
    graph.build_plans(cudnn.build_plan_policy.HEURISTICS_CHOICE)
    return graph
