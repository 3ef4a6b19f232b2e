"""Derivatives of every scalar function, reduction and index function: those in the rows of ``espresso.formulas.graph.functions``.

A new derivative goes into the row of its function; the lists below are made of these rows: the function applied to
its arguments, then one partial derivative per argument over the same names.  What is not here stands in ``ZERO``
(its derivative is zero wherever it exists) or is differentiated by its meaning.

Sums, products, powers, ``where`` and reads of arrays are not functions of this table:
they are the product and chain rule itself, in ``espresso.algebra.calculus.partials``.
"""

from __future__ import annotations

from espresso.algebra.rewriting.rules import Derivative, derivatives_of, functions_where

RULES: list[Derivative] = [*derivatives_of("FUNCTIONS"), *derivatives_of("REDUCTIONS")]
"""Of scalar functions and of reductions: x[k] the body, r the result, n the number of elements."""

MATRIX_FUNCTIONS: list[Derivative] = [*derivatives_of("MATRIX_REDUCTIONS"), *derivatives_of("MATRIX_INDEX_FUNCTIONS")]
"""Of functions of square matrices, over the rows i and columns j; x[i,j] the body, r or r[i,j] the result."""

INDEX_FUNCTIONS: list[Derivative] = derivatives_of("INDEX_FUNCTIONS")
"""Index functions are linear maps in the small; both directions are written out."""

ZERO: frozenset[str] = functions_where(lambda row: row.partials == ())
"""Functions and reductions whose derivative is zero wherever it exists."""

NOT_HOLOMORPHIC: frozenset[str] = functions_where(lambda row: not row.holomorphic)
"""Functions without a complex derivative: they are refused on the way to a complex input."""
