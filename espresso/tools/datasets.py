"""Real data: tables and texts from the package's own files, and MNIST from a file of the user.

Source and licence of the package's data are in ``espresso/data/README.md``.
"""

from __future__ import annotations

import gzip
import os
import re
import zlib
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from espresso.errors import InputError, path_of

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


def mnist(path: str | os.PathLike[str]) -> Split:
    """MNIST from a file that you have: X (rows, 784) grey values from 0 to 1 in float32, y (rows,) the digits as int64.

    path: ``mnist.npz`` with the arrays x_train, y_train, x_test and y_test, or a folder with the four files
    ``train-images-idx3-ubyte`` and so on, packed by gzip or not (LeCun, Cortes and Burges, 1998).  Nothing is
    downloaded.  Raises InputError for a file that is missing or holds something else.
    """
    place = Path(path_of(path, "the path of mnist"))
    names = ("x_train", "y_train", "x_test", "y_test")
    if place.is_dir():
        parts = [_idx(place, f"{part}-{kind}") for part in ("train", "t10k") for kind in ("images-idx3", "labels-idx1")]
    else:
        try:
            with open(place, "rb") as whole, np.load(whole) as file:
                parts = [file[n] for n in names]
        except Exception as error:  # of zip, zlib and Python's own reader of headers: a file can be wrong in any way
            reason = re.sub(r" object at 0x\w+", "", str(error))
            raise InputError(f"{place} is no file with the arrays {', '.join(names)}: {reason}") from None
    X, y, X_test, y_test = parts
    for images, labels in ((X, y), (X_test, y_test)):
        if images.shape[1:] != (28, 28) or labels.shape != images.shape[:1]:
            raise InputError(f"{place} holds images {images.shape} and labels {labels.shape}, not (n, 28, 28) and (n,)")
    grey = [(a.reshape(len(a), 784) / 255).astype(np.float32) for a in (X, X_test)]
    return Split(grey[0], y.astype(np.int64), grey[1], y_test.astype(np.int64))


def _idx(folder: Path, name: str) -> NDArray[np.uint8]:
    """An array of bytes in the IDX format: its number of axes in the fourth byte, lengths, then the elements."""
    found = [folder / f"{name}-ubyte{end}" for end in ("", ".gz") if (folder / f"{name}-ubyte{end}").is_file()]
    if not found:
        raise InputError(f"there is neither {name}-ubyte nor {name}-ubyte.gz in {folder}")
    try:
        data = gzip.decompress(found[0].read_bytes()) if found[0].suffix == ".gz" else found[0].read_bytes()
        rank = data[3] if data[:3] == b"\0\0\x08" else 0
        shape = np.frombuffer(data, ">u4", rank, 4).tolist()
        return np.frombuffer(data, np.uint8, offset=4 + 4 * rank).reshape(shape)
    except (OSError, EOFError, ValueError, IndexError, zlib.error) as error:
        raise InputError(f"{found[0]} is no IDX file of bytes: {error}") from None


def sonnets() -> str:
    """Two sonnets of William Shakespeare (18 and 116)."""
    return resources.files("espresso").joinpath("data", "sonnets.txt").read_text("ascii")
