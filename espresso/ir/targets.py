"""What the compiler asks of a target, one row each: passes ask for abilities, never for names."""

from __future__ import annotations

from espresso.records import dataclass


@dataclass(frozen=True)
class Target:
    """Abilities of the programs of a target.

    ``launches``: each kernel is a launch, so kernels are united across outputs and a product with a vector is a loop.
    ``peels``: loops run apart from their padded edges, and in steps of a stride.  ``stacks``: operands of several
    products are put side by side.  ``packs``: engines read operands at sums of indices.  ``blocks``: steps run in
    blocks of rows that fit a core's cache.  ``converts``: numbers of 16 bits are copied to float32 before kernels.
    ``pair_rate``: how much faster a library multiplies matrices of 16 bits than kernels compute, where arrays of pairs
    are made tile by tile; None where they are not.  ``tf32``: libraries may round factors to 10 bits.
    ``matrices`` computes inverses and determinants; "" where the program's own code does.  ``sorting``: what sorts.
    """

    name: str
    launches: bool = False
    peels: bool = False
    stacks: bool = False
    packs: bool = False
    blocks: bool = False
    converts: bool = False
    pair_rate: float | None = None
    tf32: bool = False
    matrices: str = ""
    sorting: str = "numpy"


TARGETS = {
    t.name: t
    for t in (
        Target("cpu", peels=True, stacks=True, packs=True, blocks=True, converts=True),
        Target("numpy"),
        Target("gpu", launches=True, pair_rate=15.0, tf32=True, matrices="cusolver", sorting="cupy"),
        Target("opencl", launches=True, pair_rate=1.0, matrices="lapack"),
    )
}
