# SPDX-License-Identifier: MIT
# crumb. `make deps all` installs missing packages, builds the program and
# publishes the blog of this repository; `make help` lists the rest.
# Settings of your own go into config.mk: CC, CFLAGS, DEV=1, PREFIX.
-include config.mk

.DEFAULT_GOAL := all
MAKEFLAGS += --no-builtin-rules
JOBS ?= $(shell getconf _NPROCESSORS_ONLN)
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(JOBS)
endif
PREFIX ?= /usr/local

LIBRARIES := libcmark-gfm yaml-0.1 libxxhash libutf8proc nettle \
    libevent_core expat libpcre2-8 zlib
# Without libcurl `crumb check --external` says that it can't; without duktape
# formulas are shown as they are typed; without the three of $(PICTURES) pictures
# keep their sizes; libheif reads those of iPhones; without libstemmer the search
# finds a word only as it is spelled; without freetype2 posts have no cards.
PICTURES := libjpeg libpng libwebp
OPTIONAL := libcurl duktape $(PICTURES) libheif libstemmer freetype2
# KaTeX, which renders formulas; it is looked for when crumb runs.
KATEX ?= /usr/share/javascript/katex/katex.js

APT_all := gcc libc6-dev libcurl4-openssl-dev pkg-config tzdata libcmark-gfm-dev \
    libcmark-gfm-extensions-dev libyaml-dev libxxhash-dev libutf8proc-dev \
    nettle-dev libevent-dev libexpat1-dev libpcre2-dev zlib1g-dev \
    duktape-dev libjs-katex libstemmer-dev libjpeg-dev libpng-dev libwebp-dev libheif-dev \
    libfreetype-dev fonts-dejavu-core
APT_test := perl libxml-parser-perl libimage-exiftool-perl cmark-gfm binutils git rsync mandoc zsh procps \
    python3 python3-jinja2 python3-feedparser python3-recipe-scrapers snowball-data \
    node:nodejs npm:npm chromium:chromium-headless-shell
APT_lint := clang clang-format clang-tidy
BREW_all := pkg-config cmark-gfm libyaml xxhash utf8proc nettle libevent \
    expat pcre2 zlib duktape jpeg-turbo libpng webp libheif snowball freetype
BREW_test := perl node:node
BREW_lint := llvm
NPM_test := tests/browser

# --- several goals come one after the other, each in a make of its own, which
# finds what was installed, or nothing of what was removed ---
GOALS := $(filter-out build/%,$(MAKECMDGOALS))
KINDS := all $(if $(filter test% bench% mutants coverage,$(GOALS)),test) \
    $(if $(filter lint format,$(GOALS)),lint)

ifneq ($(and $(GOALS),$(word 2,$(MAKECMDGOALS))),)
.PHONY: $(MAKECMDGOALS)
$(firstword $(MAKECMDGOALS)):
	+@for goal in $(MAKECMDGOALS); do \
	    $(MAKE) --no-print-directory KINDS='$(KINDS)' $$goal || exit; done
$(wordlist 2,99,$(MAKECMDGOALS)): $(firstword $(MAKECMDGOALS)) ;
else

deps: ## list the missing packages of the goals beside it, then install them
	@APT="$(foreach k,$(KINDS),$(APT_$k))" \
	BREW="$(foreach k,$(KINDS),$(BREW_$k))" \
	NPM="$(foreach k,$(KINDS),$(NPM_$k))" sh src/deps.sh

clean: ## remove what make made, public/ included
	@if [ -x build/crumb ]; then build/crumb clean; fi
	@rm -rf build

need = command -v $1 >/dev/null || \
    { echo "crumb: $1 is missing: run make deps$2" >&2; exit 1; }

# --- the program ------------------------------------------------------------

ifneq ($(filter-out deps clean help,$(or $(MAKECMDGOALS),all)),)
include build/libraries.mk
endif

# One folder of objects a variant, so that they never mix.
VARIANT ?= release
OUT := build/$(VARIANT)
CC_fuzz := clang
CC_trap := gcc
CC_coverage := gcc
CC_DEFAULT := $(or $(CC_$(VARIANT)),\
    $(if $(filter default,$(origin CC)),gcc,$(CC)))
