# What a person does with this clone.  Every target sets up what it needs by itself (tools/setup.sh) in .venv.

VENV := .venv/bin
PYTEST := $(VENV)/python -m pytest
# The tests run in so many processes: one more than there are processors, since who tests a browser waits for it at times.
JOBS ?= $(shell expr $$(nproc 2>/dev/null || echo 2) + 1)
# What `make test` runs, as arguments of pytest: make test ARFA_TESTS='tests/unit -k cards'
ARFA_TESTS ?=

# The Python to set up with (3.11 or newer); without it the first that fits is taken.
PYTHON ?=
export PYTHON

.DEFAULT_GOAL := help
.PHONY: help play test check format soak matrix mutants sanitize fuzz bench clean set-up-play set-up-test set-up-dev

help: ## say what can be made
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 10

play: set-up-play ## start the table and open it in the browser (ARFA_PORT, ARFA_NO_BROWSER=1)
	@exec $(VENV)/arfa

test: set-up-test ## run the tests
	@$(PYTEST) -n $(JOBS) $(ARFA_TESTS)

check: set-up-dev ## format, lint, types, imports, duplicates, rulebook coverage, wheel, the page's types
	@tools/check.sh

format: set-up-dev ## put the code into its form
	@$(VENV)/ruff check --fix-only --quiet .
	@$(VENV)/ruff format .
	@git ls-files 'native/*.h' 'native/*.cpp' | xargs $(CURDIR)/$(VENV)/clang-format -i

soak: set-up-test ## run all tests at full size and the slow checks, which `make test` only samples
	@ARFA_SOAK=1 $(PYTEST) -n $(JOBS) -m "" $(ARFA_TESTS)
	@[ -n "$(ARFA_TESTS)" ] || $(MAKE) mutants sanitize

matrix: set-up-test ## hold every way of searching against exhaustive search on short decks, and against each other on full ones (20 minutes)
	@$(VENV)/python -m tests.differential.matrix
	@$(VENV)/python -m tests.differential.pairs

mutants: set-up-test ## break the searches and the analyst in known ways and see that matrix and tests find out (15 minutes)
	@$(VENV)/python -m tools.mutants

sanitize: set-up-test ## build the core with ASan and UBSan in build/sanitize, and run the tests of the core against it
	@tools/sanitize.sh $(ARFA_TESTS)

fuzz: set-up-test ## fuzz the decoders of the core with libFuzzer (FUZZ_SECONDS for each target, 60)
	@tools/fuzz.sh $(or $(FUZZ_SECONDS),60)

bench: set-up-test ## measure
	@$(VENV)/python -m pip install --quiet --disable-pip-version-check pyksolve || echo "Klondike-Solver is not to be had"
	@set -e; for file in benchmarks/*.py; do \
		[ -e "$$file" ] || { echo "there is nothing to measure yet"; break; }; \
		$(VENV)/python -m "benchmarks.$$(basename "$$file" .py)"; \
	done

clean: ## remove what was set up and made
	@rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	@find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

set-up-play set-up-test set-up-dev: set-up-%:
	@tools/setup.sh $*
