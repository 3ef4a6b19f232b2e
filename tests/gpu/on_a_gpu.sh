#!/usr/bin/env bash
# Everything that needs an NVIDIA GPU, in one command, from anywhere:
#
#     pip install -e '.[gpu,test,bench]' && bash tests/gpu/on_a_gpu.sh [folder for the results] [part ...]
#
# Parts, in this order: smoke (a minute: one kernel of each kind; where it fails nothing else runs), tests, memcheck, bench,
# estimate, racecheck, synccheck, rest (the other workloads); default: all. Each runs even where an earlier one failed; its output is in the folder as it comes.
#
#     LIMIT=540    seconds of each part              PYTHON=python3.12  the interpreter
#     TOTAL=570    seconds of all together           WHEELS=folder      install wheels from there first, without an index
#
# These fit a machine that is lent for ten minutes at a time: one call for "smoke tests", one for "bench", one for "memcheck
# rest", one for "racecheck synccheck".  Where there is no such end, LIMIT=3600 TOTAL=14400 runs everything in one call.
#
# results.json is written anew after every part: device, driver, versions, date, and for each part its state, seconds and counts.
# Without a device, CuPy or a compiler the script says so at once and stops: a run that skips everything would look like a
# success. A library that is missing (cuDNN, say) is named, and only its tests are skipped. The last line says what failed.
set -uo pipefail

out=${1:-gpu-results}
shift || true
parts=("$@")
((${#parts[@]})) || parts=(smoke tests memcheck bench estimate racecheck synccheck rest)
mkdir -p "$out" && out=$(cd "$out" && pwd) || exit 2
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 2
export PYTHONPATH="$PWD:$PWD/rules${PYTHONPATH:+:$PYTHONPATH}" PYTHONUNBUFFERED=1
export PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 # whatever else is installed beside pytest
pytest=(-m pytest -q -p no:cacheprovider -W default -m gpu) # a warning of another version of a library is shown and fails nothing
# the interpreter itself, not a script that starts one: sanitizers look at the process that they start
python=$("${PYTHON:-python3}" -c 'import sys; print(sys.executable)') || exit 2
[ -z "${WHEELS:-}" ] || "$python" -m pip install -q --no-index --no-deps "$WHEELS"/*.whl || echo "some wheels of $WHEELS were not installed"
export ESPRESSO_CACHE_DIR=${ESPRESSO_CACHE_DIR:-$(mktemp -d)}
end=${TOTAL:-570} # SECONDS began with this script: wheels and first looks count
first=W1,W2,W8,W10,W11,W13,W14,W19,W20,W23 # results are written after every workload
then=W3,W4,W5,W6,W7,W9,W12,W15,W16,W17,W18,W21,W24,W26,W27
failed=()
skipped=""

record() {  # arguments of record.py; it must never stop a part
    "$python" tests/gpu/record.py "$out" "$@" || echo "results.json was not written"
}

part() {  # name, command
    local name=$1 limit=${LIMIT:-540} start=$SECONDS code
    shift
    ((limit < end - SECONDS)) || limit=$((end - SECONDS))
    if ((limit < 5)); then
        echo "== $name: no time is left"
        failed+=("$name (no time left)")
        record "$name" 124 0
        return 1
    fi
    echo "== $name: $*"
    timeout --kill-after=10 "$limit" "$@" 2>&1 | tee "$out/$name.txt"
    code=${PIPESTATUS[0]}
    ((code == 0)) || failed+=("$name$( ((code == 124 || code == 137)) && echo " (over $limit s)")")
    record "$name" "$code" $((SECONDS - start))
    return "$code"
}

suite() {  # the tests of a part; what cannot run on this machine is not shown by it
    local name=$1
    shift
    part "$name" "$python" "${pytest[@]}" "$@"
    local code=$?
    if grep -q "^SKIPPED" "$out/$name.txt" 2> /dev/null; then
        echo "tests that were skipped here:" && grep "^SKIPPED" "$out/$name.txt"
        skipped=" but for what the tests above skipped"
    fi
    return $code
}

sanitizer() {  # tool: with the pool of CuPy off, so that every array is a block whose ends the driver knows
    local tool
    tool=$(command -v compute-sanitizer || ls /usr/local/cuda*/bin/compute-sanitizer 2> /dev/null | tail -1)
    if [ -z "$tool" ]; then
        echo "compute-sanitizer is not in PATH (it comes with the CUDA toolkit): $1 is left out"
        failed+=("$1 (not run)")
        record "$1" 127 0
        return
    fi
    part "$1" env ESPRESSO_TEST_POOL=off "$tool" --tool "$1" --error-exitcode 9 --print-limit 20 \
        "$python" "${pytest[@]}" tests/gpu/test_gpu.py -k "float64 or views or rows_on_chip or scatters"
}

nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv 2>&1 | tee "$out/device.txt"
timeout 240 "$python" tests/gpu/ready.py 2>&1 | tee "$out/ready.txt" || exit 2
timeout 120 "$python" -m espresso doctor > "$out/doctor.txt" 2>&1

for name in "${parts[@]}"; do
    case $name in
        smoke)
            LIMIT=${SMOKE:-150} suite smoke -x tests/gpu/test_gpu.py \
                -k "current_stream or products_by_cublas or rows_on_chip or device_arrays_give or recorded_graphs or kernel_sums or begin_anywhere" || break
            ;;
        tests) suite tests --maxfail=40 ;;
        bench) part bench "$python" -m espresso bench --target gpu --size full --only "$first" --json "$out/bench.json" ;;
        rest) part rest "$python" -m espresso bench --target gpu --size full --only "$then" --json "$out/rest.json" ;;
        estimate) part estimate "$python" -m espresso bench --target gpu --estimate ;;
        memcheck | racecheck | synccheck) sanitizer "$name" ;;
        *)
            echo "there is no part $name"
            failed+=("$name")
            ;;
    esac
done

if ((${#failed[@]})); then
    printf 'failed: %s\n' "$(IFS=,; echo "${failed[*]}" | sed 's/,/, /g')"
    exit 1
fi
echo "all of it passed$skipped; results are in $out"
