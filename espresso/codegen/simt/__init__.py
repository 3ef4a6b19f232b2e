"""A program as CUDA C or OpenCL C, and how its kernels are launched.

Input: a program with its schedule.  Output: source text, grids and blocks.
"""
