# The two commands of the README are `make demo` and `make test`; each sets up what it needs.

SWIFT ?= swift
CASES ?= 25
NIGHTLY_CASES ?= 10000

# Total inputs for each fuzz target; make check tries FUZZ_SHORT of them, at most for ten seconds per target.
FUZZ_RUNS ?= 10000000
FUZZ_SHORT ?= 2000

# Where 'make install' writes; DESTDIR is a folder before all paths, for packagers.
PREFIX ?= /usr/local
DESTDIR ?=

.PHONY: help setup engine-wasm engine-if-possible demo test lint docs pages begin-skips check fuzz nightly calibration reproduction-pages promises plants \
	pin-outcomes bench mutate static install uninstall clean

help:
	@echo 'make engine-wasm  build the engine for the pages of reports'
	@echo 'make demo     set up, build for release, and show the tool at work on the fixtures'
	@echo 'make test     set up, build, and pass every test'
	@echo 'make install  build a static binary; install it, completions and the manual page in PREFIX'
	@echo 'make lint     check the formatting of all sources, and the wording of pages and messages'
	@echo 'make docs     build the documentation into .build/docs'
	@echo 'make pages    write anew the pages of docs that the tool prints'
	@echo 'make check    test + lint + docs + the short endurance runs; what CI runs'
	@echo 'make fuzz     fuzz every target up to FUZZ_RUNS inputs; resumable'
	@echo 'make nightly  the random suites, promises and sanitizers at full length; resumable'
	@echo 'make calibration  play the probes of the web in Chromium and calibrate; part of check'
	@echo 'make reproduction-pages  run the pages of reproductions in Chromium; not part of check'
	@echo 'make promises write docs/promises.md from what make nightly ran'
	@echo 'make plants   plant a fault for every promise and see its suite turn red'
	@echo 'make pin-outcomes  pin the digests of all outcomes anew, after a deliberate change'
	@echo 'make mutate   change the engine and the analysis in hundreds of places and see that tests notice'
	@echo 'make bench    every measured goal with its ratio; FULL=1 uses the full amounts'

setup:
	@Scripts/setup.sh

# The engine for the pages of reports; a toolchain without Embedded Swift prints that it builds none.
engine-wasm:
	@Scripts/build-engine.sh

# The tool works without it, so everything else is built even if it cannot be.
engine-if-possible:
	@Scripts/build-engine.sh || echo "engine: not built; reports have no workbench" >&2

demo: setup engine-if-possible
	$(SWIFT) build -c release --product scrolltrace
	@Scripts/demo.sh "$$($(SWIFT) build -c release --show-bin-path)/scrolltrace"

test: setup
	TMPDIR="$$(Scripts/test-folder.sh)" SCROLLTRACE_CASES=$(CASES) Scripts/run-tests.sh $(SWIFT) test --disable-xctest

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources Examples EngineModule Fuzz/Package.swift Fuzz/Sources
	@Scripts/check-words.py --self-test
	@Scripts/check-words.py

docs:
	@Scripts/build-docs.sh

# docs/cli.md, the manual page, docs/errors.md: a test compares each with its source.
pages: setup
	RECORD_GOLDEN=1 $(SWIFT) test --disable-xctest --filter 'PageTests|ErrorPageTests'

TOOL = $$($(SWIFT) build -c release --show-bin-path)/scrolltrace

check: export SCROLLTRACE_SKIPS = $(CURDIR)/.build/skips.txt

begin-skips:
	@Scripts/skips.sh begin

check: begin-skips engine-wasm test lint docs
	$(SWIFT) build -c release --product scrolltrace
	@Scripts/run-checks.sh "$(TOOL)" $(FUZZ_SHORT)
	@Scripts/skips.sh end

fuzz: setup
	Scripts/fuzz.sh all $(FUZZ_RUNS)

nightly: setup engine-wasm
	@Scripts/nightly.sh $(NIGHTLY_CASES)

calibration: setup
	$(SWIFT) build -c release --product scrolltrace
	Scripts/check-calibration.sh "$(TOOL)"
	Scripts/check-calibration-sources.sh "$(TOOL)"

reproduction-pages: setup
	$(SWIFT) build -c release --product scrolltrace
	Scripts/check-reproduction-pages.sh "$(TOOL)"

promises:
	@Scripts/promises/page.py

plants: setup
	@Scripts/promises/plants.py

pin-outcomes: setup
	@Scripts/promises/outcomes.sh pin

# Needs Python 3; Scripts/mutate.py explains what it does and how it resumes.
mutate: setup
	Scripts/mutate.py

# Start-up is measured with the static build; macOS has no static executables. Identical functions
# are merged. Without the index of the unwind table, Scripts/strip.sh can empty that table.
STATIC := $(if $(filter Linux,$(shell uname -s)),-Xswiftc -static-executable -Xlinker --icf=all \
  -Xlinker --no-eh-frame-hdr,)

static: setup engine-if-possible
	$(SWIFT) build -c release $(STATIC) --product scrolltrace --scratch-path .build/static

bench: static
	SCROLLTRACE="$$PWD/.build/static/release/scrolltrace" \
	  $(SWIFT) run -c release --package-path Benchmarks benchmarks \
	  $(if $(FULL),--full) --json .build/benchmarks.json

install: static
	@Scripts/strip.sh .build/static/release/scrolltrace .build/static/scrolltrace
	@Scripts/install.sh install .build/static/scrolltrace "$(DESTDIR)$(PREFIX)"

uninstall:
	@Scripts/install.sh uninstall - "$(DESTDIR)$(PREFIX)"

clean:
	rm -rf .build Benchmarks/.build Fuzz/.build
