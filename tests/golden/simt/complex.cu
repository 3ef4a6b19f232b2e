// y[i] = exp(z[i])*conj(z[i]) + 1
struct es_complex64 { float x, y; };
__device__ __forceinline__ es_complex64 operator+(es_complex64 a, es_complex64 b) { return es_complex64{a.x + b.x, a.y + b.y}; }
__device__ __forceinline__ es_complex64 operator-(es_complex64 a, es_complex64 b) { return es_complex64{a.x - b.x, a.y - b.y}; }
__device__ __forceinline__ es_complex64 operator-(es_complex64 a) { return es_complex64{-a.x, -a.y}; }
__device__ __forceinline__ es_complex64& operator+=(es_complex64& a, es_complex64 b) { a = a + b; return a; }
struct es_complex128 { double x, y; };
__device__ __forceinline__ es_complex128 operator+(es_complex128 a, es_complex128 b) { return es_complex128{a.x + b.x, a.y + b.y}; }
__device__ __forceinline__ es_complex128 operator-(es_complex128 a, es_complex128 b) { return es_complex128{a.x - b.x, a.y - b.y}; }
__device__ __forceinline__ es_complex128 operator-(es_complex128 a) { return es_complex128{-a.x, -a.y}; }
__device__ __forceinline__ es_complex128& operator+=(es_complex128& a, es_complex128 b) { a = a + b; return a; }

__device__ __forceinline__ es_complex64 _es_conj_complex64(es_complex64 z)
{
    return es_complex64{z.x, -z.y};
}

__device__ __forceinline__ es_complex64 _es_exp_complex64(es_complex64 z)
{
    float e = exp(z.x);
    return z.y == 0.0f ? es_complex64{e, z.y} : es_complex64{e*cos(z.y), e*sin(z.y)};
}

__device__ __forceinline__ es_complex64 _es_mul_complex64(es_complex64 a, es_complex64 b)
{
    return es_complex64{a.x*b.x - a.y*b.y, a.x*b.y + a.y*b.x};
}

// y[i] = conj(z[i])*exp(z[i]) + 1
extern "C" __global__ void kernel_y(
    const es_complex64* __restrict__ z,
    es_complex64* __restrict__ y,
    const int n_i)
{
    const int lane = threadIdx.x, lanes = blockDim.x;
    const int part = blockIdx.x, parts = gridDim.x;
    for (int i = part*lanes + lane; i < n_i; i += parts*lanes) {
        const es_complex64 v = z[i];
        y[i] = _es_mul_complex64(_es_conj_complex64(v), _es_exp_complex64(v)) + es_complex64{1.0f, 0.0f};
    }
}
