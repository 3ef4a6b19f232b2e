"""Errors show the lines of the user: frames of espresso are left out, the user's own functions and causes stay."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.errors import EspressoError
from espresso.keywords import checked

x = es.tensor("x[i]")
f = es.compile("y[i] = A[i,j]*v[j]", target="numpy")

MISTAKES: list[Callable[[], Any]] = [
    lambda: es.parse("y[i] = (x[i]"),
    lambda: es.compile("y[i] = x[i]", targt="cpu"),
    lambda: es.compile("y[i] = x[i]", target="nowhere"),
    lambda: es.grad("y[i] = x[i]", "x"),
    lambda: es.grad(),  # type: ignore[call-arg]
    lambda: es.parse("s = sum[i](x[i])").grad(),
    lambda: es.simplify("y[i] = x[i]", rules=["nothing"]),
    lambda: x["i", "j"],
    lambda: x @ es.tensor("z[j]"),
    lambda: es.exp(x, x),
    lambda: f(np.ones((2, 3)), np.ones(2)),
    lambda: f(A=1),
    lambda: f.explain(after="never"),
    lambda: f.profile(np.ones(2)),
    lambda: f.check(np.ones(2)),
    lambda: f.save(3),
    lambda: es.compile("y[i] = A[i,j]*v[j]", constant=["A"])(v=np.ones(2)),
    lambda: es.compile("H[i,j] = d[i]*(i == j)", structure="factored")(np.ones((2, 2))),
    lambda: es.evaluate(es.parse("y[i] = x[i]"), {}),
    lambda: es.check_grads("s = sum[i](x[i])"),
]


def frames(error: BaseException) -> list[tuple[str, str]]:
    return [(f.filename, f.name) for f in traceback.extract_tb(error.__traceback__)]


@pytest.mark.parametrize("mistake", MISTAKES)
def test_only_the_users_lines(mistake: Callable[[], Any]) -> None:
    with pytest.raises(EspressoError) as caught:
        mistake()
    assert [name for _, name in frames(caught.value)] == ["test_only_the_users_lines", "<lambda>"]
    assert {file for file, _ in frames(caught.value)} == {__file__}
    assert "During handling" not in "".join(traceback.format_exception(caught.value))


def test_everything_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ESPRESSO_TRACEBACK", "full")
    with pytest.raises(EspressoError) as caught:
        es.parse("y[i] = (x[i]")
    assert len(frames(caught.value)) > 3


def test_functions_of_the_user_in_between() -> None:
    """A traced function is called by espresso: its line is where the mistake is."""

    def mine(a: Any) -> Any:
        return a + es.parse("b[")

    with pytest.raises(EspressoError) as caught:
        es.trace(mine, a="a[i]")
    assert [name for _, name in frames(caught.value)] == ["test_functions_of_the_user_in_between", "mine"]


def test_what_the_user_was_handling_stays() -> None:
    with pytest.raises(EspressoError) as caught:
        try:
            raise KeyError("mine")
        except KeyError:
            es.parse("b[")
    assert "KeyError: 'mine'" in "".join(traceback.format_exception(caught.value))


def test_causes_stay_and_other_errors_are_left_alone() -> None:
    space: dict[str, Any] = {"__name__": "espresso.made_up", "EspressoError": EspressoError}
    exec(
        "def told():\n    try:\n        open('/no/such/file')\n    except OSError as e:\n"
        "        raise EspressoError('no file') from e\n"
        "def lost():\n    try:\n        {}['key']\n    except KeyError:\n        raise EspressoError('no key')\n"
        "def wrong():\n    return {}['key']\n",
        space,
    )
    with pytest.raises(EspressoError) as caught:
        checked(space["told"])()
    text = "".join(traceback.format_exception(caught.value))
    assert "FileNotFoundError" in text and "direct cause" in text and "made_up" not in text
    with pytest.raises(EspressoError) as caught:
        checked(space["lost"])()
    assert "KeyError" not in "".join(traceback.format_exception(caught.value))
    with pytest.raises(KeyError) as other:
        checked(space["wrong"])()
    assert len(frames(other.value)) == 3  # a fault of espresso: all of it
