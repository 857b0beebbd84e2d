# Everything a person or a machine does with this project, one word each; `make` alone lists the words.
# Packages come from the hashed locks in requirements/ into .venv; stamp files make a second run instant.

PYTHON ?= python3
WORKERS ?= 2
PYTEST_ARGS ?=
BENCH_ARGS ?=
KILLS ?= 1000
TABLES ?= 20

# What Python compiled is kept whatever the environment says: tests start many interpreters.
export PYTHONDONTWRITEBYTECODE :=

BIN := .venv/bin
PY := $(BIN)/python
PIP := $(PY) -m pip --disable-pip-version-check
PACKAGES := bench bot engine playground storage
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard bot/locales/*/LC_MESSAGES/bot.po))

# The browser test needs a Chromium of the system; its driver is installed only where there is one.
CHROMIUM := $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)
BROWSER_STAMP := $(if $(CHROMIUM)$(REQUIRE_BROWSER),.venv/.browser)

# As the bot reads them: an empty variable is none.
HAS_TOKEN := $(PY) -c 'import os, dotenv; \
	raise SystemExit(not (os.environ.get("DISCORD_TOKEN") or dotenv.dotenv_values(".env").get("DISCORD_TOKEN")))'

stage = @printf '\n== %s\n' '$(1)'

.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help install dev run test check soak bench lock clean

help:
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 10

install: .venv/.runtime $(CATALOGUES) ## make .venv with what the bot needs, and compile its texts

dev: install .venv/.dev $(BROWSER_STAMP) ## install, and what tests and checks need

run: install ## the bot on Discord if there is a DISCORD_TOKEN (environment or .env), else the playground
	@if $(HAS_TOKEN); then \
		echo 'Starting the bot on Discord with the given DISCORD_TOKEN.'; exec $(PY) -m bot; \
	else \
		echo 'No DISCORD_TOKEN in the environment or in .env: starting the playground.'; exec $(PY) -m playground; \
	fi

test: check ## lint, types, import rules and all tests
	$(call stage,tests)
	$(PY) -m pytest --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder $(PYTEST_ARGS)

check: dev ## lint, types and import rules only
	$(call stage,lint: ruff)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(call stage,types: mypy)
	$(BIN)/mypy $(PACKAGES)
	$(call stage,layers: import-linter)
	$(BIN)/lint-imports --no-logo
	$(call stage,image: hadolint)
	$(BIN)/hadolint Dockerfile

soak: dev ## shuffles, ratings and calls in bulk, then tables whose bot is killed KILLS times, for about an hour
	$(PY) -m tests.engine.shuffles 100000
	$(PY) -m tests.storage.graded
	$(PY) -m tests.bot.limits
	$(PY) -m tests.playground.soak --kills $(KILLS) --tables $(TABLES)

bench: install .venv/.bench ## measure the engine beside public ones, storage, and how long a press waits
	$(PY) -m bench $(BENCH_ARGS)

lock: ## renew requirements/*.txt from pyproject.toml (needs uv: pip install uv; UPGRADE=1 for newer releases)
	requirements/lock $(if $(UPGRADE),--upgrade)

clean: ## remove what can be made again; data/ stays
	rm -rf .venv dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -f bot/locales/*/LC_MESSAGES/bot.mo
	find $(PACKAGES) tests -name __pycache__ -prune -exec rm -rf {} +

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
		"Python 3.11 or newer is needed, this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv

.venv/.runtime: requirements/runtime.txt requirements/build.txt pyproject.toml | $(PY)
	$(PIP) install --quiet --require-hashes -r requirements/runtime.txt -r requirements/build.txt
	$(PIP) install --quiet --no-deps --no-build-isolation -e .
	@touch $@

.venv/.dev: requirements/dev.txt .venv/.runtime
	$(PIP) install --quiet --require-hashes -r $<
	@touch $@

.venv/.browser .venv/.bench: .venv/.%: requirements/%.txt .venv/.runtime
	$(PIP) install --quiet --require-hashes -r $<
	@touch $@

%.mo: %.po .venv/.runtime
	$(BIN)/pybabel --quiet compile --input-file $< --output-file $@
