#!/usr/bin/env bash
# Everything that needs an NVIDIA GPU, in one command, from the root of the repository:
#
#     pip install -e '.[gpu,test]' && bash tests/gpu/on_a_gpu.sh [folder for the results]
#
# Tests, the memory and race checkers over the kernels, then the benchmarks beside their peers. Each part runs even
# where an earlier one failed; the last line says which did.
set -uo pipefail

out=${1:-gpu-results}
mkdir -p "$out"
failed=()

part() {  # name, command
    local name=$1
    shift
    echo "== $name"
    "$@" 2>&1 | tee "$out/$name.txt" || failed+=("$name")
}

export ESPRESSO_CACHE_DIR=${ESPRESSO_CACHE_DIR:-$(mktemp -d)}
part device nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv
part doctor python -m espresso doctor
part tests python -m pytest -q -m gpu -p no:cacheprovider
kernels=(python -m pytest -q -p no:cacheprovider -x tests/gpu/test_gpu.py -k "float64 or views or attention")
if command -v compute-sanitizer > /dev/null; then
    part memcheck compute-sanitizer --tool memcheck --error-exitcode 9 "${kernels[@]}"
    part racecheck compute-sanitizer --tool racecheck --error-exitcode 9 "${kernels[@]}"
else
    echo "compute-sanitizer is not in PATH (it comes with the CUDA toolkit): memcheck and racecheck are left out"
    failed+=("memcheck and racecheck (not run)")
fi
part bench python -m espresso bench --target gpu --size full --json "$out/bench.json"

if ((${#failed[@]})); then
    printf 'failed: %s\n' "${failed[*]}"
    exit 1
fi
echo "all of it passed; results are in $out"
