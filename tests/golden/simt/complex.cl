// y[i] = exp(z[i])*conj(z[i]) + 1
static inline float2 _es_conj_complex64(float2 z)
{
    return ((float2)(z.x, -z.y));
}

static inline float2 _es_exp_complex64(float2 z)
{
    float e = exp(z.x);
    return z.y == 0.0f ? ((float2)(e, z.y)) : ((float2)(e*cos(z.y), e*sin(z.y)));
}

static inline float2 _es_mul_complex64(float2 a, float2 b)
{
    return ((float2)(a.x*b.x - a.y*b.y, a.x*b.y + a.y*b.x));
}

// y[i] = conj(z[i])*exp(z[i]) + 1
__kernel void kernel_y(
    __global const float2* restrict z,
    __global float2* restrict y,
    const int n_i)
{
    const int lane = get_local_id(0), lanes = get_local_size(0);
    const int part = get_group_id(0), parts = get_num_groups(0);
    for (int i = part*lanes + lane; i < n_i; i += parts*lanes) {
        const float2 v = z[i];
        y[i] = _es_mul_complex64(_es_conj_complex64(v), _es_exp_complex64(v)) + ((float2)(1.0f, 0.0f));
    }
}
