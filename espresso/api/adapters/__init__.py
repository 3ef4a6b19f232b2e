"""A compiled function as an operator of other libraries, with derivatives by espresso's formulas.

Input: a compiled function.  Output: functions of PyTorch, JAX, numba, NumPy and SciPy, each imported when asked for.
"""
