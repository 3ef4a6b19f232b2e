#!/usr/bin/env bash
# Everything that needs an NVIDIA GPU, in one command, from the root of the repository:
#
#     pip install -e '.[gpu,test,bench]' && bash tests/gpu/on_a_gpu.sh [folder for the results] [part ...]
#
# Parts, in this order: tests, bench, estimate, memcheck, racecheck, synccheck (default: all). Each runs even where an
# earlier one failed and has a time limit (LIMIT, in seconds, default 1800); its output is in the folder as it comes.
# Without a device, or with a library missing, the script says so at once and stops: a run that skips everything would
# look like a success. The last line says what failed. PYTHON names the interpreter.
set -uo pipefail

out=${1:-gpu-results}
shift || true
parts=("$@")
((${#parts[@]})) || parts=(tests bench estimate memcheck racecheck synccheck)
mkdir -p "$out" || exit 2
# the interpreter itself, not a script that starts one: sanitizers look at the process that they start
python=$("${PYTHON:-python}" -c 'import sys; print(sys.executable)') || exit 2
export ESPRESSO_CACHE_DIR=${ESPRESSO_CACHE_DIR:-$(mktemp -d)}
failed=()
skipped=""

part() {  # name, command
    local name=$1
    shift
    echo "== $name: $*"
    timeout "${LIMIT:-1800}" "$@" 2>&1 | tee "$out/$name.txt" || failed+=("$name")
}

sanitizer() {  # tool: with the pool of CuPy off, so that every array is a block whose ends the driver knows
    if ! command -v compute-sanitizer > /dev/null; then
        echo "compute-sanitizer is not in PATH (it comes with the CUDA toolkit): $1 is left out"
        failed+=("$1 (not run)")
        return
    fi
    part "$1" env ESPRESSO_TEST_POOL=off compute-sanitizer --tool "$1" --error-exitcode 9 --print-limit 20 \
        "$python" -m pytest -q -p no:cacheprovider -m gpu tests/gpu/test_gpu.py -k "float64 or views or rows_on_chip or scatters"
}

nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv | tee "$out/device.txt"
"$python" tests/gpu/ready.py 2>&1 | tee "$out/ready.txt" || exit 2
"$python" -m espresso doctor > "$out/doctor.txt" 2>&1

for name in "${parts[@]}"; do
    case $name in
        tests)
            part tests "$python" -m pytest -q -m gpu -p no:cacheprovider
            if grep -q "^SKIPPED" "$out/tests.txt"; then  # what cannot run on this machine is not shown by it
                echo "tests that were skipped here:" && grep "^SKIPPED" "$out/tests.txt"
                skipped=" but for what the tests above skipped"
            fi
            ;;
        bench) part bench "$python" -m espresso bench --target gpu --size full --json "$out/bench.json" ;;
        estimate) part estimate "$python" -m espresso bench --target gpu --estimate ;;
        memcheck | racecheck | synccheck) sanitizer "$name" ;;
        *)
            echo "there is no part $name"
            failed+=("$name")
            ;;
    esac
done

if ((${#failed[@]})); then
    printf 'failed: %s\n' "${failed[*]}"
    exit 1
fi
echo "all of it passed$skipped; results are in $out"
