# make demo: build, install and run the main job on real data.
# make test: the tests of Go and Python, without the long ones.
# make test-all: what make test leaves out: long tests, the race detector, pure Go loops, the second backend.
# make test-release: what takes a minute or more, before a release.
# make lint: formats, go vet, staticcheck, ruff, mypy and pyright. make format: gofmt and ruff write their formats.
# make paper: the paper's experiments, ten runs of each; QUICK=1: one run of each.
# make bench: the kernel, then C, seconds and memory beside other libraries; QUICK=1: on small graphs only.
# make bench-kway: cut, value and seconds of k parts beside partitioners, an hour; QUICK=1: on small graphs only.
# make bench-front: cut against seconds of every effort and of partitioners, hours; QUICK=1: on small graphs only.
# make bench-dissection: separators and elimination orders beside METIS; QUICK=1: on small graphs only.
# make bench-constraints: connected parts, several masses, pairs and migration, beside METIS; QUICK=1: few cases.
# make bench-classes: clusters and known classes beside other libraries; QUICK=1: one seed.
# make bench-unequal: clusters of unequal size beside other libraries; QUICK=1: one draw of each family.
# make bench-small: two parts of 200 small graphs beside 64 starts; QUICK=1: one seed.
# make bench-ablate: criterion and time without each part of the search, an hour; QUICK=1: one graph of each family.
# make bench-digits: ten classes of digits by every strategy, five seeds of each; QUICK=1: one.
# make bench-counts: clusters whose number is not known, beside other libraries.
# make bench-scan: how often a scan suggests the number of classes.
# make bench-search: C against time of restarts and recombination on large graphs; QUICK=1: one seed.
# make bench-large: seconds and memory of cuts of grids with up to a hundred million edges; needs 20 GiB.
# make bench-reading: memory and seconds of reading graphs of ten million edges from files; QUICK=1: a small graph.
# make bench-distributed: distributed graphs: labels, C, memory, lost workers, scaling; QUICK=1: small graphs.
# make robust: cases and misses of all that must hold for every input; QUICK=1: a few of each.
# make bench-kernel: the inner iteration beside the same loop in C.
# make docs: the site in build/site/html, with every example executed; 10 minutes at most on two cores.
# make wheels: the source distribution and the wheels of all platforms that this machine can build for, in dist/release.
# make check-wheels: what the wheels need and export, twine check, and a C program with each library; STRICT=1: all must run.
# make test-pythons: the quick tests with the wheel of this platform in a new environment of each Python in PYTHONS.
# make test-lowest: the quick tests with the lowest versions of all packages, with the Python that LOWEST names.
# make gopy: build the second backend for this Python and install it beside the first.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

# Python compiles what it imports; to compile all that is installed takes half a minute.
export PIP_NO_COMPILE := 1

# gopy compiles against Python's C headers; everything else it needs is fetched.
HEADERS := $(shell $(PYTHON) -c "import sysconfig, os; p = sysconfig.get_path('include'); print('yes' if os.path.exists(p + '/Python.h') else '')")

SOURCES := go.mod go.sum pyproject.toml README.md $(shell find core capi python -name '*.go' -o -name '*.s' -o -name '*.h' -o -name '*.py' -o -name '*.toml')

.PHONY: demo paper bench bench-peers bench-kway bench-front bench-dissection bench-constraints bench-classes bench-unequal bench-small bench-ablate bench-digits bench-counts bench-scan bench-search bench-large bench-reading bench-distributed bench-kernel robust gopy \
	wheel wheels check-wheels test-pythons test-lowest docs clean \
	lint format test test-go test-python test-all test-release test-go-all test-assembly test-python-all test-python-slow test-gopy

demo: $(VENV)/installed
	$(BIN)/python examples/demo.py --picture demo.png

# The seconds of these documents are those of the processor, which several threads would raise.
ONE_THREAD := OMP_NUM_THREADS=1

paper: $(VENV)/installed
	$(ONE_THREAD) $(BIN)/python -m bench.paper $(if $(QUICK),--quick) --output docs/paper.md

# The peers come one by one: one that has no wheel for this machine is left out, and the document says so.
PEERS := from importlib.metadata import requires; print(*(r.split(";")[0].strip() for r in requires("tvcut") if "bench" in r), sep="\n")

bench-peers: $(VENV)/installed
	$(BIN)/python -c '$(PEERS)' | while read -r peer; do \
		$(BIN)/python -m pip install --quiet --only-binary :all: "$$peer" || echo "Left out: $$peer"; done

bench: bench-kernel bench-peers
	$(ONE_THREAD) $(BIN)/python -m bench.peers $(if $(QUICK),--quick) --growth --cache build/neighbours --output docs/benchmarks.md

bench-kway: bench-peers
	$(ONE_THREAD) $(BIN)/python -m bench.kway $(if $(QUICK),--quick) --output docs/kway.md

bench-front: bench-peers
	$(ONE_THREAD) $(BIN)/python -m bench.front $(if $(QUICK),--quick) --output docs/front.md

