"""``compile(..., structure="factored")``: results kept as deltas and low-rank factors.

Input: formulas.  Output: factored arrays that multiply and solve without a dense array.
"""
