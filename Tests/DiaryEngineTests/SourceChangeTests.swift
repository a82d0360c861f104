/// Entries whose source changed after they were imported: counted, taken over by `update`, never over what was changed
/// here.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

@Suite(.timed) final class SourceChangeTests: InScratch {
    private let id = EntryID(hexadecimal: String(repeating: "7", count: 32)) ?? .zero

    private func row(_ text: String, star: Bool = false, tags: [String] = []) -> ImportedRow {
        let content = with(starred(text, star)) { $0.tags = tags.map { Tag($0) } }
        return with(ImportedRow(content: content, identity: bytes(text))) { $0.id = id }
    }

    /// What an import says: entries added, changed, differing and in conflict.
    private func take(
        _ rows: [ImportedRow], _ scratch: Scratch, update: Bool = false, dryRun: Bool = false
    ) throws -> [Int] {
        let outcome = try scratch.diary.import(rows, update: update, dryRun: dryRun, in: scratch.context)
        guard case .imported(_, let added, let skipped, let losses) = outcome else { return [] }
        #expect(added + skipped + (update ? losses.changed : 0) == rows.count)
        return [added, losses.changed, losses.differing, losses.conflicts.count]
    }

    private func text(_ scratch: Scratch) throws -> String? { try scratch.diary.entry(id)?.text }

    @Test func `a change at the source is counted, and taken over as one edit when that is asked for`() throws {
        #expect(try take([row("one")], scratch) == [1, 0, 0, 0])
        let head = try scratch.head
        #expect(try take([row("two")], scratch) == [0, 1, 1, 0])
        #expect(try take([row("two")], scratch, update: true, dryRun: true) == [0, 1, 0, 0])
        #expect(try scratch.head == head && text(scratch) == "one")
        let other = ImportedRow(content: plain("new"), identity: [9])
        #expect(try take([row("two"), other], scratch, update: true) == [1, 1, 0, 0])
        #expect(try text(scratch) == "two" && scratch.diary.totals().live == 2)
        #expect(try scratch.diary.entry(id)?.version == EntryVersion(2))
        #expect(try take([row("two"), other], scratch, update: true) == [0, 0, 0, 0])
        _ = try scratch.diary.undo(in: scratch.context)
        #expect(try text(scratch) == "one" && scratch.diary.totals().live == 1)
        #expect(try take([row("two")], scratch) == [0, 1, 1, 0])
        _ = try scratch.diary.redo(in: scratch.context)
        #expect(try text(scratch) == "two")
        #expect(try take([row("two")], scratch) == [0, 0, 0, 0])
    }

    @Test func `a file that was not there at first is told of a row that has no name, and comes by update`() throws {
        var row = ImportedRow(content: plain("p"), identity: [1])
        #expect(try take([row], scratch) == [1, 0, 0, 0])
        let file = AttachedFile(hash: Digest(hashing: [1]), size: 1)
        row.content.attachments = [Attachment(file, name: "p.png", mediaType: "image/png")]
        #expect(try take([row], scratch) == [0, 1, 1, 0])
        #expect(try take([row], scratch, update: true) == [0, 1, 0, 0])
        #expect(try scratch.diary.list().entries.map(\.content.attachments.count) == [1])
        #expect(try take([row], scratch) == [0, 0, 0, 0])
    }

    @Test func `what was changed here stays: other fields are taken over, the same field is a conflict`() throws {
        _ = try take([row("one", tags: ["t"])], scratch)
        try scratch.edit(id, text: "mine")
        #expect(try take([row("one", tags: ["t"])], scratch, update: true) == [0, 0, 1, 0])
        #expect(try take([row("two", tags: ["t"])], scratch, update: true) == [0, 0, 1, 1])
        #expect(try text(scratch) == "mine")
        #expect(try take([row("mine", tags: ["t"])], scratch, update: true) == [0, 0, 0, 0])
        #expect(try take([row("one", star: true, tags: ["u"])], scratch, update: true) == [0, 1, 0, 0])
        let entry = try #require(try scratch.diary.entry(id))
        #expect(entry.text == "mine" && entry.content.isStarred && entry.content.tags == [Tag("t"), Tag("u")])
    }

    @Test func `an entry that was deleted here, or never imported, is left alone`() throws {
        _ = try take([row("one")], scratch)
        _ = try scratch.diary.perform([EntryRequest(entry: id, command: .delete)], in: scratch.context)
        #expect(try take([row("two")], scratch, update: true) == [0, 0, 1, 0])
        let other = try Scratch()
        guard case .changed(_, let made) = try other.diary.add(plain("mine"), in: other.context) else { return }
        #expect(try take([with(row("theirs")) { $0.id = made.first?.id }], other, update: true) == [0, 0, 1, 0])
    }
}
