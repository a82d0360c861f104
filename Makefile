# diarylog: what a person or a machine runs. `make help` lists it.
SHELL := /bin/bash

PREFIX ?= /usr/local
SIZE ?= 100000
# How long make torture takes: 1 is some two hours, half of it mutants; 0.1 a quarter of an hour.
TORTURE ?= 1
STATIC := .build-static
# One set of flags for one scratch path: other flags in the same path would rebuild everything.
# The same bytes in any folder: paths are mapped away, and no object has the hash of its code from before that, which
# only spares a second build some work.
STATIC_FLAGS := -c release --product diarylog --scratch-path $(STATIC) --static-swift-stdlib \
	-Xswiftc -static-executable -Xlinker -s -debug-info-format none \
	-Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=. \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen
PROGRAM := $(STATIC)/release/diarylog
# The page's program, static as well, of the same objects. Only where it is asked for is SwiftNIO fetched and built.
WEB := $(STATIC)/release/diarylog-web
WITH_PAGE := DIARYLOG_PAGE=1
# One build for all tests, for the program that they run, and for the lab: what computes is optimised (Package.swift
# says what). The compiler refuses an import of what no dependency leads to; one that only a dependency's dependency leads
# to, and modules of the system, make floors refuses.
TESTS := .build-tests
BUILD_TESTS := DIARYLOG_TESTS_OPTIMISED=1 swift build -c release --scratch-path $(TESTS) -Xswiftc -enable-testing \
	--explicit-target-dependency-import-check error
RUN_TESTS := python3 -B Scripts/tests.py $(TESTS)/release

.PHONY: help demo check tests test torture lint floors misuse sanitize docs install uninstall dist test-dist reproducible program dependencies bench benchmarks format \
	server serve test-page test-sync sync-lab screenshots load bench-full bench-check

help:
	@echo "make demo      build the program and show what it does, on a sample diary"
	@echo "make serve     build everything and open the page of a sample diary; DIARY=FOLDER for your own"
	@echo "make check     lint, floors, all tests"
	@echo "make test      the same, and misuse, a dependent package, the lab in short, long models"
	@echo "make test-page the page in real browsers, and attacks at the socket; AXE=…/axe.min.js for its rules"
	@echo "make test-sync real diaries through real carriers: Syncthing, WebDAV, SFTP, S3; CASES='nginx age' for some"
	@echo "make sync-lab  hundreds of diaries on Ceph, which is killed in parts; LAB='--diaries 20 --seconds 30' for a short one"
	@echo "make torture   the lab: kills, power cuts, faults, damage, mutants; TORTURE=0.1 for a quarter of an hour"
	@echo "make program server   the two programs, each one static file"
	@echo "make install   put what is built under PREFIX (default /usr/local); make uninstall takes it away"
	@echo "make dist      a tarball and a Debian package, into dist/; make test-dist tries the package"
	@echo "make reproducible     builds twice in two folders and compares"
	@echo "make docs      the API's documentation, into docs-out"
	@echo "make sanitize  the tests of the lower floors under the thread and the address sanitizer"
	@echo "make load      the page's server with 50 streams and 20 writers on 100,000 entries, for a minute"
	@echo "make screenshots  the pictures of the page in Docs/Screenshots"
	@echo "make bench     us and our peers side by side, into Docs/Performance/Peers.md; CORPUS=FILE for real texts, SKIP=STEP,STEP"
	@echo "make bench-full  the same with a million texts and ten million events: half an hour"
	@echo "make bench-check the counted figures against their limits"
	@echo "make lint, make floors, make misuse, make benchmarks, make format"

dependencies:
	@bash Scripts/dependencies.sh

program: dependencies
	swift build $(STATIC_FLAGS) 2>&1 | grep -vE "warning: (Using '.*' in statically linked|the use of)" ; \
	test $${PIPESTATUS[0]} -eq 0
	@bash Scripts/dist/licences.sh > $(STATIC)/copyright

server: dependencies
	$(WITH_PAGE) swift build $(subst diarylog,diarylog-web,$(STATIC_FLAGS)) 2>&1 \
		| grep -vE "warning: Using '.*' in statically linked" ; \
	test $${PIPESTATUS[0]} -eq 0
	@bash Scripts/dist/licences.sh > $(STATIC)/copyright

serve: program server
	@bash Scripts/serve.sh $(PROGRAM) $(WEB) $(DIARY)

# A debug build: it is there in a third of the time of an optimised one, and a demo does not mind.
demo: dependencies
	swift build --product diarylog
	@bash Docs/Examples/demo.sh .build/debug/diarylog

# What a change must pass before it is a commit.
check: dependencies lint floors tests

tests:
	@bash Scripts/dependencies.sh zsh fish zip unzip mandoc age rclone
	$(BUILD_TESTS) --build-tests
	$(RUN_TESTS)

# The rest: what must not compile, a package of somebody else's, the lab in short, and hundreds of thousands of commands
# of the models, on a diary of 400,000 events.
test: check
	@sh Tests/Misuse/check.sh $(TESTS)/release
	@bash Tests/Dependent/check.sh
	python3 -B Lab/lab.py kills power locks blocks faults limits crowd clocks fuzz model --short
	DIARYLOG_RUNS=1000 DIARYLOG_SCALE=400000 $(RUN_TESTS) --filter '^DiaryModelTests[.]|^DiaryEngineTests[.].*(ModelTests|WorldTests)'

