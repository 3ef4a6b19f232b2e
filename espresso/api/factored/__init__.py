"""``compile(..., structure="factored")``: results kept as deltas and factors of low rank.

Enters: formulas.  Leaves: factored arrays that multiply and solve without a dense array.
"""
