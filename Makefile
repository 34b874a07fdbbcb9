# SPDX-License-Identifier: MIT
# crumb. `make deps all` installs what is missing, builds the program and
# publishes the blog of this repository; `make help` lists the rest.
# Settings of your own go into config.mk: CC, CFLAGS, DEV=1, PREFIX.
-include config.mk

.DEFAULT_GOAL := all
MAKEFLAGS += --no-builtin-rules
PREFIX ?= /usr/local

LIBRARIES := libcmark-gfm yaml-0.1 libxxhash libutf8proc nettle \
    libevent_core
# Without it `crumb check --external` says that it can't.
OPTIONAL := libcurl

APT_all := gcc libc6-dev libcurl4-openssl-dev pkg-config tzdata libcmark-gfm-dev \
    libcmark-gfm-extensions-dev libyaml-dev libxxhash-dev libutf8proc-dev \
    nettle-dev libevent-dev
APT_test := perl libxml-parser-perl cmark-gfm binutils git rsync mandoc zsh \
    python3-jinja2 python3-feedparser node:nodejs npm:npm \
    chromium:chromium-headless-shell
APT_lint := clang clang-format clang-tidy
BREW_all := pkg-config cmark-gfm libyaml xxhash utf8proc nettle libevent
BREW_test := perl node:node
BREW_lint := llvm
NPM_test := tests/browser

# --- deps and clean come first, the other goals in a make of their own, which
# finds what was installed, or nothing of what was removed ---
FIRST := $(filter deps clean,$(MAKECMDGOALS))
GOALS := $(filter-out deps clean,$(MAKECMDGOALS))
KINDS := all $(if $(filter test% bench%,$(GOALS)),test) \
    $(if $(filter lint format,$(GOALS)),lint)

deps: ## say what is missing for the goals beside it, then install it
	@APT="$(foreach k,$(KINDS),$(APT_$k))" \
	BREW="$(foreach k,$(KINDS),$(BREW_$k))" \
	NPM="$(foreach k,$(KINDS),$(NPM_$k))" sh src/deps.sh

clean: ## remove what make made, public/ included
	@if [ -x build/crumb ]; then build/crumb clean; fi
	@rm -rf build

.PHONY: deps clean
ifneq ($(FIRST),)
.PHONY: $(GOALS)
ifneq ($(GOALS),)
$(firstword $(GOALS)): $(FIRST)
	+@$(MAKE) --no-print-directory $(GOALS)
$(wordlist 2,$(words $(GOALS)),$(GOALS)): $(firstword $(GOALS)) ;
endif
else

# --- the program ------------------------------------------------------------

ifneq ($(MAKECMDGOALS),help)
include build/libraries.mk
endif

# One folder of objects a variant, so that they never mix.
VARIANT ?= release
OUT := build/$(VARIANT)
CC_fuzz := clang
CC_trap := gcc
CC_DEFAULT := $(or $(CC_$(VARIANT)),\
    $(if $(filter default,$(origin CC)),gcc,$(CC)))
OPTIMISE_release := -O2
OPTIMISE_asan := -O1 -fsanitize=address -fno-omit-frame-pointer
OPTIMISE_ubsan := -O1 -fsanitize=undefined -fno-sanitize-recover=all
OPTIMISE_tsan := -O1 -fsanitize=thread
# Each load is a call (tests/trap/trap.c); gcc alone has these options.
OPTIMISE_trap := -O1 -DCRUMB_TRAP -fsanitize=kernel-address \
    --param asan-instrumentation-with-call-threshold=0 \
    --param asan-stack=0 --param asan-globals=0
OPTIMISE_fuzz := -O1 -fsanitize=fuzzer-no-link,address,undefined
CFLAGS ?= -g
STANDARD := -std=c17 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -pthread
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion \
    -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition \
    -Wwrite-strings -Wvla -Wpointer-arith -Wundef -Wformat=2 -Wswitch-enum \
    -Wcast-qual -Wnull-dereference -fno-common $(if $(DEV),-Werror)
FLAGS := $(STANDARD) -Isrc -include base/banned.h $(OPTIMISE_$(VARIANT)) \
    $(CFLAGS) $(WARNINGS) $(LIBRARY_CFLAGS)

LINK := $(if $(filter trap,$(VARIANT)),-no-pie)

