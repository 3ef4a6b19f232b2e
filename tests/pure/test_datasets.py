"""MNIST from files of the user; nothing is downloaded."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

import espresso as es
from espresso.tools.datasets import mnist

RANDOM = np.random.default_rng(0)
ARRAYS = {
    "x_train": RANDOM.integers(0, 256, (5, 28, 28), dtype=np.uint8), "y_train": RANDOM.integers(0, 10, 5, dtype=np.uint8),
    "x_test": RANDOM.integers(0, 256, (2, 28, 28), dtype=np.uint8), "y_test": RANDOM.integers(0, 10, 2, dtype=np.uint8),
}  # fmt: skip
FILES = ("train-images-idx3", "train-labels-idx1", "t10k-images-idx3", "t10k-labels-idx1")


def write_folder(folder: Path, packed: bool) -> None:
    for name, a in zip(FILES, ARRAYS.values(), strict=True):
        data = bytes([0, 0, 8, a.ndim]) + np.array(a.shape, ">u4").tobytes() + a.tobytes()
        (folder / f"{name}-ubyte{'.gz' * packed}").write_bytes(gzip.compress(data) if packed else data)


@pytest.mark.parametrize("form", ["npz", "idx", "gz"])
def test_mnist_is_read(form: str, tmp_path: Path) -> None:
    path = tmp_path
    if form == "npz":
        np.savez(path := tmp_path / "mnist.npz", **ARRAYS)
    else:
        write_folder(tmp_path, form == "gz")
    data = mnist(path)
    assert data.X.dtype == np.float32 and data.y.dtype == np.int64
    np.testing.assert_allclose(data.X.reshape(5, 28, 28) * 255, ARRAYS["x_train"], rtol=1e-6)
    np.testing.assert_allclose(data.X_test.reshape(2, 28, 28) * 255, ARRAYS["x_test"], rtol=1e-6)
    assert data.y.tolist() == ARRAYS["y_train"].tolist() and data.y_test.tolist() == ARRAYS["y_test"].tolist()


def test_other_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(es.InputError, match="missing.npz is no file with the arrays x_train"):
        mnist(tmp_path / "missing.npz")
    with pytest.raises(es.InputError, match="neither train-images-idx3-ubyte nor"):
        mnist(tmp_path)
    (tmp_path / "text.npz").write_text("digits")
    np.savez(tmp_path / "other.npz", x=np.ones(3))
    for name in ("text.npz", "other.npz"):
        with pytest.raises(es.InputError, match=f"{name} is no file with the arrays"):
            mnist(tmp_path / name)
    np.savez(tmp_path / "labels.npz", **{**ARRAYS, "y_train": ARRAYS["y_train"][:3]})
    with pytest.raises(es.InputError, match=r"images \(5, 28, 28\) and labels \(3,\)"):
        mnist(tmp_path / "labels.npz")
    write_folder(tmp_path, True)
    whole = (tmp_path / "t10k-images-idx3-ubyte.gz").read_bytes()
    for damaged in (whole[:40], b"", gzip.compress(b"\0\0\x0d\3"), gzip.compress(gzip.decompress(whole)[:-1])):
        (tmp_path / "t10k-images-idx3-ubyte.gz").write_bytes(damaged)
        with pytest.raises(es.InputError, match="t10k-images-idx3-ubyte.gz is no IDX file of bytes"):
            mnist(tmp_path)
