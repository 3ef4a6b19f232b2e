"""Graphs of programs without a GPU: what is recorded, what is replayed, and what a refusal costs.

The stream is one that notes: it has what CuPy's has (`test_cuda_layer` looks that up), and nothing else.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.engine.cublas_calls import CublasStep, Product
from espresso.runtime.device import graphs
from espresso.runtime.device.engine_steps import EngineStep
from espresso.runtime.device.matrices import CupyMatrix


class Stream:
    """Steps that go into it are noted, or recorded into a graph that notes them when it is launched."""

    def __init__(self, notes: list[str]) -> None:
        self.notes, self.recording, self.current, self.waits = notes, None, 0, 0
        self.ptr = id(self)

    recording: list[str] | None

    def put(self, name: str) -> None:
        (self.notes if self.recording is None else self.recording).append(name)

    def begin_capture(self) -> None:
        assert self.recording is None
        self.recording = []

    def end_capture(self) -> Any:
        held, self.recording = self.recording, None
        assert held is not None
        if "invalid" in held:
            raise RuntimeError("cudaErrorStreamCaptureInvalidated")

        def launch(queue: Any) -> None:
            queue.put(f"graph({' '.join(held)})")

        return SimpleNamespace(launch=launch)

    def is_capturing(self) -> bool:
        return self.recording is not None

    def synchronize(self) -> None:
        assert self.recording is None, "a stream that is recorded cannot be waited for"
        self.waits += 1

    def __enter__(self) -> Stream:
        self.current += 1
        return self

    def __exit__(self, *_: object) -> None:
        self.current -= 1


class Step:
    count = 1

    def __init__(self, name: str, *, kernel: bool = True, recorded: bool = True, refuses: bool = False) -> None:
        self.name, self.recorded, self.refuses = name, recorded, refuses
        if kernel:
            self.launches = self.runs = True

    def __call__(self, queue: Stream) -> None:
        if queue.recording is not None:
            assert self.recorded, f"{self.name} waits for the device"
            if self.refuses:
                queue.put("invalid")
                raise NotImplementedError("calling cuBLAS API during stream capture is currently unsupported")
        queue.put(self.name)


def workspace(*steps: Any, on: bool = True) -> Any:
    def launch(queue: Stream) -> None:
        for step in steps:
            step(queue)

    return SimpleNamespace(graphs=on, replay=None, steps=list(steps), launch=launch)


def calls(work: Any, times: int = 3, key: tuple[int, ...] = (1, 2)) -> tuple[list[str], Stream]:
    notes: list[str] = []
    queue, own = Stream(notes), Stream(notes)
    for _ in range(times):
        graphs.run(work, queue, key, lambda: own)
        notes.append("|")
    assert own.recording is None and own.current == 0
    return notes[:-1], queue


def test_a_program_is_one_graph() -> None:
    """Launches and products alike, from the second call with the same addresses on."""
    work = workspace(Step("a"), Step("product", kernel=False), Step("b"))
    notes, _ = calls(work)
    assert notes == ["a", "product", "b", "|", "graph(a product b)", "|", "graph(a product b)"]
    assert len(work.replay[1, 2]) == 1


def test_without_graphs_and_alone() -> None:
    assert calls(workspace(Step("a"), Step("b"), on=False), 2)[0] == ["a", "b", "|", "a", "b"]
    assert calls(workspace(Step("a")), 2)[0] == ["a", "|", "a"]
    idle = Step("idle")
    idle.runs = False
    assert calls(workspace(Step("a"), idle), 2)[0] == ["a", "idle", "|", "a"]


@pytest.mark.parametrize("facts, again", [({}, "graph(loop)"), ({"recorded": False}, "loop"), ({"refuses": True}, "loop")])
def test_a_recurrence_alone_is_a_graph(facts: dict[str, bool], again: str) -> None:
    """It is many launches; where a library in its steps refuses to be recorded, it runs as it is."""
    loop = Step("loop", kernel="refuses" not in facts, **facts)
    loop.count = 5
    assert calls(workspace(loop))[0] == ["loop", "|", again, "|", again]


def test_what_waits_for_the_device_stands_between_graphs() -> None:
    solve = Step("solve", kernel=False, recorded=False)
    notes, _ = calls(workspace(Step("a"), Step("b"), solve, Step("c"), Step("d")), 2)
    assert notes[-3:] == ["graph(a b)", "solve", "graph(c d)"]


def test_a_library_that_refuses_costs_the_graph_only() -> None:
    """CuPy 13 refuses cuBLAS while a stream is recorded: the product is called between graphs of launches."""
    product = Step("product", kernel=False, refuses=True)
    work = workspace(Step("a"), Step("b"), product, Step("c"))
    notes, _ = calls(work)
    assert notes == ["a", "b", "product", "c", "|", *(after := ["graph(a b)", "product", "c"]), "|", *after]


def test_launches_that_cannot_be_recorded_are_launched() -> None:
    assert calls(workspace(Step("a"), Step("b", refuses=True)), 2)[0] == ["a", "b", "|", "a", "b"]


@pytest.mark.parametrize("known", [0, 1, 3])
def test_a_graph_of_the_caller_gets_the_steps_themselves(known: int) -> None:
    """Also where there is a graph already: cuBLAS may have put memory into it, which a graph inside of another has not."""
    work = workspace(Step("a"), Step("product", kernel=False), Step("b"))
    calls(work, known)
    notes: list[str] = []
    queue = Stream(notes)
    queue.begin_capture()
    graphs.run(work, queue, (1, 2), lambda: pytest.fail("another graph"))
    assert queue.recording == ["a", "product", "b"] and notes == [] and queue.waits == 0


def test_the_stream_is_the_current_one_while_it_is_recorded() -> None:
    """CuPy's bindings of cuBLAS put work into the current stream, whatever stream the step is given."""
    seen: list[int] = []
    stream = Stream([])
    graphs.record([lambda queue: seen.append(queue.current)], stream)
    assert seen == [1] and stream.current == 0