bench-dissection: bench-peers
	$(ONE_THREAD) $(BIN)/python -m bench.dissection $(if $(QUICK),--quick) --output docs/separators.md

bench-constraints: bench-peers
	$(ONE_THREAD) $(BIN)/python -m bench.constraints $(if $(QUICK),--quick) --output docs/constraints.md

bench-classes: bench-peers
	$(ONE_THREAD) $(BIN)/python -m bench.classes $(if $(QUICK),--quick) --cache build/neighbours --output docs/clusters.md

bench-unequal: bench-peers
	$(ONE_THREAD) $(BIN)/python -m bench.unequal $(if $(QUICK),--quick) --output docs/unequal.md

bench-small: $(VENV)/installed
	$(BIN)/python -m bench.small_graphs $(if $(QUICK),--quick) --output docs/small_graphs.md

bench-ablate: $(VENV)/installed
	$(BIN)/python -m bench.ablate $(if $(QUICK),--quick) --output docs/ablation.md

bench-digits: $(VENV)/installed
	$(ONE_THREAD) $(BIN)/python -m bench.digits $(if $(QUICK),--quick) --output docs/digits.md

bench-counts: bench-peers
	$(ONE_THREAD) $(BIN)/python -m bench.counts --cache build/neighbours $(if $(QUICK),--quick) --output docs/counts.md

bench-scan: $(VENV)/installed
	$(ONE_THREAD) $(BIN)/python -m bench.scan --cache build/neighbours --output docs/scan.md

bench-search: $(VENV)/installed
	$(ONE_THREAD) $(BIN)/python -m bench.search $(if $(QUICK),--quick) --output docs/search.md

bench-large: $(VENV)/installed
	$(BIN)/python -m bench.large $(if $(QUICK),--quick) --output docs/large_graphs.md

bench-reading: $(VENV)/installed
	$(BIN)/python -m bench.reading $(if $(QUICK),--quick) --output docs/reading.md

bench-distributed: $(VENV)/installed
	$(BIN)/python -m pip install --quiet psutil
	$(BIN)/python -m bench.distributed $(if $(QUICK),--quick) --output docs/distributed.md

# It takes the gopy backend as well where Python.h is there, and C programs where there is a compiler.
robust: $(VENV)/robust $(if $(filter yes,$(HEADERS)),$(VENV)/gopy)
	$(BIN)/python -m bench.robust $(if $(QUICK),--quick,--output docs/reliability.md)

$(VENV)/robust: pyproject.toml | $(VENV)/installed
	$(BIN)/python -m pip install --quiet "tvcut[robust] @ file://$$(ls $(CURDIR)/dist/*.whl)"
	touch $@

bench-kernel: $(VENV)/installed
	$(BIN)/python -m bench.kernel

# A warning, such as a link to nothing, is an error. The gallery is written anew, beside the sources of the site.
docs: $(VENV)/docs
	rm -rf docs/gallery build/site
	$(BIN)/python -m sphinx -b html -W --keep-going -q -d build/site/doctrees docs build/site/html
	@echo "Built build/site/html/index.html"

$(VENV)/docs: pyproject.toml | $(VENV)/installed
	$(BIN)/python -m pip install --quiet "tvcut[docs] @ file://$$(ls $(CURDIR)/dist/*.whl)"
	touch $@

gopy: $(VENV)/gopy

GO_FOLDERS := bench core capi examples tools/tools.go
STATICCHECK := tools/build/bin/staticcheck

lint: $(VENV)/lint $(STATICCHECK)
	@unformatted=$$(gofmt -l $(GO_FOLDERS)); test -z "$$unformatted" || { echo "run make format for: $$unformatted"; exit 1; }
	@go vet ./...
	@go -C core/internal/kernel/gen vet ./...
	@go -C examples/gocut vet ./...
	@$(STATICCHECK) ./...
	@$(BIN)/ruff format --quiet --check || { echo "run make format"; exit 1; }
	@$(BIN)/ruff check --quiet
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/mypy --no-error-summary --config-file= --strict --ignore-missing-imports tests/user_script.py
	@PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(BIN)/pyright --pythonpath $(BIN)/python

format: $(VENV)/lint
	gofmt -w $(GO_FOLDERS)
	$(BIN)/ruff format
	$(BIN)/ruff check --quiet --select I --fix

$(STATICCHECK): tools/go.mod
	GOBIN=$(CURDIR)/tools/build/bin go -C tools install honnef.co/go/tools/cmd/staticcheck

# mypy reads the sources; mypy and pyright read a script of a user against the installed wheel.
$(VENV)/lint: pyproject.toml | $(VENV)/installed
	$(BIN)/python -m pip install --quiet "tvcut[lint] @ file://$$(ls $(CURDIR)/dist/*.whl)"
	touch $@

