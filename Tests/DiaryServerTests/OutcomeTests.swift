/// How the page is told what became of a change. The rules are the engine's, and tested there: here stands a row for
/// each case of its outcomes, and for each of its errors.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

@testable import DiaryServer

@Suite("What the page is told of a change", .timed) struct OutcomeTests {
    /// What an outcome is told as. A case that an outcome gets does not compile until it is one of these, and one of
    /// these does not until it has a row.
    enum Told: CaseIterable {
        case changed, unchanged, repeated, keyTaken, conflict, refused
        case kept, keptAlready, keptElsewhere, draftGone, draftRefused
        case settled, blank
        case undone, nothingToUndo, undoneAlready, undoConflicts, movedOn, noSuchEntry, noSuchOperation

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

        init(_ outcome: KeepOutcome) {
            self =
                switch outcome {
                case .kept: .kept
                case .unchanged: .keptAlready
                case .conflict: .keptElsewhere
                case .missing: .draftGone
                case .refused: .draftRefused
                }
        }

        init(_ outcome: DraftOutcome) {
            self =
                switch outcome {
                case .settled: .settled
                case .blank: .blank
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
                case .noSuchOperation, .ambiguousOperation: .noSuchOperation
                }
        }
    }

    /// What an outcome is answered: the status, the outcome or the error's code, and what else the page needs; and a
    /// request that leads to it.
    private typealias Row = (
        status: Int, word: String, more: String, method: String, target: String, body: JSONValue
    )

    /// A diary with an entry that was edited, one that was deleted last, and a draft of a new one that was kept twice.
    private struct Scene {
        let asked: Asked
        let edited: String
        let deleted: String
        let draft: String
        let head: UInt64