def test_old_graphs_go_and_nothing_waits() -> None:
    """The driver frees a graph that still runs when it is done (CUDA Driver API, cuGraphExecDestroy)."""
    work = workspace(Step("a"), Step("b"))
    queue = Stream([])
    for key in range(graphs.GRAPHS + 1):
        for _ in range(2):
            graphs.run(work, queue, (key,), lambda: Stream([]))
    assert len(work.replay) == graphs.GRAPHS and (0,) not in work.replay and queue.waits == 0


def test_which_steps_are_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also products with a handle of one stream alone: the stream that records has one, made before it records."""
    from espresso.engine import cublas_calls as cublas
    from espresso.engine.symmetric import SymmetricStep

    made: list[bool] = []
    monkeypatch.setattr(cublas, "_own", SimpleNamespace())
    library = SimpleNamespace(create=lambda: made.append(stream.is_capturing()) or 7)
    monkeypatch.setattr(cublas, "cublas_library", lambda: (library, lambda: 1))
    p = Product("A", "B", "C", False, False, 4, 4, 4, 4, 0, 4, 0, 4, 0, 1)
    dtypes = dict.fromkeys("ABC", "float32")
    for alone in (False, True):
        for step in (CublasStep(p, dtypes, False, alone), SymmetricStep(p, dtypes, False, 2, np.dtype("f").itemsize, alone)):
            product, stream = getattr(step, "pieces", [[step]])[0][0], Stream([])
            monkeypatch.setattr(type(step), "__call__", lambda _, queue, own=product: queue.put(str(own.handle(queue))))
            cublas._own.__dict__.clear()
            graphs.record([step, step], stream)  # a handle that is made while the stream records is noted as True
            assert step.recorded and made == [False]*len(made) and bool(made) is alone
    assert EngineStep.recorded and not hasattr(CupyMatrix, "recorded")


@pytest.mark.parametrize("text", ["d = det[i,j](A[i,j])", "X[i,j] = inv[i,j](A[i,j])"])
def test_explain_says_why_a_function_of_a_matrix_is_in_no_graph(text: str) -> None:
    f = es.compile(text, target="gpu")
    assert f.explain("H200", A=np.eye(4, dtype="float32")).count(graphs.MATRICES) == 1
    assert graphs.MATRICES not in es.compile("C[i,k] = A[i,j]*A[j,k]", target="gpu").explain("H200", A=np.eye(4))
