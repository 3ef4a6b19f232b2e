"""W23: forward pass and training step of whole networks, those of docs/examples beside PyTorch.

The sizes fit two cores: small is batch 4 at 32² or 64², full is batch 16 at 64² (the MNIST CNN: 100 images of 28²).
Normalisation is that of training in both cases.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .numpy_layers import Numpy
from .workload import Array, Arrays, Goal, Peer, Sizes, Workload, normal

PAGES = Path(__file__).resolve().parents[2] / "docs" / "examples"
RATE = 0.5
TOLERANCE = 5e-2
"""Rounding decides which of two nearly equal numbers is a maximum, or whether one is above 6; each time this comes out otherwise
than in float64, all gradients before that layer move by up to a hundredth, PyTorch's as well as espresso's.  A wrong formula moves
them by their own size."""
ROWS = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1))


# --- the networks for PyTorch and NumPy: m has the layers, by the names of the parameters --------------


def resnet(m: Any, x: Any, blocks: Any, inner: str) -> Any:
    """ResNet-18 (two 3x3 convolutions in a block) or ResNet-50 (three)."""
    y = m.max_pool(m.relu(m.norm(m.conv(x, "stem_w", 2, 3), "stem")), 3, 2, 1)
    for stage, count in enumerate(blocks):
        for k in range(count):
            name, stride = f"s{stage}b{k}", 2 if stage and not k else 1
            short = m.norm(m.conv(y, f"{name}s_w", stride), f"{name}s") if m.has(f"{name}s_w") else y
            if len(inner) == 2:
                z = m.relu(m.norm(m.conv(y, f"{name}a_w", stride, 1), f"{name}a"))
                z = m.norm(m.conv(z, f"{name}b_w", 1, 1), f"{name}b")
            else:
                z = m.relu(m.norm(m.conv(y, f"{name}a_w"), f"{name}a"))
                z = m.relu(m.norm(m.conv(z, f"{name}b_w", stride, 1), f"{name}b"))
                z = m.norm(m.conv(z, f"{name}c_w"), f"{name}c")
            y = m.relu(m.add(z, short))
    return m.linear(m.mean(y), "head_w", "head_b")


def vgg16(m: Any, x: Any) -> Any:
    """Thirteen 3x3 convolutions and three full layers."""
    for stage, count in enumerate((2, 2, 3, 3, 3)):
        for k in range(count):
            x = m.relu(m.conv(x, f"s{stage}c{k}_w", 1, 1, bias=f"s{stage}c{k}_b"))
        x = m.max_pool(x, 2, 2, 0)
    return _full(m, x)


def alexnet(m: Any, x: Any) -> Any:
    """Five convolutions and three full layers."""
    y = m.max_pool(m.relu(m.conv(x, "c1_w", 4, 2, bias="c1_b")), 3, 2, 0)
    y = m.max_pool(m.relu(m.conv(y, "c2_w", 1, 2, bias="c2_b")), 3, 2, 0)
    for name in ("c3", "c4", "c5"):
        y = m.relu(m.conv(y, f"{name}_w", 1, 1, bias=f"{name}_b"))
    return _full(m, m.max_pool(y, 3, 2, 0))


def _full(m: Any, y: Any) -> Any:
    for k in range(2):
        y = m.relu(m.linear(y, f"f{k}_w", f"f{k}_b"))
    return m.linear(y, "head_w", "head_b")


def mobilenet(m: Any, x: Any, rows: Any) -> Any:
    """MobileNet-v2: wide blocks with a depthwise convolution."""
    y = m.clip(m.norm(m.conv(x, "stem_w", 2, 1), "stem"))
    for stage, (wider, _outputs, count, stride) in enumerate(rows):
        for k in range(count):
            name, step = f"s{stage}b{k}", 1 if k else stride
            z = y if wider == 1 else m.clip(m.norm(m.conv(y, f"{name}a_w"), f"{name}a"))
            z = m.clip(m.norm(m.conv(z, f"{name}b_w", step, 1, groups=m.channels(z)), f"{name}b"))
            z = m.norm(m.conv(z, f"{name}c_w"), f"{name}c")
            y = m.add(y, z) if step == 1 and m.channels(y) == m.channels(z) else z
    return m.linear(m.mean(m.clip(m.norm(m.conv(y, "last_w"), "last"))), "head_w", "head_b")


def mnist(m: Any, x: Any) -> Any:
    """The network of case 51, without its dropout."""
    y = m.max_pool(m.relu(m.conv(x, "c1_w", bias="c1_b")), 2, 2, 0)
    y = m.max_pool(m.relu(m.conv(y, "c2_w", bias="c2_b")), 2, 2, 0)
    return m.linear(m.relu(m.linear(y, "f_w", "f_b")), "head_w", "head_b")


def _mnist_formula(x: Any, p: Any, classes: int = 10) -> Any:
    import espresso as es
    from espresso import networks as nn

    y = es.max_pool(es.relu(es.conv(x, p("c1_w", 10, 1, 5, 5)) + p("c1_b", 10)), 2)
    y = es.max_pool(es.relu(es.conv(y, p("c2_w", 20, 10, 5, 5)) + p("c2_b", 20)), 2)
    y = es.relu(nn.linear(y, p("f_w", 50, 20, 4, 4), p("f_b", 50)))
    return nn.linear(y, p("head_w", classes, 50), p("head_b", classes))


class Layers:
    """The layers from ``f``, functions with the names and arguments of ``torch.nn.functional``."""

    def __init__(self, f: Any, weights: Mapping[str, Any]) -> None:
        self.w, self.f = weights, f
        self.relu, self.has = f.relu, weights.__contains__

    def conv(self, x: Any, name: str, stride: int = 1, padding: int = 0, groups: int = 1, bias: str = "") -> Any:
        """A convolution."""
        return self.f.conv2d(x, self.w[name], self.w[bias] if bias else None, stride, padding, 1, groups)

    def norm(self, x: Any, name: str) -> Any:
        """Batch normalisation by the statistics of the batch."""
        return self.f.batch_norm(x, None, None, self.w[f"{name}_gain"], self.w[f"{name}_shift"], True)

    def max_pool(self, x: Any, k: int, s: int, p: int, ceil: bool = False) -> Any:
        """Maxima of windows."""
        return self.f.max_pool2d(x, k, s, p, ceil_mode=ceil)

    def clip(self, x: Any) -> Any:
        """Between 0 and 6."""
        return self.f.relu6(x)

    def mean(self, x: Any) -> Any:
        """Over the image."""
        return x.mean((2, 3))

    def add(self, a: Any, b: Any) -> Any:
        """The sum."""
        return a + b

    def linear(self, x: Any, name: str, bias: str) -> Any:
        """A full layer on all axes but the first."""
        w = self.w[name]
        return self.f.linear(x.reshape(len(x), -1), w.reshape(len(w), -1), self.w[bias])

    def channels(self, x: Any) -> int:
        """Length of axis 1."""
        return int(x.shape[1])


# --- the cases ------------------------------------------------------------------------------------------


@functools.cache
def _page(name: str) -> Any:
    """The function that the first block of a page defines."""
    space: dict[str, Any] = {}
    block = re.search(r"```python\n(.*?)```", (PAGES / f"{name}.md").read_text(encoding="utf-8"), re.S)
    assert block is not None
    exec(block[1], space)
    return space[name]


@dataclass(frozen=True)
class Net:
    """One network: its formula and its layers; short ones have few blocks (``width`` below 16).

    ``last`` ends the names of the gains before a sum with the input of a block.
    """

    case: str
    page: str
    layers: Callable[[Any, Any, Sizes], Any]
    options: Callable[[Sizes], dict[str, Any]]
    colours: int = 3
    last: str = ""

    def scores(self, sizes: Sizes) -> tuple[Any, Any]:
        """The formula of the scores, and the parameters that it declares."""
        import espresso as es
        from espresso import networks as nn

        x, p = es.tensor("images[n,c,h,v]"), nn.Parameters()
        return (_page(self.page) if self.page else _mnist_formula)(x, p, 10, **self.options(sizes)), p


def _short(sizes: Sizes) -> bool:
    return sizes["width"] < 16


def _blocks(sizes: Sizes, whole: tuple[int, ...]) -> tuple[int, ...]:
    return (1, 1) if _short(sizes) else whole


def _rows(sizes: Sizes) -> Any:
    return ((1, 4, 1, 1), (6, 6, 2, 2)) if _short(sizes) else ROWS


def _wide(sizes: Sizes, side: int) -> dict[str, Any]:
    return {"width": sizes["width"], "hidden": 6 if _short(sizes) else 4096, "side": side}


def _alexnet_options(sizes: Sizes) -> dict[str, Any]:
    side = (sizes["side"] + 4 - 11) // 4 + 1
    for _ in range(3):
        side = (side - 3) // 2 + 1
    widths = (3, 4, 5, 4, 3) if _short(sizes) else (64, 192, 384, 256, 256)
    return {"widths": widths, "hidden": 6 if _short(sizes) else 4096, "side": side}


NETS = (
    Net("MNIST CNN", "", lambda m, x, s: mnist(m, x), lambda s: {}, 1),
    Net("AlexNet", "alexnet", lambda m, x, s: alexnet(m, x), _alexnet_options),
    Net("ResNet-18", "resnet18", lambda m, x, s: resnet(m, x, _blocks(s, (2, 2, 2, 2)), "ab"),
        lambda s: {"width": s["width"], "blocks": _blocks(s, (2, 2, 2, 2))}, last="b_gain"),
    Net("ResNet-50", "resnet50", lambda m, x, s: resnet(m, x, _blocks(s, (3, 4, 6, 3)), "abc"),
        lambda s: {"width": s["width"], "blocks": _blocks(s, (3, 4, 6, 3))}, last="c_gain"),
    Net("VGG-16", "vgg16", lambda m, x, s: vgg16(m, x), lambda s: _wide(s, s["side"] // 32)),
    Net("MobileNet-v2", "mobilenet_v2", lambda m, x, s: mobilenet(m, x, _rows(s)),
        lambda s: {"width": s["width"], "rows": _rows(s), "last": 8 if _short(s) else 1280}),
)  # fmt: skip


def _inputs(net: Net, rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """Images, classes, and weights by name."""
    batch, side = sizes["batch"], sizes["side"]
    _, p = net.scores(sizes)
    arrays: Arrays = {"images": normal(rng, batch, net.colours, side, side), "label": rng.integers(0, 10, batch)}
    for name, shape in p.shapes.items():
        whole = len(shape) > 1
        scale = np.sqrt(2 / np.prod(shape[1:])) if whole else 0.1
        arrays[name] = normal(rng, *shape) * scale + (not whole and name.endswith("_gain"))
        if net.last and name.endswith(net.last):
            # blocks begin near the identity; else no digits are left after 50 layers: PyTorch's gradients in
            # float32 differ by 8 % from those in float64
            arrays[name] *= 0.2
    return arrays


def _program(net: Net, train: bool, sizes: Sizes) -> Any:
    import espresso as es
    from espresso import networks as nn

    scores, p = net.scores(sizes)
    if not train:
        return scores
    loss = nn.cross_entropy(scores, es.tensor("label[n]", dtype="int64"))
    gradients = dict(zip(p.tensors, es.grad(loss, list(p.tensors)), strict=True))
    return [loss, *nn.sgd(p.tensors, gradients, RATE).values()]


def _numpy(net: Net, train: bool, sizes: Callable[[Array], Sizes], images: Array, label: Array | None = None, **w: Array) -> Any:
    m = Numpy(w)
    scores = net.layers(m, m.leaf(images), sizes(images))
    if not train:
        return scores.value
    assert label is not None
    loss = m.cross_entropy(scores, label)
    return loss, *(w[n] - RATE * m.gradients[n] for n in w)


def _torch(net: Net, train: bool, sizes: Callable[[Any], Sizes], images: Any, label: Any = None, **w: Any) -> Any:
    import torch

    if not train:
        with torch.no_grad():
            return net.layers(Layers(torch.nn.functional, w), images, sizes(images))
    p = {n: a.detach().requires_grad_() for n, a in w.items()}
    scores = net.layers(Layers(torch.nn.functional, p), images, sizes(images))
    loss = torch.nn.functional.cross_entropy(scores, label)
    gradients = torch.autograd.grad(loss, list(p.values()))
    with torch.no_grad():
        # one pass over weights and gradient, into the gradient's memory, as its optimizer does it in place
        return loss.detach(), *(torch.sub(a, g, alpha=RATE, out=g) for a, g in zip(p.values(), gradients, strict=True))


def _case(net: Net, train: bool) -> Workload:
    side = 63 if net.page == "alexnet" else 28 if not net.page else 32
    tiny = 33 if net.page.startswith("resnet") else 17 if net.page.startswith("mobile") else side
    width = 32 if net.page == "mobilenet_v2" else 64
    levels = {
        "tiny": [{"batch": 4, "side": tiny, "width": 4 if net.page else width}],
        "small": [{"batch": 4 if net.page else 20, "side": side, "width": width}],
        "full": [{"batch": 16 if net.page else 100, "side": 64 if net.page else 28, "width": width}],
    }

    def sizes(images: Any) -> Sizes:  # the level of a call is told by its images
        found = (s for level in levels.values() for s in level if (s["batch"], s["side"]) == (images.shape[0], images.shape[2]))
        return next(found)

    truth, torch = (functools.partial(f, net, train, sizes) for f in (_numpy, _torch))
    inputs = functools.partial(_inputs, net)

    def without_label(rng: np.random.Generator, s: Sizes) -> Arrays:
        return {n: a for n, a in inputs(rng, s).items() if n != "label"}

    return Workload(
        "W23", f"{net.case}, {'training step' if train else 'forward'}", f"docs/examples/{net.page or 'digits'}.md",
        functools.partial(_program, net, train), inputs if train else without_label, truth,
        (Peer("torch", torch), Peer("torch", torch, label="torch, channels last", channels_last=True)),
        levels, goals=(Goal("torch", 1.0),), tolerance={"float32": TOLERANCE},
    )  # fmt: skip


WORKLOADS = tuple(_case(net, train) for net in NETS for train in (False, True))
