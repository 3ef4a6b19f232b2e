// s[i] = sum[k](x[i,k])
// c[k] = sum[i](x[i,k]/s[i])
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

// s[i] = sum[k](x[i,k])
// c[k] = sum[i](x[i,k]/s[i])
__kernel void kernel_(
    __global const float* restrict x,
    __global float* restrict c_parts,
    const int n_i,
    const int n_k,
    const int n)
{
    __local float scratch_float32[256];
    __local float c_rows[2048];
    __local float x_row[2048];
    const int lane = get_local_id(0), lanes = get_local_size(0);
    const int at = get_local_id(1)*get_local_size(0) + get_local_id(0), step = 1;
    const int team = get_local_id(1);
    const int block_start = get_group_id(0)*get_local_size(1), row_step = get_num_groups(0)*get_local_size(1);
    const bool kept = n_k <= 8*lanes; // the row stays on chip
    const int start = team*8*lanes;
    const int own = block_start + team; // rows own, own + n, ...
    if (kept) {
        for (int k = lane; k < n_k; k += lanes) c_rows[start + k] = 0.0f;
    }
    for (int i_first = block_start; i_first < n_i; i_first += n) {
        const bool active = i_first + team < n_i && own < n;
        const int i = active ? i_first + team : n_i - 1;
        float s_sum = 0.0f;
        for (int k_first = lane; k_first < n_k; k_first += 64*lanes) {
            const int k_stop = k_first + 64*lanes < n_k ? k_first + 64*lanes : n_k;
            float s_part = 0.0f;
            for (int k = k_first; k < k_stop; k += lanes) {
                const float v = x[i*n_k + k];
                if (kept) x_row[start + k] = v;
                s_part += v;
            }
            s_sum += s_part;
        }
        s_sum = _es_team_sum_float32(s_sum, scratch_float32, lane, lanes, at, step);
        const float v_2 = 1.0f/s_sum;
        for (int k = lane; k < n_k; k += lanes) {
            const float v_3 = kept ? x_row[start + k] : x[i*n_k + k];
            const float v_4 = v_3*v_2;
            if (active && kept) c_rows[start + k] += v_4;
            else if (active) c_parts[own*n_k + k] = i_first == block_start ? v_4 : (c_parts[own*n_k + k]) + v_4;
        }
    }
    if (kept && own < n) {
        for (int k = lane; k < n_k; k += lanes) c_parts[own*n_k + k] = c_rows[start + k];
    }
}

// c[k] = sum[part](c_parts[part,k])
__kernel void kernel_c(
    __global const float* restrict c_parts,
    __global float* restrict c,
    const int n_k,
    const int n_part)
{
    __local float scratch_float32[256];
    const int lane = get_local_id(1), lanes = get_local_size(1);
    const int at = get_local_id(1)*get_local_size(0) + get_local_id(0), step = get_local_size(0);
    const int team = get_local_id(0);
    const int block_start = get_group_id(0)*get_local_size(0), row_step = get_num_groups(0)*get_local_size(0);
    for (int k_first = block_start; k_first < n_k; k_first += row_step) {
        const bool active = k_first + team < n_k;
        const int k = active ? k_first + team : n_k - 1;
        float c_sum = 0.0f;
        for (int part__first = lane; part__first < n_part; part__first += 64*lanes) {
            const int part__stop = part__first + 64*lanes < n_part ? part__first + 64*lanes : n_part;
            float c_part = 0.0f;
            for (int part_ = part__first; part_ < part__stop; part_ += lanes) {
                c_part += c_parts[part_*n_k + k];
            }
            c_sum += c_part;
        }
        c_sum = _es_team_sum_float32(c_sum, scratch_float32, lane, lanes, at, step);
        if (active && lane == 0) c[k] = c_sum;
    }
}
