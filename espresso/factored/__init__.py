"""Results kept as deltas and factors of low rank: ``compile(..., structure="factored")``."""