        init() async throws {
            asked = try Asked()
            edited = try await asked.add("one", [JSONMember("key", .text("k"))])
            try await asked.send("PUT", "/api/entries/" + edited, ["text": .text("two")])
            deleted = try await asked.add("gone")
            try await asked.send("DELETE", "/api/entries/" + deleted, nil)
            let begun = try await asked.send("POST", "/api/drafts", ["text": .text("a")])
            draft = "/api/drafts/" + (try #require(begun["draft", "draft"]?.text))
            try await asked.send("PUT", draft, ["text": .text("ab"), "revision": .integer(1)])
            head = try asked.diary.resolve(.head).rawValue
        }

        /// Nil where no request of the page leads to it.
        func row(_ told: Told) -> Row? {
            let (entry, nobody) = ("/api/entries/" + edited, String(repeating: "0", count: 32))
            let tag: JSONValue = .text(String(repeating: "t", count: 5_000))
            func text(_ text: String, _ more: JSONMember...) -> JSONValue {
                .object([JSONMember("text", .text(text))] + more)
            }
            func at(_ version: Int) -> JSONMember { JSONMember("expecting", .number(version)) }
            func after(_ revision: Int) -> JSONMember { JSONMember("revision", .number(revision)) }
            let key = JSONMember("key", .text("k"))
            return switch told {
            case .changed: (200, "changed", #""text":"three""#, "PUT", entry, text("three", at(2)))
            case .unchanged: (200, "unchanged", #""text":"two""#, "PUT", entry, text("two", at(1)))
            case .repeated: (200, "repeated", edited, "POST", "/api/entries", text("one", key))
            case .keyTaken: (409, "key-taken", edited, "POST", "/api/entries", text("another", key))
            case .conflict: (409, "conflict", #""text":"two""#, "PUT", entry, text("three", at(1)))
            case .refused: (422, "refused", "isDeleted", "PUT", "/api/entries/" + deleted, ["starred": .bool(true)])
            case .kept: (200, "kept", #""revision":3"#, "PUT", draft, text("abc", after(2)))
            case .keptAlready: (200, "unchanged", #""revision":2"#, "PUT", draft, text("ab", after(1)))
            case .keptElsewhere: (409, "draft-conflict", #""text":"ab""#, "PUT", draft, text("ac", after(1)))
            case .draftGone: (404, "draft-gone", "", "PUT", "/api/drafts/d99", text("late"))
            case .draftRefused: (422, "refused", "tagTooLong", "PUT", draft, ["tags": .array([tag])])
            case .settled: (200, "changed", #""text":"ab""#, "POST", draft + "/commit", [:])
            case .blank: (200, "blank", "", "POST", draft + "/commit", text(" \n"))
            case .undone: (200, "changed", #""text":"gone""#, "POST", "/api/undo", [:])
            case .nothingToUndo: (200, "nothing", "", "POST", "/api/redo", [:])
            case .undoneAlready: (200, "unchanged", "", "POST", "/api/restore", ["at": .number(head)])
            case .movedOn: (409, "moved-on", "actual", "POST", "/api/undo", ["expecting": .text(nobody)])
            case .noSuchEntry:
                (404, "not-found", "", "POST", "/api/entries/\(nobody)/restore", ["at": .integer(1)])
            case .undoConflicts, .noSuchOperation: nil
            }
        }
    }

    @Test("each outcome has its status and its word, and who is refused has written nothing", arguments: Told.allCases)
    func outcomes(_ told: Told) async throws {
        let scene = try await Scene()
        guard let row = scene.row(told) else { return }
        let drafts = try scene.asked.diary.drafts()
        let reply = await scene.asked.answer(scene.asked.request(row.method, row.target, row.body))
        let word = try reply.json["outcome"]?.text ?? reply.json["error", "code"]?.text
        #expect(reply.status == row.status && word == row.word, "\(reply.text)")
        #expect(reply.text.contains(row.more), "\(reply.text)")
        let head = try scene.asked.diary.resolve(.head).rawValue
        if word == "changed" { #expect(head > scene.head) } else { #expect(head == scene.head) }
        if row.status >= 400 { #expect(try scene.asked.diary.drafts() == drafts) }
    }

    private func code(_ error: EventStoreError) -> (status: Int, word: String) {
        switch error {
        case .beyondHead: (404, "beyond-head")
        case .busy: (503, "busy")
        case .replaced: (409, "replaced")
        case .damagedTable: (500, "damaged-table")
        case .damaged, .damagedEvents: (500, "damaged")
        case .readOnly, .noPermission: (403, "read-only")
        case .locked: (423, "locked")
        case .overLimit, .needsNewerProgram: (422, "refused")
        case .missing, .isAFile, .notAStore, .occupied, .isALink, .foreignFolder, .otherApplication, .newerFormat,
            .diskFull, .networkFileSystem, .holdsMore, .insideStore, .insideRemote, .conflict,
            .numberTaken, .unacceptable, .refused, .fileTooLarge, .notWritten, .unsure, .unsureOfName, .storage:
            (503, "storage")
        }
    }

    @Test("each error of the store has its status, its code and its sentence; what may be sent again says when")
    func errors() throws {
        let errors: [EventStoreError] = [
            .beyondHead(asked: 2, head: 1), .busy, .replaced(path: "/d"), .damaged("a page"), .damagedTable("spans"),
            .damagedEvents([SequenceNumber(1)]), .readOnly(path: "/d"), .noPermission(path: "/d"), .overLimit("a text"),
            .locked(path: "/d"),
            .missing(path: "/d"), .newerFormat(found: 9, supported: 1), .diskFull(path: "/d"),
            .needsNewerProgram, .fileTooLarge(path: "/d"), .notWritten("x"), .unsure("x"), .storage("x"),
        ]
        let problems = errors.map { (ServerProblem($0), code($0)) }
        for (problem, code) in problems + [(.undoConflicts([], more: 2), (409, "undo-conflicts"))] {
            let reply = problem.reply(in: .en)
            let word = try reply.json["error", "code"]?.text
            #expect(reply.status == code.status && word == code.word, "\(problem)")
            #expect((reply.named["retry-after"] != nil) == (code.status == 503), "\(problem)")
            let sentences = try [Language.en, .ko].map { try problem.reply(in: $0).json["error", "message"]?.text }
            #expect(sentences[0] != sentences[1] && sentences.allSatisfy { $0?.isEmpty == false }, "\(problem)")
        }
    }
}
