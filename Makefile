# make demo   sets up everything and shows the program at work
# make test   sets up everything and runs every check
# make quick  the tests to run on every change, in under a minute
# make check  format, lint, types, workflows and community files
# make installation  installs the built wheel and sdist into new environments
# make fuzz   random and hostile input: make fuzz SECONDS=3600 SEED=7; the report is build/fuzz.md
# make bench  speed, compiled and uncompiled side by side, in under three minutes
# make docs   the documentation as a site, with the playable page, in build/site
# make pictures  the pictures and the book in docs/
# make peers  other solvers beside ours; make counters  our counters beside Gecode's
# make scale  what datasets cost, in ten minutes
# make benchmark  data/benchmark again, and what simple programs score on it; make baselines  the scores alone

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DIST := build/dist
COMPILED := build/compiled
SOURCES := $(shell find src -type f ! -name '*.pyc' ! -path '*.egg-info/*')

# Everything is tested once: with the compiled kernel what asks it for much, in plain Python the rest.
# Compiled code checks the types of its arguments, so wrong calls are tested with it.
# What the kernel itself is made of, and what holds it against brute force, is tested with both.
BOTH := $(addprefix tests/,cp/kernel cp/constraints cp/test_counting.py solving)
ONCE := $(addprefix tests/,proofs support) \
	$(filter-out tests/%/test_questions.py tests/%/test_pages.py tests/test_pages.py tests/test_wrong_calls.py, \
	$(wildcard tests/docs_site/test_*.py tests/web/test_*.py tests/test_*.py))
QUICK := $(addprefix tests/,cp/kernel cp/constraints families reasoning solving support) $(wildcard tests/cp/test_*.py tests/test_*.py)
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal

# Tests start hundreds of interpreters; each would compile the package again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test quick check installation fuzz bench benchmark docs pictures counters peers scale baselines format \
	clean

demo: $(VENV)/installed
	@for puzzle in power-strike/1 c-note/1 multi-balance/62 sum-star/paper aztec-math/18; do \
		printf '\n$$ quincunx solve %s --stats\n\n' $$puzzle; \
		$(BIN)/quincunx solve $$puzzle --stats || exit 1; \
	done
	@printf '\n$$ quincunx explain power-strike/1\n\n'
	@$(BIN)/quincunx explain power-strike/1
	@printf '\n$$ quincunx generate sum-star --seed 1 --solution\n\n'
	@$(BIN)/quincunx generate sum-star --seed 1 --solution
	@printf '\n$$ quincunx audit\n\n'
	@$(BIN)/quincunx audit; test $$? -eq 1 # six published claims are false

# Checks and compilation use one processor each, so they run side by side.
test: $(VENV)/ready
	$(MAKE) --jobs=2 --output-sync=target check $(COMPILED)/ready
	PYTHONPATH=$(COMPILED) QUINCUNX_EXPECT=compiled $(PYTEST) tests $(addprefix --ignore=,$(ONCE) tests/installation)
	$(PYTEST) src website $(ONCE)
	$(PYTEST) -m 'not another_solver' --hypothesis-profile quick $(BOTH)
	$(MAKE) --jobs=2 fuzz installation SECONDS=60 SEED=1

# Plain Python, fewer random examples, and nothing that takes long or asks another program.
quick: $(VENV)/ready
	$(PYTEST) -m 'not slow and not browser and not another_solver' --hypothesis-profile quick $(QUICK)

check: $(VENV)/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
	$(BIN)/zizmor --offline --quiet .github

# Installs the wheel and the sdist into new environments, with and without extras and compiler.
installation: $(DIST)/ready
	$(PYTEST) tests/installation

SECONDS ?= 60
SEED ?= 1
fuzz: $(COMPILED)/ready
	PYTHONPATH=$(COMPILED) $(BIN)/python -m tests.fuzz --seconds $(SECONDS) --seed $(SEED) --report build/fuzz.md

bench: $(COMPILED)/ready
	PYTHONPATH=$(COMPILED) $(BIN)/python -m benchmarks.kernel
	PYTHONPATH=$(COMPILED) $(BIN)/python -m benchmarks.families
	PYTHONPATH=$(COMPILED) $(BIN)/python -m benchmarks.reasoning_times
	PYTHONPATH=$(COMPILED) $(BIN)/python -m benchmarks.making rates
	PYTHONPATH=$(COMPILED) $(BIN)/python -m benchmarks.drawing
	PYTHONPATH=$(COMPILED) $(BIN)/python -m benchmarks.web

docs: $(VENV)/ready
	$(BIN)/python -m website build/site

# The commands are those that the document shows.
pictures: $(VENV)/ready
	cd docs && grep -E '^quincunx (draw|explain|book) ' drawing.md | PATH="$(CURDIR)/$(BIN):$$PATH" sh -e
	$(BIN)/quincunx gallery -o docs/gallery.svg

# The documents that need other solvers: MiniZinc with Gecode, SWI-Prolog.
counters: $(COMPILED)/ready
	PYTHONPATH=$(COMPILED) $(BIN)/python -m benchmarks.counters

peers: $(COMPILED)/ready
	$(BIN)/python -m pip install --quiet python-constraint2
	PYTHONPATH=$(COMPILED) $(BIN)/python -m benchmarks.peers

# The documents about datasets.
scale: $(COMPILED)/ready
	PYTHONPATH=$(COMPILED) $(BIN)/python -m benchmarks.dataset

benchmark: $(COMPILED)/ready
	PYTHONPATH=$(COMPILED) $(BIN)/python -m benchmarks.benchmark_set

baselines: $(COMPILED)/ready
	PYTHONPATH=$(COMPILED) $(BIN)/python -m benchmarks.baselines

format: $(VENV)/ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The package alone, linked to its source and uncompiled.
$(VENV)/installed: pyproject.toml setup.py build_backend.py
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

# The environment to develop in: the package and the tools that check it.
$(VENV)/ready: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --group dev
	touch $@

# What a user downloads: the sdist, and the wheel built from it in isolation.
$(DIST)/ready: $(VENV)/ready $(SOURCES)
	rm -rf $(filter-out build/site,$(wildcard build/*))
	$(BIN)/python -m build --quiet --outdir $(DIST) .
	$(BIN)/twine check --strict $(DIST)/*
	$(BIN)/check-wheel-contents $(DIST)/*.whl
	du -h $(DIST)/*.whl
	touch $@

# The contents of the wheel, to test and measure the compiled kernel.
$(COMPILED)/ready: $(DIST)/ready
	$(BIN)/python -m pip install --quiet --no-deps --target $(COMPILED) $(DIST)/*.whl
	touch $@

clean:
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis
