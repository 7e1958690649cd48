#!/usr/bin/env bash
# Sets up this clone: tools/setup.sh play|test|dev
#
#   play  a virtual environment in .venv with arfa in it, its native core compiled here
#   test  the same and what the tests need: test libraries, Chromium, a font with Cyrillic letters
#   dev   the same and the tools of `make check` (Chromium is not needed for those)
#
# Run again, it does only what is missing, and nothing when all is there.  It may be interrupted at any moment, and the
# clone may be moved: what was left half made, or made somewhere else, is made anew.
#
# PYTHON=/some/python3   the Python to use (3.11 or newer); otherwise the first that fits is taken
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
venv=$root/.venv
what=${1:-play}
unset PYTHONHOME PYTHONPATH VIRTUAL_ENV PIP_TARGET PIP_PREFIX PIP_USER

case $what in
    play) extras='' ;;
    test) extras='[test]' ;;
    dev) extras='[dev]' ;;
    *) echo "usage: tools/setup.sh play|test|dev" >&2; exit 2 ;;
esac

say() { printf '%s\n' "$*" >&2; }

# ------------------------------------------------------------------------------------------ Debian packages

# Prints what runs apt-get here ("" for root, "sudo -n"), or fails when this user may not install anything.
apt_prefix() {
    command -v apt-get >/dev/null || return 1
    if [ "$(id -u)" = 0 ]; then
        return 0
    fi
    command -v sudo >/dev/null && sudo -n true 2>/dev/null && echo 'sudo -n'
}

# need PACKAGE...: installs Debian packages, or says how to get them and stops.
need() {
    local prefix log
    if ! prefix=$(apt_prefix); then
        if command -v apt-get >/dev/null; then
            say "This user may not install that. Install it with"
            say "    sudo apt-get update && sudo apt-get install --no-install-recommends $*"
        else
            say "Install what Debian calls: $*"
        fi
        say "and run the same command again."
        exit 1
    fi
    say "Installing from Debian: $*"
    log=$(mktemp)
    # $prefix is meant to be split into words.  That some source of the machine cannot be reached is no reason to stop.
    # shellcheck disable=SC2086
    if ! {
        $prefix apt-get -o DPkg::Lock::Timeout=300 update || true
        $prefix env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 \
            install -y --no-install-recommends "$@"
    } </dev/null >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        say "apt-get could not install: $*"
        exit 1
    fi
    rm -f "$log"
}

# ------------------------------------------------------------------------------------------ Python

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

# Debian keeps ensurepip, without which there is no pip in a new environment, in a package of its own.
makes_venvs() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }

# Prints a Python that is new enough and makes virtual environments.
find_python() {
    local name path
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        # All of that name on the PATH: the first may be too old or have no ensurepip.
        while IFS= read -r path; do
            if new_enough "$path" && makes_venvs "$path"; then
                echo "$path"
                return
            fi
        done < <(type -aP "$name")
    done
    return 1
}

# Whether the Python that the user named will do.
check_named_python() {
    python=$(command -v "$PYTHON") || { say "PYTHON=$PYTHON: there is no such program."; exit 1; }
    new_enough "$python" || { say "PYTHON=$PYTHON is older than Python 3.11."; exit 1; }
    makes_venvs "$python" || { say "PYTHON=$PYTHON has no venv or ensurepip module."; exit 1; }
}

# ------------------------------------------------------------------------------------------ the environment

# installed NAME VALUE: whether .venv was brought to this state; mark NAME VALUE: it was.
installed() { [ "$(cat "$venv/.arfa-$1" 2>/dev/null)" = "$2" ]; }
mark() { printf '%s\n' "$2" >"$venv/.arfa-$1"; }

# pip_install ARGUMENTS...: quiet, but shows where it is on a terminal; all that pip said when it fails.
pip_install() {
    local log=$venv/setup.log line
    if ! "$venv/bin/python" -m pip install --disable-pip-version-check --no-input --progress-bar off "$@" \
        </dev/null 2>&1 | tee "$log" | while IFS= read -r line; do
            [ -t 2 ] && case $line in
                Collecting* | Downloading* | Building* | Installing*) printf '\r\033[K  %.70s' "$line" >&2 ;;
            esac
            true
        done; then
        [ -t 2 ] && printf '\r\033[K' >&2
        grep -v '^Requirement already' "$log" | tail -n 30 >&2
        say "pip could not install what is needed; all that it said is in .venv/setup.log"
        exit 1
    fi
    [ -t 2 ] && printf '\r\033[K' >&2
    return 0
}

