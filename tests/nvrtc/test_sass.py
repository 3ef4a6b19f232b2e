"""The machine code of the most used kinds of kernels, as the disassembler shows it (docs/gpu-kernels.md has the numbers)."""

from __future__ import annotations

import doctest
from dataclasses import replace
from pathlib import Path

import pytest
import sass
from kernel_kinds import KINDS, Kind, Made
from resources import compiled

from espresso.codegen.simt import kernel as simt_kernel
from espresso.codegen.simt.rows import row_cache

ARCHITECTURES = [pytest.param("sm_75", marks=pytest.mark.slow), pytest.param("sm_80", marks=pytest.mark.slow), "sm_90"]


@pytest.fixture(autouse=True)
def _disassembler() -> None:
    if sass.disassembler() is None:
        pytest.skip("nvdisasm is not installed (pip install nvidia-cuda-nvdisasm)")


def check(kind: Kind, architecture: str, source: str, made: list[Made]) -> None:
    """What must hold of every kernel, and of the one that does the work."""
    code, used = compiled(source, architecture)
    found = sass.disassembled(code)
    for kernel in made:
        text, name = found[kernel.step.name], kernel.step.name
        assert text.count(sass.LOCAL) == 0, f"{name} spills registers"
        assert not any(loop.count(sass.DIVISION) for loop in text.loops()), f"{name} divides whole numbers in a loop"
    name, block = made[0].step.name, made[0].block
    text, registers, shared = found[name], used[name].registers, used[name].shared
    assert registers <= kind.registers, f"{name} has {registers} registers"
    share = sass.occupancy(architecture, registers, shared, block)
    assert share >= kind.occupancy, f"a multiprocessor has room for {share:.0%} of its threads"
    for access, least in (("LDG.E.128", kind.loads), ("STG.E.128", kind.stores)):
        assert text.count(access) >= least, f"{name}: {text.count(access)} of {access}"
    assert text.count("MUFU.EX2") >= kind.exponentials, f"{name}: {text.count('MUFU.EX2')} exponentials by ex2"
    if kind.loop is not None and not (kind.loop.kind == "HMMA" and architecture == "sm_75"):  # there threads multiply
        loop = text.busiest(kind.loop.kind)
        assert loop.count(kind.loop.kind) == kind.loop.count, f"{name}: {loop.count(kind.loop.kind)} of {kind.loop.kind}"
        counted = made[0].flops * kind.loop.elements / kind.loop.of
        assert not counted or loop.flops == counted, f"{name}: {loop.flops} operations, {counted:g} by the estimate"
        assert len(loop.lines) <= kind.loop.longest, f"{name}: {len(loop.lines)} instructions in its loop"


@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("name", KINDS)
def test_machine_code(name: str, architecture: str) -> None:
    source, made = KINDS[name].kernels()
    check(KINDS[name], architecture, source, made)


# --- the checks bite -----------------------------------------------------------------------


def test_loads_one_by_one_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simt_kernel, "vectors", lambda *_: None)
    for name, seen in (("stream", "LDG.E.128"), ("softmax", "LDG.E.128"), ("sums of rows", "LDG.E.128"), ("scatter", "STG.E.128")):
        with pytest.raises(AssertionError, match=seen):
            check(KINDS[name], "sm_90", *KINDS[name].kernels())


def test_too_many_registers_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_cache, "MOST", 32)
    monkeypatch.setitem(row_cache.WORDS, "registers", 64)
    with pytest.raises(AssertionError, match="spills registers"):
        check(KINDS["softmax, pullback"], "sm_90", *KINDS["softmax, pullback"].kernels())


PLANTED = {
    "a division": ("stencil", "if (s >= n_s) { s -= n_s; r += 1; }", "s = (e + lanes) % n_s; r = (e + lanes) / n_s;",
                   "divides whole numbers in a loop"),
    "a division of 64 bits": ("sums of rows", "s_part += v*v;", "s_part += v*v + (float)((long long)j / n_i);",
                              "divides whole numbers in a loop"),
    "an addition apart": ("sum of everything", "s_part += x_4[q]*y_4[q];", "s_part = __fadd_rn(s_part, __fmul_rn(x_4[q], y_4[q])) + 1.0f;",
                          "operations, "),
    "more shared memory": ("sums of rows", "scratch_float32[256]", "scratch_float32[12000]", "room for 50% of its threads"),
    "other exponentials": ("softmax", "exp(", "__fsqrt_rn(", "exponentials by ex2"),
    "longer offsets": ("product", "const int at =", "const long long at =", "instructions in its loop"),
}  # fmt: skip


@pytest.mark.parametrize("fault", PLANTED)
def test_planted_faults_are_seen(fault: str) -> None:
    name, right, wrong, message = PLANTED[fault]
    source, made = KINDS[name].kernels()
    assert right in source
    with pytest.raises(AssertionError, match=message):
        check(KINDS[name], "sm_90", source.replace(right, wrong), made)


def test_every_kind_is_on_the_page() -> None:
    """As `kernels_page.py` wrote it; the numbers are those of the versions that it names."""
    page = (Path(__file__).resolve().parent.parent.parent / "docs" / "gpu-kernels.md").read_text(encoding="utf-8")
    rows = [line.split(" | ")[:2] for line in page.splitlines() if line.startswith("| ") and "sm_" in line]
    assert rows == [[f"| {name}", architecture] for name in KINDS for architecture in sass.LIMITS]


def test_doctests_of_the_reading() -> None:
    assert doctest.testmod(sass).failed == 0


def test_loops_inside_of_loops_and_routines_behind_the_end() -> None:
    text = """
	.section	.text.kernel_a,"ax",@progbits
	.sectionflags	@"SHF_BARRIERS=1"
kernel_a:
        /*0000*/                   MOV R1, c[0x0][0x28] ;
.L_x_0:
        /*0010*/                   IADD3 R1, R1, 0x1, RZ ;
.L_x_1:
        /*0020*/                   LDG.E.128 R4, [R2.64] ;
        /*0030*/               @P0 BRA `(.L_x_1) ;
        /*0040*/              @!P1 BRA `(.L_x_0) ;
        /*0050*/                   EXIT ;
.L_x_2:
        /*0060*/                   BRA `(.L_x_2);
        /*0070*/                   NOP;
	.section	.nv.shared.kernel_a,"aw",@nobits
        /*0000*/                   LDL R0, [R1] ;
"""
    ((name, code),) = sass.parsed(text)
    assert name == "kernel_a" and len(code.lines) == 7 and not code.count(sass.LOCAL)
    assert code.spans() == [(1, 4), (2, 3)] and [len(loop.lines) for loop in code.loops()] == [2]
    assert code.busiest("LDG.E.128").count("LDG") == 1 and code.busiest("HMMA") is code
    assert replace(code, lines=("CALL.REL.NOINC `($__internal_0_$__cuda_sm20_div_s64)",)).count(sass.DIVISION) == 1
