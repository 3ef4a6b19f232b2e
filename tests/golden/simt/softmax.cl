// p[i,k] = softmax[k](z[i,k])
static inline float _es_maximum_float32(float x, float y)
{
    return x > y || x != x ? x : y;
}

static inline float _es_team_max_float32(
    float value, __local float* scratch, int lane, int lanes, int at, int step)
{
    /* the value of all lanes of a team together, for every lane */
    int hop;
    scratch[at] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (hop = lanes/2; hop > 0; hop /= 2) {
        if (lane < hop) scratch[at] = _es_maximum_float32(scratch[at], scratch[at + hop*step]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    value = scratch[at - lane*step];
    barrier(CLK_LOCAL_MEM_FENCE);
    return value;
}

static inline float _es_team_sum_float32(
    float value, __local float* scratch, int lane, int lanes, int at, int step)
{
    /* the value of all lanes of a team together, for every lane */
    int hop;
    scratch[at] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (hop = lanes/2; hop > 0; hop /= 2) {
        if (lane < hop) scratch[at] = scratch[at] + scratch[at + hop*step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    value = scratch[at - lane*step];
    barrier(CLK_LOCAL_MEM_FENCE);
    return value;
}

// m1[i] = max[l](z[i,l])
// t[i,m] = exp(z[i,m] - where(isfinite(m1[i]), m1[i], 0))
// s[i] = sum[m](t[i,m])
// p[i,k] = exp(z[i,k] - where(isfinite(m1[i]), m1[i], 0))/s[i]
__kernel void kernel_p(
    __global const float* restrict z,
    __global float* restrict p,
    const int n_i,
    const int n_l)
{
    __local float scratch_float32[256];
    __local float z_row[4096];
    const int lane = get_local_id(0), lanes = get_local_size(0);
    const int at = get_local_id(1)*get_local_size(0) + get_local_id(0), step = 1;
    const int team = get_local_id(1);
    const int block_start = get_group_id(0)*get_local_size(1), row_step = get_num_groups(0)*get_local_size(1);
    for (int i_first = block_start; i_first < n_i; i_first += row_step) {
        const bool active = i_first + team < n_i;
        const int i = active ? i_first + team : n_i - 1;
        const bool kept = n_l <= 16*lanes; // the row stays on chip
        const int start = team*16*lanes;
        float m1_max = -INFINITY;
        for (int l = lane; l < n_l; l += lanes) {
            const float v = z[i*n_l + l];
            if (kept) z_row[start + l] = v;
            m1_max = _es_maximum_float32(m1_max, v);
        }
        m1_max = _es_team_max_float32(m1_max, scratch_float32, lane, lanes, at, step);
        float s_sum = 0.0f;
        const float v_2 = isfinite(m1_max) ? m1_max : 0.0f;
        for (int m_first = lane; m_first < n_l; m_first += 64*lanes) {
            const int m_stop = m_first + 64*lanes < n_l ? m_first + 64*lanes : n_l;
            float s_part = 0.0f;
            for (int m = m_first; m < m_stop; m += lanes) {
                const float v_3 = kept ? z_row[start + m] : z[i*n_l + m];
                const float t = exp(v_3 - v_2);
                s_part += t;
            }
            s_sum += s_part;
        }
        s_sum = _es_team_sum_float32(s_sum, scratch_float32, lane, lanes, at, step);
        const float v_4 = 1.0f/s_sum;
        for (int k = lane; k < n_l; k += lanes) {
            const float v_5 = kept ? z_row[start + k] : z[i*n_l + k];
            if (active) p[i*n_l + k] = exp(v_5 - v_2)*v_4;
        }
    }
}
