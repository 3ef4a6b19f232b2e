"""The seat of oneDNN: known by name, with the exact reason why it does not compute here yet."""

from __future__ import annotations

from .interface import CONTRACTION, CONVOLUTION, POOLING, Engine, package_version


def missing() -> str | None:
    """The library, and the part of espresso that would call it."""
    if not package_version("onednn")():
        return "package onednn is not installed (pip install espresso[onednn])"
    return "this version of espresso does not call oneDNN"


ONEDNN = Engine(
    "onednn", "cpu", (CONTRACTION, CONVOLUTION, POOLING), "convolutions, pooling and matrix products",
    missing=missing, version=package_version("onednn"),
)  # fmt: skip
