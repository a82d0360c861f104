import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

@testable import DiaryEngine

/// What is typed and kept, and becomes one version.
@Suite(.timed) final class DraftTests: InScratch {
    private var diary: Diary { scratch.diary }

    private func begin(_ text: String, of entry: EntryID? = nil, sitting: String? = nil) throws -> Draft {
        let start = with(DraftStart(of: entry)) { $0.sitting = sitting }
        return try #require(try diary.write(.begin(start, with: plain(text)), in: scratch.context).draft)
    }

    private func keep(_ text: String, in draft: Draft, after revision: UInt32? = nil) throws -> KeepOutcome {
        scratch.wall += 1_000_000
        return try diary.write(.keep(plain(text), in: draft.number, after: revision), in: scratch.context)
    }

    private func commit(_ draft: Draft, expecting: VersionName? = nil, key: String? = nil) throws -> ChangeOutcome {
        let outcome = try diary.write(.commit(draft.number, expecting: expecting, key: key), in: scratch.context)
        guard case .settled(let change)? = outcome else { throw Absent() }
        return change
    }

    @Test func `a new entry that is kept at each pause becomes one version and one step of undo`() throws {
        let head = try scratch.head
        let draft = try begin("비")
        #expect(draft.number.description == "d1" && draft.isNew && draft.revision == 1)
        for text in ["비가", "비가 왔", "비가 왔다"] { #expect(try keep(text, in: draft).draft?.content == plain(text)) }
        #expect(try scratch.head == head && diary.list().entries.isEmpty, "a draft is no event")
        let entry = try #require(try commit(draft).entries.first)
        #expect(entry.text == "비가 왔다" && entry.version == 1 && entry.id == draft.entry)
        #expect(try scratch.head == head + 1 && diary.drafts() == [])
        _ = try diary.undo(in: scratch.context)
        #expect(try diary.list().entries.isEmpty)
    }

    @Test func `the same content kept twice writes nothing`() throws {
        let draft = try begin("글")
        let number = try diary.store.beginRead().view.identifier
        #expect(try keep("글", in: draft) == .unchanged(draft))
        #expect(try keep("글", in: draft, after: 7) == .unchanged(draft))
        #expect(try diary.store.beginRead().view.identifier == number)
    }

    @Test func `begun twice under one sitting, as after a lost answer, a draft is begun once`() throws {
        let entry = try scratch.add("글")
        let one = try begin("a", sitting: "tab")
        #expect(try begin("ab", sitting: "tab").number == one.number)
        #expect(try begin("ab", sitting: "other").number != one.number)
        #expect(try begin("ab", of: entry.id, sitting: "tab").number != one.number)
        _ = try commit(one)
        let late = with(DraftStart()) { $0.sitting = "tab" }
        #expect(
            try diary.write(.begin(late, with: plain("a")), in: scratch.context)
                == .refused(.alreadyExists, entry: one.entry))
    }

    @Test func `an edit sent again after a lost answer is unchanged, and any other at that version a conflict`() throws
    {
        let entry = try scratch.add("one")
        func send(_ text: String) throws -> ChangeOutcome {
            let request = EntryRequest(entry: entry.id, command: .edit(.text(text)), expecting: .version(1))
            return try diary.perform([request], in: scratch.context)
        }
        #expect(try send("two").receipt != nil)
        #expect(try send("two").isUnchanged)
        guard case .conflict = try send("three") else { throw Absent() }
        let delete = EntryRequest(entry: entry.id, command: .delete, expecting: .version(1))
        guard case .conflict = try diary.perform([delete], in: scratch.context) else { throw Absent() }
    }

    @Test func `an edit under a key is carried out once, and again after an undo`() throws {
        let (entry, other) = (try scratch.add("one"), try scratch.add("two"))
        func send(_ text: String, to entry: Entry, as key: String = "k") throws -> ChangeOutcome {
            return try diary.perform(
                [EntryRequest(entry: entry.id, command: .edit(.text(text)))], key: key, in: scratch.context)
        }
        let receipt = try #require(try send("1", to: entry).receipt)
        try scratch.edit(entry.id, text: "later")
        guard case .repeated(let again, let now) = try send("1", to: entry) else { throw Absent() }
        #expect(again == receipt && now.first?.text == "later")
        for (text, target) in [("2", entry), ("1", other)] {
            guard case .keyTaken(by: entry.id) = try send(text, to: target) else { throw Absent() }
        }
        #expect(try send("2", to: entry, as: "other key").receipt != nil)
        for _ in 0..<3 { _ = try diary.undo(in: scratch.context) }
        #expect(try diary.entry(entry.id)?.text == "one")
        #expect(try send("1", to: entry).receipt != nil)
        #expect(try diary.verify(deep: true).findings == [])
    }

    @Test func `a draft under the key of an addition is that addition`() throws {
        let start = with(DraftStart()) { $0.key = "k" }
        let draft = try #require(try diary.write(.begin(start, with: plain("글")), in: scratch.context).draft)
        let entry = try scratch.add(plain("글"), key: "k")
        #expect(entry.id == draft.entry)
        guard case .repeated = try commit(draft) else { throw Absent() }
        let second = try #require(try diary.write(.begin(start, with: plain("다른 글")), in: scratch.context).draft)
        guard case .keyTaken(by: entry.id) = try commit(second) else { throw Absent() }
        #expect(try diary.drafts().map(\.number) == [second.number])
    }

    @Test func `what cannot be kept is refused: of no entry, of a forgotten one, over a limit`() throws {
        let entry = try scratch.add("글")
        _ = try begin("고친", of: entry.id)
        _ = try diary.forget(entry.id, in: scratch.context)
        #expect(try diary.drafts() == [])
        let none = EntryID(high: 1, low: 2)
        for (id, refusal) in [(entry.id, Refusal.isForgotten), (none, .noSuchEntry)] {
            #expect(
                try diary.write(.begin(DraftStart(of: id), with: plain("x")), in: scratch.context)
                    == .refused(refusal, entry: id))
        }
        var long = plain("x")
        long.text = Array(repeating: 0x61, count: EntryLimits.text + 1)
        guard case .refused(.textTooLong, _) = try diary.write(.begin(DraftStart(), with: long), in: scratch.context)
        else {
            throw Absent()
        }
    }
}

extension KeepOutcome {
    /// The draft that was kept, or that says the same already.
    var draft: Draft? {
        switch self {
        case .kept(let draft), .unchanged(let draft): draft
        case .conflict, .missing, .refused: nil
        }
    }
}