SOURCES := $(wildcard src/*/*.c)
OBJECTS := $(SOURCES:src/%.c=$(OUT)/%.o) $(OUT)/builtin.o $(OUT)/starter.o \
    $(OUT)/identity.o $(OUT)/client_script.o
OBJECTS += $(if $(filter trap,$(VARIANT)),$(OUT)/trap.o $(OUT)/guard.o)
LIBRARY_OBJECTS := $(filter-out $(OUT)/cli/main.o,$(OBJECTS))
UNIT_TESTS := $(patsubst tests/unit/%.c,$(OUT)/unit/%,\
    $(wildcard tests/unit/test_*.c))
FUZZERS := $(filter-out replay,$(patsubst tests/fuzz/%.c,%,\
    $(wildcard tests/fuzz/*.c)))
BENCH_TOOLS := $(patsubst tests/bench/%.c,$(OUT)/bench/%,\
    $(filter-out %/nosync.c,$(wildcard tests/bench/*.c))) $(OUT)/bench/nosync.so
Q := $(if $(V),,@)

.PHONY: all site serve new deploy test trap test-jinja test-asan test-ubsan test-tsan test-trap \
    fuzz bench lighthouse install uninstall format lint help FORCE
.SECONDARY:

all: site ## build crumb and publish this repository's blog into public/

site: build/crumb
	$(Q)build/crumb build

# Compared, for another variant may have been put there since.
build/crumb: $(OUT)/crumb FORCE
	$(Q)cmp -s $< $@ || cp $< $@

$(OUT)/crumb: $(OBJECTS)
	$(Q)$(CC_DEFAULT) $(FLAGS) $(LINK) $(LDFLAGS) -o $@ $^ $(LIBRARY_LIBS)

$(OUT)/%.o: src/%.c $(OUT)/flags
	$(Q)mkdir -p $(@D)
	$(Q)$(CC_DEFAULT) $(FLAGS) -MMD -MP -c -o $@ $<

# What the others call for each load; itself it is not looked at.
$(OUT)/%.o: tests/trap/%.c $(OUT)/flags
	$(Q)mkdir -p $(@D)
	$(Q)$(CC_DEFAULT) $(FLAGS) -fno-sanitize=all -I. -MMD -MP -c -o $@ $<

$(OUT)/libcrumb.a: $(LIBRARY_OBJECTS)
	$(Q)rm -f $@ && ar rcs $@ $^

$(OUT)/unit/%: tests/unit/%.c $(OUT)/libcrumb.a
	$(Q)mkdir -p $(@D)
	$(Q)$(CC_DEFAULT) $(FLAGS) $(LINK) -MMD -MP -o $@ $< \
	    $(OUT)/libcrumb.a $(LIBRARY_LIBS)

# The corpus of each fuzzer is a test; build/fuzz/fuzz/NAME looks for more.
$(OUT)/fuzz/%: tests/fuzz/%.c tests/fuzz/replay.c $(OUT)/libcrumb.a
	$(Q)mkdir -p $(@D)
	$(Q)$(CC_DEFAULT) $(FLAGS) $(if $(filter fuzz,$(VARIANT)),\
	    -fsanitize=fuzzer,) -MMD -MP -o $@ \
	    $(if $(filter fuzz,$(VARIANT)),$<,$< tests/fuzz/replay.c) \
	    $(OUT)/libcrumb.a $(LIBRARY_LIBS)

# Between the program and the C library: without the sanitizers' own flags.
$(OUT)/faults.so: tests/faults/faults.c $(OUT)/flags
	$(Q)$(CC_DEFAULT) $(STANDARD) -O1 $(WARNINGS) -fPIC -shared -o $@ $< -ldl

$(OUT)/bench/%: tests/bench/%.c $(OUT)/flags
	$(Q)mkdir -p $(@D)
	$(Q)$(CC_DEFAULT) $(FLAGS) -MMD -MP -o $@ $< $(LIBRARY_LIBS)

$(OUT)/bench/nosync.so: tests/bench/nosync.c $(OUT)/flags
	$(Q)mkdir -p $(@D)
	$(Q)$(CC_DEFAULT) $(FLAGS) -fPIC -shared -o $@ $<

$(OUT)/bench/jinja: tests/bench/jinja.c $(OUT)/libcrumb.a
	$(Q)mkdir -p $(@D)
	$(Q)$(CC_DEFAULT) $(FLAGS) -MMD -MP -o $@ $< $(OUT)/libcrumb.a \
	    $(LIBRARY_LIBS)

# The theme is carried in the program: templates/ and static/ as bytes.
THEME := $(sort $(shell find templates static -type f))
$(OUT)/builtin.c: $(THEME) build/theme.list src/build/builtin.sh
	$(Q)mkdir -p $(@D)
	$(Q)sh src/build/builtin.sh builtin build/builtin.h $(THEME) > $@.new && \
	    mv $@.new $@
# So are the files with which `crumb init` begins a blog.
STARTER := $(sort $(shell find src/cli/starter -type f))
$(OUT)/starter.c: $(STARTER) build/theme.list src/build/builtin.sh
	$(Q)mkdir -p $(@D)
	$(Q)sh src/build/builtin.sh starter cli/starter.h $(STARTER) > $@.new && \
	    mv $@.new $@
$(OUT)/builtin.o $(OUT)/starter.o: $(OUT)/%.o: $(OUT)/%.c
	$(Q)$(CC_DEFAULT) $(FLAGS) -c -o $@ $<

# The script of the preview's pages.
$(OUT)/client_script.c: src/serve/client.js src/serve/client.sh
	$(Q)mkdir -p $(@D)
	$(Q)sh src/serve/client.sh $< > $@.new && mv $@.new $@
$(OUT)/client_script.o: $(OUT)/client_script.c
	$(Q)$(CC_DEFAULT) $(FLAGS) -c -o $@ $<

# What another program remembers of a site is not believed.
$(OUT)/identity.c: $(SOURCES) $(wildcard src/*/*.h) $(THEME) $(OUT)/flags
	$(Q)mkdir -p $(@D)
	$(Q)cat $^ | cksum | sed 's/.*/#include "build\/identity.h"\n\
	    const char build_identity[] = "&";/' > $@
