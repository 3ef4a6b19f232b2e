"""Convolution, pooling and matrix functions as formulas."""
