import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// Attaching, detaching, undoing, deleting, drafting, forgetting, sweeping and compacting, in any order and cut short
/// anywhere: no event and no draft names a file that is not there, and what nothing names goes with a sweep.
@Suite(.timed) struct AttachmentModelTests {
    @Test("whatever is done, and wherever it is cut short, every file that is named is there", arguments: 0..<2)
    func histories(part: Int) throws {
        var chance = Chance(for: "attachment histories \(part)")
        for _ in 0..<runs(debug: 96) / 8 {
            let seed = chance.next()
            var run = try AttachmentRun(seed: seed)
            for _ in 0..<40 where run.problem == nil { try run.command() }
            if run.problem == nil { try run.end() }
            guard let problem = run.problem else { continue }
            Issue.record("run \(seed): \(problem) after \(run.trace.suffix(12))")
            return
        }
    }
}

private struct AttachmentRun {
    private var chance: Chance
    private let scratch: Scratch
    /// Another handle, as another process would have.
    private let second: Diary
    private var entries: [EntryID] = []
    /// The hashes that some event or draft may name, as far as the run knows.
    private(set) var trace: [String] = []
    private(set) var problem: String?

    init(seed: UInt64) throws {
        chance = Chance(seed: seed)
        scratch = try Scratch(seed: seed)
        second = try Diary(at: scratch.path, patience: 20)
    }

    /// One of a few contents, so that entries share files.
    private mutating func bytes() -> [UInt8] { [UInt8](repeating: UInt8(chance.below(9)), count: 1 + chance.below(3)) }

    mutating func command() throws {
        scratch.wall += 1_000_000
        scratch.seed &+= 1
        let diary = chance.isLucky(oneIn: 3) ? second : scratch.diary
        switch chance.below(20) {
        case 0..<3: try add(diary)
        case 3..<8: try attach(diary)
        case 8..<10: try detach(diary)
        case 10..<13:
            note("undo")
            _ = try diary.undo(in: scratch.context)
        case 13:
            note("redo")
            _ = try diary.redo(in: scratch.context)
        case 14: try draft(diary)
        case 15: try forget(diary)
        case 16:
            note("compact")
            _ = try diary.compact()
        case 17: try sweepWhileAttaching()
        default:
            note("sweep")
            _ = try diary.sweepAttachments(removing: true)
        }
        try check()
    }

    private mutating func note(_ what: String) { trace.append(what) }

    private mutating func add(_ diary: Diary) throws {
        note("add")
        let intake = try diary.beginAttaching()
        defer { intake.end() }
        var content = plain("entry \(trace.count)")
        content.attachments = [try file(diary, intake)]
        let outcome = try diary.add(content, in: scratch.context)
        if case .changed(_, let added) = outcome { entries += added.map(\.id) }
    }

    /// Puts a file and lets an entry name it, or is killed in between: then nothing names the file.
    private mutating func attach(_ diary: Diary) throws {
        guard !entries.isEmpty else { return }
        let intake = try diary.beginAttaching()
        defer { intake.end() }
        if chance.isLucky(oneIn: 4) {
            note("kill while copying")
            var file = try intake.begin()
            try file.write(bytes())
            return
        }
        var edit = EntryEdit()
        edit.addedAttachments = [try file(diary, intake)]
        if chance.isLucky(oneIn: 4) { return note("kill after copying") }
        note("attach")
        _ = try diary.perform(
            [EntryRequest(entry: chance.pick(entries), command: .edit(edit))], in: scratch.context)
    }

    private mutating func file(_ diary: Diary, _ intake: AttachmentIntake) throws -> DiaryModel.Attachment {
        try diary.attachment(intake.put(bytes()), name: "f\(chance.below(3))")
    }

    private mutating func detach(_ diary: Diary) throws {
        guard !entries.isEmpty, let entry = try diary.entry(chance.pick(entries)),
            let gone = entry.content.attachments.first
        else { return }
        note("detach")
        var edit = EntryEdit()
        edit.removedAttachments = [gone]
        _ = try diary.perform([EntryRequest(entry: entry.id, command: .edit(edit))], in: scratch.context)
    }

    private mutating func draft(_ diary: Diary) throws {
        if let kept = try diary.drafts().first, chance.isLucky(oneIn: 2) {
            note("discard")
            _ = try diary.write(.discard(kept.number))
            return
        }
        note("draft")
        let intake = try diary.beginAttaching()
        defer { intake.end() }
        var content = plain("draft")
        content.attachments = [try file(diary, intake)]
        _ = try diary.write(.begin(DraftStart(), with: content), in: scratch.context)
    }

    private mutating func forget(_ diary: Diary) throws {
        guard entries.count > 2 else { return }
        let id = entries.remove(at: chance.below(entries.count))
        note("forget")
        let before = try diary.entry(id)?.content.attachments ?? []
        guard let done = try diary.forget(id, in: scratch.context) else { return }
        if done.attachmentsLeft > 0 { problem = "forgotten, and files of it are left" }
        let named = Set(try diary.namedAttachments().map(\.file))
        for attachment in before {
            guard let file = attachment.file, !named.contains(file) else { continue }
            if diary.state(of: attachment) != .missing { problem = "forgotten, and a file that nothing names is there" }
        }
    }

    /// A sweep must wait for whoever has put a file that nothing names yet.
    private mutating func sweepWhileAttaching() throws {
        guard !entries.isEmpty else { return }
        note("sweep while attaching")
        let diary = scratch.diary
        let intake = try diary.beginAttaching()
        defer { intake.end() }
        var edit = EntryEdit()
        edit.addedAttachments = [try file(diary, intake)]
        do {
            _ = try second.sweepAttachments(removing: true)
            problem = "a sweep did not wait"
        } catch EventStoreError.busy {}
        _ = try diary.perform(
            [EntryRequest(entry: chance.pick(entries), command: .edit(edit))], in: scratch.context)
    }

    /// Every file that is named is there, whole; every version's and every entry's among them.
    private mutating func check() throws {
        let report = try scratch.diary.checkAttachments(proving: true)
        if !report.lost.isEmpty { problem = "lost: \(report.lost)" }
        for id in entries {
            for version in try scratch.diary.versions(of: id) {
                for attachment in version.content.attachments
                where scratch.diary.state(of: attachment, proving: true) != .present {
                    problem = "version \(version.version) names a file that is not there"
                }
            }
        }
    }

    /// After a sweep, the folder has what is named and nothing else; a backup has it, too.
    mutating func end() throws {
        _ = try scratch.diary.sweepAttachments(removing: true)
        try check()
        let named = Set(try scratch.diary.namedAttachments().map { $0.file.hash.hexadecimal })
        var there: Set<String> = []
        let root = scratch.path + "/attachments"
        for outer in (try? FileSystem.contents(of: root)) ?? [] {
            for inner in (try? FileSystem.contents(of: root + "/" + outer)) ?? [""] { there.insert(outer + inner) }
        }
        if there != named { problem = "the folder has \(there), and named is \(named)" }
        for round in 0..<2 {
            let backup = try scratch.diary.backUp(to: scratch.folder("safe"))
            if !backup.attachments.lost.isEmpty || backup.attachments.files != named.count {
                problem = "the backup lacks files"
            }
            if round == 1, backup.attachments.fresh > 0 { problem = "the second backup copied what was there" }
        }
        let report = try Diary(at: scratch.folder("safe")).checkAttachments(proving: true)
        if !report.lost.isEmpty || report.files != named.count { problem = "the backup has other files" }
    }
}
