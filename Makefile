# Every target sets itself up in .venv from a lock file; python3 (3.11 or newer), pip and make are enough.
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
# Further arguments: make test ARGS="tests/unit -k quotes", make demo ARGS="--lang ko"
ARGS ?=

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

export PYTHON VENV

$(READY): requirements-dev.lock pyproject.toml tools/set_up.sh
	@tools/set_up.sh $<
	@# The tests start Python hundreds of times. Some packages ship files that do not compile, and do not need to.
	@$(BIN)/python -m compileall -qq -j 0 $(VENV)/lib || true
	@touch $@

# The demo needs no development tools; where they are installed, their environment serves it as well.
DEMO_READY := $(if $(wildcard $(READY)),$(READY),$(VENV)/.ready-demo)

$(VENV)/.ready-demo: requirements.lock pyproject.toml tools/set_up.sh
	@tools/set_up.sh $<
	@touch $@

.PHONY: demo
demo: $(DEMO_READY) ## The reading list of a question on a fictional world, without keys or network
	@$(BIN)/pathfinder demo $(ARGS)

.PHONY: tour
tour: $(DEMO_READY) ## A recorded session with a model's answers on the same documents, without keys or network
	@$(BIN)/pathfinder tour $(ARGS)

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
eval: $(READY) ## Compare answers with a plain agent on public data or your own folders: says what it costs and asks first
	@$(BIN)/python -m bench.eval $(ARGS)

LOCKED := $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-annotate --no-header --no-config

.PHONY: mutants
mutants: $(READY) ## Mutation check of strength, status, classification and merge (long)
	@tools/mutants.sh $(CURDIR)/$(BIN)

.PHONY: lock
lock: $(READY) ## Write the lock files anew: make lock UPGRADE=--upgrade takes newer versions
	@$(LOCKED) $(UPGRADE) --extra dev --extra fleet --extra mcp --extra office --extra otel --extra serve --group build --output-file requirements-dev.lock > /dev/null
	@$(LOCKED) --group build --constraint requirements-dev.lock --output-file requirements.lock > /dev/null
	@$(LOCKED) --extra fleet --extra mcp --extra office --extra serve --group build --constraint requirements-dev.lock --output-file requirements-image.lock > /dev/null
	@echo "Wrote requirements.lock, requirements-image.lock and requirements-dev.lock."