OPTIMISE_release := -O3
OPTIMISE_ubsan := -O1 -fsanitize=undefined -fno-sanitize-recover=all
# Undefined behaviour is a trap here, reported as ILL with its line: a quarter of
# the code, two thirds of the time. VARIANT=ubsan names the kind.
OPTIMISE_asan := -O1 -fsanitize=undefined,address \
    -fsanitize-undefined-trap-on-error -fno-omit-frame-pointer
OPTIMISE_tsan := -O1 -fsanitize=thread
# Each load is a call (tests/trap/trap.c); gcc alone has these options.
OPTIMISE_trap := -O1 -DCRUMB_TRAP -fsanitize=kernel-address \
    --param asan-instrumentation-with-call-threshold=0 \
    --param asan-stack=0 --param asan-globals=0
OPTIMISE_coverage := -O0 --coverage -fprofile-update=atomic
OPTIMISE_fuzz := -O1 -fsanitize=fuzzer-no-link,address,undefined
# Reports of sanitizers need lines alone.
CFLAGS ?= $(if $(filter release,$(VARIANT)),-g,-g1)
STANDARD := -std=c17 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -pthread
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion \
    -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition \
    -Wwrite-strings -Wvla -Wpointer-arith -Wundef -Wformat=2 -Wswitch-enum \
    -Wcast-qual -Wnull-dereference -fno-common $(if $(DEV),-Werror)
FLAGS := $(STANDARD) -Isrc -include base/banned.h $(OPTIMISE_$(VARIANT)) \
    $(CFLAGS) $(WARNINGS) $(LIBRARY_CFLAGS) \
    -DCRUMB_KATEX=$(KATEX)

TRAPPED := $(filter trap,$(VARIANT))
SOURCES := $(wildcard src/*/*.c src/*/*/*.c)
HEADERS := $(wildcard src/*/*.h src/*/*/*.h)
OBJECTS := $(SOURCES:src/%.c=$(OUT)/%.o) $(addprefix $(OUT)/,builtin.o \
    languages.o recipe_words.o secret_rules.o packets.o starter.o identity.o client_script.o $(if $(TRAPPED),trap.o guard.o))
LIBRARY := $(filter-out $(OUT)/cli/main.o,$(OBJECTS))
# $(call say,WHAT)COMMAND says WHAT, with V=1 the whole command. A file that
# is made gets its name when it is complete: another make may run beside this one.
Q := $(if $(V),,@)
say = $(Q)mkdir -p $(@D) && $(if $(V),,echo '$1' &&)
NEW = $@.$$$$ && mv $@.$$$$ $@
compile = $(call say,CC $<)$(CC_DEFAULT) $(FLAGS) $1 -MMD -MP -MT $@ \
    -MF $@.d$$$$ -c $< -o $@.$$$$ && mv $@.d$$$$ $(@:.o=.d) && mv $@.$$$$ $@
# Programs with a fixed address start in half of the time; the trap needs it.
link = $(call say,LD $@)$(CC_DEFAULT) $(FLAGS) $1 $(LDFLAGS) \
    $(if $(filter Linuxasan Linuxtrap,$(shell uname)$(VARIANT)),-no-pie)

.PHONY: all bench clean coverage deploy deps format fresh fuzz help install lighthouse \
    lint lint-all lint-format lint-house mutants new serve site test test-asan \
    test-trap test-tsan test-ubsan trap uninstall FORCE
.SECONDARY:
.DELETE_ON_ERROR:

all: site ## build crumb and publish this repository's blog into public/

site: build/crumb
	$(Q)build/crumb build

# Compared, for another variant may have been put there since.
build/crumb: $(OUT)/crumb build/compile_commands.json FORCE
	$(Q)cmp -s $< $@ || { cp $< $(NEW); }

$(OUT)/crumb: $(OBJECTS)
	$(link) $^ $(LIBRARY_LIBS) -o $(NEW)

$(OUT)/%.o: src/%.c $(OUT)/flags
	$(compile)

$(OUT)/%.o: $(OUT)/%.c $(OUT)/flags
	$(compile)

