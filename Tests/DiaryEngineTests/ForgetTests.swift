import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Glibc
@_spi(_Unicode) import Swift
import Testing

@Suite("An entry that is forgotten", .timed) struct ForgetTests {
    private let scratch: Scratch
    private let id: EntryID
    private let other: Entry

    /// What only the entry's versions say, in each normal form.
    private static let secrets = [
        "비밀 정원의 문을 열었다", "the quick brown secret", "café déjà vu naïve", "고친 뒤의 비밀스러운 글",
    ]

    init() throws {
        scratch = try Scratch()
        for number in 0..<30 { try scratch.add("이웃한 일기 \(number), 오늘은 비가 왔다. Ordinary words.", day: Int64(number)) }
        var content = plain(Self.secrets[..<3].joined(separator: ". ") + ". 오늘은 비가 왔다.", day: 3)
        content.tags = [Tag("secretive-tag-of-mine")]
        id = try scratch.add(content, key: "key").id
        other = try scratch.add("오늘은 비가 왔다. 사이에 쓴 글.", day: 4)
        try scratch.edit(id, text: Self.secrets[3] + " unrepeatableword. 오늘은 비가 왔다.")
        try scratch.flushTail()
        try scratch.edit(id, text: Self.secrets[3] + " unrepeatableword, again. 오늘은 비가 왔다.")
    }

    /// Where one of the texts stands in the files of a folder, in any normal form; found otherwise than by the engine.
    private func traces(_ texts: [String], in folder: String) throws -> [String] {
        var found: [String] = []
        for name in try FileSystem.contents(of: folder) {
            let bytes = try FileSystem.read(folder + "/" + name)
            for text in texts {
                for form in [text, text.decomposed, text.composed] where bytes.holds(Array(form.utf8)) {
                    found.append("\(name): \(form)")
                }
            }
        }
        return found
    }

    @Test func `in a diary that was copied, a device begins with the new file, and that can be told`() throws {
        let diary = try Diary(at: scratch.lay(scratch.file, in: "copied"))
        #expect(!diary.hasBegunDevice)
        try diary.forget(id, in: scratch.context)
        #expect(diary.hasBegunDevice)
    }

    @Test func `leaves no trace in the diary's files, and all else is as it was`() throws {
        #expect(try traces(Self.secrets, in: scratch.path).count >= Self.secrets.count)
        let (before, head) = (try scratch.events(), try scratch.head)
        let rest = try scratch.diary.list().entries.filter { $0.id != id }
        _ = try scratch.diary.takeSnapshot()
        let residue = try Residue(of: id, in: scratch.diary)
        #expect(try residue.count > 50 && residue.hits(in: scratch.path) >= residue.count)
        let plan = try #require(try scratch.diary.planForgetting(id))
        #expect(plan.events == 3 && plan.snapshots == 1 && plan.backups == [])
        #expect(plan.title?.hasPrefix(Self.secrets[3]) == true)
        let done = try #require(try scratch.diary.forget(id, in: scratch.context))
        #expect(!done.oldFileIsLeft && done.processes == [])
        #expect(try residue.hits(in: scratch.path) == 0)
        #expect(try traces(Self.secrets + ["secretive-tag", "unrepeatableword"], in: scratch.path) == [])
        // Numbers, ids and headers are what they were; one event more says that it was forgotten.
        #expect(try scratch.head == head + 1)
        let after = try scratch.events()
        #expect(after.dropLast().map(\.header) == before.map(\.header))
        #expect(zip(before, after).filter { $0.payload != $1.payload }.count == 3)
        #expect(try scratch.diary.list().entries.filter { $0.id != id } == rest)
        #expect(try scratch.diary.snapshots().isEmpty)
        let report = try scratch.diary.replay(.checking)
        #expect(report.differences == [] && report.damaged == [])
        #expect(try scratch.diary.store.prove(through: head + 1, threads: 2) == [])
    }

    @Test func `keeps its key: no other entry is made under it`() throws {
        _ = try scratch.diary.forget(id, in: scratch.context)
        #expect(try word(of: scratch.diary.add(plain("other"), key: "key", in: scratch.context)) == "keyTaken")
    }

