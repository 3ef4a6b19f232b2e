"""Programs on GPUs and OpenCL devices: memory, launches, graphs.

Enters: a compiled formula and arrays of a device.  Leaves: bound calls.
"""
