import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

@testable import DiaryEngine

/// Rows that come beside what their entries say here, as if written on two devices.
@Suite("Imports beside", .timed) final class ImportBesideTests: InScratch {
    private let id: EntryID = EntryID(Array(repeating: 7, count: 16).span)

    private func row(_ texts: String...) -> ImportedRow {
        var row = ImportedRow(content: plain(texts[texts.count - 1]), identity: [])
        row.id = id
        row.writtenAt = ClockReading(wall: scratch.wall - 1, offset: 0)
        row.earlier = texts.dropLast().map { ImportedVersion(content: plain($0)) }
        return row
    }

    private func take(_ row: ImportedRow, in scratch: Scratch? = nil) throws -> ImportLosses {
        let scratch = scratch ?? self.scratch
        guard case .imported(_, _, _, let losses) = try scratch.diary.import([row], both: true, in: scratch.context)
        else { throw Absent() }
        return losses
    }

    private func texts() throws -> [String] {
        try scratch.diary.versions(of: id).map { String(decoding: $0.content.text, as: UTF8.self) }
    }

    @Test func `of texts that were changed both here and there both are shown, and once`() throws {
        _ = try take(row("the quick fox"))
        try scratch.edit(id, text: "the slow fox")
        let there = row("the quick fox", "the swift fox", "the lazy fox")
        #expect(try take(there).changed == 1)
        let conflict = try #require(try scratch.diary.conflict(of: id))
        let shown = conflict.texts.map { String(decoding: $0.text, as: UTF8.self) }
        #expect(Set(shown) == ["the slow fox", "the lazy fox"])
        #expect(conflict.base.map { String(decoding: $0.text, as: UTF8.self) } == "the quick fox")
        #expect(try texts() == ["the quick fox", "the slow fox", "the swift fox", "the lazy fox"])
        let head = try scratch.head
        #expect(try take(there).changed == 0 && take(row("the quick fox")).changed == 0)
        #expect(try scratch.head == head && scratch.diary.verify(deep: true).findingCount == 0)
        // Everybody who gets these events is shown the same.
        let copy = try Scratch(events: scratch.events(), wall: scratch.wall)
        #expect(try copy.diary.conflict(of: id)?.texts.map(\.text) == conflict.texts.map(\.text))
        #expect(try scratch.diary.replay().stateHash == copy.diary.replay().stateHash)
    }

    @Test func `changes of different words are merged; what only the row has comes behind what is here`() throws {
        _ = try take(row("the quick fox sleeps"))
        #expect(try take(row("the quick fox sleeps", "the quick dog sleeps")).changed == 1)
        #expect(try scratch.diary.entry(id)?.branches == nil)
        try scratch.edit(id, text: "the quick dog barks")
        #expect(try take(row("the quick fox sleeps", "the quick dog sleeps", "a quick dog sleeps")).changed == 1)
        let entry = try #require(try scratch.diary.entry(id))
        #expect(entry.text == "a quick dog barks" && entry.status == .merged)
    }

    @Test func `an entry that was deleted here lives if the row went on with it, and only then`() throws {
        _ = try take(row("the fox"))
        _ = try scratch.perform(.delete, on: id)
        #expect(try take(row("the fox")).changed == 0 && scratch.diary.entry(id)?.isDeleted == true)
        #expect(try take(row("the fox", "the fox, an hour later")).changed == 1)
        let entry = try #require(try scratch.diary.entry(id))
        #expect(!entry.isDeleted && entry.isContested && entry.text == "the fox, an hour later")
    }

    @Test("a row that was deleted deletes its entry, once, unless that went on; then it lives, though one deleted it")
    func deletedThere() throws {
        let there = with(row("the fox", "the fox sleeps")) { $0.isDeleted = true }
        // What was written there last was never here.
        _ = try take(row("the fox"))
        #expect(try take(there).changed == 1 && scratch.diary.entry(id)?.isDeleted == true)
        #expect(try texts() == ["the fox", "the fox"] && take(there).changed == 0)
        let other = try Scratch()
        _ = try take(row("the fox"), in: other)
        try other.edit(id, text: "the fox, an hour later")
        #expect(try take(there, in: other).changed == 1)
        let entry = try #require(try other.diary.entry(id))
        #expect(!entry.isDeleted && entry.isContested && entry.text == "the fox, an hour later")
        #expect(try take(there, in: other).changed == 0 && other.diary.verify(deep: true).findingCount == 0)
        // Tags may have been given by an import; another text says that this is another thing.
        let tagged = with(row("the cat")) { $0.content.tags = [Tag("here")] }
        let third = try Scratch()
        _ = try take(tagged, in: third)
        #expect(try take(there, in: third).changed == 0 && third.diary.entry(id)?.isDeleted == false)
        let cat = with(row("the cat")) { $0.isDeleted = true }
        #expect(try take(cat, in: third).changed == 1 && third.diary.entry(id)?.isDeleted == true)
        #expect(try ImportedRowCodec.decode(ImportedRowCodec.encode(there).span).isDeleted)
    }

    @Test func `texts that have nothing in common are both shown, whichever diary made the entry`() throws {
        let made = try scratch.add("here from the start").id
        let row = with(ImportedRow(content: plain("there from the start"), identity: [])) { $0.id = made }
        #expect(try take(row).changed == 1)
        let shown = try scratch.diary.conflict(of: made)?.texts.map { String(decoding: $0.text, as: UTF8.self) } ?? []
        #expect(Set(shown) == ["here from the start", "there from the start"])
        #expect(try take(row).changed == 0 && scratch.diary.verify(deep: true).findingCount == 0)
        let copy = try Scratch(events: scratch.events(), wall: scratch.wall)
        #expect(try copy.diary.replay().stateHash == scratch.diary.replay().stateHash)
    }

    @Test("a source that names only what it says now is compared with what it said; a forgotten entry stays so")
    func source() throws {
        _ = try take(row("written there"))
        try scratch.edit(id, text: "written here")
        #expect(try take(row("changed there")).changed == 1)
        #expect(try scratch.diary.conflict(of: id)?.texts.count == 2)
        #expect(try scratch.diary.isWrittenHere(id) == false)
        try scratch.edit(id, text: "decided")
        #expect(try scratch.diary.isWrittenHere(id))
        _ = try scratch.diary.forget(id, in: scratch.context)
        #expect(try take(row("changed there", "once more")).changed == 0)
        #expect(try scratch.diary.entry(id)?.isForgotten == true)
    }

    @Test("as many as fill several transactions come like one", arguments: [1, 3, 1_000])
    func parts(_ part: Int) throws {
        let rows = RowSpool(in: [])
        for number in 0..<50 {
            var row = ImportedRow(content: plain("row \(number)"), identity: [UInt8(number)])
            row.id = EntryID(Array(repeating: UInt8(number + 1), count: 16).span)
            _ = try rows.add(row)
        }
        _ = try scratch.diary.import(from: rows, in: scratch.context)
        for index in 0..<rows.count {
            let row = try rows.row(index)
            try scratch.edit(try #require(row.id), text: "row \(index), here")
        }
        let changed = RowSpool(in: [])
        for index in 0..<rows.count {
            var row = try rows.row(index)
            row.earlier = [ImportedVersion(content: row.content)]
            row.content.text += Array(", there".utf8)
            row.writtenAt = ClockReading(wall: scratch.wall - 1, offset: 0)
            _ = try changed.add(row)
        }
        _ = try scratch.diary.import(from: changed, both: true, in: scratch.context, part: part)
        #expect(try scratch.diary.conflicts().count == 50)
        #expect(try scratch.diary.verify(deep: true).findingCount == 0)
    }
}
