"""The parameter record of native convolutions, and their loops as text (`functions` compiles them).

An operand that is read at sums of indices is copied into *planes* first, with zeros around it and, for a
stride, one plane for each remainder: then every tap of the filter is a distance in memory, and an element of
the result lies at the same distance for all of them.  Positions run over whole planes, row after row;
those between the end of a row and the next are computed, too, and left out.
"""

from __future__ import annotations

# ``fresh``: where in its memory a slice makes the planes of one group for itself, if not 0
SOURCE = ("copied", "channels", "total", "place", "pieces", "count", "step", "images", "offsets",
          "tiles", "transposes", "transposed", "pitch")  # fmt: skip
"""An operand that is read at shifted positions: whether it is copied, planes per image, elements of each and
where they begin, the pieces of a plane with their number and step, and offsets of images and channels; by Winograd, for
each vector of tiles whether they are side by side, and where each is; for the gradient by the filter by Winograd also
the channels that are transformed together and how many such there are, and the distance of rows."""

CLASS = ("depth", "taps", "columns", "packed", "parts", "places")
"""Positions with the same remainder modulo the stride: terms of their sums, distances of these in the planes, offsets
in the filter, where the packed filter begins, the pieces of the result, and where those of each block begin.  For the
gradient by the filter with packed cotangents: where each position lies in the planes, where the panels begin, the runs
of positions that are side by side in the cotangent, and how many there are."""

GIVEN = ("left", "right", "out", "scratch", "areas", "image", "images", "failed", "bias", "scale", "shift")
"""What the parts of one call have in common: addresses, the images of this chunk, and whether tiles failed."""

GROUPS = {
    "tiles": ("filters", "planes", "tiles"), "taps": ("planes", "panels", "taps"),
    "winograd": ("transforms", "planes", "winograd"), "products": ("planes", "transposes", "products"),
}  # fmt: skip
"""Functions that are compiled together (`functions`): in the order in which a call needs them, the sums last."""

SIMPLE = ("relu", "relu6", "hardswish")
"""The epilogue of a block of the result, in place, in the order of their numbers from 1; 0 is nothing."""

FIELDS = ("images", "chunk", "scratch", "groups", "inner", "outer", "rows", "classes", "class_at",
          "filter_units", "filter_rows", "blocks", "block", "positions", "depth_block", "room", "dense", "fresh",
          "biases", "scales", "shifts", "epilogue", "follows", "lead", "out_step", "out_images", "out_channels",
          "parts", "part", "columns", "vectors", "masks", "x_image", "y_image", "y_channel", "panel", "pitch",
          "filter_taps", "ends",
          *(f"{s}_{n}" for s in "xy" for n in SOURCE))  # fmt: skip
LENGTH = len(FIELDS)

