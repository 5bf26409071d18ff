# SPDX-License-Identifier: MIT
# The short way in. Each target installs the packages it needs (packages.txt), configures CMake and does its work;
# nothing outside this folder is touched except packages, and PREFIX by `make install`. CMake can be used directly as
# well: see CMakePresets.json and CONTRIBUTING.md.

BUILD ?= build
PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
FUZZ_SECONDS ?= 60
# Warnings stop the build in CI; elsewhere a newer compiler's new warning should not keep anybody from running the
# tests.
WERROR ?= $(if $(CI),ON,OFF)

# Ninja where it is; a build folder that exists keeps what it was made with.
configure = cmake -S . -B $(1) $$(test -f $(1)/CMakeCache.txt || ! command -v ninja >/dev/null || echo "-G Ninja") $(2)
build = cmake --build $(1) --parallel $(JOBS)

.NOTPARALLEL:
.PHONY: all demo web test test-slow test-browser bench bench-page bench-peers \
	format lint fuzz coverage docs install clean help

all:
	@tools/packages build
	@test -f $(BUILD)/CMakeCache.txt || $(call configure,$(BUILD),-DPLIANT_TESTS=OFF -DPLIANT_WERROR=$(WERROR))
	@$(call build,$(BUILD))
	@echo "The program is $(BUILD)/pliant; \`$(BUILD)/pliant --help\` says what it can do."

help:
	@echo "make              builds the program: $(BUILD)/pliant"
	@echo "make demo         piles soft balls up in a bowl and makes out/demo/pile.{glb,png,mp4}"
	@echo "make web          the page, as a folder of static files: $(BUILD)/web; \`$(BUILD)/pliant view\` opens it"
	@echo "make test         builds and runs the fast tests; of the page a minute of them, where chromium is"
	@echo "make test-slow    runs the long tests and those that need other programs"
	@echo "make test-browser opens the page in chromium, with both engines; LEAN=yes: the short part"
	@echo "make bench        our timings"
	@echo "make bench-page   what the page costs: steps in WebAssembly, frames, size, time to the first frame"
	@echo "make bench-peers  the same against other libraries"
	@echo "make format       lays out all sources with clang-format"
	@echo "make lint         checks layout and runs clang-tidy"
	@echo "make fuzz         runs each fuzzer for FUZZ_SECONDS ($(FUZZ_SECONDS))"
	@echo "make coverage     which lines the fast tests reach: build-coverage/report"
	@echo "make docs         pages from the header comments: $(BUILD)/docs"
	@echo "make install      to PREFIX ($(PREFIX)), below DESTDIR"
	@echo "make clean        removes what was built"
	@echo
	@echo "Each installs the packages it needs (apt, through sudo); PLIANT_PACKAGES=no only names them."

demo:
	@tools/packages build demo
	@test -f $(BUILD)/CMakeCache.txt || $(call configure,$(BUILD),-DPLIANT_TESTS=OFF -DPLIANT_WERROR=$(WERROR))
	@$(call build,$(BUILD)) --target pliant_program
	@tools/demo $(BUILD)/pliant out/demo

web:
	@tools/packages build web
	@test -f $(BUILD)/CMakeCache.txt || $(call configure,$(BUILD),-DPLIANT_TESTS=OFF)
	@$(call build,$(BUILD)) --target pliant_program
	@JOBS=$(JOBS) tools/web $(BUILD)

test:
	@tools/packages build test
	@$(call configure,$(BUILD),-DPLIANT_TESTS=ON -DPLIANT_WERROR=$(WERROR))
	@$(call build,$(BUILD))
	@ctest --test-dir $(BUILD) -L fast --no-tests=error --output-on-failure -j $(JOBS)
	@tools/test-page $(BUILD)

test-slow:
	@tools/packages build demo test slow
	@$(call configure,$(BUILD),-DPLIANT_TESTS=ON)
	@$(call build,$(BUILD))
	@ctest --test-dir $(BUILD) -L slow --no-tests=error --output-on-failure

# LEAN=yes: what a change is most likely to break, without what takes long to build.
ifdef LEAN
test-browser: export PLIANT_WEB_THUMBNAILS = no
endif
test-browser: web
	@tools/packages browser
	@tools/test-browser $(BUILD)

bench-page: web
	@tools/packages browser
	@node tests/browser/numbers.mjs $(BUILD)

bench: all
	@for name in rotations cholesky graph detail; do echo; $(BUILD)/pliant bench $$name || exit 1; done

bench-peers:
	@tools/packages build peers
	@$(call configure,build-peers,-DPLIANT_TESTS=OFF -DPLIANT_PEERS=ON)
	@$(call build,build-peers) --target bench-peers

format:
	@tools/packages lint
	@tools/sources | xargs -r clang-format -i

lint:
	@tools/packages build test lint
	@tools/lint

fuzz:
	@tools/packages build test lint
	@cmake --preset asan
	@$(call build,build-asan) --target pliant_program fuzzers
	@tools/fuzz build-asan $(FUZZ_SECONDS)

coverage:
	@tools/packages build test coverage
	@tools/coverage

docs:
	@tools/packages docs
	@tools/docs $(BUILD)/docs

install: all
	@DESTDIR="$(DESTDIR)" cmake --install $(BUILD) --prefix "$(PREFIX)"

clean:
	@rm -rf $(BUILD) build-* out