# Tests run in as many processes as there are cores, at most four, and those of one file in one process.
PYTEST := $(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile
QUICK_TESTS := not slow and not release

# Both at a time: one compiles and installs on one core while the other uses the second.
test:
	@$(MAKE) --no-print-directory -j2 --output-sync=line test-go test-python

test-go:
	go test -short ./...

test-python: $(VENV)/installed
	$(PYTEST) -m "$(QUICK_TESTS)"

test-all:
	@$(MAKE) --no-print-directory -j2 --output-sync=line test-go-all test-python-all test-assembly

test-python-all: test-python-slow
	@$(MAKE) --no-print-directory test-gopy

# The race detector sees what several goroutines do. The names of tests with several of them hold one of these words.
SEVERAL_GOROUTINES := Thread|Worker|Context|Cancel|Deadline|TimeLimit|Panic|Wait|Layouts|Waves

# make test has run go vet, and the tests that -short does not shorten.
test-go-all:
	CGO_ENABLED=0 go build ./core/...
	go test -vet=off -timeout 20m $$($(PYTHON) tools/long_tests.py)
	go test -vet=off -short -tags noasm ./core/internal/kernel ./core/internal/rof ./core/internal/descent
	go test -vet=off -race -short -run '$(SEVERAL_GOROUTINES)' ./...

test-assembly: SHELL := /bin/bash
test-assembly:
	@mkdir -p build
	go -C core/internal/kernel/gen run . -out $(CURDIR)/build/slices.s -stubs $(CURDIR)/build/slices.txt -pkg kernel
	@tail -n +2 build/slices.s | cmp - <(tail -n +2 core/internal/kernel/slices_amd64.s) || { echo "run go generate ./core/internal/kernel"; exit 1; }

test-python-slow: $(VENV)/installed
	$(PYTEST) -m slow

# Minutes each: wheels built twice, writes that are ended at many moments, memory of large graphs, documents of measurements.
test-release: $(VENV)/installed
	$(PYTEST) -m release

# The tests of what the two backends do differently: jobs, options, arrays, errors, signals, forks. The rest of the package calls
# a backend through python/tvcut/_native, and the core alone decides which partition is found.
WITHOUT_GOPY := $(foreach t,communities islands truth,%/test_$(t).py)
GOPY_TESTS := tests/native $(filter-out $(WITHOUT_GOPY),$(wildcard tests/cut/test_*.py)) \
	$(foreach t,input/test_inputs input/test_vertices result/test_watch,tests/$(t).py)

test-gopy: $(VENV)/installed
ifeq ($(HEADERS),yes)
	$(MAKE) gopy
	TVCUT_BACKEND=gopy $(PYTEST) -m "$(QUICK_TESTS)" $(GOPY_TESTS)
else
	@echo "Not run: the tests of the gopy backend. They need Python.h (Debian: python3-dev)."
endif

$(VENV)/gopy: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --force-reinstall --no-deps ./capi/pybind
	touch $@

# The tools that decide the bytes of the wheels have an environment of their own; pip reads their group since 25.1.
RELEASE := build/release/bin/python

wheels: build/release/installed
	$(RELEASE) tools/wheels.py

check-wheels: build/release/installed
	$(RELEASE) tools/check_wheels.py
	$(RELEASE) tools/smoke_wheels.py $(if $(STRICT),--strict)

build/release/installed: pyproject.toml
	$(PYTHON) -m venv --clear build/release
	$(RELEASE) -m pip install --quiet --upgrade "pip>=25.1"
	$(RELEASE) -m pip install --quiet --group wheels
	touch $@

# Every Python from 3.10 on that pyenv has, and 3.14 and 3.15 on the PATH; a wheel of make wheels, or else the one of make wheel.
PYTHONS ?= $(shell for path in $$(ls -d $${PYENV_ROOT:-$$HOME/.pyenv}/versions/*/bin/python 2>/dev/null) \
	$$(command -v python3.14 python3.14t python3.15 python3.15t); do \
	"$$path" -c 'import sys; sys.exit(sys.version_info < (3, 10))' && echo "$$path"; done)
WHEEL = $(firstword $(wildcard dist/release/*manylinux*$(shell uname -m).whl) $(wildcard dist/*.whl))

test-pythons: dist/built
	$(PYTHON) tools/pythons.py $(WHEEL) $(PYTHONS)

# The oldest Python that is supported has wheels of all these versions.
LOWEST ?= $(firstword $(wildcard $(HOME)/.pyenv/versions/3.10.*/bin/python) python3.10)

test-lowest: dist/built
	$(PYTHON) tools/pythons.py --lowest $(WHEEL) $(LOWEST)

wheel: dist/built

# The wheel is built anew when a source changed, and what is tested is the installed wheel.
dist/built: $(SOURCES)
	rm -f dist/*.whl
	$(PYTHON) -m pip wheel --quiet --no-deps --wheel-dir dist .
	touch $@

$(VENV)/installed: dist/built
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --force-reinstall --no-deps dist/*.whl
	$(BIN)/python -m pip install --quiet "tvcut[demo,test] @ file://$$(ls $(CURDIR)/dist/*.whl)"
	touch $@

clean:
	rm -rf $(VENV) build tools/build dist demo.png docs/gallery python/tvcut/libtvcut.so
