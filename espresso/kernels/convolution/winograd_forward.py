"""Winograd convolution F(4x4, 3x3): a 4 x 4 tile of the result from 36 products in place of 144.

A square (Winograd's tile) of 6 x 6 elements of the image, one every four rows and columns, is transformed along both
axes, and so is the filter; the sums over channels are 36 products of matrices, and a transform of these gives a
tile of 4 x 4 elements of the result.  Tiles are the lanes of vectors: where those of a vector are of one row, rows
of the planes (`record`) are read as they lie, and their elements are sorted by column modulo 4 in registers
(`winograd_transforms`); elsewhere four columns of each tile are, so that short rows fill vectors, too.

The transforms evaluate polynomials at 0, 5/8, -5/8, 3/2, -3/2 and infinity, which rounds less than the usual
0, 1, -1, 2, -2; the long sums are made of short ones (``tiles``).  For 64 channels in float32 the error is then at most
8e-7 of the sums of |x|*|w|, 5.5e-8 in the mean square (sums over taps 1.2e-8).

A number that is not finite would spread over its square.  So the sums are looked at where they are made: if
any of them is not finite, `calls` computes all of it again, directly.

Lavin and Gray, Fast algorithms for convolutional neural networks (2015); points after Barabasz et al., Error
analysis and improving the accuracy of Winograd convolution (2020).
"""

from __future__ import annotations

STEP, WIDTH, TAPS = 4, 6, 3
"""Elements of the result along an axis of a square, of the image, and taps."""

PIECE = ("image", "count", "wide", *(f"row_{r}" for r in range(STEP)))
"""Tiles of a vector side by side: their image, how many tiles, how many elements of a row of the result, and where each
row begins there (-1: there is none)."""

TEXT = '''
@njit
def transforms(record, source, scratch, start, stop):
    """Panels of the transformed filter, one for each tile of channels."""
    kind, inner, apart = word(record, R_class_at), word(record, R_inner), word(record, R_panel)
    to, columns = scratch + SIZE*word(kind, C_packed), word(kind, C_columns)
    for unit in range(start, stop):
        rows = word(record, R_filter_rows) + 8*ROWS*unit
        for c in range(inner):
            panel = to + SIZE*ROWS*(unit*inner + c)
            weigh(source + SIZE*word(columns, c), rows, word(record, R_filter_taps), panel, apart)
    return 0


@njit
def store(record, given, piece, low, at, m):
    """The four rows of tiles side by side, with what follows the sums."""
    wide, step = word(piece, P_wide), word(record, R_out_step)
    for r in range(STEP):
        place, here = word(piece, P_row_0 + r), at + SIZE*STEP*LANES*r
        if place >= 0:
            if word(record, R_follows):
                after(record, given, here, wide, m)
            if step == 1:
                move(low + SIZE*place, here, wide)
            else:
                spread(low + SIZE*place, here, wide, step, 1)
    return 0


@njit
def winograd(record, given, start, stop):
    """Blocks of tiles of the result: transformed, multiplied, transformed back."""
    source, out, scratch, image = word(given, G_left), word(given, G_out), word(given, G_scratch), word(given, G_image)
    areas, images, failed = word(given, G_areas), word(given, G_images), given + 8*G_failed
    kind, inner, outer = word(record, R_class_at), word(record, R_inner), word(record, R_outer)
    size, channels = word(record, R_block), word(record, R_out_channels)
    pieces, places, pitch = word(kind, C_parts), word(kind, C_places), word(record, R_pitch)
    apart, behind, panel = inner*size + LANES, outer*size + LANES, word(record, R_panel)
    room = reserve(areas)
    sums = room + SIZE*POINTS*apart
    line = sums + SIZE*POINTS*behind
    packed = scratch + SIZE*word(kind, C_packed)
    for unit in range(start, stop):
        vector, count = unit*size//LANES, min(size, images*word(record, R_positions) - unit*size)
        lanes = word(record, R_x_tiles) + 8*(LANES + 1)*vector
        for n in range(0, count, LANES):
            wide = min(LANES, count - n)
            for c in range(inner):
                own, to = base(record, R_x_copied, source, scratch, image, 0, c), room + SIZE*(c*size + n)
                enter(own, lanes, pitch, to, apart, wide)
            lanes += 8*(LANES + 1)
        for k in range(POINTS):
            block(record, kind, packed + SIZE*k*panel, room + SIZE*k*apart, sums + SIZE*k*behind, size, count)
        for n in range(0, count, LANES):
            first, last = word(places, vector), word(places, vector + 1)
            vector += 1
            for m in range(outer):
                leave(sums + SIZE*(m*size + n), behind, line, min(LANES, count - n), failed)
                at = line
                for s in range(first, last):
                    piece = pieces + 8*PIECE*s
                    if word(piece, P_image) < images:
                        low = out + SIZE*word(word(record, R_out_images), image + word(piece, P_image))
                        low += SIZE*word(channels, m)
                        store(record, given, piece, low, at, m)
                        at += SIZE*STEP*word(piece, P_count)
    release(room)
    return 0
'''
"""The loops, as in `record`."""

VALUES = {"POINTS": WIDTH * WIDTH, "STEP": STEP, "TAPS": TAPS, "PIECE": len(PIECE)}
VALUES |= {f"P_{n}": k for k, n in enumerate(PIECE)}
"""Numbers for the names in the text."""
