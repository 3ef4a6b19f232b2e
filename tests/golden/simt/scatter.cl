// dW[p,k] = sum[b](c[b,k]*(p == idx[b])) + W[p,k]
static inline void _es_atomic_add_float32(volatile __global float* x, float value)
{
    /* OpenCL has no addition of floats in memory: compare and swap the bits */
    uint before = atomic_add((volatile __global uint*)x, 0), seen;
    while ((seen = atomic_cmpxchg((volatile __global uint*)x, before, as_uint(as_float(before) + value))) != before)
        before = seen;
}

#define _es_load4_float32(to, x, k) vstore4(vload4(0, (x) + (k)), 0, to)

#define _es_store4_float32(from, x, k) vstore4(vload4(0, from), 0, (x) + (k))

// s[p,k] = 0
__kernel void kernel_s(
    __global float* restrict s,
    const int n_p,
    const int n_k)
{
    const int lane = get_local_id(0), lanes = get_local_size(0);
    const int part = get_group_id(1), parts = get_num_groups(1);
    const int row_start = get_group_id(0)*get_local_size(1) + get_local_id(1), row_step = get_num_groups(0)*get_local_size(1);
    for (int p = row_start; p < n_p; p += row_step) {
        if (n_k % 4 == 0) {
            for (int k_run = 4*(part*lanes + lane); k_run < n_k; k_run += 4*parts*lanes) {
                float s_4[4];
                for (int q = 0; q < 4; q += 1) {
                    const int k = k_run + q;
                    s_4[q] = 0.0f;
                }
                _es_store4_float32(s_4, s, p*n_k + k_run);
            }
        } else {
            for (int k = part*lanes + lane; k < n_k; k += parts*lanes) {
                s[p*n_k + k] = 0.0f;
            }
        }
    }
}

// s[idx[b],k] = sum[b](c[b,k])
__kernel void kernel_s_2(
    __global const float* restrict c,
    __global const long* restrict idx,
    __global float* restrict s,
    const int n_b,
    const int n_k,
    const int n_p,
    const int n_c_1)
{
    const int lane = get_local_id(0), lanes = get_local_size(0);
    const int part = get_group_id(0), parts = get_num_groups(0);
    {
        const int count = n_b*n_k;
        int k = (part*lanes + lane) % (n_k + (n_k == 0));
        int b = (part*lanes + lane) / (n_k + (n_k == 0));
        const int k_hop = parts*lanes % (n_k + (n_k == 0));
        const int b_hop = parts*lanes / (n_k + (n_k == 0));
        for (int e = part*lanes + lane; e < count; e += parts*lanes) {
            const long v = idx[b];
            if (0 <= v && v < n_p) _es_atomic_add_float32(&s[((int)v)*n_k + k], c[b*n_c_1 + k]);
            b += b_hop; k += k_hop;
            if (k >= n_k) { k -= n_k; b += 1; }
        }
    }
}

// dW[p,k] = W[p,k] + s[p,k]
__kernel void kernel_dW(
    __global const float* restrict W,
    __global const float* restrict s,
    __global float* restrict dW,
    const int n_p,
    const int n_k)
{
    const int lane = get_local_id(0), lanes = get_local_size(0);
    const int part = get_group_id(1), parts = get_num_groups(1);
    const int row_start = get_group_id(0)*get_local_size(1) + get_local_id(1), row_step = get_num_groups(0)*get_local_size(1);
    for (int p = row_start; p < n_p; p += row_step) {
        if (n_k % 4 == 0) {
            for (int k_run = 4*(part*lanes + lane); k_run < n_k; k_run += 4*parts*lanes) {
                float W_4[4];
                _es_load4_float32(W_4, W, p*n_k + k_run);
                float s_4[4];
                _es_load4_float32(s_4, s, p*n_k + k_run);
                float dW_4[4];
                for (int q = 0; q < 4; q += 1) {
                    const int k = k_run + q;
                    dW_4[q] = W_4[q] + s_4[q];
                }
                _es_store4_float32(dW_4, dW, p*n_k + k_run);
            }
        } else {
            for (int k = part*lanes + lane; k < n_k; k += parts*lanes) {
                dW[p*n_k + k] = W[p*n_k + k] + s[p*n_k + k];
            }
        }
    }
}
