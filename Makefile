# Every target sets itself up in .venv from the lock file; python3 (3.11 or newer), pip and make are enough.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
FARM := build/typing

# What a soak draws; both are printed, so that a failure can be repeated.
N ?= 1000
LEDGER ?= 20000
LEDGER_LAWS := tests/property/test_ledger_laws.py
SEED ?= 1
# The question of the demo; the documents answer it in Korean too: make demo DEMO_QUESTION="..."
DEMO_QUESTION ?= Do tidal-glass roofs keep Veyran houses cooler, and what are their costs, drawbacks and risks?
# Further arguments for pytest: make test ARGS="tests/unit -k quotes"
ARGS ?=

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(READY): requirements-dev.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Pathfinder needs Python 3.11 or newer: make PYTHON=python3.11 ...")'
	@echo "Setting up $(VENV) ..."
	@# A system Python may come without ensurepip; then pip installs itself into the bare environment.
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV) > /dev/null || \
		{ $(PYTHON) -m venv --clear --without-pip $(VENV) && $(PYTHON) -m pip --python $(BIN)/python install -qq pip; }
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

.PHONY: demo
demo: $(READY) ## Research a fictional world without keys or network, and print the thesis
	@PATHFINDER_HOME=build/demo $(BIN)/pathfinder research "$(DEMO_QUESTION)" --model embedded \
		--docs demo/corpus --sources demo/sources.toml --trust-front-matter --iterations 8 --parallel 5
	@PATHFINDER_HOME=build/demo $(BIN)/pathfinder thesis --stdout

# The rules are covered in full by their own tests. Tracing doubles the time of a test, so the others go without.
RULES := tests/unit/protocols

.PHONY: test
test: $(READY) ## Run all tests, with full branch coverage of protocols
ifeq ($(ARGS),)
	@$(BIN)/python -m pytest -n 2 $(RULES) --cov
	@$(BIN)/python -m pytest -n 2 --ignore $(RULES)
else
	@$(BIN)/python -m pytest -n 2 $(ARGS)
endif

.PHONY: soak
soak: $(READY) ## Run the property tests with large counts: make soak N=1000 SEED=1
	@echo "Soak: N=$(N) examples per property, 2,000 kills, 500 finishing orders, $(LEDGER) ledger schedules, seed $(SEED)"
	@$(BIN)/python -m pytest -n 2 -m "hypothesis or soak" --soak $(N) --seed $(SEED) --ignore $(LEDGER_LAWS) $(ARGS)
	@$(BIN)/python -m pytest -n 2 $(LEDGER_LAWS) --soak $(LEDGER) --seed $(SEED) $(ARGS)
	@echo "Soak done: N=$(N), ledger $(LEDGER), seed $(SEED)"

.PHONY: check
check: $(READY) ## Run every gate: format, lint, types, import contracts, tests
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(MAKE) types
	@$(MAKE) test

.PHONY: types
types: $(READY) ## Check types (mypy strict, tests too) and import contracts
	@$(BIN)/python -m tools.farm $(FARM)
	@$(BIN)/mypy
	@cd $(FARM) && $(CURDIR)/$(BIN)/lint-imports --no-logo --no-cache --config $(CURDIR)/pyproject.toml

.PHONY: bench
bench: $(READY) ## Measure everything (about 20 minutes), compare with limits and kept figures, write docs/benchmarks.md
	@$(BIN)/python -m bench $(ARGS)

.PHONY: bench-quick
bench-quick: $(READY) ## The same with few rows (about 4 minutes)
	@$(BIN)/python -m bench --quick $(ARGS)

.PHONY: bench-peers
bench-peers: $(READY) ## Run other research tools from PyPI on a stand-in, beside this one; writes docs/peers.md
	@$(BIN)/python -m bench.peers $(ARGS)

.PHONY: eval
eval: $(READY) ## Put SciFact claims to a live model: needs a key, says what it costs and asks first
	@$(BIN)/python -m bench.live $(ARGS)

LOCKED := $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-annotate --no-header --no-config

.PHONY: mutants
mutants: $(READY) ## Mutation check of strength, status, classification and merge (long)
	@tools/mutants.sh $(CURDIR)/$(BIN)

.PHONY: lock
lock: $(READY) ## Write the lock files anew: make lock UPGRADE=--upgrade takes newer versions
	@$(LOCKED) $(UPGRADE) --extra dev --extra fleet --output-file requirements-dev.lock > /dev/null
	@$(LOCKED) --constraint requirements-dev.lock --output-file requirements.lock > /dev/null
	@echo "Wrote requirements.lock and requirements-dev.lock."