$(OUT)/identity.o: $(OUT)/identity.c
	$(Q)$(CC_DEFAULT) $(FLAGS) -c -o $@ $<

# Rewritten only when what they say changes.
$(OUT)/flags: FORCE
	$(Q)mkdir -p $(@D)
	$(Q)echo '$(CC_DEFAULT) $(FLAGS)' | cmp -s - $@ || \
	    echo '$(CC_DEFAULT) $(FLAGS)' > $@
build/theme.list: FORCE
	$(Q)mkdir -p build
	$(Q)echo '$(THEME) $(STARTER)' | cmp -s - $@ || \
	    echo '$(THEME) $(STARTER)' > $@

# pkg-config is asked once.
build/libraries.mk: Makefile
	$(Q)mkdir -p build
	@command -v pkg-config >/dev/null || \
	    { echo "crumb: pkg-config is missing: run make deps" >&2; exit 1; }
	@for library in $(LIBRARIES); do pkg-config --exists $$library || \
	    { echo "crumb: $$library is missing: run make deps" >&2; exit 1; }; \
	done
	$(Q)if pkg-config --exists $(OPTIONAL); then \
	    all="$(LIBRARIES) $(OPTIONAL)" flags=' -DCRUMB_CURL'; \
	else all="$(LIBRARIES)" flags=; fi; \
	{ printf 'LIBRARY_CFLAGS := '; pkg-config --cflags $$all | \
	    sed "s/$$/$$flags/"; printf 'LIBRARY_LIBS := '; \
	    pkg-config --libs $$all | sed 's/$$/ -lm/'; } > $@

-include $(shell find $(OUT) -name '*.d' 2>/dev/null)

# --- tests and the rest -----------------------------------------------------

FAULTS := $(if $(filter Linux,$(shell uname)),$(OUT)/faults.so)
# One build of it is enough for all variants.
TRAP := $(if $(filter Linuxrelease,$(shell uname)$(VARIANT)),trap)
TESTED := $(OUT)/crumb $(UNIT_TESTS) $(OUT)/unit/httpd $(OUT)/unit/forge \
    $(FUZZERS:%=$(OUT)/fuzz/%) $(FAULTS)
test: $(TESTED) $(LIBRARY_OBJECTS) $(TRAP) ## run all tests
	$(Q)CRUMB=$(CURDIR)/$(OUT)/crumb OBJECTS=$(OUT) FUZZERS=$(OUT)/fuzz \
	    FAULTS=$(addprefix $(CURDIR)/,$(FAULTS)) \
	    prove --quiet --merge --timer tests/run tests/markdown tests/jinja \
	    $(UNIT_TESTS)

