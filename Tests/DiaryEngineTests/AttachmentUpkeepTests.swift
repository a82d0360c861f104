import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// What verifying, backing up, compacting, forgetting and mending do about attached files.
@Suite(.timed) final class AttachmentUpkeepTests: InScratch {
    @discardableResult
    private func add(_ text: String, _ files: [UInt8]...) throws -> Entry {
        let intake = try scratch.diary.beginAttaching()
        defer { intake.end() }
        var content = plain(text)
        content.attachments = try files.enumerated().map { index, bytes in
            try scratch.diary.attachment(intake.put(bytes), name: "\(text)-\(index)")
        }
        scratch.seed += 1
        return try scratch.add(content)
    }

    private func path(_ file: DiaryModel.Attachment, in folder: String? = nil) -> String {
        let digits = Hexadecimal.text(file.hash)
        return (folder ?? scratch.path) + "/attachments/\(digits.prefix(2))/\(digits.dropFirst(2))"
    }

    @Test func `verify names each lost file with its entries, and costs nothing else`() throws {
        let one = try add("one", [1], [2])
        let two = try add("two", [2], [3])
        #expect(try scratch.diary.verify(deep: true).attachments == AttachmentReport(files: 3, bytes: 3))
        try FileSystem.removeFile(path(one.content.attachments[1]))
        try FileSystem.write([9].span, to: path(two.content.attachments[1]))
        let quick = try scratch.diary.verify().attachments.lost
        #expect(quick.map(\.state) == [.missing])
        #expect(quick[0].attachment.names == ["one-1", "two-0"])
        #expect(quick[0].attachment.entries == [one.id, two.id].sorted())
        let report = try scratch.diary.verify(deep: true)
        #expect(Set(report.attachments.lost.map(\.state)) == [.missing, .otherHash])
        #expect(report.findingCount == 0)
        #expect(try scratch.diary.entry(one.id) == one)
    }

    @Test func `a mended diary has its files before it is there, and those that are nowhere are named`() throws {
        let entry = try add("one", [1], [2])
        try add("two", [3])
        try FileSystem.removeFile(path(entry.content.attachments[1]))
        let mended = scratch.folder("mended")
        let report = try scratch.diary.mend(into: mended, in: scratch.context, filesFrom: [scratch.path])
        #expect(report.attachments.files == 3 && report.attachments.fresh == 2)
        #expect(report.attachments.lost.map(\.hash) == [Digest(hashing: [2])])
        #expect(
            try Diary(at: mended).checkAttachments(proving: true).lost.map(\.attachment.file.hash)
                == [Digest(hashing: [2])])
        let saved = scratch.folder("saved")
        let salvage = try Diary.salvage(scratch.path, into: saved, in: scratch.context, filesFrom: [scratch.path])
        #expect(salvage.mended.attachments.fresh == 2)
        #expect(try Diary(at: saved).checkAttachments(proving: true).lost.count == 1)
    }

    @Test func `a backup copies new files only, and has them by second names from the one before`() throws {
        let first = try add("one", [1], [2])
        let safe = scratch.folder("safe")
        #expect(try scratch.diary.backUp(to: safe).attachments.fresh == 2)
        try add("two", [2], [3])
        let second = try scratch.diary.backUp(to: safe, keeping: 2).attachments
        #expect(second.files == 3 && second.fresh == 1 && second.lost == [])
        let file = first.content.attachments[0]
        #expect(
            try FileSystem.identity(of: path(file, in: safe)) == FileSystem.identity(of: path(file, in: safe + ".1")))
        #expect(
            try FileSystem.identity(of: path(file, in: safe)) != FileSystem.identity(of: path(file)))
        #expect(try Diary(at: safe).checkAttachments(proving: true) == AttachmentReport(files: 3, bytes: 3))
        #expect(try Diary(at: safe + ".1").checkAttachments(proving: true) == AttachmentReport(files: 2, bytes: 2))
    }

    @Test func `a backup is made though a file is gone, names it, and keeps what the one before had`() throws {
        let entry = try add("one", [1], [2])
        let safe = scratch.folder("safe")
        try FileSystem.removeFile(path(entry.content.attachments[1]))
        let lost = try scratch.diary.backUp(to: safe).attachments
        #expect(lost.files == 2 && lost.lost.map(\.hash) == [Digest(hashing: [2])])
        #expect(try Diary(at: safe).entry(entry.id) == entry)
        try FileSystem.removeFile(path(entry.content.attachments[0]))
        #expect(try scratch.diary.backUp(to: safe).attachments.lost.map(\.hash) == [Digest(hashing: [2])])
        #expect(try scratch.diary.fetchAttachments(from: [safe]).fresh == 1)
        #expect(scratch.diary.state(of: entry.content.attachments[0], proving: true) == .present)
    }

    @Test func `forget leaves a file of another entry that says the same words`() throws {
        let words = Array("these words stand in the entry and in a file".utf8)
        try add("keeps", words)
        let entry = try add("these words stand in the entry and in a file")
        #expect(try scratch.diary.forget(entry.id, in: scratch.context)?.attachmentsLeft == 0)
        #expect(try scratch.diary.checkAttachments(proving: true).lost == [])
    }

    @Test func `nothing is swept where an event cannot be read`() throws {
        let entry = try add("one", [1])
        try scratch.flushTail()
        try scratch.flip(entry.sequence.rawValue, at: 200)
        let done = try scratch.diary.sweepAttachments(removing: true)
        #expect(done == AttachmentSweep())
        #expect(try FileSystem.kind(of: path(entry.content.attachments[0])) == .file)
    }
}