TEXT = '''
@njit
def gather(target, source, rows, columns, depth):
    """A panel [depth][ROWS] of the filter."""
    for r in range(ROWS):
        low = word(rows, r)
        for p in range(depth):
            put(target, p*ROWS + r, number(source, low + word(columns, p)))
    return 0


@njit
def add(target, source, rows, columns, m, n, apart, keep):
    """A tile of sums to its places; added to what is there where keep is not 0."""
    for i in range(m):
        for j in range(n):
            place, more = word(rows, i) + word(columns, j), number(source, i*apart + j)
            put(target, place, number(target, place) + more if keep else more)
    return 0


@njit
def planes(record, at, source, scratch, image, start, stop):
    """Copies of an operand with zeros around it; its fields begin at ``at``."""
    channels, total, step = word(record, at + S_channels), word(record, at + S_total), word(record, at + S_step)
    pieces, count = word(record, at + S_pieces), word(record, at + S_count)
    to = scratch + SIZE*(word(record, at + S_place) + start*total)
    for unit in range(start, stop):
        n = unit//channels
        low = word(word(record, at + S_images), image + n) + word(word(record, at + S_offsets), unit - n*channels)
        done = 0
        for k in range(count):
            begin, length = word(pieces, 3*k), word(pieces, 3*k + 2)
            clear(to + SIZE*done, begin - done)
            here = source + SIZE*(low + word(pieces, 3*k + 1))
            if step == 1:
                move(to + SIZE*begin, here, length)
            else:
                pick(to + SIZE*begin, here, length, step)
            done = begin + length
        clear(to + SIZE*done, total - done)
        to += SIZE*total
    return 0


@njit
def filters(record, source, scratch, start, stop):
    """Panels of the filter, one for each tile of channels, group and class."""
    rows, groups = word(record, R_rows), word(record, R_groups)
    for unit in range(start, stop):
        which = unit//rows
        g = which%groups
        kind = word(record, R_class_at) + 8*CLASS*(which//groups)
        depth = word(kind, C_depth)
        to = scratch + SIZE*(word(kind, C_packed) + (unit%rows + g*rows)*depth*ROWS)
        mine = word(record, R_filter_rows) + 8*ROWS*(unit%rows + g*rows)
        gather(to, source, mine, word(kind, C_columns), depth)
    return 0


@njit
def base(record, at, source, scratch, image, n, channel):
    """The address of a channel of an image, in its planes or where it lies."""
    if word(record, at + S_copied):
        planes = word(record, at + S_place) + (n*word(record, at + S_channels) + channel)*word(record, at + S_total)
        return scratch + SIZE*planes
    return source + SIZE*(word(word(record, at + S_images), image + n) + word(word(record, at + S_offsets), channel))


@njit
def block(record, kind, packed, own, target, lead, positions):
    """The sums of one class at so many positions."""
    outer, rows, depth = word(record, R_outer), word(record, R_rows), word(kind, C_depth)
    begin = 0
    while begin < max(depth, 1):
        here = min(word(record, R_depth_block), depth - begin)
        for q in range(0, positions, COLUMNS):
            wide = min(positions - q, COLUMNS)
            for i in range(rows):
                a, c = packed + SIZE*ROWS*(i*depth + begin), target + SIZE*(i*ROWS*lead + q)
                distances = word(kind, C_taps) + 8*begin
                tile(a, own + SIZE*q, distances, here, c, lead, min(ROWS, outer - i*ROWS), wide, begin)
        begin += max(here, 1)
    return 0


@njit
def after(record, given, here, count, channel):
    """What follows the sums of a channel at so many places."""
    bias, scale, shift = word(given, G_bias), word(given, G_scale), word(given, G_shift)
    if bias:
        bias += SIZE*word(word(record, R_biases), channel)
    if scale:
        scale += SIZE*word(word(record, R_scales), channel)
    if shift:
        shift += SIZE*word(word(record, R_shifts), channel)
    epilogue(here, count, bias, scale, shift, word(record, R_epilogue))
    return 0


@njit
def tiles(record, given, start, stop):
    """Blocks of positions of the result: sums over channels and taps."""
    source, out, scratch = word(given, G_left), word(given, G_out), word(given, G_scratch)
    areas, image = word(given, G_areas), word(given, G_image)
    blocks, groups, size = word(record, R_blocks), word(record, R_groups), word(record, R_block)
    rows, outer, step = word(record, R_rows), word(record, R_outer), word(record, R_out_step)
    dense = word(record, R_dense)
    room, inner, total = reserve(areas), word(record, R_inner), word(record, R_x_total)
    for unit in range(start, stop):
        which = unit//blocks
        first = (unit - which*blocks)*size
        n, g = which//groups, which%groups
        if word(record, R_fresh):
            own = room + word(record, R_fresh)
            plane = n*word(record, R_x_channels) + g*inner
            behind = own - SIZE*(word(record, R_x_place) + plane*total)
            planes(record, R_x_copied, source, behind, image, plane, plane + inner)
        else:
            own = base(record, R_x_copied, source, scratch, image, n, g*inner)
        low = word(word(record, R_out_images), image + n)
        channels = word(record, R_out_channels) + 8*g*outer
        target, lead = room, size
        if dense:
            target, lead = out + SIZE*(low + word(channels, 0) + first), word(record, R_lead)
        for k in range(word(record, R_classes)):
            kind = word(record, R_class_at) + 8*CLASS*k
            packed = scratch + SIZE*(word(kind, C_packed) + g*rows*word(kind, C_depth)*ROWS)
            count = min(size, word(record, R_positions) - first)
            block(record, kind, packed, own + SIZE*first, target, lead, count)
            parts, places = word(kind, C_parts), word(kind, C_places) + 8*(unit - which*blocks)
            for m in range(outer):
                mine = target + SIZE*m*lead
                if word(record, R_follows):
                    after(record, given, mine, count, g*outer + m)
                if not dense:
                    to = out + SIZE*(low + word(channels, m))
                    for s in range(word(places, 0), word(places, 1)):
                        here, length = mine + SIZE*word(parts, 3*s), word(parts, 3*s + 2)
                        if step == 1:
                            move(to + SIZE*word(parts, 3*s + 1), here, length)
                        else:
                            spread(to + SIZE*word(parts, 3*s + 1), here, length, step)
    release(room)
    return 0

@njit
def panels(record, y, scratch, image, start, stop):
    """The cotangent with the channels of a tile side by side at each position, for each image and tile of channels."""
    rows, wide, outer = word(record, R_rows), word(record, R_block), word(record, R_outer)
    kind, every, channel = word(record, R_class_at), word(record, R_positions), word(record, R_y_channel)
    pieces, count = word(kind, C_parts), word(kind, C_places)
    many = word(record, R_groups)*rows
    for unit in range(start, stop):
        n, which = unit//many, unit%many
        first = (which%rows)*wide
        own = base(record, R_y_copied, y, scratch, image, n, which//rows*outer + first)
        to = scratch + SIZE*(word(kind, C_packed) + unit*every*wide)
        for k in range(count):
            source, length = own + SIZE*word(pieces, 2*k), word(pieces, 2*k + 1)
            for c in range(0, min(wide, outer - first), LANES):
                high = min(LANES, outer - first - c)
                for q in range(0, length, LANES):
                    target = to + SIZE*(q*wide + c)
                    transpose_square(source + SIZE*(c*channel + q), channel, high, min(LANES, length - q), target, wide)
            to += SIZE*length*wide
    return 0


@njit
def updates(record, x, out, scratch, areas, image, images, start, stop):
    """Tiles of the gradient by the filter as sums of outer products: taps of the image by channels of the panels."""
    parts, rows, outer = word(record, R_parts), word(record, R_rows), word(record, R_outer)
    kind, part, columns = word(record, R_class_at), word(record, R_part), word(record, R_columns)
    wide, every, groups = word(record, R_block), word(record, R_positions), word(record, R_groups)
    room = reserve(areas)
    for unit in range(start, stop):
        which = unit//parts
        j, g = (which%rows)*wide, which//rows
        first = (unit - which*parts)*part
        last, count = min(first + part, columns), min(wide, outer - j)
        for n in range(images):
            own = base(record, R_x_copied, x, scratch, image, n, g*word(record, R_inner))
            mine = scratch + SIZE*(word(kind, C_packed) + (n*groups*rows + which)*every*wide)
            q = 0
            while q < every:
                depth = min(word(record, R_depth_block), every - q)
                for t in range(first, last, ROWS):
                    to, here = room + SIZE*(t - first)*wide, word(kind, C_columns) + 8*(columns + q)
                    distances = word(kind, C_taps) + 8*t
                    update(own, mine + SIZE*q*wide, here, depth, to, wide, min(ROWS, last - t), wide, n + q, distances)
                q += depth
        mine = word(record, R_filter_rows) + 8*(g*outer + j)
        add(out, room, word(kind, C_columns) + 8*first, mine, last - first, count, wide, image)
    release(room)
    return 0


@njit
def taps(record, x, y, out, scratch, areas, image, images, start, stop):
    """Tiles of the gradient by the filter: sums over images and positions, added to those of earlier images."""
    if word(record, R_block):
        return updates(record, x, out, scratch, areas, image, images, start, stop)
    parts, rows, outer = word(record, R_parts), word(record, R_rows), word(record, R_outer)
    kind, part, columns = word(record, R_class_at), word(record, R_part), word(record, R_columns)
    masks, vectors, channel = word(record, R_masks), word(record, R_vectors), word(record, R_y_channel)
    next_x, next_y = word(record, R_x_image), word(record, R_y_image)
    room = reserve(areas)
    for unit in range(start, stop):
        which = unit//parts
        j, g = (which%rows)*SUM_ROWS, which//rows
        own = base(record, R_x_copied, x, scratch, image, 0, g*word(record, R_inner))
        other = base(record, R_y_copied, y, scratch, image, 0, g*outer + j)
        first = (unit - which*parts)*part
        for t in range(first, min(first + part, columns), SUMS):
            count, distances = min(SUM_ROWS, outer - j), word(kind, C_taps) + 8*t
            sums(other, channel, count - 1, own, distances, masks, vectors, images, next_y, next_x, room)
            mine = word(record, R_filter_rows) + 8*(g*outer + j)
            add(out, room, mine, word(kind, C_columns) + 8*t, count, min(SUMS, columns - t), SUMS, image)
    release(room)
    return 0
'''
"""The loops, as `llvm.native_text`; ``move`` and the like are written by `functions`."""