    @Test func `stays forgotten where an old export, an old copy or another device offers it again`() throws {
        let export = try scratch.events()
        let elsewhere = try scratch.copied()
        try elsewhere.edit(id, text: "another device went on with it: 다른 기기에서 이어 쓴 글")
        _ = try scratch.diary.forget(id, in: scratch.context)
        #expect(try scratch.diary.importEvents(export).allSatisfy { $0.answer == .known })
        let late = try elsewhere.events()
        _ = try scratch.diary.importEvents(late, in: scratch.context)
        #expect(try scratch.diary.entry(id)?.status == .forgotten)
        #expect(try traces(Self.secrets + ["다른 기기에서 이어"], in: scratch.path) == [])
        // A diary made of what this one exports now does not have it, and has the same state.
        let made = try Scratch(events: scratch.events(), wall: scratch.wall)
        #expect(try traces(Self.secrets, in: made.path) == [])
        #expect(try made.diary.replay(.checking).stateHash == scratch.diary.replay(.checking).stateHash)
        // The other device hears of it: the import takes the bytes out.
        #expect(try !traces(Self.secrets, in: elsewhere.path).isEmpty)
        _ = try elsewhere.diary.importEvents(scratch.events(), in: elsewhere.context)
        #expect(try elsewhere.diary.entry(id)?.status == .forgotten)
        #expect(try elsewhere.diary.planForgetting(id)?.events == 0)
        #expect(try traces(Self.secrets, in: elsewhere.path) == [])
    }

    @Test func `goes with the texts of all devices that nobody decided between`() throws {
        let elsewhere = try scratch.copied()
        try scratch.edit(id, text: "여기에서 다르게 쓴 비밀스러운 글")
        try elsewhere.edit(id, text: "저기에서 다르게 쓴 비밀스러운 글")
        try scratch.takeOver(from: elsewhere)
        #expect(try scratch.diary.entry(id)?.status == .conflict)
        let residue = try Residue(of: id, in: scratch.diary)
        let done = try #require(try scratch.diary.forget(id, in: scratch.context))
        #expect(try done.plan.events == 5 && residue.hits(in: scratch.path) == 0)
        let texts = Self.secrets + ["여기에서 다르게", "저기에서 다르게"]
        #expect(try traces(texts, in: scratch.path) == [])
        #expect(try scratch.diary.entry(id)?.status == .forgotten)
        #expect(try scratch.diary.replay(.checking).differences == [])
    }

    @Test func `takes with it what others write of it meanwhile, and nothing else of theirs`() throws {
        let (path, id) = (scratch.path, id)
        let forgotten = try scratch.diary.forget(id, in: scratch.context) { step in
            guard [.copied, .followed, .proven].contains(step) else { return }
            do {
                let diary = try Diary(at: path)
                try diary.edit(id) { $0.text += " 마지막으로 덧붙인 비밀 \(step)" }
                try diary.add("그사이에 쓴 다른 글 \(step)")
            } catch {
                Issue.record("\(error)")
            }
        }
        let done = try #require(forgotten).file
        #expect(done.followed >= 4)
        #expect(try traces(Self.secrets + ["마지막으로 덧붙인"], in: path) == [])
        #expect(try scratch.diary.search("그사이에").count == 3)
        #expect(try scratch.diary.entry(id)?.status == .forgotten)
        #expect(try scratch.diary.replay(.checking).differences == [])
    }

    @Test("is forgotten also where the old file cannot be removed yet: that is told, and the next change removes it")
    func oldFile() throws {
        let diary = try Diary(at: scratch.path, patience: 50)
        let opening = try LockFile.open(StorePaths.lockFile(scratch.path), creating: false)
        let done = try diary.forget(id, in: scratch.context) { step in
            // Somebody begins to open the diary.
            if step == .committed { try? opening.lock(byte: 0, .shared) }
        }
        #expect(done?.oldFileIsLeft == true)
        #expect(try FileSystem.kind(of: scratch.path + "/log-000001.mdb") == .file)
        try opening.unlock(byte: 0)
        try scratch.add("danach")
        try scratch.diary.catchUp()
        #expect(try traces(Self.secrets, in: scratch.path) == [])
    }

