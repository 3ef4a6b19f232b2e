"""Kernels inside row blocking: loop bounds and subscripts of arrays that hold one block."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from espresso.codegen.common.kernel_writer import KernelWriter
from espresso.ir.loops import Loop, Statement


class BlockCode(KernelWriter):
    """What a kernel with a `Window` writes in another way; for a kernel without one nothing changes."""

    def _name_bounds(self) -> None:
        """Names of the parameters for the block, two for each role."""
        self.bounds: dict[str, tuple[str, str]] = {}
        self.within: dict[str, str] = {}  # role -> its position in the block, as an unsigned number
        window = self.kernel.window
        for role in window.roles if window is not None else ():
            self.bounds[role] = f"{self.variables[role]}_from", f"{self.variables[role]}_to"

    @property
    def block_parameters(self) -> list[str]:
        """Parameters behind all others: first and last position of each role."""
        return [name for pair in self.bounds.values() for name in pair]

    def _has_roles(self, node: Loop) -> bool:
        """Whether a loop runs over a role of the block."""
        return self.kernel.window is not None and node.index in self.kernel.window.roles

    def _position_in_block(self, node: Loop) -> str | None:
        """The line at the head of a loop over a role that arrays of the block are read with."""
        window = self.kernel.window
        if window is None or node.index not in window.roles:
            return None
        if not any(node.index in axes for axes in window.local.values()):
            return None
        variable = self.variables[node.index]
        self.within[node.index] = f"{variable}_in"
        return f"{variable}_in = np.uintp({variable} - {self.bounds[node.index][0]})"

    def _in_block(self, name: str, places: Sequence[str]) -> list[str]:
        """The subscripts of an array, at the roles counted from the start of the block."""
        window = self.kernel.window
        if window is None or name not in window.local:
            return list(places)
        axes = window.local[name]
        return [
            place if role is None else self.within.get(role) or f"{place} - {self.bounds[role][0]}"
            for place, role in zip_longest(places, axes)
        ]

    def _carried(self, s: Statement) -> bool:
        """Whether a reduction goes on from what its array holds."""
        return self.kernel.window is not None and s.name in self.kernel.window.carried
