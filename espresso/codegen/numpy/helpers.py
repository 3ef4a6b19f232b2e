"""Array functions that exported NumPy programs carry along when they need them."""

HELPERS: dict[str, str] = {
    "_es_whole_power": '''
def _es_whole_power(x, n):
    """Integers x**n; where n is negative, 1/x**-n rounded to zero, and 0 for x = 0."""
    sign = np.where(n % 2 == 0, 1, x)
    return np.where(n < 0, np.where(abs(x) == 1, sign, 0), x**np.where(n < 0, 0, n)).astype(np.result_type(x, n))[()]
''',
    "_es_read": '''
def _es_read(x, positions, fill):
    """x at integer positions; positions outside give fill."""
    positions = np.broadcast_arrays(*positions)
    inside = True
    for p, n in zip(positions, x.shape):
        inside = inside & (0 <= p) & (p < n)
    out = np.full(np.shape(inside), fill, dtype=np.result_type(x, fill))
    out[inside] = x[tuple(p[inside] for p in positions)]
    return out
''',
    "_es_take": '''
def _es_take(x, positions, axis):
    """x at positions along an axis; positions outside give some value of x, or 0."""
    if x.shape[axis] == 0:
        return np.zeros(x.shape[:axis] + np.shape(positions) + x.shape[axis + 1:], dtype=x.dtype)
    return np.take(x, positions, axis=axis, mode="clip")
''',
    "_es_add_at": '''
def _es_add_at(out, positions, values):
    """Add values to out at positions of its leading axes; positions outside, or between two, are left out."""
    positions = np.broadcast_arrays(*positions)
    inside = True
    for p, n in zip(positions, out.shape):
        inside = inside & (0 <= p) & (p < n) & (p == np.floor(p))
    np.add.at(out, tuple(p[inside].astype(np.int64) for p in positions), values[inside])
''',
    "_es_refuse": '''
class InputError(TypeError):
    """As espresso raises it."""


def _es_refuse(positions, wanted, shape, axis, text, step=None):
    """Raise an error where a position that is wanted lies outside an axis of an array."""
    positions = np.asarray(positions).astype(np.int64)
    wrong = ((positions < 0) | (positions >= shape[axis])) & (wanted != 0)
    if wrong.any():
        text = text.format(position=positions[wrong].flat[0], shape=shape, last=shape[axis] - 1, step=step)
        name = text.split(" is read outside")[0]
        empty = f"{name} is empty along axis {axis};"
        raise InputError(text.replace(f"Positions along axis {axis} of {name} run from 0 to -1;", empty))
''',
    "_es_windows": '''
def _es_windows(x, shape, axis):
    """View of all windows of a shape along an axis or several; none where x is too short."""
    shape = [max(0, n) for n in np.atleast_1d(shape)]
    axis = [int(a) for a in np.atleast_1d(axis)]
    if any(n > x.shape[a] for n, a in zip(shape, axis)):
        counts = list(x.shape)
        for n, a in zip(shape, axis):
            counts[a] = max(0, counts[a] - n + 1)
        return np.zeros((*counts, *shape), dtype=x.dtype)
    return np.lib.stride_tricks.sliding_window_view(x, shape, axis)
''',
    "_es_logsumexp": '''
def _es_logsumexp(x, axis):
    """log(sum(exp(x))) over an axis or several, without overflow."""
    x = np.asarray(x, dtype=np.result_type(x, 1.0))
    top = np.max(x, axis=axis, keepdims=True, initial=-np.inf)
    top = np.where(np.isfinite(top), top, 0)
    with np.errstate(divide="ignore"):
        return np.log(np.sum(np.exp(x - top), axis=axis)) + np.squeeze(top, axis=axis)
''',
    "_es_softmax": '''
def _es_softmax(x, axis):
    """exp(x) / sum(exp(x)) over an axis or several, without overflow."""
    x = np.asarray(x, dtype=np.result_type(x, 1.0))
    e = np.exp(x - np.max(x, axis=axis, keepdims=True, initial=-np.inf))
    return e / e.sum(axis=axis, keepdims=True)
''',
    "_es_log_softmax": '''
def _es_log_softmax(x, axis):
    """log(exp(x) / sum(exp(x))) over an axis or several, without overflow."""
    x = np.asarray(x, dtype=np.result_type(x, 1.0))
    x = x - np.max(x, axis=axis, keepdims=True, initial=-np.inf)
    return x - np.log(np.exp(x).sum(axis=axis, keepdims=True))
''',
    "_es_logdet": '''
def _es_logdet(x):
    """log(det(x)) of matrices over the last two axes; NaN where the determinant is negative."""
    sign, size = np.linalg.slogdet(x)
    return np.log(sign) + size if np.iscomplexobj(x) else np.where(sign < 0, np.nan, size)[()]
''',
    "_es_chol": '''
def _es_chol(x):
    """Cholesky factors of matrices over the last two axes."""
    return np.linalg.cholesky((x + np.conj(x).swapaxes(-1, -2))/2)
''',
    "_es_spectrum": '''
def _es_spectrum(x):
    """Eigenvalues of symmetric matrices over the last two axes, on diagonals."""
    return np.linalg.eigvalsh((x + np.conj(x).swapaxes(-1, -2))/2)[..., None]*np.eye(x.shape[-1], dtype=x.real.dtype)
''',
    "_es_eigvecsh": '''
def _es_eigvecsh(x):
    """Eigenvectors of symmetric matrices over the last two axes, as columns."""
    return np.linalg.eigh((x + np.conj(x).swapaxes(-1, -2))/2)[1]
''',
    "_es_cumulate": '''
def _es_cumulate(x, function, count, reverse=False):
    """np.cumsum or np.cumprod over the last axes, row by row."""
    lead = x.shape[: x.ndim - count]
    flat = x.reshape(*lead, int(np.prod(x.shape[x.ndim - count:])))
    flip = flat[..., ::-1] if reverse else flat
    out = function(flip, axis=-1)
    return (out[..., ::-1] if reverse else out).reshape(x.shape)
''',
}
"""Source of each helper by name."""