    @Test func `is refused while an event is damaged, which may be its own`() throws {
        let frame = try scratch.flip(12, at: 150)
        #expect(throws: EventStoreError.damagedEvents([12])) {
            try scratch.diary.forget(id, in: scratch.context)
        }
        #expect(try scratch.diary.entry(id)?.isForgotten == false)
        try scratch.put(frame, at: 12)
        try scratch.diary.forget(id, in: scratch.context)
        #expect(try scratch.diary.entry(id)?.isForgotten == true)
    }

    @Test(arguments: GenerationStep.allCases)
    func `is forgotten or untouched wherever the process is killed`(step: GenerationStep) async throws {
        let path = scratch.path
        let name = id.hexadecimal
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, name = name as String, step = step as GenerationStep] in
            try forget(name, at: path, killedAfter: step)
        }
        try check(after: step)
    }

    private func check(after step: GenerationStep) throws {
        let isDone = [.committed, .removed].contains(step)
        let entry = try #require(try scratch.diary.entry(id))
        #expect(entry.isForgotten == isDone)
        // The next change clears up.
        try scratch.add("danach")
        try scratch.diary.catchUp()
        #expect(try traces(Self.secrets, in: scratch.path).isEmpty == isDone)
        #expect(try scratch.diary.replay(.checking).differences == [])
    }

    @Test(
        "takes its attached file with it wherever the process is killed, at the latest with the next change",
        arguments: [GenerationStep.synced, .committed])
    func killedWithFile(step: GenerationStep) async throws {
        let intake = try scratch.diary.beginAttaching()
        var content = plain("with a file")
        content.attachments = [try scratch.diary.attachment(intake.put([1, 2, 3]), name: "x")]
        let entry = try scratch.add(content)
        intake.end()
        let (path, name) = (scratch.path, entry.id.hexadecimal)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, name = name as String, step = step as GenerationStep] in
            try forget(name, at: path, killedAfter: step)
        }
        let isForgotten = try scratch.diary.entry(entry.id)?.isForgotten == true
        #expect(isForgotten == (step == .committed))
        try scratch.diary.catchUp()
        #expect((scratch.diary.state(of: content.attachments[0]) == .missing) == isForgotten)
        // Named again, it stays; and nothing is noted any more.
        #expect(try FileSystem.contents(of: scratch.path + "/attachments/leaving").isEmpty)
    }

    @Test("takes with it what an exchange has made ready and not put, in clear or sealed: it may have the words")
    func prepared() throws {
        let entry = try scratch.add("words that were to go out")
        let spool = scratch.path + "/sync/spool"
        var paths = [spool + "/sealing", spool + "/opened"]
        for folder in ["in", "out", "back"] {
            try FileSystem.makeDirectory("\(spool)/\(folder)/events", withParents: true)
            paths.append("\(spool)/\(folder)/events/some.age")
        }
        for path in paths { try FileSystem.write([1, 2, 3].span, to: path, sync: false) }
        _ = try scratch.diary.forget(entry.id, in: scratch.context)
        for path in paths { #expect(try FileSystem.kind(of: path) == .missing, "\(path)") }
    }

    @Test func `is not there, or names no entry: nothing happens`() throws {
        let nobody = try #require(EntryID(hexadecimal: String(repeating: "0", count: 32)))
        #expect(try scratch.diary.planForgetting(nobody) == nil)
        #expect(try scratch.diary.forget(nobody, in: scratch.context) == nil)
    }
}

/// Forgets an entry, and ends this process at once after a step.
private func forget(_ name: String, at path: String, killedAfter step: GenerationStep) throws {
    let diary = try Diary(at: path)
    let id = try #require(EntryID(hexadecimal: name))
    try diary.forget(id, in: Scratch.context(wall: 1_608_651_333_000_000, seed: 5)) { reached in
        if reached == step { raise(SIGKILL) }
    }
}

extension String {
    fileprivate var composed: String { String(String.UnicodeScalarView(_nfc)) }
    fileprivate var decomposed: String { String(String.UnicodeScalarView(_nfd)) }
}
