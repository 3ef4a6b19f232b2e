"""Winograd gradient by a 3 x 3 filter: 36 products in place of 144.

What the forward convolution does to the filter and to its sums is transposed: a tile of 4 x 4 elements of the
cotangent is transformed to 6 x 6 numbers, tiles of the image as there, the sums over tiles are 36 products of
matrices, and a transform of these gives 3 x 3 taps.  Transformed tiles of both operands are stored with channels
side by side (panels as tall as a tile for the cotangent, as wide as one for the image), as the tiles read them.
"""

from __future__ import annotations

from espresso.system.machine_model import levels

SECOND = 2 << 20
"""Bytes of a second cache where the system does not say."""


def stored() -> int:
    """Bytes of transformed tiles of both operands that are kept, a part of a third cache: of one image at least."""
    return 8 * levels().get(2, SECOND)


TRANSPOSE = ("first", "wide", "target", "row", "apart")
"""Channels that are transformed together: the first and how many, and where they go: to which place, how far apart
tiles lie, and the 36 numbers of one."""

TEXT = '''
@njit
def transposes(record, at, source, scratch, areas, image, images, start, stop):
    """Tiles of one operand, transformed, with channels side by side; its fields begin at ``at``."""
    channels, every = word(record, at + S_channels), images*word(record, R_positions)
    many, pitch = word(record, at + S_transposed), word(record, at + S_pitch)
    room = reserve(areas)
    for unit in range(start, stop):
        s = unit//many
        turn = word(record, at + S_transposes) + 8*TRANSPOSE*(unit - s*many)
        wide, row, apart = word(turn, T_wide), word(turn, T_row), word(turn, T_apart)
        lanes, count = word(record, at + S_tiles) + 8*(LANES + 1)*s, min(LANES, every - s*LANES)
        for c in range(wide):
            channel, to = min(word(turn, T_first) + c, channels - 1), room + SIZE*c*LANES
            own = base(record, at, source, scratch, image, 0, channel)
            if at == R_x_copied:
                enter(own, lanes, pitch, to, LANES*LANES, count)
            else:
                fold(own, lanes, pitch, to, LANES*LANES, count)
        to = scratch + SIZE*(word(turn, T_target) + s*LANES*row)
        for k in range(POINTS):
            transpose_square(room + SIZE*k*LANES*LANES, LANES, wide, LANES, to + SIZE*k*apart, row)
    release(room)
    return 0


@njit
def products(record, given, start, stop):
    """Tiles of the gradient by the filter: 36 sums over tiles, transformed, added to those of earlier tiles."""
    out, scratch, areas = word(given, G_out), word(given, G_scratch), word(given, G_areas)
    image, failed, kind = word(given, G_image), given + 8*G_failed, word(record, R_class_at)
    parts, part, rows, wide = word(record, R_parts), word(record, R_part), word(record, R_rows), word(record, R_columns)
    outer, inner, size = word(record, R_outer), word(record, R_inner), word(record, R_block)
    every, most = word(given, G_images)*word(record, R_positions), word(kind, C_depth)
    columns, places = word(kind, C_columns), word(record, R_filter_taps)
    room = reserve(areas)
    line = room + SIZE*POINTS*ROWS*wide
    for unit in range(start, stop):
        which = unit//parts
        begin = (unit - which*parts)*part
        here = min(wide, word(record, R_panel) - which*wide)
        first = 0
        while first < every:
            x = scratch + SIZE*(word(kind, C_packed) + (which*POINTS*most + first)*wide)
            for i in range(begin, min(begin + part, rows)):
                y = scratch + SIZE*(word(kind, C_parts) + (i*most + first)*ROWS)
                for k in range(POINTS):
                    sums = room + SIZE*ROWS*wide*k
                    depth = min(size, every - first)
                    tile(y, x + SIZE*most*wide*k, word(kind, C_taps), depth, sums, wide, ROWS, here, 0)
                    y += SIZE*rows*most*ROWS
                for m in range(min(ROWS, outer - i*ROWS)):
                    to = out + SIZE*word(word(record, R_filter_rows), i*ROWS + m)
                    for c in range(0, min(wide, inner - which*wide), LANES):
                        count = min(LANES, inner - which*wide - c)
                        leave_taps(room + SIZE*(m*wide + c), ROWS*wide, line, count, failed)
                        add(to, line, places, columns + 8*(which*wide + c), TAPS*TAPS, count, LANES, image + first)
            first += size
    release(room)
    return 0
'''
"""The loops, as in `record`."""

VALUES = {f"T_{n}": k for k, n in enumerate(TRANSPOSE)} | {"TRANSPOSE": len(TRANSPOSE)}
"""Numbers for the names in the text."""
