"""Convolutions and both their gradients: direct, in tiles of registers; 3 x 3 ones also by Winograd."""
