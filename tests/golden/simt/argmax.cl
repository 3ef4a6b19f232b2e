// a[i] = argmax[j](x[i,j])
#define _es_load4_float32(to, x, k) vstore4(vload4(0, (x) + (k)), 0, to)

static inline long _es_team_argmax_float32(
    float value, long place, __local float* scratch, __local long* places, int lane, int lanes, int at, int step)
{
    /* the place of the first best value of a team, for every lane; scratch keeps the value */
    int hop;
    scratch[at] = value;
    places[at] = place;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (hop = lanes/2; hop > 0; hop /= 2) {
        if (lane < hop) {
            float other = scratch[at + hop*step];
            long there = places[at + hop*step];
            if (there >= 0 && (place < 0 || other > value || (other != other && value == value) || ((other == value || (other != other && value != value)) && there < place))) {
                value = other;
                place = there;
                scratch[at] = value;
                places[at] = place;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    place = places[at - lane*step];
    barrier(CLK_LOCAL_MEM_FENCE);
    return place;
}

// a[i] = argmax[j](x[i,j])
__kernel void kernel_a(
    __global const float* restrict x,
    __global long* restrict a,
    __global long* restrict a_parts,
    __global float* restrict a_parts_value,
    const int n_i,
    const int n_j)
{
    __local float scratch_float32[256];
    __local long places_int64[256];
    const int lane = get_local_id(0), lanes = get_local_size(0);
    const int at = get_local_id(1)*get_local_size(0) + get_local_id(0), step = 1;
    const int part = get_group_id(1), parts = get_num_groups(1);
    const int team = get_local_id(1);
    const int block_start = get_group_id(0)*get_local_size(1), row_step = get_num_groups(0)*get_local_size(1);
    for (int i_first = block_start; i_first < n_i; i_first += row_step) {
        const bool active = i_first + team < n_i;
        const int i = active ? i_first + team : n_i - 1;
        float a_max = -INFINITY;
        long a_at = -1;
        if (n_j % 4 == 0) {
            const int chunk = (n_j + 256*parts - 1)/(256*parts)*256, start = part*chunk;
            const int stop = start + chunk < n_j ? start + chunk : n_j;
            for (int j_run = start + 4*lane; j_run < stop; j_run += 4*lanes) {
                float x_4[4];
                _es_load4_float32(x_4, x, i*n_j + j_run);
                for (int q = 0; q < 4; q += 1) {
                    const int j = j_run + q;
                    const float v = x_4[q];
                    const long place = (long)j;
                    if (place >= 0 && (a_at < 0 || v > a_max || (v != v && a_max == a_max) || ((v == a_max || (v != v && a_max != a_max)) && place < a_at))) {
                        a_max = v;
                        a_at = place;
                    }
                }
            }
        } else {
            const int chunk_2 = (n_j + 256*parts - 1)/(256*parts)*256, start_2 = part*chunk_2;
            const int stop_2 = start_2 + chunk_2 < n_j ? start_2 + chunk_2 : n_j;
            for (int j = start_2 + lane; j < stop_2; j += lanes) {
                const float v_2 = x[i*n_j + j];
                const long place_2 = (long)j;
                if (place_2 >= 0 && (a_at < 0 || v_2 > a_max || (v_2 != v_2 && a_max == a_max) || ((v_2 == a_max || (v_2 != v_2 && a_max != a_max)) && place_2 < a_at))) {
                    a_max = v_2;
                    a_at = place_2;
                }
            }
        }
        a_at = _es_team_argmax_float32(a_max, a_at, scratch_float32, places_int64, lane, lanes, at, step);
        a_max = scratch_float32[at - lane*step];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (active && lane == 0) {
            if (parts == 1) a[i] = a_at;
            else a_parts[i*parts + part] = a_at;
        }
        if (active && lane == 0 && parts > 1) a_parts_value[i*parts + part] = a_max;
    }
}

// a_best[i] = argmax[part](a_parts_value[i,part])
// a[i] = a_parts[i, a_best[i]]
__kernel void kernel_a_2(
    __global const long* restrict a_parts,
    __global const float* restrict a_parts_value,
    __global long* restrict a,
    const int n_i,
    const int n_part)
{
    __local float scratch_float32[256];
    __local long places_int64[256];
    const int lane = get_local_id(0), lanes = get_local_size(0);
    const int at = get_local_id(1)*get_local_size(0) + get_local_id(0), step = 1;
    const int team = get_local_id(1);
    const int block_start = get_group_id(0)*get_local_size(1), row_step = get_num_groups(0)*get_local_size(1);
    for (int i_first = block_start; i_first < n_i; i_first += row_step) {
        const bool active = i_first + team < n_i;
        const int i = active ? i_first + team : n_i - 1;
        float a_best_max = -INFINITY;
        long a_best_at = -1;
        if (n_part % 4 == 0) {
            for (int part__run = 4*lane; part__run < n_part; part__run += 4*lanes) {
                float a_parts_value_4[4];
                _es_load4_float32(a_parts_value_4, a_parts_value, i*n_part + part__run);
                for (int q = 0; q < 4; q += 1) {
                    const int part_ = part__run + q;
                    const float v = a_parts_value_4[q];
                    const long place = (long)part_;
                    if (place >= 0 && (a_best_at < 0 || v > a_best_max || (v != v && a_best_max == a_best_max) || ((v == a_best_max || (v != v && a_best_max != a_best_max)) && place < a_best_at))) {
                        a_best_max = v;
                        a_best_at = place;
                    }
                }
            }
        } else {
            for (int part_ = lane; part_ < n_part; part_ += lanes) {
                const float v_2 = a_parts_value[i*n_part + part_];
                const long place_2 = (long)part_;
                if (place_2 >= 0 && (a_best_at < 0 || v_2 > a_best_max || (v_2 != v_2 && a_best_max == a_best_max) || ((v_2 == a_best_max || (v_2 != v_2 && a_best_max != a_best_max)) && place_2 < a_best_at))) {
                    a_best_max = v_2;
                    a_best_at = place_2;
                }
            }
        }
        a_best_at = _es_team_argmax_float32(a_best_max, a_best_at, scratch_float32, places_int64, lane, lanes, at, step);
        if (active && lane == 0) a[i] = a_parts[i*n_part + (int)a_best_at];
    }
}
