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
    /* Derivative of the logarithm of the gamma function: the logarithm of 1 + h*(1 + p), with h from its zero on. */
    const double v = x;
    if (v == 0.0) {
        return -copysign((double)INFINITY, v);
    }
    if (v == -INFINITY || v != v) {
        return (double)NAN;
    }
    if (v == (double)INFINITY) {
        return x;
    }
    const double z = v < 0.0 ? 1.0 - v : v < 1.0 ? v + 1.0 : v;
    const double h = z - 1.4616321449683622 - 9.549995429965697e-17;
    const double u = 1.0 / (z + 1.0);
    const double p = u*(-0.0383678550316752 + u*(-0.05278087860305537 + u*(-0.06742710841539584 + u*(-0.07865429328762223 + u*(-0.08190105620230308 + u*(-0.07379677211480523 + u*(-0.05608363289970021 + u*(-0.027350818420069894 + u*(-0.07212402222701662 + u*(0.3387629069419721 + u*(-1.6780168367660233 + u*(6.395087134019569 + u*(-18.357908746049745 + u*(40.553082848340864 + u*(-66.92650097735978 + u*(80.43985528267072 + u*(-66.15354258293408 + u*(33.427566234786504 + u*-7.711909038647313))))))))))))))))));
    double out = log1p(h + h*p);
    if (v < 0.0) {
        const double part = v - rint(v);
        out = part == 0.0 ? (double)NAN : out - 3.141592653589793/tan(3.141592653589793*part);
    } else {
        if (v < 1.0) {
            out -= 1.0/v;
        }
    }
    return out;
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
        for (int i_run = 2*(part*lanes + lane); i_run < n_i; i_run += 2*parts*lanes) {
            double x_2[2];
            _es_load2_float64(x_2, x, i_run);
            double y_2[2];
            #pragma unroll
            for (int q = 0; q < 2; q += 1) {
                const int i = i_run + q;
                const double v = x_2[q];
                y_2[q] = _es_digamma_float64(v) + _es_softplus_float64(v);
            }
            _es_store2_float64(y_2, y, i_run);
        }
    } else {
        for (int i = part*lanes + lane; i < n_i; i += parts*lanes) {
            const double v_2 = x[i];
            y[i] = _es_digamma_float64(v_2) + _es_softplus_float64(v_2);
        }
    }
}
