#!/usr/bin/env bash
# Mutation check of the rules everything rests on, on a copy of HEAD under build/mutants.
# For each module: mutants made, killed by its unit tests, and the survivors with their diffs.
set -euo pipefail
bin=$1
copy=build/mutants
rm -rf "$copy" && mkdir -p "$copy/hook"
git archive HEAD | tar -x -C "$copy"
cd "$copy"
# The installed package points at the working tree; the copy must be what is tested.
for folder in adapters agents cli orchestrator prompts protocols reports; do ln -s "../$folder" "pathfinder/$folder"; done
echo "import sys; sys.meta_path[:] = [f for f in sys.meta_path if 'editable' not in repr(f).lower()]" > hook/sitecustomize.py
export PATH="$bin:$PATH" PYTHONPATH=hook PYTHONDONTWRITEBYTECODE=1

check() {
    local path=$1 module=${1##*/} tests=""
    shift
    for name in "$@"; do tests+=" tests/unit/protocols/$name.py"; done
    cat > "$module.toml" <<TOML
[cosmic-ray]
module-path = "protocols/$path.py"
timeout = 60.0
excluded-modules = []
test-command = "python -m pytest -q -x --no-cov -p no:cacheprovider -p no:xdist$tests"
[cosmic-ray.distributor]
name = "local"
[cosmic-ray.filters.operators-filter]
exclude-operators = ["core/ReplaceBinaryOperator_BitOr_.*"]
TOML
    cosmic-ray init "$module.toml" "$module.sqlite"
    # "|" stands in annotations only, which nothing runs.
    cr-filter-operators "$module.sqlite" "$module.toml"
    cosmic-ray exec "$module.toml" "$module.sqlite"
    echo "== $module"
    cr-report --show-diff --surviving-only "$module.sqlite"
}

check evidence/strength evidence/test_strength evidence/test_status
check evidence/status evidence/test_status judging/test_conflicts planning/test_closing
check judging/classification judging/test_classification judging/test_verdicts
check judging/merge judging/test_merge
