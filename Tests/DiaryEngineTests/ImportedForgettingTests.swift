import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

@Suite("An entry that another device forgot", .timed) struct ImportedForgettingTests {
    private let mine: Scratch
    private let theirs: Scratch
    private let id: EntryID
    private let other: EntryID
    private static let secret = "비밀정원의 unrepeatableword"

    init() throws {
        mine = try Scratch()
        try mine.add("이웃한 일기", day: 1)
        id = try mine.add(with(plain(Self.secret + " one", day: 2)) { $0.tags = [Tag("secrettag")] }).id
        other = try mine.add("다른 비밀 anotherword", day: 3).id
        try mine.edit(id, text: Self.secret + " two")
        _ = try mine.perform(.delete, on: id)
        _ = try mine.perform(.restore, on: id)
        theirs = try mine.copied()
    }

    private func holds(_ text: String, in folder: String) throws -> Bool {
        try FileSystem.contents(of: folder).contains { name in
            try name.hasSuffix(".mdb") && FileSystem.read(folder + "/" + name).holds(Array(text.utf8))
        }
    }

    /// Every question at every point shows nothing of it; as of each point it is not among the living.
    private func expectNothing(of id: EntryID, in scratch: Scratch, isRewritten: Bool) throws {
        let diary = scratch.diary
        for number in try 1...scratch.head {
            let point = DiaryPoint.event(SequenceNumber(number))
            let view = diary.asOf(point)
            if let entry = try view.entry(id) {
                #expect(entry.isForgotten && entry.isDeleted && entry.text.isEmpty && entry.content.tags.isEmpty)
            }
            for order in [ListRequest.Sort.date, .created, .modified] {
                let request = with(ListRequest()) { $0.sort = order }
                #expect(try view.list(request).entries.allSatisfy { $0.id != id && !$0.text.isEmpty })
            }
            if isRewritten {
                let living = try view.list().entries
                #expect(try view.totals().live == UInt64(living.count), "as of \(number)")
                #expect(try view.search("unrepeatableword").isEmpty && view.search("tag:secrettag").isEmpty)
            }
            #expect(try view.search("unrepeatableword").allSatisfy { $0.entry.isForgotten && $0.entry.text.isEmpty })
            #expect(try diary.versions(of: id, at: point).allSatisfy { $0.isForgotten && $0.text.isEmpty })
            #expect(try diary.history(of: id, at: point)?.allSatisfy { $0.isForgotten && $0.title == nil } ?? true)
            #expect(try diary.blame(id, at: point)?.isEmpty ?? true)
            #expect(try diary.diff(from: point, to: .head).items.allSatisfy { $0.id != id })
            #expect(try diary.version(EntryVersion(2), of: id, at: point)?.isForgotten ?? true)
        }
        let request = try with(SearchRequest("unrepeatableword") { _ in nil }) { $0.allVersions = true }
        #expect(try diary.search(request).hits.isEmpty)
        for event in try scratch.events() {
            let header = try EventHeader(canonical: event.header.span)
            #expect(header.object != id || event.payload == nil || header.bodyLength == 0)
        }
    }