# The theme is carried in the program: templates/ and static/ as bytes. So are
# the files with which `crumb init` begins a blog, the languages that it can
# highlight, the words of recipes, the rules of secrets, packets to draw, and the preview's
# script.
THEME := $(sort $(shell find templates static -type f))
STARTER := $(sort $(shell find src/cli/starter -type f))
LANGUAGES := $(sort $(wildcard src/highlight/languages/*.yaml))
RECIPE_WORDS := $(sort $(wildcard src/recipe/words/*.yaml))
SECRET_RULES := $(sort $(wildcard src/secrets/rules/*.txt))
PACKETS := src/drawing/packets.txt
BUILTIN = $(call say,GEN $@)sh src/base/builtin.sh
$(OUT)/builtin.c: $(THEME) build/theme.list src/base/builtin.sh
	$(BUILTIN) builtin site/config/builtin.h $(THEME) > $(NEW)
$(OUT)/starter.c: $(STARTER) build/theme.list src/base/builtin.sh
	$(BUILTIN) starter cli/starter.h $(STARTER) > $(NEW)
$(OUT)/languages.c: $(LANGUAGES) build/theme.list src/base/builtin.sh
	$(BUILTIN) builtin_languages highlight/language_set.h $(LANGUAGES) > $(NEW)
$(OUT)/recipe_words.c: $(RECIPE_WORDS) build/theme.list src/base/builtin.sh
	$(BUILTIN) recipe_words recipe/lexicon.h $(RECIPE_WORDS) > $(NEW)
$(OUT)/secret_rules.c: $(SECRET_RULES) build/theme.list src/base/builtin.sh
	$(BUILTIN) secret_rules secrets/rules.h $(SECRET_RULES) > $(NEW)
$(OUT)/packets.c: $(PACKETS) build/theme.list src/base/builtin.sh
	$(BUILTIN) packets drawing/packet.h $(PACKETS) > $(NEW)
$(OUT)/client_script.c: src/serve/client/client.js src/serve/client/client.sh
	$(call say,GEN $@)sh src/serve/client/client.sh $< > $(NEW)

# A ledger written by another build of crumb is ignored: one of other sources,
# but for their comments and white space, or of other flags.
$(OUT)/identity.c: $(SOURCES) $(HEADERS) $(THEME) $(LANGUAGES) \
    $(RECIPE_WORDS) $(SECRET_RULES) $(PACKETS) \
    $(OUT)/flags src/base/identity.sh
	$(call say,GEN $@)sh src/base/identity.sh $^ | \
	    sed 's/.*/#include "base\/builtin.h"\n\
	    const char build_identity[] = "&";/' > $(NEW)

# Rewritten only when what they say changes.
changed = @mkdir -p $(@D); echo '$1' | cmp -s - $@ || { echo '$1' > $(NEW); }
$(OUT)/flags: FORCE
	@$(call need,$(firstword $(CC_DEFAULT)),)
	$(call changed,$(CC_DEFAULT) $(FLAGS))
build/theme.list: FORCE
	$(call changed,$(THEME) $(STARTER) $(LANGUAGES))

# For editors and their like, which look for it there.
build/compile_commands.json: $(OUT)/flags $(sort $(dir $(SOURCES)))
	$(Q)sh src/compile_commands.sh '$(CC_DEFAULT) $(FLAGS) -I.' $(SOURCES) \
	    $(wildcard tests/unit/*.c) > $(NEW)

# pkg-config is asked once.
build/libraries.mk: Makefile src/libraries.sh
	@$(call need,pkg-config,)
	$(Q)mkdir -p build && LIBRARIES='$(LIBRARIES)' OPTIONAL='$(OPTIONAL)' \
	    PICTURES='$(PICTURES)' \
	    sh src/libraries.sh > $(NEW)

-include $(shell find $(OUT) -name '*.d' 2>/dev/null)

serve: build/crumb ## preview the blog while you write: PORT=4000 OPEN=1
	@build/crumb serve $(if $(PORT),--port $(PORT)) $(if $(OPEN),--open)

# As they are written: make would expand a $ in them.
override SECTION := $(value SECTION)
override TITLE := $(value TITLE)
export SECTION TITLE

new: build/crumb ## begin a post: SECTION=baking TITLE="Plum cake" EDIT=1
	@build/crumb new $(if $(EDIT),--edit) -- "$$SECTION" "$$TITLE"

deploy: build/crumb ## publish it, and copy it to its server: DEPLOY=me@host:www/ DRY=1
	@build/crumb deploy $(if $(DRY),--dry-run)

# Where installed files go below PREFIX.
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

include tests/tests.mk

help: ## this list
	@awk -F ':.*## ' '/^[a-z][a-z -]*:.*## / {printf "make %-32s %s\n", $$1, $$2}' \
	    Makefile tests/tests.mk

endif