# A real Chromium, a real Firefox, and the server, built beside the other tests of what they are built of.
test-page: dependencies
	@bash Scripts/browsers.sh chromium firefox-esr
	$(WITH_PAGE) $(BUILD_TESTS) --build-tests
	$(RUN_TESTS) --filter PageTests

# Real diaries through real carriers. What cannot be had is skipped aloud.
test-sync: dependencies
	@bash Scripts/dependencies.sh age rclone syncthing
	$(BUILD_TESTS) --product diarylog
	@python3 -B Tests/Sync/carriers.py $(TESTS)/release/diarylog $(CASES)

# Hundreds of real diaries on one Ceph of its own, on loopback and in memory. Skips aloud where it is not installed:
# ceph-mon ceph-osd radosgw ceph-common awscli.
sync-lab: dependencies
	@bash Scripts/dependencies.sh age rclone
	$(BUILD_TESTS) --product diarylog
	@python3 -B Tests/Sync/lab.py $(TESTS)/release/diarylog $(LAB)

screenshots: dependencies
	@bash Scripts/browsers.sh chromium
	$(WITH_PAGE) DIARYLOG_SCREENSHOTS=$(CURDIR)/Docs/Screenshots swift test --disable-xctest --filter Screenshots

load: server
	@bash Scripts/browsers.sh chromium
	swift build $(subst diarylog,diarylog-fill,$(STATIC_FLAGS))
	$(WITH_PAGE) DIARYLOG_LOAD=$(CURDIR)/$(WEB) DIARYLOG_FILL=$(CURDIR)/$(STATIC)/release/diarylog-fill \
		swift test --disable-xctest --filter 'PageTests/Load'

# The lab: faults, kills, power cuts, damage, crowds. What looks at the diaries afterwards is the static program.
torture: program
	$(BUILD_TESTS) --product diarylog
	LAB_CHECKER=$(CURDIR)/$(PROGRAM) python3 -B Lab/lab.py all --scale $(TORTURE)

# What the compiler must refuse: spans and cursors that outlive what they look at.
misuse: dependencies
	swift build
	@sh Tests/Misuse/check.sh .build/debug

# What lives until the program ends is no leak: the runtime has some, and tests that end their process.
sanitize: dependencies
	TSAN_OPTIONS="suppressions=$(CURDIR)/Scripts/thread-sanitizer.txt" swift test --disable-xctest \
		--sanitize=thread --scratch-path .build-thread --filter 'LMDBTests|HostTests|EventStoreTests|TaskTests'
	ASAN_OPTIONS=detect_leaks=0 swift test --disable-xctest --sanitize=address --scratch-path .build-address --filter 'LMDBTests|HostTests|HashesTests|MarkupTests|ZlibTests|ArchivesTests|EventStoreTests'

benchmarks: dependencies
	DIARYLOG_BENCHMARKS=1 swift build -c release --package-path Benchmarks

lint:
	swift format lint --strict --parallel --recursive Package.swift Sources Tests Benchmarks Docs
	@bash Scripts/style.sh --self-test
	@bash Scripts/style.sh
	@python3 -B Scripts/api.py
	@python3 -B Lab/mutants.py --fit
	@bash Scripts/page/check.sh

format:
	swift format --in-place --parallel --recursive Package.swift Sources Tests Benchmarks Docs
	if command -v tsc > /dev/null; then node Scripts/page/format.cjs "$$(command -v tsc)"; fi

floors:
	@bash Scripts/floors.sh

bench: program
	@bash Scripts/dependencies.sh python3-venv strace sqlite3
	@bash Scripts/bench.sh 10000,$(SIZE) 1000,10000 $(PROGRAM)

bench-full: program
	@bash Scripts/dependencies.sh python3-venv strace sqlite3
	@bash Scripts/bench.sh 10000,100000,1000000,10000000 1000,10000 $(PROGRAM)

# The counted figures, which are the same on every machine, against their limits. make test has them, too.
bench-check: dependencies
	$(BUILD_TESTS) --build-tests
	DIARYLOG_SCALE=400000 $(RUN_TESTS) --filter 'CostTests|CostModelTests|ScaleModelTests'

docs: dependencies
	@bash Scripts/docs.sh

# What is built, to where a system looks for it. It builds nothing and asks apt for nothing.
install:
	@PROGRAM="$(PROGRAM)" WEB="$(WEB)" PREFIX_IN="$(PREFIX)" bash Scripts/install.sh install "$(DESTDIR)$(PREFIX)"

uninstall:
	@PREFIX_IN="$(PREFIX)" bash Scripts/install.sh uninstall "$(DESTDIR)$(PREFIX)"

# A tarball and a Debian package of this commit, into dist/.
dist: export DIARYLOG_COMMIT = $(shell git rev-parse --short=12 HEAD)
dist: program server
	@PROGRAM=$(PROGRAM) WEB=$(WEB) bash Scripts/dist/dist.sh dist

# The package of dist/, installed, used and removed in a fresh Debian 12 and 13. As root.
test-dist:
	@bash Scripts/dist/test.sh dist

reproducible:
	@bash Scripts/dist/reproducible.sh
