# The two commands of the README are `make demo` and `make test`; each sets up what it needs.

SWIFT ?= swift
CASES ?= 100
NIGHTLY_CASES ?= 10000

.PHONY: help setup demo test lint docs check nightly bench clean

help:
	@echo 'make demo     set up, build for release, and show the tool at work on the fixtures'
	@echo 'make test     set up, build, and pass every test'
	@echo 'make lint     check the formatting of all sources'
	@echo 'make docs     build the documentation into .build/docs'
	@echo 'make check    test + lint + docs + the short endurance runs; what CI runs'
	@echo 'make nightly  the random suites and endurance runs at full length'
	@echo 'make bench    every measured goal with its ratio; FULL=1 uses the full amounts'

setup:
	@Scripts/setup.sh

demo: setup
	$(SWIFT) build -c release --product scrolltrace
	@Scripts/demo.sh "$$($(SWIFT) build -c release --show-bin-path)/scrolltrace"

test: setup
	SCROLLTRACE_CASES=$(CASES) $(SWIFT) test --disable-xctest

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources Examples

docs:
	@Scripts/build-docs.sh

TOOL = $$($(SWIFT) build -c release --show-bin-path)/scrolltrace

check: test lint docs
	$(SWIFT) build -c release --product scrolltrace
	Scripts/kill9.sh 20 "$(TOOL)"
	Scripts/check-formats.sh "$(TOOL)"
	Scripts/check-engine.sh
	Scripts/check-snippets.sh .build/debug
	"$(TOOL)" conformance --vectors fixtures/vectors
	Scripts/check-reports.sh "$(TOOL)"
	Scripts/check-examples.sh

nightly: setup
	@Scripts/nightly.sh $(NIGHTLY_CASES)

# The static build is what start-up is measured on; macOS has no static executables.
STATIC := $(if $(filter Linux,$(shell uname -s)),-Xswiftc -static-executable,)

bench: setup
	$(SWIFT) build -c release $(STATIC) --product scrolltrace --scratch-path .build/static
	SCROLLTRACE="$$PWD/.build/static/release/scrolltrace" \
	  $(SWIFT) run -c release --package-path Benchmarks benchmarks \
	  $(if $(FULL),--full) --json .build/benchmarks.json

clean:
	rm -rf .build Benchmarks/.build
