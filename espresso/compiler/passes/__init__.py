"""Passes over statements: common subexpressions, copy propagation, stacked products, accumulating GEMM.

Input: statements.  Output: fewer, or cheaper ones.  ``cse``, ``recurrence_rows`` and ``stacked_products`` are phases of
`compiler.pipeline`; the others are called by a phase: ``accumulate`` by `compiler.choose`, the rest by ``cse``.
"""
