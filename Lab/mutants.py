#!/usr/bin/env python3
"""Mutants: small lies put into a copy of the sources, each of which a named test, or a technique of the lab, must find.

    mutants.py --most 5         so many of them, by chance; --seed plays a choice again
    mutants.py --most 99        all
    mutants.py --only "no look at next"
    mutants.py --fit         tells which of them change what no longer stands there, and builds nothing

Each one costs a build. A mutant that lives is printed, and the run ends with 1 where fewer than 95 % were killed.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TREE = os.path.join(ROOT, ".build-mutants")
BUILD = "DIARYLOG_TESTS_OPTIMISED=1 swift build -c release --scratch-path .build-tests -Xswiftc -enable-testing"
STORE, ENGINE, MODEL = "Sources/EventStore/", "Sources/DiaryEngine/", "Sources/DiaryModel/"

# (name, file, what stands there, what stands there instead, "lab TECHNIQUE" or a filter of tests)
MUTANTS = [
    ("no sync of a new diary's name", STORE + "Files/NewPlace.swift",
     "{ return try FileSystem.syncDirectory(parent) }", "{ return try FileSystem.syncDirectory(\"/\") }", "lab power"),
    ("no sync of the names in a new diary", STORE + "Files/NewPlace.swift",
     "try FileSystem.syncDirectory(folder)", "_ = folder", "lab power"),
    ("no sync of folders that are made", "Sources/Host/FileSystem+Folders.swift",
     "if withParents { try syncDirectory(parent(of: path)) }", "", "lab power"),
    ("commits that do not wait for the disk", "Sources/LMDB/Environment.swift",
     "if !options.isDurable { flags |= MDB_NOSYNC }", "flags |= MDB_NOSYNC", "lab power"),
    ("the meta page is not waited for", "Sources/LMDB/Environment.swift",
     "if !options.isDurable { flags |= MDB_NOSYNC }",
     "if !options.isDurable { flags |= MDB_NOSYNC } else { flags |= MDB_NOMETASYNC }", "lab power"),
    ("a result before it is committed", "Sources/diarylog/Program.swift",
     "        try command.carryOut(in: session)\n",
     "        if command is Add { try session.write(\"00000000000000000000000000000000\\n\"); try session.flush() }\n"
     "        try command.carryOut(in: session)\n", "lab power"),
    ("a refused commit counts as kept", STORE + "Files/Store.swift",
     "guard let isHeld = holds(newest) else", "guard let isHeld = Optional(true) else", "lab faults"),
    ("what creation could not finish is left", STORE + "Files/NewPlace.swift",
     "            try? FileSystem.removeTree(folder)\n            _ = try Self.checkVacant(path)\n",
     "            _ = try Self.checkVacant(path)\n", "CreationTests|lab kills"),
    ("creation in place, not by a rename", "Sources/Host/HalfMadeFolder.swift",
     "try FileSystem.makeTemporaryDirectory(in: parent, prefix: prefix)",
     "try FileSystem.makeTemporaryDirectory(in: parent, prefix: \".left-\")", "CreationTests"),
    ("another user's folder is taken", STORE + "Files/NewPlace.swift",
     "guard owner == .own else { throw .foreignFolder(path: path) }", "", "CreationTests"),
    ("a link is followed", STORE + "Files/NewPlace.swift",
     "if owner == .link { throw .isALink(path: path) }", "", "CreationTests"),
    ("a living creation is swept up", "Sources/Host/HalfMadeFolder.swift",
     "if (try? lock.tryLock(byte: 0, .exclusive)) == true { try", "if lock.isReadOnly != true { try",
     "CreationTests"),
    ("a file that was replaced is not noticed", STORE + "Files/Generation.swift",
     "{ (try? FileSystem.identity(of: file)) == identity }", "{ true }", "ReplacementTests"),
    ("no checksum of a frame", STORE + "Log/Frame+Decoding.swift",
     "guard stored == FrameLayout.checksum(of: bytes, sequence: sequence) else { throw .checksum }", "_ = stored",
     "LayoutLawTests|FlipLawTests"),
    ("a parent before the log's beginning is taken", STORE + "Log/Frame+Decoding.swift",
     "{ _ = try reader.backwards(from: sequence) }", "{ _ = try reader.varint() }", "FrameTests"),
    ("started with SIGCHLD ignored, it stays so", "Sources/diarylog/Program.swift",
     "        ChildProcess.keepExitCodes()\n", "", "EditorEndTests"),
    ("no checksum of the meta record", STORE + "Files/Meta.swift",
     "guard Self.isSound(bytes) else { throw .checksum }", "", "LayoutLawTests"),
    ("no checksum of a snapshot", STORE + "Snapshots/SnapshotStatus.swift",
     "guard let sealed = SealedValue.open(value, under: key), sealed.count",
     "guard case let sealed = value.extracting(0..<max(0, value.count - 4)), sealed.count", "SnapshotTests"),
    ("a row under another's key", STORE + "Bytes/SealedValue.swift",
     "CRC32C.checksum(bytes, continuing: CRC32C.checksum(key))", "CRC32C.checksum(bytes)",
     "LayoutLawTests"),
    ("no look at next", STORE + "Files/Store.swift",
     "if view.log.meta.next != 0 {", "if view.log.meta.next == .max {", "GenerationTests"),
    ("no look at the version expected", STORE + "Log/EventData.swift",
     "case .exactly(let version): actual == version", "case .exactly: actual != nil", "AppendTests"),
    ("a stream begins twice", STORE + "Log/EventData.swift", "case .noStream: actual == nil", "case .noStream: true",
     "AppendTests"),
    ("the version seen is not compared", ENGINE + "Commands/ChangePlan.swift",
     "try !view.stands(row, at: expected, version)", "try version == 0 && !view.stands(row, at: expected, version)",
     "DecisionTests|HandleTests|CallingTests|ArgumentTests"),
    ("undo overwrites", MODEL + "Undo/Inverse.swift",
     "        if now == after || force { return before }\n        conflicts.append(field)\n        return now\n",
     "        return before\n", "InverseTests|UndoTests"),
    ("undo deletes what was changed since", MODEL + "Undo/Inverse.swift",
     "if changedSince, !force { return .conflict(fields: [.creation]) }", "", "InverseTests|UndoTests"),
    ("a deleted entry takes edits", MODEL + "Entry/EntryCommand.swift",
     "if state.isDeleted { return .refused(.isDeleted) }\n        return change(from: state, to: edit",
     "return change(from: state, to: edit", "DecisionTests"),
    ("a text without a letter is taken", MODEL + "Entry/EntryCommand.swift",
     "if needingText, !hasVisibleCharacter(text) { return .nothingVisible }", "_ = text", "DecisionTests|ArgumentTests"),
    ("the chain is not compared", STORE + "Check/LogCheck.swift",
     "        case .none: false\n", "        case .none: true\n", "ChainTests"),
    ("an event's own hash is not compared", STORE + "Check/LogCheck.swift",
     "let isProven = !isOfProof || frame.isProven(in: bytes)", "let isProven = !isOfProof || frame.sequence > 0",
     "EventStoreTests.CheckTests"),
    ("a payload that is another's", STORE + "Import/HeaderRules.swift",
     "            EventHeader.payloadHash(of: payload) == read.payloadHash\n", "            true\n",
     "TakeOverTests|HeaderTests|RefusedEventTests"),
    ("a key is forgotten in the tail", STORE + "Writing/KeyIndex.swift",
     "                found.append(sequence)\n", "", "KeyTests"),
    ("lamport numbers stand still", STORE + "Import/LamportBound.swift",
     "{ return greatest + 1 }", "{ return max(1, greatest) }", "SurvivalTests|ChainTests"),
    ("a missing newest event is not missed", STORE + "Files/DerivedMeta.swift",
     "damage.note(event: view.log.head)", "", "FlipLawTests"),
    ("a hidden commit is not told", STORE + "Files/HeadClaim.swift",
     "log.hidden = claimed", "", "HeadTests"),
    ("a clock that went back is not noted", STORE + "Writing/StoreWriter+Arrival.swift",
     "log.meta.holdsFalls = true", "", "lab clocks|TimeTests"),
    ("the longest run of bursts may fall", STORE + "Clock/Bursts.swift",
     "if earliest[middle].time <= time { low", "if true { low", "ClockTests"),
    ("a moved diary keeps its device", STORE + "Writing/StoreWriter+Device.swift",
     "let home = try store.home()", "let home = try log.meta.home == .zero ? store.home() : log.meta.home",
     "DerivedTests|LineageTests"),
    ("a damaged page ends the transaction", "Sources/LMDB/Cursor.swift",
     "if isReading { unsafe goOn(mdb_cursor_txn(handle), after: code) }", "", "DamageTests"),
    ("another state is taken for this one", "Sources/LMDB/Transaction+Damage.swift",
     "guard unsafe mdb_txn_id(guardian) == seen else { return }", "_ = seen", "DamageTests"),
    ("the lock file is sparse", "Sources/LMDB/Environment.swift",
     "if !options.isReadOnly { try reserveLockFile(of: path, readers: options.maxReaders) }",
     "if options.maxReaders < 0 { try reserveLockFile(of: path, readers: options.maxReaders) }",
     "RefusalTests|lab limits"),
    ("the size limit is a signal", "Sources/diarylog/Program.swift",
     "        FileSizeLimit.throwInsteadOfSignal()\n", "", "RefusalTests|lab limits"),
    ("a forgetting leaves the words", ENGINE + "Upkeep/Diary+Forget.swift",
     "try store.forget([id], after", "try store.forget([], after", "DiaryEngineTests.ForgetTests"),
    ("a device that begins in a new file is not told", STORE + "Generations/Store+Forget.swift",
     "if writer.hasBegunDevice { self.note(Done(hasBegunDevice: true)) }", "_ = writer.hasBegunDevice", "DiaryEngineTests.ForgetTests"),
    ("an index without its manifest is sound", "Sources/SearchIndex/Check/SealCheck.swift",
     "if try view.bytes(for: IndexManifest.key, in: tables.leaves) == nil {", "if tables.leaves == tables.dates {",
     "DiaryEngineTests.VerifyTests"),
    ("what a killed salvage left stays", STORE + "Files/Store+Create.swift",
     "        HalfMadeFolder.sweep(parent, prefix)\n", "", "lab kills|VerifyingTests"),
    ("what an older key seals brings its events", "Sources/Exchange/Run/HeldApart.swift",
     "{ !state.older.contains(object.path) }", "{ object.size >= 0 }", "RotationTests"),
    ("what came under an older key is passed on", "Sources/Exchange/Run/Push.swift",
     "isLate && !state.doubted.contains(chain.device)", "isLate", "RotationTests"),
    ("a name that stands twice in JSON", "Sources/Interchange/JSON/JSONReader.swift",
     "guard forgives else { throw .nameTwice(name) }", "", "JSONTests"),
]


def copy(tree):
    """The sources, copied with their times; a build that lies in the copy stays."""
    os.makedirs(tree, exist_ok=True)
    for name in ["Sources", "Tests", "Benchmarks", "Docs", "Lab", "Package.swift", "Package.resolved", "README.md",
                 "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "Scripts"]:
        source, target = os.path.join(ROOT, name), os.path.join(tree, name)
        if os.path.isdir(target):
            shutil.rmtree(target)
        if os.path.isdir(source):
            shutil.copytree(source, target, ignore=shutil.ignore_patterns(".build", "__pycache__"))
        elif os.path.exists(source):
            shutil.copy2(source, target)
    # What a mutant leaves unused is a warning there, not an error.
    manifest = os.path.join(tree, "Package.swift")
    with open(manifest) as file:
        text = file.read()
    with open(manifest, "w") as file:
        file.write(text.replace("    .treatAllWarnings(as: .error),\n", ""))


def sh(command, tree, most):
    """Runs a line of shell; after so many seconds of its own it is ended, with all it started, and counts as failed."""
    line = os.environ.get("LAB_BUILD_WRAPPER", "").split() + ["timeout", "-k", "5", str(most), "bash", "-c", command]
    return subprocess.run(line, cwd=tree, capture_output=True, text=True)


def build(tree, killers):
    """Builds what the killers need; the words of the compiler, where it refuses."""
    what = "--build-tests" if any(not killer.startswith("lab ") for killer in killers) else "--product diarylog"
    result = sh(f"{BUILD} {what} 2>&1", tree, 1800)
    return None if result.returncode == 0 else result.stdout


def killed_by(tree, killers, seed, patience=240):
    """The first killer that fails; None if all pass."""
    for killer in killers:
        if killer.startswith("lab "):
            result = sh(f"python3 -B Lab/lab.py {killer[4:]} --short --seed {seed}", tree, patience)
        else:
            result = sh(f"python3 -B Scripts/tests.py .build-tests/release --filter '{killer}'", tree, patience)
        if result.returncode != 0:
            return killer
    return None


def stands(text, path):
    """Whether a file is there and has this text."""
    if not os.path.exists(path):
        return False
    with open(path) as source:
        return text in source.read()


class Tally:
    """What became of the mutants that were tried, by name."""

    def __init__(self):
        self.killed, self.lived, self.unfit = [], [], []

    @property
    def is_enough(self):
        """Whether at least 95 % were killed, and every one of them could be tried."""
        tried = len(self.killed) + len(self.lived)
        return tried > 0 and len(self.killed) >= 0.95 * tried and not self.unfit

    def __repr__(self):
        return f"{len(self.killed)} of {len(self.killed) + len(self.lived)} killed, {len(self.unfit)} unfit, " \
            f"of {len(MUTANTS)} known"


def attempt(mutant, tree, seed, tally):
    """Puts one mutant into the tree, and notes what kills it."""
    name, file, old, new, by = mutant
    started = time.monotonic()
    path = os.path.join(tree, file)
    with open(path) as source:
        whole = source.read()
    if whole.count(old) < 1:
        tally.unfit.append(name)
        return print(f"  unfit   {name}: what it changes does not stand in {file}", flush=True)
    killers = split(by)
    with open(path, "w") as source:
        source.write(whole.replace(old, new, 1))
    refused = build(tree, killers)
    if refused:
        tally.unfit.append(name)
        words = [line for line in refused.splitlines() if "error:" in line][:2]
        print(f"  unfit   {name}: it does not compile: {words}", flush=True)
    else:
        killer = killed_by(tree, killers, seed)
        (tally.killed if killer else tally.lived).append(name)
        print(f"  {'killed ' if killer else 'LIVES  '} {name}{' by ' + killer if killer else ''} "
              f"({time.monotonic() - started:.0f} s)", flush=True)
    with open(path, "w") as source:
        source.write(whole)


def attempt_all(chosen, tree, seed):
    copy(tree)
    # What fails without a mutant, too, would kill every one of them.
    killers = sorted({killer for mutant in chosen for killer in split(mutant[4])})
    tests = [killer for killer in killers if not killer.startswith("lab ")]
    killers = (["|".join(tests)] if tests else []) + [killer for killer in killers if killer not in tests]
    words = build(tree, killers) or killed_by(tree, killers, seed, patience=900)
    if words:
        sys.exit(f"error: without a mutant this fails, too: {words[-2000:]}")
    tally = Tally()
    for mutant in chosen:
        attempt(mutant, tree, seed, tally)
    return tally


def run(lab):
    """The technique of the lab: all mutants at scale 1, some of them at less."""
    most = min(len(MUTANTS), lab.rounds(len(MUTANTS), 2))
    tally = attempt_all(lab.chance("mutants").sample(MUTANTS, most), TREE, lab.seed)
    for name in tally.lived:
        lab.lie(f"a mutant lives: {name}")
    for name in tally.unfit:
        lab.lie(f"a mutant that fits no more: {name}")
    return f"{tally}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=5)
    parser.add_argument("--only", action="append")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--tree", default=TREE)
    asked = parser.parse_args()
    if asked.fit:
        unfit = [f"{name}: {file}" for name, file, old, _, _ in MUTANTS if not stands(old, os.path.join(ROOT, file))]
        print("\n".join(f"a mutant that fits no more: {words}" for words in unfit))
        return 1 if unfit else 0
    chosen = [mutant for mutant in MUTANTS if not asked.only or mutant[0] in asked.only]
    chosen = random.Random(asked.seed).sample(chosen, min(asked.most, len(chosen)))
    tally = attempt_all(chosen, asked.tree, asked.seed)
    print(f"mutants: {tally}; seed {asked.seed}")
    return 0 if tally.is_enough else 1


def split(by):
    """Killers: the tests together as one filter, each technique of the lab by itself."""
    parts = by.split("|")
    tests = [part for part in parts if not part.startswith("lab ")]
    return (["|".join(tests)] if tests else []) + [part for part in parts if part.startswith("lab ")]


if __name__ == "__main__":
    sys.exit(main())
