"""A program as CUDA C or OpenCL C, and how its kernels are launched.

Enters: a program with its schedule.  Leaves: source text, grids and blocks.
"""
