#!/usr/bin/env bash
# Builds the core with the address and undefined-behaviour sanitizers and runs tests against it.
#
#   tools/sanitize.sh [ARGUMENTS OF PYTEST]     by default the tests that exercise the core
#
# The build and the environment that the tests run in are in build/sanitize; what is installed in .venv stays as it is.
# Needs g++ (clang has its runtime elsewhere).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
python=${ARFA_PYTHON:-$PWD/.venv/bin/python}
home=$PWD/build/sanitize
site=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')

# The other packages are those of .venv, taken by their path alone: an editable arfa there is not seen.
"$python" -m venv --without-pip "$home/venv"
own=$("$home/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
echo "$site" >"$own/others.pth"

export CXX=${CXX:-g++}
echo "Building the core with sanitizers (a minute or two the first time)" >&2
"$python" -m pip install --quiet --disable-pip-version-check --no-deps --upgrade --target "$own" \
    --no-warn-conflicts -Cbuild-dir="$home/cmake" -Ccmake.build-type=Debug -Ccmake.define.ARFA_SANITIZE=ON .

[ $# -gt 0 ] || set -- tests/differential tests/unit/test_brute.py $(ls tests/unit/test_solver*.py 2>/dev/null) \
    tests/unit/test_analysis_blind.py tests/unit/test_analysis_guesses.py
LD_PRELOAD="$("$CXX" -print-file-name=libasan.so) $("$CXX" -print-file-name=libstdc++.so.6)" \
    ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
    exec "$home/venv/bin/python" -m pytest -q "$@"
