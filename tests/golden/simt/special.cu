// y[i] = digamma(x[i]) + softplus(x[i])
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#endif
#ifndef NAN
#define NAN __int_as_float(0x7fffffff)
#endif

#define _es_aligned(x) ((unsigned long long)(x) % 16 == 0)

#ifndef _ES_PACK2_FLOAT64
#define _ES_PACK2_FLOAT64
struct __align__(16) _es_pack2_float64 { double at[2]; };
#endif
__device__ __forceinline__ void _es_load2_float64(double* to, const double* __restrict__ x, long long k)
{
    const _es_pack2_float64 v = *(const _es_pack2_float64*)(x + k);
    #pragma unroll
    for (int q = 0; q < 2; q += 1) to[q] = v.at[q];
}

#ifndef _ES_PACK2_FLOAT64
#define _ES_PACK2_FLOAT64
struct __align__(16) _es_pack2_float64 { double at[2]; };
#endif
__device__ __forceinline__ void _es_store2_float64(const double* from, double* x, long long k)
{
    _es_pack2_float64 v;
    #pragma unroll
    for (int q = 0; q < 2; q += 1) v.at[q] = from[q];
    *(_es_pack2_float64*)(x + k) = v;
}

__device__ __forceinline__ double _es_digamma_float64(double x)
{
    /* derivative of lgamma: recurrence, asymptotic series, reflection */
    double h = (x - 1.4616321449683622) - 9.549995429965697e-17, z = x < 0.0 ? 1.0 - x : x, shift = 0.0, y, series, part;
    if (x == 0.0) return -copysign((double)INFINITY, x);
    if (x != x || x == -(double)INFINITY) return (double)NAN;
    if (fabs(h) < 0.1) return h * (0.9676722454476212 + h * (-0.4427631689835921 + h * (0.258499760955651 + h * (-0.16394270544240652 + h * (0.10782405069126237 + h * (-0.07219956125645471 + h * (0.04880428816414311 + h * (-0.03316112647484736 + h * (0.022597648232218104 + h * (-0.01542476466590496 + h * (0.010538791616612175 + h * (-0.007204534386356869 + h * (0.004926781395729853 + h * (-0.003369801655439328))))))))))))));
    while (z < 10.0) { shift += 1.0/z; z += 1.0; }
    y = 1.0/(z*z);
    series = y*(1.0/132.0 - y*(691.0/32760.0 - y/12.0));
    series = y*(1.0/12.0 - y*(1.0/120.0 - y*(1.0/252.0 - y*(1.0/240.0 - series))));
    h = log(z) - 0.5/z - series - shift;
    if (x >= 0.0) return h;
    part = x - rint(x);
    return part == 0.0 ? (double)NAN : h - 3.141592653589793/tan(3.141592653589793*part);
}

__device__ __forceinline__ double _es_softplus_float64(double x)
{
    /* log(1 + exp(x)) without overflow */
    return x != x ? x : (x > 0.0 ? x : 0.0) + log1p(exp(-fabs(x)));
}

// y[i] = digamma(x[i]) + softplus(x[i])
extern "C" __global__ void kernel_y(
    const double* __restrict__ x,
    double* __restrict__ y,
    const int n_i)
{
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int part = blockIdx.x, parts = gridDim.x;
    if (n_i % 2 == 0 && _es_aligned(x) && _es_aligned(y)) {
        for (int i_first = 2*(part*lanes + lane); i_first < n_i; i_first += 2*parts*lanes) {
            double x_2[2];
            _es_load2_float64(x_2, x, i_first);
            double y_2[2];
            #pragma unroll
            for (int q = 0; q < 2; q += 1) {
                const int i = i_first + q;
                const double v = x_2[q];
                y_2[q] = _es_digamma_float64(v) + _es_softplus_float64(v);
            }
            _es_store2_float64(y_2, y, i_first);
        }
    } else {
        for (int i = part*lanes + lane; i < n_i; i += parts*lanes) {
            const double v_2 = x[i];
            y[i] = _es_digamma_float64(v_2) + _es_softplus_float64(v_2);
        }
    }
}
