# Everything that a person or a build does with the project. `make` alone lists the targets.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN = .venv/bin
# Where code lives; templates are looked at by djlint.
CODE = accounts bench common forum games mafiaforum scripts tests tournaments manage.py

.DEFAULT_GOAL := help
.PHONY: help python run setup test engine e2e bench lint types

help: ## list the targets
	@sed -nE 's/^([a-z0-9]+):.*## /\1\t/p' Makefile | expand -t 10

python:
	@test -n "$(PYTHON)" || { echo "mafiaforum: Python 3.11 is missing: install it (on Debian: apt install python3.11 python3.11-venv)." >&2; exit 1; }

run: python ## install, prepare and run the site
	@$(PYTHON) -m scripts.run

setup: python ## make the environment that the targets below need
	@$(PYTHON) -m scripts.install --dev

test: python ## run all tests
	@$(PYTHON) -m scripts.test

engine: setup ## run the tests of the rules alone, without Django
	@$(BIN)/python -m pytest -p no:django --confcutdir=tests/engine tests/engine

e2e: python ## run the browser tests; says where the screenshots are
	@$(PYTHON) -m scripts.test e2e

bench: setup ## measure what things cost; figures, not a test
	@$(BIN)/python -m bench

lint: setup ## look at style, imports, templates and migrations
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/djlint --lint --quiet templates
	$(BIN)/lint-imports
	DJANGO_SETTINGS_MODULE=tests.settings $(BIN)/python manage.py makemigrations --check --dry-run

types: setup ## check the types
	$(BIN)/mypy $(CODE)
