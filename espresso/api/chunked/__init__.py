"""``compile(..., target="dask")``: formulas on arrays of Dask, block by block.

Input: formulas, shapes and chunks.  Output: arrays of Dask whose blocks are computed by programs for the CPU.
"""
