"""What the compiler asks of a target, one row each: passes ask for abilities, never for names."""

from __future__ import annotations

from espresso.records import dataclass


@dataclass(frozen=True)
class Target:
    """Abilities of the programs of a target.

    ``launch``: operations that take as long as launching a kernel, 0 where kernels are not launched.  Where they are,
    kernels are united across outputs, a product with a vector is a loop, and what few operations make is made again.
    ``peels``: loops run apart from their padded edges, and in steps of a stride.  ``stacks``: operands of several
    products are put side by side.  ``packs``: engines read operands at sums of indices.  ``blocks``: steps run in
    blocks of rows that fit a core's cache.  ``converts``: numbers of 16 bits are copied to float32 before kernels.
    ``transposes``: many short rows are computed along their long axis.
    ``pair_rate``: how much faster a library multiplies matrices of 16 bits than kernels compute, where arrays of pairs
    are made tile by tile; None where they are not.  ``tf32``: libraries may round factors to 10 bits.
    ``matrices`` computes inverses and determinants; "" where the program's own code does.  ``sorting``: what sorts.
    ``readable``: people read its text, so that formulas keep their functions and no form is chosen for its cost alone.
    """

    name: str
    launch: float = 0.0
    peels: bool = False
    stacks: bool = False
    packs: bool = False
    blocks: bool = False
    converts: bool = False
    transposes: bool = False
    pair_rate: float | None = None
    tf32: bool = False
    matrices: str = ""
    sorting: str = "numpy"
    readable: bool = False

    @property
    def launches(self) -> bool:
        """Whether each kernel is a launch."""
        return self.launch > 0


TARGETS = {
    t.name: t
    for t in (
        Target("cpu", peels=True, stacks=True, packs=True, blocks=True, converts=True, transposes=True),
        Target("numpy", readable=True),
        Target("gpu", launch=1.3e8, pair_rate=15.0, tf32=True, matrices="cusolver", sorting="cupy"),
        Target("opencl", launch=1e6, pair_rate=1.0, matrices="lapack"),
    )
}