    @Test("is forgotten here when the import ends: no word of it is in the file, or shown as of any point")
    func brought() throws {
        _ = try theirs.diary.forget(id, in: theirs.context)
        let events = try theirs.events()
        let answers = try mine.take(events)
        #expect(answers.filter { $0 == .accepted }.count == 2)
        #expect(try !holds("unrepeatableword", in: mine.path))
        try expectNothing(of: id, in: mine, isRewritten: true)
        try expectNothing(of: id, in: theirs, isRewritten: true)
        #expect(try mine.stateHash == theirs.stateHash)
        for scratch in [mine, theirs] { #expect(try scratch.diary.replay(.checking).differences == []) }
        #expect(try mine.diary.entry(other)?.text == "다른 비밀 anotherword")
    }

    /// Leaves this copy as a process does that is killed after it has heard of the forgetting.
    private func hear() throws {
        _ = try theirs.diary.forget(id, in: theirs.context)
        _ = try mine.diary.store.importEvents(theirs.events(), arrivedAt: mine.wall)
        #expect(try holds("unrepeatableword", in: mine.path))
    }

    @Test func `that was only heard of is named by verify, and ends with what comes next, whatever that is`() throws {
        try mine.edit(id, text: "words that nobody else saw")
        try hear()
        #expect(try mine.diary.verify().unfinishedForgettings == [id])
        let brought = try #require(try mine.diary.catchUp())
        #expect(brought.entries == [id] && brought.rescued.count == 1)
        #expect(try !holds("unrepeatableword", in: mine.path))
        #expect(try mine.diary.drafts().map(\.content.text) == [Array("words that nobody else saw".utf8)])
        #expect(try mine.diary.verify().unfinishedForgettings == [])
        #expect(try mine.diary.catchUp() == nil && mine.diary.drafts().count == 1)
        try expectNothing(of: id, in: mine, isRewritten: true)
    }

    @Test("leaves the newest text that nobody else saw, also where it was taken back here", arguments: [true, false])
    func takenBack(byUndo: Bool) throws {
        try mine.edit(id, text: "words before those")
        try mine.edit(id, text: "words that nobody else saw")
        if byUndo {
            for _ in 1...2 { _ = try mine.diary.undo(in: mine.context) }
        } else {
            try mine.edit(id, text: Self.secret + " two")
        }
        try hear()
        _ = try mine.diary.catchUp()
        // Undo went by the first of them: that was the newest text that anybody saw here.
        let kept = Set(["words that nobody else saw"] + (byUndo ? ["words before those"] : []))
        #expect(try Set(mine.diary.drafts().map { String(decoding: $0.content.text, as: UTF8.self) }) == kept)
    }

    @Test("that was only heard of is first ended by a second forgetting: what was written here stays a draft")
    func forgottenAgain() throws {
        try mine.edit(id, text: "words that nobody else saw")
        try hear()
        _ = try mine.diary.forget(other, in: mine.context)
        #expect(try mine.diary.drafts().map(\.content.text) == [Array("words that nobody else saw".utf8)])
        #expect(try !holds("unrepeatableword", in: mine.path))
    }

    @Test func `that was only heard of does not come into a backup`() throws {
        try hear()
        let backup = mine.path + ".backup"
        defer { try? FileSystem.removeTree(backup) }
        _ = try mine.diary.backUp(to: backup)
        #expect(try !holds("unrepeatableword", in: backup) && !holds("unrepeatableword", in: mine.path))
    }

    @Test func `that was only heard of is not lost sight of by a compaction or a rebuild`() throws {
        try hear()
        _ = try mine.diary.compact()
        try mine.diary.rebuild { _, _ in }
        #expect(try mine.diary.catchUp()?.entries == [id])
        #expect(try !holds("unrepeatableword", in: mine.path))
    }

    @Test func `is not shown while this file still has its words; the same import ends that`() throws {
        _ = try theirs.diary.forget(id, in: theirs.context)
        let events = try theirs.events()
        // As where the process is killed after the import's commit.
        _ = try mine.diary.store.importEvents(events, arrivedAt: mine.wall)
        #expect(try holds("unrepeatableword", in: mine.path))
        try expectNothing(of: id, in: mine, isRewritten: false)
        try mine.flushTail()
        try expectNothing(of: id, in: mine, isRewritten: false)
        #expect(try mine.take(events).allSatisfy { $0 == .known })
        #expect(try !holds("unrepeatableword", in: mine.path))
        try expectNothing(of: id, in: mine, isRewritten: true)
    }

    @Test func `goes in one rewriting with all the others that came, with its drafts and its files`() throws {
        let intake = try mine.diary.beginAttaching()
        let attached = try intake.put(Array("a file of the entry's".utf8))
        var content = plain("with a file")
        content.attachments = [DiaryModel.Attachment(attached, name: "x.txt", mediaType: "text/plain")]
        let third = try mine.add(content).id
        intake.end()
        try begin("draft of the entry")
        try theirs.takeOver(from: mine)
        for entry in [id, other, third] { _ = try theirs.diary.forget(entry, in: theirs.context) }
        let generation = try mine.diary.store.fileInUse().name
        let brought = try #require(try mine.bring(theirs.events()))
        #expect(brought.entries == [id, other, third].sorted() && brought.obstacle == nil)
        #expect(brought.rescued.map(\.entry) == [id])
        #expect(brought.attachmentsLeft == 0 && mine.diary.state(of: content.attachments[0]) == .missing)
        #expect(generation == "log-000001.mdb")
        #expect(try mine.diary.store.fileInUse().name == "log-000002.mdb")
        #expect(try drafts() == ["draft of the entry"])
        for entry in [id, other, third] { try expectNothing(of: entry, in: mine, isRewritten: true) }
    }

    @Test func `leaves what was written here unseen as the draft of a new entry, and nothing that was seen`() throws {
        try mine.edit(id, text: "words that nobody else saw")
        _ = try theirs.diary.forget(id, in: theirs.context)
        let brought = try #require(try mine.bring(theirs.events()))
        let draft = try #require(brought.rescued.first)
        #expect(brought.rescued.count == 1 && draft.entry == id)
        #expect(try mine.diary.drafts() == [draft.draft])
        #expect(draft.draft.isNew && draft.draft.content.text == Array("words that nobody else saw".utf8))
        try expectNothing(of: id, in: mine, isRewritten: true)
        // The other device hears of that event: it keeps nothing, and has no draft.
        let mineNow = try mine.events()
        #expect(mineNow.allSatisfy { $0.payload.map { !$0.holds(draft.draft.content.text) } ?? true })
        _ = try theirs.take(mineNow)
        #expect(try theirs.diary.drafts().isEmpty)
        #expect(try mine.stateHash == theirs.stateHash)
        // An entry that was known as it was when it was forgotten leaves no draft.
        _ = try theirs.diary.forget(other, in: theirs.context)
        _ = try mine.take(theirs.events())
        #expect(try mine.diary.drafts().count == 1)
    }

    private func drafts() throws -> [String] {
        try mine.diary.drafts().map { String(decoding: $0.content.text, as: UTF8.self) }
    }

    private func begin(_ text: String, _ attachments: [DiaryModel.Attachment] = []) throws {
        let content = with(plain(text)) { $0.attachments = attachments }
        _ = try mine.diary.write(.begin(DraftStart(of: id), with: content), in: mine.context)
    }

    /// Attaches a file to the entry here.
    private func attach(_ text: String, named name: String) throws -> DiaryModel.Attachment {
        let intake = try mine.diary.beginAttaching()
        defer { intake.end() }
        let file = try mine.diary.attachment(intake.put(Array(text.utf8)), name: name)
        try mine.edit(id) { $0.addedAttachments = [file] }
        return file
    }

    /// Forgets the entry there, and hears of it here.
    private func forgetThere() throws {
        _ = try theirs.diary.forget(id, in: theirs.context)
        _ = try mine.take(theirs.events())
        #expect(try !holds("unrepeatableword", in: mine.path))
    }

    @Test func `leaves its drafts here under their numbers, as drafts of new entries that can be committed`() throws {
        try begin("kept here alone")
        try begin("kept here as well")
        try begin(Self.secret + " two")
        try forgetThere()
        let drafts = try mine.diary.drafts().sorted { $0.number < $1.number }
        #expect(drafts.map(\.number.rawValue) == [1, 2] && drafts.allSatisfy(\.isNew))
        #expect(Set(drafts.map(\.entry)).count == 2 && drafts[0].content.text == Array("kept here alone".utf8))
        for draft in drafts {
            guard case .settled(let done)? = try mine.diary.write(.commit(draft.number)) else { throw Absent() }
            #expect(done.receipt != nil && done.entries.map(\.content.text) == [draft.content.text])
        }
        #expect(try mine.diary.catchUp() == nil && mine.diary.drafts().isEmpty)
    }

    @Test func `leaves a file that was attached here unseen in a draft, and no word or file that was seen`() throws {
        let old = try attach("a file that they saw", named: "old.txt")
        try theirs.takeOver(from: mine)
        let new = try attach("a file that nobody saw", named: "new.txt")
        try forgetThere()
        let draft = try #require(try mine.diary.drafts().first)
        #expect(draft.isNew && draft.content.attachments == [new] && draft.content.text == Array("new.txt".utf8))
        #expect(mine.diary.state(of: new) == .present && mine.diary.state(of: old) == .missing)
        #expect(try drafts().count == 1)
    }

    @Test func `leaves words that were changed here and changed back in a draft, and none of what was seen`() throws {
        try mine.edit(id, text: "other words")
        _ = try mine.diary.undo(in: mine.context)
        try begin(Self.secret + " one")
        try forgetThere()
        #expect(try mine.diary.drafts().map(\.content.text).contains(Array("other words".utf8)))
        #expect(
            try mine.diary.drafts().allSatisfy {
                !String(decoding: $0.content.text, as: UTF8.self).contains(Self.secret + " two")
            })
    }

