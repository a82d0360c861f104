/// How the program says what became of a change. The rules are the engine's, and tested there: here stands a row for
/// each case of its outcomes, and of why a change is refused: the exit code, the code for scripts, and the words.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

@testable import diarylog

@Suite("What is said of a change", .timed) struct OutcomeTests {
    /// What an outcome is told as. A case that an outcome gets does not compile until it is one of these, and one of
    /// these does not until it has a row.
    enum Told: CaseIterable {
        case changed, unchanged, repeated, keyTaken, conflict, refused, draftGone, settled, blank
        case undone, nothingToUndo, undoneAlready, undoConflicts, movedOn, noSuchEntry, noSuchOperation, ambiguous

        init(_ outcome: ChangeOutcome) {
            self =
                switch outcome {
                case .changed: .changed
                case .unchanged: .unchanged
                case .repeated: .repeated
                case .keyTaken: .keyTaken
                case .conflict: .conflict
                case .refused: .refused
                }
        }

        init(_ outcome: DraftOutcome?) {
            self =
                switch outcome {
                case .settled: .settled
                case .blank: .blank
                case nil: .draftGone
                }
        }

        init(_ outcome: UndoOutcome) {
            self =
                switch outcome {
                case .changed: .undone
                case .nothing: .nothingToUndo
                case .unchanged: .undoneAlready
                case .conflicts: .undoConflicts
                case .movedOn: .movedOn
                case .noSuchEntry: .noSuchEntry
                case .noSuchOperation: .noSuchOperation
                case .ambiguousOperation: .ambiguous
                }
        }
    }

    /// What is typed, and what comes of it: the exit code, the word for scripts of a problem, and words for people.
    private typealias Row = (code: Int32, problem: String?, english: String, korean: String, words: [String])

    /// A diary with an entry that was edited twice (e2 to e4), one that was deleted, and a draft that came too late.
    private struct Scene {
        let sandbox: Sandbox
        let edited: String
        let deleted: String

        init() throws {
            sandbox = try Sandbox()
            edited = try sandbox.add("one", "--key", "k")
            for text in ["two", "three"] { #expect(try sandbox.run("edit", edited, "--text", text).code == 0) }
            deleted = try sandbox.add("gone")
            try sandbox.run("delete", deleted, "--yes").ends(0)
            let late = ["edit", edited, "--text", "late", "--expect", "v2", "--draft"]
            #expect(try sandbox.run(late).code == 3 && sandbox.drafts() == ["d1"])
        }

        /// Nil where other tests have it: an editor that leaves nothing, and the first signs of two operations.
        func row(_ told: Told) -> Row? {
            let (entry, gone) = (String(edited.prefix(8)), String(deleted.prefix(8)))
            return switch told {
            case .changed: (0, nil, "changed \(entry), now version 4", "이제 버전 4", ["edit", edited, "--text", "x"])
            case .unchanged:
                (0, nil, "nothing changed", "바뀐 것이 없습니다", ["edit", edited, "--text", "three", "--expect", "v1"])
            case .repeated: (0, nil, "added before, as \(entry)", "이미 쓴 일기입니다", ["add", "one", "--key", "k"])
            case .keyTaken:
                (3, "key-taken", "the key belongs to entry \(entry)", "내용이 다른", ["add", "x", "--key", "k"])
            case .conflict:
                (3, "conflict", "is at version 3, not 2", "버전 2가 아니라", ["delete", edited, "--yes", "--expect", "v2"])
            case .refused: (3, "deleted", "restore \(gone) brings it back", "지워져", ["edit", deleted, "--star"])
            case .draftGone: (1, "not-found", "there is no draft d9", "초안 d9가 없습니다", ["draft", "commit", "d9"])
            case .settled: (0, nil, "changed \(entry), now version 4", "이제 버전 4", ["draft", "commit", "d1"])
            case .undone: (0, nil, "undid delete", "되돌렸습니다: 지우기", ["undo"])
            case .nothingToUndo: (1, "nothing-to-redo", "there is nothing to redo", "다시 할 것이 없습니다", ["redo"])
            case .undoneAlready: (0, nil, "nothing changed", "바뀐 것이 없습니다", ["restore", "--to", "e6", "--yes"])
            case .undoConflicts:
                (3, "changed-since", "\(entry)  three: text", "글", ["undo", "--operation", "e3"])
            case .movedOn: (3, "moved-on", "the next operation is ", "다음 작업은", ["undo", "--expect", "e2"])
            case .noSuchEntry: (1, "not-found", "no entry zzz", "zzz", ["undo", "zzz"])
            case .noSuchOperation: (1, "not-found", "no operation e99", "작업 e99가 없습니다", ["undo", "--operation", "e99"])
            case .blank, .ambiguous: nil
            }
        }
    }

