#!/usr/bin/env bash
# Installs the packages of a lock file, and this package itself in editable form, into .venv:
#   tools/set_up.sh requirements.lock
# PYTHON names the interpreter (python3), VENV the folder (.venv). uv does the work where it is on the PATH.
#
# Nothing is resolved: the lock is complete, and `check` confirms it. Letting pip 23.2 resolve in hash mode
# fails as soon as a newer release of a pinned package is published that another one asks for with an extra.
set -euo pipefail

lock=$1
python=${PYTHON:-python3}
venv=${VENV:-.venv}
count=$(grep -c '^[A-Za-z0-9]' "$lock")

# Shows how far pip is: on a terminal in one line that is written over, elsewhere every tenth package.
progress() {
    local number=0 total=$count word name _ clear=''
    if [[ -t 1 ]]; then clear='\r\033[K'; fi
    while read -r word name _; do
        case $word in
            Ignoring) total=$((total - 1)) ;;  # a package for other systems
            Collecting | Processing | Requirement)
                number=$((number + 1))
                if [[ $clear ]]; then
                    printf "$clear  %s of %s: %s" "$number" "$total" "${name##*/}"
                elif ((number % 10 == 0)); then
                    echo "  $number of $total"
                fi
                ;;
            Installing) [[ $name != collected ]] || printf "$clear  unpacking %s\n" "$number" ;;
        esac
    done
    printf "$clear"
}

install_with_uv() {
    [[ -x $venv/bin/python ]] || uv venv --quiet --python "$(command -v "$python")" "$venv"
    uv pip install --python "$venv/bin/python" --no-deps --require-hashes -r "$lock" 2>&1 |
        { grep -v '^ [-+~] ' || true; }
    uv pip install --quiet --python "$venv/bin/python" --no-deps --no-build-isolation -e .
    uv pip check --quiet --python "$venv/bin/python"
}

install_with_pip() {
    # A system Python may come without ensurepip; then pip installs itself into the bare environment.
    [[ -x $venv/bin/pip ]] || "$python" -m venv "$venv" > /dev/null ||
        { "$python" -m venv --clear --without-pip "$venv" &&
            "$python" -m pip --python "$venv/bin/python" install -qq pip; }
    local pip=("$venv/bin/python" -m pip --disable-pip-version-check) said=$venv/pip.log
    # Python compiles a module when it is first imported; to compile all of them now takes longer than the demo
    # gains by it, and a quarter more room.
    "${pip[@]}" install --no-deps --require-hashes --no-compile -r "$lock" 2> "$said" | progress ||
        { grep -v '^WARNING: Location' "$said" >&2; return 1; }
    "${pip[@]}" install -qq --no-deps --no-build-isolation -e .
    "${pip[@]}" check > "$said" || { cat "$said" >&2; return 1; }
}

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "Pathfinder needs Python 3.11 or newer; name one with: make PYTHON=python3.11 ..." >&2
    exit 1
}
trap '[[ $? == 0 ]] || echo "Setting up $venv failed for the reason above; deal with it and run the same command again." >&2' EXIT
if command -v uv > /dev/null; then tool=uv; else tool=pip; fi
echo "Setting up $venv with $tool: $count packages of $lock ..."
"install_with_$tool"
