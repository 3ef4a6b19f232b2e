"""Random and mutated texts give formulas or espresso's own errors, and soon; ``python tests/texts.py 100000`` does more."""

from __future__ import annotations

import signal

import pytest
import texts

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(2))
def test_texts_give_formulas_or_errors_of_espresso(seed: int) -> None:
    found = {text: texts.tried(text, k % 4 == 0) for k, text in enumerate(texts.texts(600, seed))}
    assert {t[:200]: o for t, o in found.items() if o.startswith("FAULT")} == {}
    assert "made" in found.values() and "NotationError" in found.values()


def test_what_is_no_error_of_espresso_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    import espresso as es

    def lookup(_: str) -> None:
        raise KeyError("x")

    monkeypatch.setattr(es, "parse", lookup)
    assert texts.tried("y = x", False).startswith("FAULT parse: KeyError")
