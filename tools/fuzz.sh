#!/usr/bin/env bash
# Fuzzes the decoders of the core with libFuzzer, under the address and undefined-behaviour sanitizers.
#
#   tools/fuzz.sh [SECONDS [TARGET...]]     each target of native/fuzz for so long (60), all of them by default
#
# Needs clang with its runtime (Debian: clang, libclang-rt-14-dev).  What it finds stays in build/fuzz/found, and the
# inputs that it has learnt in build/fuzz/corpus, where the next run goes on.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
python=${ARFA_PYTHON:-$PWD/.venv/bin/python}
seconds=${1:-60}
shift || true
[ $# -gt 0 ] || set -- plan position solve
home=build/fuzz
clang=${CLANG:-clang++}
command -v "$clang" >/dev/null || { echo "There is no clang++: apt-get install clang libclang-rt-14-dev" >&2; exit 1; }

mkdir -p $home/objects $home/found
PYTHONPATH=. "$python" tools/fuzz_seeds.py $home
flags="-std=gnu++20 -O1 -g -fno-omit-frame-pointer -D_GLIBCXX_ASSERTIONS -fsanitize=address,undefined -fno-sanitize-recover=all"
flags="$flags -Inative/src -Inative/fuzz -I$home/include"

# Every source that is newer than its object, or whose headers may be.
newest=$(find native $home/include -name '*.h' -o -name '*.inc' | xargs ls -t | head -n 1)
find native/src native/fuzz -name '*.cpp' | while IFS= read -r source; do
    object=$home/objects/$(echo "${source#native/}" | tr / -).o
    [ "$object" -nt "$source" ] && [ "$object" -nt "$newest" ] && continue
    printf '%s %s\n' "$source" "$object"
done | xargs -r -P "$(nproc)" -L 1 sh -c "$clang $flags -fsanitize=fuzzer-no-link -c \$0 -o \$1"

status=0
for target in "$@"; do
    mkdir -p $home/corpus/"$target"
    # shellcheck disable=SC2086
    $clang $flags -fsanitize=fuzzer $home/objects/src-*.o $home/objects/fuzz-"$target".cpp.o -o $home/"$target" -lpthread
    echo "fuzzing $target for $seconds s"
    $home/"$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -max_len=20000 -print_final_stats=1 \
        -artifact_prefix=$home/found/"$target"- $home/corpus/"$target" $home/seeds/"$target" >$home/"$target".log 2>&1 ||
        { status=1; grep -v '^#' $home/"$target".log | head -n 60; }
    grep -E '^stat::(number_of_executed_units|peak_rss_mb)' $home/"$target".log || true
done
exit $status
