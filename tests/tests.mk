# SPDX-License-Identifier: MIT
# Tests, measurements and lint: a part of the Makefile, which says how a file is
# compiled (compile, link, say, NEW) and what the variants are.

names = $(filter-out main replay,$(basename $(notdir $(wildcard tests/$1/*.c))))
UNITS := $(call names,unit)
TOOLS := test_jinja $(filter-out test_%,$(UNITS))
TESTS := $(filter-out $(TOOLS),$(UNITS))
FUZZERS := $(call names,fuzz)
# Under a sanitizer those that ONLY doesn't name aren't compiled, if it names files;
# one counts calls for others.
ifneq ($(and $(ONLY),$(filter-out release coverage,$(VARIANT))),)
ifeq ($(filter-out $(TESTS:%=unit/%) run/%,$(ONLY)),)
TESTS := $(filter $(ONLY:unit/%=%) test_publish_kill,$(TESTS))
UNITS := $(TESTS) $(TOOLS)
FUZZERS := $(if $(filter run/fuzz,$(ONLY)),$(FUZZERS))
endif
endif
BENCH_TOOLS := $(addprefix $(OUT)/bench/,\
    $(filter-out nosync,$(call names,bench)) nosync.so)

# The trap, which the other files call at each load, is not checked itself.
$(OUT)/%.o: tests/trap/%.c $(OUT)/flags
	$(call compile,-fno-sanitize=all -I.)

# Unit tests and fuzzers are one program, which does what its name says
# (tests/unit/main.c): a change is linked once. They needn't be fast themselves.
$(OUT)/unit/%.o: tests/unit/%.c $(OUT)/flags
	$(call compile,$(if $(filter release,$(VARIANT)),-O1) -Dmain=$*_main \
	    -Wno-missing-prototypes -Wno-null-dereference)

$(OUT)/tests: tests/unit/main.c $(UNITS:%=$(OUT)/unit/%.o) \
    $(FUZZERS:%=$(OUT)/fuzz/%.o) $(OUT)/fuzz/replay.o $(LIBRARY) \
    $(OUT)/tests.list
	$(call link,-I. -DTESTS='$(foreach n,$(TESTS),TEST($n))' \
	    -DTOOLS='$(foreach n,$(TOOLS),TOOL($n))' \
	    -DFUZZERS='$(foreach n,$(FUZZERS),FUZZER($n))') \
	    $(filter-out %.list,$^) $(LIBRARY_LIBS) -o $(NEW)

$(OUT)/tests.list: FORCE
	$(call changed,$(UNITS) $(FUZZERS))

$(UNITS:%=$(OUT)/unit/%): $(OUT)/tests
	$(Q)ln -sf ../tests $@

# Under clang's fuzzer each is a program of its own, that looks for more.
ifneq ($(VARIANT),fuzz)
$(OUT)/fuzz/%.o: tests/fuzz/%.c $(OUT)/flags
	$(call compile,-I. -DLLVMFuzzerTestOneInput=$*_fuzz)

$(FUZZERS:%=$(OUT)/fuzz/%): $(OUT)/tests
	$(Q)ln -sf ../tests $@
else
$(OUT)/fuzz/%: tests/fuzz/%.c $(LIBRARY)
	$(call link,-I. -fsanitize=fuzzer) $^ $(LIBRARY_LIBS) -o $(NEW)
endif

# Between the program and the C library: without the sanitizers' own flags.
$(OUT)/faults.so: tests/faults/faults.c $(OUT)/flags
	$(call say,LD $@)$(CC_DEFAULT) $(STANDARD) -O1 $(WARNINGS) -fPIC -shared \
	    $< -ldl -o $(NEW)

$(OUT)/bench/%: tests/bench/%.c tests/bench/words.h $(OUT)/flags
	$(link) $< $(LIBRARY_LIBS) -o $(NEW)

$(OUT)/bench/nosync.so: tests/bench/nosync.c $(OUT)/flags
	$(call link,-fPIC -shared) $< -o $(NEW)

$(OUT)/bench/jinja $(OUT)/bench/highlight $(OUT)/bench/hostile: $(OUT)/bench/%: \
    tests/bench/%.c $(LIBRARY)
	$(link) $^ $(LIBRARY_LIBS) -o $(NEW)

FAULTS := $(if $(filter Linux,$(shell uname)),$(OUT)/faults.so)
# One build of it is enough for all variants, and for the whole of the tests.
TRAP := $(if $(filter Linuxrelease,$(shell uname)$(VARIANT)),$(if \
    $(ROOM)$(filter run/trap,$(EXCEPT))$(if $(ONLY),$(if \
    $(filter trap run/trap,$(ONLY)),,none)),,trap))
TESTED := $(OUT)/crumb $(UNITS:%=$(OUT)/unit/%) $(FUZZERS:%=$(OUT)/fuzz/%) \
    $(FAULTS) $(TRAP)
test: $(TESTED) ## run all tests, or those of ROOM=site, or ONLY=pagination
	@$(call need,prove, test)
	$(Q)exec env VARIANT=$(VARIANT) ROOM='$(ROOM)' ONLY='$(ONLY)' \
	    EXCEPT='$(EXCEPT)' JOBS='$(JOBS)' perl tests/prove.pl

# The program that looks at each of its loads, for tests/run/trap.t.
trap:
	+$(Q)$(MAKE) --no-print-directory VARIANT=trap ONLY=unit/test_trap \
	    build/trap/crumb build/trap/unit/test_trap

mutants: ## do the tests notice mistakes? ROOM=site COUNT=20 SEED=1 QUICK=1
	@$(call need,rsync, test); $(call need,unshare,)
	$(Q)exec env ROOM='$(ROOM)' ONLY='$(ONLY)' COUNT='$(COUNT)' \
	    SEED='$(SEED)' QUICK='$(QUICK)' perl tests/mutants/mutants.pl

# Tests read what the program says: of counters that it may not write it says
# nothing. They make it slow, so that tests which measure may fail.
coverage: ## lines and branches that the tests enter, functions never entered
	@$(call need,gcov,)
	$(Q)mkdir -p build/coverage && find build/coverage -name '*.gcda' -delete
	+$(Q)GCOV_ERROR_FILE=/dev/null LIMIT=900 $(MAKE) --no-print-directory \
	    VARIANT=coverage test; perl tests/coverage/coverage.pl

fuzz: ## look for what breaks: FUZZER=jinja_render SECONDS=60
	+$(Q)$(MAKE) --no-print-directory VARIANT=fuzz \
	    $(FUZZERS:%=build/fuzz/fuzz/%)
	$(Q)sh tests/fuzz/run.sh $(or $(SECONDS),60) $(or $(FUZZER),$(FUZZERS))

test-asan test-ubsan test-tsan test-trap: ## the same tests under a sanitizer
	+$(Q)$(MAKE) --no-print-directory VARIANT=$(@:test-%=%) SHORT=1 test

lighthouse: build/crumb ## Lighthouse's marks for the blog, in headless Chromium
	$(Q)sh tests/lighthouse/run.sh

fresh: ## both commands of README.md in an empty Debian; as root, with debootstrap
	$(Q)sh tests/fresh/run.sh

bench: build/crumb $(BENCH_TOOLS) ## measure against the floor and others: PHOTOS=20
	$(Q)export TOOLS=$(OUT)/bench && sh tests/bench/run.sh && \
	    sh tests/bench/peers.sh && sh tests/bench/jinja.sh && \
	    sh tests/bench/highlight.sh && sh tests/bench/search.sh && \
	    sh tests/bench/pictures.sh && \
	    perl tests/bench/preview.pl && perl tests/bench/linear.pl

CHECKED := $(SOURCES) $(HEADERS) $(wildcard tests/*/*.[ch])
format: ## format the sources
	clang-format -i $(CHECKED)

# Each file when it, a header of it or .clang-tidy has changed since it passed:
# its object is as new as those. The analyser looks at NODES states of a function, a
# quarter of those that it would, in a third of the time.
NODES ?= 50000
TIDY_ONLY := -Xclang -analyzer-config -Xclang max-nodes=$(NODES)
lint: $(OBJECTS) ## format, clang-tidy and the house rules
	@$(call need,clang-format, lint); $(call need,clang-tidy, lint)
	+$(Q)$(MAKE) --no-print-directory -k lint-all

lint-all: lint-format lint-house $(SOURCES:src/%.c=$(OUT)/lint/%)

lint-format:
	$(Q)clang-format --dry-run --Werror $(CHECKED)

lint-house:
	$(Q)OBJECTS=$(OUT) sh tests/lint/all.sh

$(OUT)/lint/%: $(OUT)/%.o .clang-tidy
	$(call say,TIDY src/$*.c)clang-tidy --quiet src/$*.c -- $(FLAGS) \
	    $(TIDY_ONLY) >$@.$$$$ 2>&1 && mv $@.$$$$ $@ || \
	    { cat $@.$$$$; rm -f $@.$$$$; exit 1; }