    @Test(
        "each outcome has its exit code, its word and its sentences; who is refused has written nothing",
        arguments: Told.allCases)
    func outcomes(_ told: Told) throws {
        let scene = try Scene()
        guard let row = scene.row(told) else { return }
        let log = try scene.sandbox.run("log").text
        // What writes can be said once.
        let korean = row.code == 0 ? nil : try scene.sandbox.run(row.words + ["--lang", "ko"])
        let json = row.code == 0 ? nil : try scene.sandbox.run(row.words + ["--json"])
        try scene.sandbox.run(row.words).ends(row.code, saying: row.english)
        #expect((try scene.sandbox.run("log").text != log) == [.changed, .settled, .undone].contains(told))
        guard let korean, let json else { return }
        #expect(korean.code == row.code && korean.error.contains(row.korean), "\(korean.error)")
        let problem = try json.problem()["error"]?["code"]?.saidText
        #expect(json.code == row.code && problem == row.problem && json.output.isEmpty, "\(json.error)")
        #expect(try scene.sandbox.drafts() == ["d1"])
    }

    @Test("--again uses a key once more")
    func again() throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.add("one", "--key", "k") != sandbox.add("one", "--key", "k", "--again"))
        #expect(try sandbox.count() == 2)
    }

    /// A reason that is new does not compile until it stands here.
    private func said(of refusal: Refusal) -> (status: diarylog.ExitStatus, code: String) {
        switch refusal {
        case .noSuchEntry, .alreadyExists: (.notFound, "not-found")
        case .isDeleted: (.conflict, "deleted")
        case .isForgotten: (.conflict, "forgotten")
        case .nothingVisible: (.usage, "nothing-visible")
        case .notUTF8: (.usage, "not-utf8")
        case .tooManyTags: (.usage, "too-many-tags")
        case .textTooLong, .tagTooLong, .zoneTooLong, .contentTooLarge: (.usage, "too-long")
        case .emptyTag, .improperDate, .improperPlace, .improperWeather, .improperExtra, .improperAttachment:
            (.usage, "usage")
        }
    }

    /// An error that is new does not compile until it stands here.
    private func said(of error: EventStoreError) -> (status: diarylog.ExitStatus, code: String) {
        switch error {
        case .missing: (.usage, "no-diary")
        case .isAFile, .notAStore, .otherApplication: (.usage, "not-a-diary")
        case .occupied: (.usage, "occupied")
        case .isALink: (.usage, "link")
        case .foreignFolder: (.usage, "foreign")
        case .newerFormat, .needsNewerProgram: (.usage, "newer-format")
        case .networkFileSystem: (.usage, "network")
        case .locked: (.unreachable, "locked")
        case .insideStore: (.usage, "inside-diary")
        case .insideRemote: (.usage, "inside-remote")
        case .overLimit: (.usage, "over-limit")
        case .beyondHead: (.usage, "beyond-head")
        case .unacceptable, .refused: (.usage, "record")
        case .replaced: (.conflict, "replaced")
        case .holdsMore: (.conflict, "holds-more")
        case .conflict: (.conflict, "conflict")
        case .busy: (.busy, "busy")
        case .numberTaken: (.busy, "number-taken")
        case .damaged: (.damaged, "damaged")
        case .damagedTable: (.damaged, "damaged-table")
        case .damagedEvents: (.damaged, "damaged-events")
        case .readOnly: (.storage, "read-only")
        case .noPermission: (.storage, "no-permission")
        case .diskFull: (.storage, "disk-full")
        case .fileTooLarge: (.storage, "file-too-large")
        case .unsure, .unsureOfName: (.storage, "unsure")
        case .notWritten, .storage: (.storage, "storage")
        }
    }

    @Test("each reason of a refusal and each error of the store has its exit code, and its word for scripts")
    func errors() {
        let refusals: [Refusal] = [
            .noSuchEntry, .alreadyExists, .isDeleted, .isForgotten, .nothingVisible, .notUTF8, .textTooLong(bytes: 1),
            .tagTooLong(bytes: 1), .tooManyTags(count: 1), .emptyTag, .zoneTooLong, .improperDate, .improperPlace,
            .improperWeather, .improperExtra, .improperAttachment, .contentTooLarge,
        ]
        let errors: [EventStoreError] = [
            .missing(path: "x"), .isAFile(path: "x"), .notAStore(path: "x"), .occupied(path: "x"), .isALink(path: "x"),
            .foreignFolder(path: "x"), .otherApplication("x"), .newerFormat(found: 9, supported: 1), .busy,
            .numberTaken,
            .readOnly(path: "x"), .replaced(path: "x"), .noPermission(path: "x"), .diskFull(path: "x"),
            .networkFileSystem(path: "x"), .locked(path: "x"), .damaged("x"), .damagedTable("x"), .damagedEvents([1]),
            .holdsMore(path: "x"),
            .insideStore(path: "x"), .insideRemote(path: "x"),
            .conflict(StreamID.zero, expected: .exactly(1), actual: nil),
            .overLimit("x"), .needsNewerProgram, .unacceptable(record: 1, reason: "x"),
            .beyondHead(asked: 2, head: 1), .fileTooLarge(path: "x"),
            .notWritten("x"), .unsure("x"), .unsureOfName(path: "x", "y"), .storage("x"),
        ]
        let said =
            refusals.map { (Problem($0, entry: "x"), self.said(of: $0), "\($0)") }
            + errors.map { (Problem($0), self.said(of: $0), "\($0)") }
        for (problem, wanted, name) in said {
            #expect((problem.status, problem.code?.name ?? "") == wanted, "\(name)")
        }
    }
}