    @Test func `leaves what was written in a copy of this file, and taken in here, as a draft`() throws {
        let copy = try Scratch(copying: mine)
        copy.seed = 5
        try copy.edit(id, text: "typed in the copy")
        _ = try mine.take(copy.events())
        try forgetThere()
        #expect(try drafts() == ["typed in the copy"])
    }

    @Test("is kept as a draft where a log says of it what nobody who forgot it has seen: a new text, once, and no tags")
    func unseenElsewhere() throws {
        try theirs.edit(id) { $0.addedTags = [Tag("t")] }
        _ = try mine.diary.forget(id, in: mine.context)
        for text in [nil, "written there", "and again there"] {
            if let text { try theirs.edit(id, text: text) }
            let brought = try mine.bring(theirs.events())
            #expect(brought?.rescued.map(\.entry) == (text == nil ? nil : [id]))
            #expect(brought?.entries.isEmpty ?? true)
        }
        #expect(try drafts().sorted() == ["and again there", "written there"])
        #expect(try mine.diary.drafts().allSatisfy(\.isNew) && mine.diary.entry(id)?.isForgotten == true)
    }

    @Test func `is imported all the same where its file cannot be written anew, and that is told`() throws {
        try mine.add("to be damaged")
        try mine.flushTail()
        let position = try mine.head
        try mine.add("after it")
        try mine.flushTail()
        _ = try theirs.diary.forget(id, in: theirs.context)
        let frame = try mine.flip(position, at: 150)
        let brought = try #require(try mine.bring(theirs.events()))
        #expect(brought.entries == [id] && brought.file == nil)
        #expect(brought.obstacle == .damagedEvents([SequenceNumber(position)]))
        try expectNothing(of: id, in: mine, isRewritten: false)
        try mine.put(frame, at: position)
        _ = try mine.take(theirs.events())
        #expect(try !holds("unrepeatableword", in: mine.path))
    }

    @Test func `has no words in a diary made of a log in which they come before their end`() throws {
        let before = try mine.events()
        _ = try theirs.diary.forget(id, in: theirs.context)
        let known = Set(before.map(\.header))
        let made = try Scratch(
            events: before + theirs.events().filter { !known.contains($0.header) }, wall: mine.wall)
        #expect(try !holds("unrepeatableword", in: made.path))
        try expectNothing(of: id, in: made, isRewritten: true)
        #expect(try made.stateHash == theirs.stateHash)
        #expect(try made.diary.drafts().isEmpty)
    }
}