# An environment knows its own path; one that was moved, or whose Python is gone, is made anew.
has_venv() { installed venv "$root" && "$venv/bin/python" -c '' 2>/dev/null; }

# The packages that an extra of pyproject.toml adds, one a line.
extra_packages() {
    "$venv/bin/python" -c '
import sys, tomllib
extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]
names = [sys.argv[1]]
for name in names:
    for package in extras[name]:
        if package.startswith("arfa["):
            names += package[5:-1].split(",")
        else:
            print(package)
' "$what"
}

set_up_venv() {
    local key seconds added packages
    if ! has_venv; then
        say "Making a virtual environment in .venv ($("$python" --version))"
        rm -rf "$venv"
        "$python" -m venv "$venv"
        mark venv "$root"
    fi
    key=$(cat pyproject.toml CMakeLists.txt $(find native -type f -name '*.[chi]*' | sort) | cksum)
    installed "$what" "$key" && return
    say "Installing what '$what' needs into .venv (a minute or two the first time)"
    seconds=$SECONDS
    if installed play "$key"; then
        # The package is there already, and compiling it again would take its time: only what the extra adds.
        packages=$(extra_packages) # fails where the list cannot be read
        mapfile -t added <<<"$packages"
        pip_install "${added[@]}"
    else
        pip_install -e ".$extras"
    fi
    case $what in
        dev) mark dev "$key"; mark test "$key"; mark play "$key" ;;
        test) mark test "$key"; mark play "$key" ;;
        play) mark play "$key" ;;
    esac
    say "Ready in $((SECONDS - seconds)) s"
}

# ------------------------------------------------------------------------------------------ what the native core needs

has_compiler() { command -v "${CXX:-g++}" || command -v c++; } >/dev/null

# Debian keeps the header files of Python in a package of their own.
has_headers() { "$1" -c 'import pathlib, sys, sysconfig; sys.exit(not pathlib.Path(sysconfig.get_path("include"), "Python.h").exists())'; }

# ------------------------------------------------------------------------------------------ what a browser test needs

has_chromium() {
    command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome
} >/dev/null

has_cyrillic_font() {
    if command -v fc-list >/dev/null; then
        [ -n "$(fc-list :lang=ru 2>/dev/null | head -n 1)" ]
    else
        [ -n "$(find /usr/share/fonts -name 'DejaVuSans*.ttf' 2>/dev/null | head -n 1)" ]
    fi
}

# ------------------------------------------------------------------------------------------ all of it

# Says everything that is missing on the machine at once, so that nobody is sent to install it piece by piece.
set_up_machine() {
    local packages=()
    if [ "$what" = test ] && ! has_chromium; then
        say "The tests play in a real browser, and there is no Chromium."
        # Without a window it needs a third less of the processor; where Debian has it not, the whole browser will do.
        if apt-cache show chromium-headless-shell >/dev/null 2>&1; then
            packages+=(chromium-headless-shell)
        else
            packages+=(chromium)
        fi
    fi
    if [ "$what" = test ] && ! has_cyrillic_font; then
        say "The tests look at Russian text, and there is no font with Cyrillic letters."
        packages+=(fonts-dejavu-core)
    fi
    if ! has_compiler; then
        say "The solver is compiled here, and there is no C++ compiler."
        packages+=(g++)
    fi
    if has_venv; then
        python=
    elif [ -n "${PYTHON:-}" ]; then
        check_named_python
    elif ! python=$(find_python); then
        say "There is no Python 3.11 or newer that can make virtual environments."
        packages+=(python3 python3-venv python3-dev)
    fi
    if [ -n "$python" ] && ! has_headers "$python"; then
        say "The solver is compiled here, and $python has no header files."
        packages+=(python3-dev)
    fi
    [ ${#packages[@]} = 0 ] && return
    need "${packages[@]}"
    if ! has_venv && [ -z "$python" ] && ! python=$(find_python); then
        say "The Python of this system is older than 3.11. Install a newer one and name it:"
        say "    make $what PYTHON=/path/to/python3"
        exit 1
    fi
    if [ -n "$python" ] && ! has_headers "$python"; then
        say "$python has no header files (Python.h). Install those that belong to it, or name another Python:"
        say "    make $what PYTHON=/path/to/python3"
        exit 1
    fi
}

trap 'say; say "Interrupted. The same command goes on from here."; exit 130' INT

# Two set-ups of one clone at once would spoil each other.
exec 9<pyproject.toml
if command -v flock >/dev/null; then
    flock -n 9 || { say "Another set-up of this clone is running; waiting for it."; flock 9; }
fi

set_up_machine
set_up_venv
