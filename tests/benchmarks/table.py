"""All workloads, in the order of performance.md."""

from __future__ import annotations

from . import (
    awareness,
    classes,
    contractions,
    directions,
    einsums,
    fields,
    networks,
    pooling,
    products,
    recurrences,
    recurrent,
    rowwise,
    second_order,
    short_rows,
    solvers,
    spellings,
    streams,
    training,
    using,
    windows,
)
from .workload import Workload

TITLES = {
    "W1": "Hessian of x'Ax",
    "W2": "Logistic regression: loss, gradient and Hessian in one call",
    "W3": "Hessian of a matrix factorisation",
    "W4": "Hessian of a network in its first weights",
    "W5": "Hessian-vector products",
    "W6": "Likelihood of a Gaussian mixture",
    "W7": "Laplacian of a network",
    "W8": "Elementwise streams, out of cache",
    "W9": "Equation of state of sea water",
    "W10": "Softmax and logsumexp of rows",
    "W11": "RMSNorm and LayerNorm",
    "W12": "Linear layer and cross-entropy over many classes",
    "W13": "Gaussian kernel sums",
    "W14": "Attention",
    "W15": "Linear-algebra awareness",
    "W16": "Sums pushed down into products",
    "W17": "Contractions of the coupled-cluster type",
    "W18": "Networks of many tensors",
    "W19": "Convolutions with both gradients",
    "W20": "Training steps",
    "W21": "Small recurrent networks",
    "W22": "Using it",
    "W23": "Whole networks",
    "W24": "Recurrences",
    "W26": "The same mathematics, written otherwise",
    "W27": "Many short rows",
}

_MODULES = (
    second_order, directions, fields, streams, rowwise, classes, products, awareness, windows, contractions, einsums,
    training, recurrent, recurrences, solvers, networks, pooling, spellings, short_rows, using,
)  # fmt: skip
WORKLOADS: tuple[Workload, ...] = tuple(w for module in _MODULES for w in module.WORKLOADS)


def of(identifier: str) -> list[Workload]:
    """The workloads with this identifier (of W22 only calls; ``using.rows`` has the others)."""
    return [w for w in WORKLOADS if w.id == identifier]