serve: build/crumb ## preview the blog while you write: PORT=4000 OPEN=1
	@build/crumb serve $(if $(PORT),--port $(PORT)) $(if $(OPEN),--open)

new: build/crumb ## begin a post: SECTION=baking TITLE="Plum cake" EDIT=1
	@build/crumb new $(if $(EDIT),--edit) -- "$$SECTION" "$$TITLE"

deploy: build/crumb ## publish it, and copy it to its server: DEPLOY=me@host:www/ DRY=1
	@build/crumb deploy $(if $(DRY),--dry-run)

# The program that looks at each of its loads, for tests/run/trap.t.
trap:
	+$(Q)$(MAKE) --no-print-directory VARIANT=trap build/trap/crumb \
	    build/trap/unit/test_trap

test-jinja: $(OUT)/crumb ## random templates, against Jinja2: COUNT=2000 SEED=1
	$(Q)CRUMB=$(CURDIR)/$(OUT)/crumb COUNT=$(or $(COUNT),2000) \
	    prove --merge -v tests/jinja/differential.t

fuzz: ## look for what breaks: FUZZER=jinja_render SECONDS=60
	+$(Q)$(MAKE) --no-print-directory VARIANT=fuzz \
	    $(FUZZERS:%=build/fuzz/fuzz/%)
	$(Q)for f in $(or $(FUZZER),$(FUZZERS)); do mkdir -p build/corpus/$$f; \
	    build/fuzz/fuzz/$$f -max_total_time=$(or $(SECONDS),60) -timeout=10 \
	        -rss_limit_mb=2048 build/corpus/$$f \
	        tests/fuzz/corpus/$${f%%_*} || exit 1; done

test-asan test-ubsan test-tsan test-trap: ## the same tests under a sanitizer
	+$(Q)$(MAKE) --no-print-directory VARIANT=$(@:test-%=%) SHORT=1 test

# Its packages are many, and nothing else needs them: below build/.
lighthouse: build/crumb ## Lighthouse's marks for the blog, in headless Chromium
	$(Q)mkdir -p build/lighthouse && cp tests/lighthouse/* build/lighthouse/
	$(Q)cd build/lighthouse && { test -d node_modules || \
	    npm ci --loglevel=error --no-fund; }
	$(Q)CHROMIUM=$${CHROMIUM:-$$(command -v chromium || \
	    command -v chromium-headless-shell)} \
	    node build/lighthouse/run.mjs build/crumb .

bench: build/crumb $(BENCH_TOOLS) ## measure against the floor and other programs
	$(Q)TOOLS=$(OUT)/bench sh tests/bench/run.sh
	$(Q)TOOLS=$(OUT)/bench sh tests/bench/peers.sh
	$(Q)TOOLS=$(OUT)/bench sh tests/bench/jinja.sh
	$(Q)TOOLS=$(OUT)/bench perl tests/bench/preview.pl

# Where what is installed stands below PREFIX.
MAN_PAGE := share/man/man1/crumb.1
FOR_BASH := share/bash-completion/completions/crumb
FOR_ZSH := share/zsh/site-functions/_crumb
INSTALLED := bin/crumb $(MAN_PAGE) $(FOR_BASH) $(FOR_ZSH)
INTO := $(DESTDIR)$(PREFIX)
install: $(OUT)/crumb ## install into PREFIX (/usr/local)
	install -d $(addprefix '$(INTO)'/,$(dir $(INSTALLED)))
	install -m 755 $(OUT)/crumb '$(INTO)'/bin/crumb
	install -m 644 docs/crumb.1 '$(INTO)'/$(MAN_PAGE)
	install -m 644 src/cli/complete.bash '$(INTO)'/$(FOR_BASH)
	install -m 644 src/cli/complete.zsh '$(INTO)'/$(FOR_ZSH)

uninstall: ## remove what install has put there
	rm -f $(addprefix '$(INTO)'/,$(INSTALLED))

CHECKED := $(wildcard src/*/*.[ch] tests/*/*.[ch])
format: ## format the sources
	clang-format -i $(CHECKED)

lint: build/libraries.mk ## format, clang-tidy and the house rules
	clang-format --dry-run --Werror $(CHECKED)
	sh tests/lint/all.sh
	clang-tidy --quiet $(SOURCES) -- $(FLAGS)

help: ## this list
	@awk -F ':.*## ' '/^[a-z][a-z -]*:.*## / {printf "make %-32s %s\n", $$1, $$2}' \
	    Makefile

endif
