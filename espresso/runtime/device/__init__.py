"""Run time on GPUs and OpenCL devices: memory, launches, graphs.

Input: a compiled formula and arrays of a device.  Output: bound calls.
"""
