"""The networks of docs/examples as their pages define them, and by the functions of a peer.

``F`` is ``oracles.Plain`` or ``oracles.Torch``; w holds the weights by the names of the pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

PAGES = Path(__file__).resolve().parents[2] / "docs" / "examples"


def defined(name: str) -> dict[str, Any]:
    """What the first block of a page defines."""
    space: dict[str, Any] = {}
    block = re.search(r"```python\n(.*?)```", (PAGES / f"{name}.md").read_text(encoding="utf-8"), re.S)
    assert block is not None
    exec(block[1], space)
    return space


def _normalised(F: Any, x: Any, w: Any, name: str, stride: int = 1, padding: int = 0, groups: int = 1) -> Any:
    y = F.conv2d(x, w[f"{name}_w"], None, stride, padding, 1, groups)
    return F.batch_norm(y, None, None, w[f"{name}_gain"], w[f"{name}_shift"], True)


def _convolved(F: Any, x: Any, w: Any, name: str, stride: int = 1, padding: int = 0) -> Any:
    return F.relu(F.conv2d(x, w[f"{name}_w"], w[f"{name}_b"], stride, padding))


def _head(F: Any, y: Any, w: Any) -> Any:
    return F.linear(F.mean(y, (2, 3)), w["head_w"], w["head_b"])


def _full(F: Any, y: Any, w: Any) -> Any:
    for k in range(2):
        weight = w[f"f{k}_w"]
        y = F.relu(F.linear(F.flatten(y, 1), F.flatten(weight, 1), w[f"f{k}_b"]))
    return F.linear(y, w["head_w"], w["head_b"])


def resnet18(F: Any, x: Any, w: Any, blocks: Any = (2, 2, 2, 2), **_: Any) -> Any:
    y = F.max_pool2d(F.relu(_normalised(F, x, w, "stem", 2, 3)), 3, 2, 1)
    for stage, count in enumerate(blocks):
        for k in range(count):
            name, stride = f"s{stage}b{k}", 2 if stage and not k else 1
            short = _normalised(F, y, w, f"{name}s", stride) if f"{name}s_w" in w else y
            y = _normalised(F, F.relu(_normalised(F, y, w, f"{name}a", stride, 1)), w, f"{name}b", 1, 1)
            y = F.relu(y + short)
    return _head(F, y, w)


def resnet50(F: Any, x: Any, w: Any, blocks: Any = (3, 4, 6, 3), **_: Any) -> Any:
    y = F.max_pool2d(F.relu(_normalised(F, x, w, "stem", 2, 3)), 3, 2, 1)
    for stage, count in enumerate(blocks):
        for k in range(count):
            name, stride = f"s{stage}b{k}", 2 if stage and not k else 1
            short = _normalised(F, y, w, f"{name}s", stride) if f"{name}s_w" in w else y
            z = F.relu(_normalised(F, y, w, f"{name}a"))
            z = F.relu(_normalised(F, z, w, f"{name}b", stride, 1))
            y = F.relu(_normalised(F, z, w, f"{name}c") + short)
    return _head(F, y, w)


def vgg16(F: Any, x: Any, w: Any, **_: Any) -> Any:
    for stage, count in enumerate((2, 2, 3, 3, 3)):
        for k in range(count):
            x = _convolved(F, x, w, f"s{stage}c{k}", 1, 1)
        x = F.max_pool2d(x, 2)
    return _full(F, x, w)


def alexnet(F: Any, x: Any, w: Any, **_: Any) -> Any:
    y = F.max_pool2d(_convolved(F, x, w, "c1", 4, 2), 3, 2)
    y = F.max_pool2d(_convolved(F, y, w, "c2", 1, 2), 3, 2)
    for name in ("c3", "c4", "c5"):
        y = _convolved(F, y, w, name, 1, 1)
    return _full(F, F.max_pool2d(y, 3, 2), w)


def mobilenet_v2(F: Any, x: Any, w: Any, rows: Any, **_: Any) -> Any:
    y = F.relu6(_normalised(F, x, w, "stem", 2, 1))
    for stage, (wider, _outputs, count, stride) in enumerate(rows):
        for k in range(count):
            name, step = f"s{stage}b{k}", 1 if k else stride
            z = y if wider == 1 else F.relu6(_normalised(F, y, w, f"{name}a"))
            z = F.relu6(_normalised(F, z, w, f"{name}b", step, 1, z.shape[1]))
            z = _normalised(F, z, w, f"{name}c")
            y = y + z if y.shape == z.shape and step == 1 else z
    return _head(F, F.relu6(_normalised(F, y, w, "last")), w)


def squeezenet(F: Any, x: Any, w: Any, fires: Any, **_: Any) -> Any:
    y = F.max_pool2d(_convolved(F, x, w, "stem", 2), 3, 2, ceil_mode=True)
    for k, fire in enumerate(fires):
        if fire is None:
            y = F.max_pool2d(y, 3, 2, ceil_mode=True)
        else:
            small = _convolved(F, y, w, f"f{k}s")
            y = F.cat([_convolved(F, small, w, f"f{k}a"), _convolved(F, small, w, f"f{k}b", 1, 1)], 1)
    return F.mean(_convolved(F, y, w, "head"), (2, 3))


def googlenet(F: Any, x: Any, w: Any, rows: Any, **_: Any) -> Any:
    y = F.max_pool2d(F.relu(_normalised(F, x, w, "stem", 2, 3)), 3, 2, ceil_mode=True)
    y = F.relu(_normalised(F, F.relu(_normalised(F, y, w, "c2")), w, "c3", 1, 1))
    y = F.max_pool2d(y, 3, 2, ceil_mode=True)
    for k, row in enumerate(rows):
        if row is None:
            y = F.max_pool2d(y, 3, 2, ceil_mode=True)
            continue

        def unit(e: Any, part: str, padding: int = 0, name: str = f"i{k}") -> Any:
            return F.relu(_normalised(F, e, w, name + part, 1, padding))

        pooled = F.max_pool2d(y, 3, 1, 1)
        y = F.cat([unit(y, "a"), unit(unit(y, "b"), "c", 1), unit(unit(y, "d"), "e", 1), unit(pooled, "f")], 1)
    return _head(F, y, w)


SMALL: dict[str, tuple[Callable[..., Any], int, dict[str, Any]]] = {
    "resnet18": (resnet18, 33, {"width": 4, "blocks": (1, 2)}),
    "resnet50": (resnet50, 33, {"width": 2, "blocks": (2, 1)}),
    "vgg16": (vgg16, 32, {"width": 2, "hidden": 6, "side": 1}),
    "alexnet": (alexnet, 63, {"widths": (3, 4, 5, 4, 3), "hidden": 6, "side": 1}),
    "mobilenet_v2": (mobilenet_v2, 17, {"width": 4, "rows": ((1, 4, 1, 1), (6, 6, 2, 2)), "last": 8}),
    "squeezenet": (squeezenet, 35, {"width": 4, "fires": ((3, 4), None, (2, 5))}),
    "googlenet": (googlenet, 33, {"width": 4, "rows": ((3, (2, 4), (2, 3), 2), None, (2, (2, 3), (2, 2), 3))}),
}
WHOLE: dict[str, dict[str, Any]] = {  # all layers, fewer channels
    "resnet18": {"width": 4},
    "resnet50": {"width": 4},
    "mobilenet_v2": {
        "width": 8, "last": 16,
        "rows": ((1, 4, 1, 1), (6, 4, 2, 2), (6, 6, 3, 2), (6, 8, 4, 2), (6, 8, 3, 1), (6, 10, 3, 2), (6, 12, 1, 1)),
    },
    "squeezenet": {"width": 8, "fires": ((3, 4), (3, 4), None, (4, 6), (4, 6), None, (5, 8), (5, 8), (6, 9), (6, 9))},
}  # fmt: skip


def gpt(F: Any, tokens: Any, blocks: int, **w: Any) -> Any:
    """The network of the page of the GPT."""

    def norm(x: Any, name: str) -> Any:
        return F.layer_norm(x, (x.shape[-1],), w[f"{name}gain"], w[f"{name}shift"])

    x = F.embedding(tokens, w["letters"]) + w["places"]
    for n in (f"b{k}" for k in range(blocks)):
        inside = norm(x, f"{n}n1_")
        q, k, v = (F.einsum("bte,hde->bhtd", inside, w[f"{n}{part}"]) for part in "qkv")
        x = x + F.einsum("bhtd,hde->bte", F.scaled_dot_product_attention(q, k, v, is_causal=True), w[f"{n}o"])
        inner = F.gelu(F.linear(norm(x, f"{n}n2_"), w[f"{n}f_w"], w[f"{n}f_b"]))
        x = x + F.linear(inner, w[f"{n}p_w"], w[f"{n}p_b"])
    return F.linear(norm(x, ""), w["head"])


def mnist(F: Any, x: Any, label: Any, mask: Any, **w: Any) -> Any:
    """The summed loss of the network of the page of MNIST; ``mask`` is that of the dropout."""
    y = F.max_pool2d(F.relu(F.conv2d(x, w["w1"], w["b1"])), 2)
    y = F.max_pool2d(F.relu(F.conv2d(y, w["w2"], w["b2"])), 2)
    y = F.relu(F.linear(F.flatten(y, 1), F.flatten(w["w3"], 1), w["b3"])) * mask
    return F.cross_entropy(F.linear(y, w["w4"], w["b4"]), label, reduction="sum")