def groups_of(direction: str, winograd: bool) -> tuple[str, ...]:
    """The groups of functions that compute a convolution: by Winograd if it is, and directly."""
    weights = direction == "weights"
    first = ("products" if weights else "winograd",) if winograd else ()
    return (*first, "taps" if weights else "tiles")


def text(rows: int, vectors: int, lanes: int, sums: tuple[int, int], size: int) -> tuple[str, dict[str, int]]:
    """The text, and the numbers of its names of fields for tiles of this size.

    >>> "min(SUMS, columns - t)" in text(8, 3, 16, (4, 6), 4)[0], text(8, 3, 16, (4, 6), 4)[1]["SUMS"]
    (True, 6)
    """
    source = {f"S_{n}": k for k, n in enumerate(SOURCE)}
    # needed where code is compiled, not by a cached first result
    from espresso.kernels.convolution import winograd_filter as square_sums, winograd_forward as winograd

    values = {f"R_{n}": k for k, n in enumerate(FIELDS)} | {f"C_{n}": k for k, n in enumerate(CLASS)} | source
    values |= {f"G_{n}": k for k, n in enumerate(GIVEN)}
    values |= {"ROWS": rows, "COLUMNS": vectors * lanes, "SIZE": size,
               "SUM_ROWS": sums[0], "SUMS": sums[1], "CLASS": len(CLASS), "LANES": lanes}  # fmt: skip
    values |= winograd.VALUES | square_sums.VALUES
    return TEXT + winograd.TEXT + square_sums.TEXT, values
