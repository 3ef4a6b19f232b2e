"""Convolutions and both their gradients: direct, by register tiles; 3 x 3 ones also by Winograd.

Input: a convolution in numbers (`ir.window_calls`).  Output: steps of a native program, and their records.
"""
