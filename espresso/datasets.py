"""The two real data sets of the demo, read from the package's own files.

Source and licence of the data are in ``espresso/data/README.md``.
"""

from __future__ import annotations

import gzip
from importlib import resources
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


class Split(NamedTuple):
    """A data set in two parts: rows to learn from and rows to test on."""

    X: Array
    y: Array
    X_test: Array
    y_test: Array


def _table(name: str) -> NDArray[np.float64]:
    packed = resources.files("espresso").joinpath("data", name).read_bytes()
    lines = gzip.decompress(packed).decode("ascii").splitlines()
    return np.array([line.split(",") for line in lines[1:]], dtype=np.float64)


def _split(X: Array, y: Array) -> Split:
    """Every fourth row is for the test, so the parts are the same on every machine."""
    test = np.arange(len(y)) % 4 == 3
    return Split(X[~test].copy(), y[~test].copy(), X[test].copy(), y[test].copy())


def breast_cancer() -> Split:
    """X (rows, 31) standardised with a column of ones last, y (rows,) +1 benign, -1 malignant."""
    table = _table("breast_cancer.csv.gz")
    X, y, X_test, y_test = _split(table[:, :-1], 2 * table[:, -1] - 1)
    mean, scale = X.mean(axis=0), X.std(axis=0)

    def prepared(rows: Array) -> Array:
        return np.hstack([(rows - mean) / scale, np.ones((len(rows), 1))])

    return Split(prepared(X), y, prepared(X_test), y_test)


def digits() -> Split:
    """X (rows, 64) grey values from 0 to 1 in float32, y (rows,) the digits as int64."""
    table = _table("digits.csv.gz")
    return _split((table[:, :-1] / 16).astype(np.float32), table[:, -1].astype(np.int64))


def sonnets() -> str:
    """Two sonnets of William Shakespeare (18 and 116)."""
    return resources.files("espresso").joinpath("data", "sonnets.txt").read_text("ascii")
