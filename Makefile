# make demo: build, install and run the main job on real data. make test: every test.
# make paper: the paper's experiments, ten runs of each; QUICK=1: one run of each.
# make clusters: ten classes of digits by every strategy, five seeds of each; QUICK=1: one.
# make bench: the kernel, then C, seconds and memory beside other libraries; QUICK=1: on small graphs only.
# make bench-kernel: the inner iteration beside the same loop in C.
# make gopy: build the second backend for this Python and install it beside the first.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

SOURCES := go.mod go.sum pyproject.toml README.md $(shell find core capi python -name '*.go' -o -name '*.h' -o -name '*.py' -o -name '*.toml')

.PHONY: demo paper clusters bench bench-kernel gopy test test-go test-python test-gopy wheel clean

demo: $(VENV)/installed
	$(BIN)/python examples/demo.py --picture demo.png

paper: $(VENV)/installed
	$(BIN)/python -m bench.paper $(if $(QUICK),--quick) --output docs/paper.md

clusters: $(VENV)/installed
	$(BIN)/python -m bench.clusters $(if $(QUICK),--quick) --output docs/clusters.md

# The peers come one by one: one that has no wheel for this machine is left out, and the document says so.
PEERS := from importlib.metadata import requires; print(*(r.split(";")[0].strip() for r in requires("tvcut") if "bench" in r), sep="\n")

bench: bench-kernel
	$(BIN)/python -c '$(PEERS)' | while read -r peer; do \
		$(BIN)/python -m pip install --quiet --only-binary :all: "$$peer" || echo "Left out: $$peer"; done
	$(BIN)/python -m bench.peers $(if $(QUICK),--quick) --growth --cache build/neighbours --output docs/benchmarks.md

bench-kernel: $(VENV)/installed
	$(BIN)/python -m bench.kernel

gopy: $(VENV)/gopy

test: test-go test-python test-gopy

test-go: SHELL := /bin/bash
test-go:
	@mkdir -p build
	@test -z "$$(gofmt -l core capi)" || { echo "run gofmt -w on:"; gofmt -l core capi; exit 1; }
	go vet ./...
	cd core/internal/kernel/gen && go vet . && go run . -out $(CURDIR)/build/slices.s -stubs $(CURDIR)/build/slices.txt -pkg kernel
	@tail -n +2 build/slices.s | cmp - <(tail -n +2 core/internal/kernel/slices_amd64.s) || { echo "run go generate ./core/internal/kernel"; exit 1; }
	CGO_ENABLED=0 go test ./core/...
	CGO_ENABLED=0 go test -tags noasm ./core/internal/kernel ./core/internal/descent ./core/partition
	CGO_ENABLED=0 go test -v -run '^TestExhaustiveOptimum$$' ./core/partition
	go test -race ./...

test-python: $(VENV)/installed
	$(BIN)/python -m pytest

# gopy compiles against Python's C headers; everything else it needs is fetched.
HEADERS := $(shell $(PYTHON) -c "import sysconfig, os; p = sysconfig.get_path('include'); print('yes' if os.path.exists(p + '/Python.h') else '')")

test-gopy: $(VENV)/installed
ifeq ($(HEADERS),yes)
	$(MAKE) gopy
	TVCUT_BACKEND=gopy $(BIN)/python -m pytest
else
	@echo "Not run: the tests of the gopy backend. They need Python.h (Debian: python3-dev)."
endif

$(VENV)/gopy: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --force-reinstall --no-deps ./capi/pybind
	touch $@

wheel: dist/built

# The wheel is built anew when a source changed, and what is tested is the installed wheel.
dist/built: $(SOURCES)
	rm -rf dist
	$(PYTHON) -m pip wheel --quiet --no-deps --wheel-dir dist .
	touch $@

$(VENV)/installed: dist/built
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --force-reinstall --no-deps dist/*.whl
	$(BIN)/python -m pip install --quiet "tvcut[demo,test] @ file://$$(ls $(CURDIR)/dist/*.whl)"
	touch $@

clean:
	rm -rf $(VENV) build dist demo.png python/tvcut/libtvcut.so
