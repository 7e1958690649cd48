#!/usr/bin/env bash
# All that can be said about the code without running it.  Every check runs, also when one before it failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
bin=.venv/bin
failed=()

# check NAME COMMAND...
check() {
    local name=$1 said
    shift
    if said=$("$@" 2>&1); then
        printf '%-12s ok\n' "$name"
    else
        printf '%-12s FAILED: %s\n%s\n' "$name" "$*" "$said"
        failed+=("$name")
    fi
}

# The page is plain JavaScript; TypeScript reads the types in its comments.  It is no part of the project, only of this
# check, so it is fetched into .venv and only where there is an npm.
page_types() {
    local home=.venv/node
    [ -x $home/node_modules/.bin/tsc ] ||
        npm install --silent --no-audit --no-fund --no-save --no-package-lock --prefix $home typescript@5 || return
    $home/node_modules/.bin/tsc --project jsconfig.json
}

# The wheel must hold every file of the package: patiences, texts, the page and the migrations too.
wheel_is_whole() (
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    $bin/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$folder" . || exit
    $bin/python -m zipfile -l "$folder"/*.whl | cut -d' ' -f1 | sort >"$folder/has"
    git ls-files src/arfa | sed 's,^src/,,' | sort >"$folder/should"
    grep -q '^arfa/_core\..*so$' "$folder/has" || { echo "the core is not in the wheel"; exit 1; }
    missing=$(comm -13 "$folder/has" "$folder/should")
    [ -z "$missing" ] || { echo "not in the wheel: $missing"; exit 1; }
)

native_files() { git ls-files 'native/*.h' 'native/*.cpp'; }
native_format() { native_files | xargs "$PWD/$bin/clang-format" --dry-run -Werror; }

# The wheel of the check below is built again with warnings taken for errors.
export SKBUILD_CMAKE_DEFINE="ARFA_WERROR=ON"

check format $bin/ruff format --check .
check "format C++" native_format
check lint $bin/ruff check .
check types $bin/mypy
check imports $bin/lint-imports --no-logo
check duplicates $bin/pylint --persistent=n --disable=all --enable=duplicate-code src tools
check rulebook $bin/python tools/conformance.py --check
check wheel wheel_is_whole
if [ -z "$(find src/arfa/web/static -name '*.js' -print -quit 2>/dev/null)" ]; then
    printf '%-12s skipped: there is no page yet\n' page
elif command -v node >/dev/null && command -v npm >/dev/null; then
    check page page_types
else
    printf '%-12s skipped: node and npm are not on this machine\n' page
fi

if [ ${#failed[@]} -gt 0 ]; then
    echo "failed: ${failed[*]}"
    exit 1
fi
