import DiaryEngine
import DiarylogTestSupport
import EventStore
import Testing

/// The diary as other programs call it: in strings, with a clock that stands still.
@Suite("Calling", .timed) struct CallingTests {
    private let folder: Folder
    private let diary: Diary

    init() throws {
        folder = try Folder()
        diary = try Diary.create(at: folder("diary")) {
            WriteContext(wall: 1_608_651_333_000_000, offset: 32_400, zone: "Asia/Seoul", entropy: .system)
        }
    }

    @Test func `an entry is added with the context's moment, changed in place, deleted and restored`() throws {
        let entry = try diary.add("여행\n\n바다를 보았다.", tags: ["b", "a", "b"])
        #expect(entry.content.date.rfc3339() == "2020-12-23T00:35:33+09:00" && entry.version == 1)
        #expect(entry.content.tags.map(\.text) == ["a", "b"])
        #expect(entry.headline.title == "여행" && entry.headline.preview == "바다를 보았다.")
        let edited = try diary.edit(entry.id) { draft in
            draft.text += " 파도."
            draft.tags.removeAll { $0 == "a" }
            draft.isStarred = true
        }
        #expect(edited.text == "여행\n\n바다를 보았다. 파도." && edited.content.tags.map(\.text) == ["b"])
        #expect(edited.content.isStarred && edited.version == 2)
        #expect(try diary.edit(entry.id) { $0.tags += ["b"] }.version == 2, "nothing changed, nothing was written")
        #expect(try diary.delete(entry.id).isDeleted)
        #expect(try diary.delete(entry.id).version == 3)
        #expect(try diary.restore(entry.id).version == 4)
    }

    @Test func `a text keeps its bytes through an edit, whatever its normal form`() throws {
        let decomposed = "e\u{301} \u{1112}\u{1161}\u{11AB}"
        let entry = try diary.add(decomposed)
        try diary.edit(entry.id) { $0.isStarred = true }
        try diary.edit(entry.id) { $0.text += "\r\n" }
        #expect(try diary.entry(entry.id)?.content.text == Array((decomposed + "\r\n").utf8))
        #expect(throws: Never.self) { try diary.edit(entry.id) { $0.text = "\u{E9} \u{D55C}\r\n" } }
        #expect(try diary.entry(entry.id)?.content.text == Array("\u{E9} \u{D55C}\r\n".utf8))
    }

    @Test func `what cannot be is thrown by its cause, and writes nothing`() throws {
        let entry = try diary.add("one")
        let head = try diary.resolve(.head)
        let nobody = EntryID(high: 1, low: 1)
        #expect(throws: ChangeProblem.refused(.noSuchEntry, entry: nobody)) { try diary.edit(nobody) { $0.text = "x" } }
        #expect(throws: ChangeProblem.refused(.nothingVisible, entry: entry.id)) {
            try diary.edit(entry.id) { $0.text = " " }
        }
        #expect(throws: ChangeProblem.refused(.noSuchEntry, entry: nobody)) { try diary.delete(nobody) }
        #expect(throws: ChangeProblem.self) { try diary.add("x", tags: [""]) }
        #expect(try diary.resolve(.head) == head)
        try diary.delete(entry.id)
        #expect(throws: ChangeProblem.refused(.isDeleted, entry: entry.id)) {
            try diary.edit(entry.id) { $0.text = "x" }
        }
    }

    @Test func `a view of an event answers as of then for ever; days are read as people say them`() throws {
        let entry = try diary.add("한강을 따라 걸었다.", tags: ["산책"])
        let then = diary.asOf(.event(entry.sequence))
        try diary.edit(entry.id) { $0.text = "집에 있었다." }
        let other = try diary.add("한강")
        #expect(try then.search("한강 -비", limit: 10).map(\.entry.id) == [entry.id])
        #expect(try diary.search("한강").map(\.entry.id) == [other.id])
        #expect(try then.search("한강").first?.snippet.contains("걸었다") == true)
        #expect(try then.list().entries.map(\.text) == ["한강을 따라 걸었다."])
        #expect(try then.entry(other.id) == nil && then.totals().live == 1)
        #expect(try diary.search("date:오늘 한강").count == 1 && diary.search("date:yesterday 한강").isEmpty)
        let query = "한강 AND"
        let position = try #require(throws: QueryProblem.self) { try diary.search(query) }
        #expect(position.range == 7..<10 && position.utf16Range(in: query) == 3..<6)
    }

    @Test func `what undo and redo would take is known beforehand, with what it did`() throws {
        #expect(try diary.nextUndo() == nil && diary.nextRedo() == nil)
        let entry = try diary.add("one")
        try diary.edit(entry.id) { $0.text = "two" }
        let next = try #require(try diary.nextUndo())
        #expect(next.command == .edit && next.entry == entry.id && next.act == .does)
        try diary.undo()
        let redo = try #require(try diary.nextRedo())
        #expect(redo.act == .undoes && redo.target == next.id)
        #expect(try diary.nextUndo()?.command == .add)
        try diary.redo()
        #expect(try diary.entry(entry.id)?.text == "two" && diary.nextRedo() == nil)
        #expect(try diary.operations().map(\.act) == [.redoes, .undoes, .does, .does, .does])
    }
}
