import DiaryEngine
import DiarylogHost
import DiarylogLMDB
import DiarylogTestSupport
import EventStore
import Testing

/// Diaries of several devices, and what of them survives damage.
@Suite(.timed) final class LineageTests: InScratch {
    /// What one diary has after `first`, taken over by another of the same log.
    private func take(_ from: Scratch, after first: UInt64, into target: Scratch) throws {
        let events = try Array(from.events().dropFirst(Int(first)))
        try target.diary.store.write { writer in
            for (index, event) in events.enumerated() {
                try writer.importEvent(event, arrivedAt: from.wall, record: index + 1)
            }
        }
    }

    private func loseMeta(of scratch: Scratch) throws {
        let environment = try Environment.open(StorePaths.generation(1, scratch.path))
        var transaction = try environment.beginWrite()
        let key = TableKey.meta
        _ = try transaction.delete(key.span, in: .main)
        try transaction.commit()
    }

    private func texts(_ scratch: Scratch) throws -> [String] {
        try scratch.diary.list().entries.map(\.text).sorted()
    }

    @Test("a device bears the name that its first event gives it, at most 64 bytes of whole characters, or none")
    func names() throws {
        for (given, kept) in [
            ("노트북", "노트북"), (String(repeating: "가", count: 30), String(repeating: "가", count: 21)), ("", nil),
            (nil, nil),
        ] as [(String?, String?)] {
            let folder = try Folder()
            var context = WriteContext(wall: 1_770_000_000_000_000, offset: 0, zone: "", entropy: .seeded([7]))
            context.deviceName = given
            try Diary.create(at: folder("diary"), in: &context)
            #expect(try Diary(at: folder("diary")).devices().map(\.name) == [kept])
        }
        // Whoever forges one without characters, or a longer one, is refused.
        for body in [[5, 0], [5, 1, 0xFF], [5, 65] + [UInt8](repeating: 0x61, count: 65)] as [[UInt8]] {
            #expect(throws: FormatError.self) { try DeviceBegin(body.span) }
        }
    }

    @Test func `undo and redo pass over what another device did, and go back over what one's own line did`() throws {
        let mine = try Scratch()
        try mine.add("old")
        try mine.add("mine")
        let shared = try mine.head
        let theirs = try Scratch(events: mine.events(), wall: mine.wall + 1)
        try theirs.add("theirs")
        try take(theirs, after: shared, into: mine)
        #expect(try texts(mine) == ["mine", "old", "theirs"])
        #expect(try word(of: mine.diary.undo(in: mine.context)) == "changed")
        #expect(try texts(mine) == ["old", "theirs"])
        _ = try mine.diary.undo(in: mine.context)
        #expect(try texts(mine) == ["theirs"])
        #expect(try word(of: mine.diary.undo(in: mine.context)) == "nothing")
        _ = try mine.diary.redo(in: mine.context)
        _ = try mine.diary.redo(in: mine.context)
        #expect(try texts(mine) == ["mine", "old", "theirs"])
        // The other continues the first: it goes back over both.
        for left in [["mine", "old"], ["old"], []] {
            _ = try theirs.diary.undo(in: theirs.context)
            #expect(try texts(theirs) == left)
        }
    }

    /// Writes two entries in a clone of a diary that lies under the diary's own path, on this machine; returns what the
    /// clone has then. So both write as one device.
    private func cloned(_ mine: Scratch, writing: () throws -> Void) throws -> [PortableEvent] {
        let (aside, clone) = (mine.folder("aside"), try mine.lay(mine.file, lock: mine.lock, in: "clone"))
        try writing()
        try FileSystem.rename(from: mine.path, to: aside)
        try FileSystem.rename(from: clone, to: mine.path)
        let theirs = try Scratch(folder: mine.folder, path: mine.path)
        theirs.seed = 9
        try theirs.add("theirs one")
        try theirs.add("theirs two")
        let events = try theirs.events()
        try FileSystem.rename(from: mine.path, to: clone)
        try FileSystem.rename(from: aside, to: mine.path)
        try mine.reopen()
        return events
    }

    /// Takes back all that can be, and never what the clone has written.
    private func undoAll(_ mine: Scratch) throws {
        while true {
            guard case .changed = try mine.diary.undo(in: mine.context) else { break }
            let left = try texts(mine).filter { $0.hasPrefix("theirs") }
            #expect(left.count == 2)
        }
        #expect(try texts(mine) == ["theirs one", "theirs two"])
    }

    @Test("undo passes over what a clone under the same path wrote as the same device", arguments: [false, true])
    func clone(isLong: Bool) throws {
        let mine = try Scratch()
        try mine.add("old")
        let theirs = try cloned(mine) {
            try mine.add("mine one")
            if isLong { try mine.flushTail() }
            try mine.add("mine two")
        }
        let all = try texts(mine)
        _ = try mine.take(theirs)
        #expect(try texts(mine) == (all + ["theirs one", "theirs two"]).sorted())
        _ = try mine.diary.compact()
        try undoAll(mine)
        var isRedone = true
        while isRedone {
            if case .changed = try mine.diary.redo(in: mine.context) { continue }
            isRedone = false
        }
        #expect(try texts(mine) == (all + ["theirs one", "theirs two"]).sorted())
        // The device that begins here continues what was written here.
        try mine.add("new")
        try mine.flushTail()
        try mine.add("newer")
        try undoAll(mine)
        #expect(try mine.diary.replay(.checking).differences == [])
    }

    @Test func `what a continued device did after it was continued is another's`() throws {
        let mine = try Scratch()
        try mine.add("old")
        let theirs = try Scratch(events: mine.events(), wall: mine.wall + 1)
        try theirs.add("theirs")
        let shared = try mine.head
        _ = try mine.diary.add(plain("new"), in: Scratch.context(wall: mine.wall, seed: 2))
        try take(mine, after: shared, into: theirs)
        for left in [["new", "old"], ["new"], ["new"]] {
            _ = try theirs.diary.undo(in: theirs.context)
            #expect(try texts(theirs) == left)
        }
    }

    @Test func `another device's undo and its new entries leave the own redo what it was`() throws {
        let mine = try Scratch()
        try mine.add("mine")
        let shared = try mine.head
        let theirs = try Scratch(events: mine.events(), wall: mine.wall + 1)
        _ = try mine.diary.undo(in: mine.context)
        try theirs.add("theirs")
        try take(theirs, after: shared, into: mine)
        _ = try mine.diary.redo(in: mine.context)
        #expect(try texts(mine) == ["mine", "theirs"])
    }

    @Test("a flip anywhere in the first event leaves export, keys and imports what they were", arguments: [3, 60])
    func firstEvent(count: Int) throws {
        _ = try scratch.diary.add(plain("약속"), key: "k1", in: scratch.context)
        let rows = (0..<10).map { ImportedRow(content: plain("row \($0)"), identity: [UInt8($0)]) }
        _ = try scratch.diary.import(rows, in: scratch.context)
        for number in 0..<count { try scratch.add("entry \(number)") }
        let whole = try scratch.events().map(\.header)
        for position in stride(from: 0, to: 250, by: 7) {
            let frame = try scratch.flip(1, at: position)
            #expect(try scratch.events().map(\.header) == Array(whole.dropFirst()), "byte \(position)")
            guard case .repeated = try scratch.diary.add(plain("약속"), key: "k1", in: scratch.context),
                case .imported(nil, 0, 10, _) = try scratch.diary.import(rows, in: scratch.context)
            else {
                Issue.record("byte \(position): what was known is not")
                return
            }
            try scratch.put(frame, at: 1)
        }
        try scratch.flip(1, at: 90)
        try scratch.add("after")
        #expect(try scratch.events().count == whole.count, "no device began")
    }

    @Test("the secret comes back from the first event when the meta record is lost, and from the record else")
    func secret() throws {
        _ = try scratch.diary.add(plain("약속"), key: "k1", in: scratch.context)
        func repeats() throws -> Bool {
            if case .repeated = try scratch.diary.add(plain("약속"), key: "k1", in: scratch.context) { return true }
            return false
        }
        try loseMeta(of: scratch)
        try scratch.reopen()
        #expect(throws: EventStoreError.damagedTable("meta")) { try scratch.diary.list() }
        #expect(try repeats(), "who writes has it made anew first")
        try scratch.add("mended")
        #expect(try scratch.diary.list().entries.count == 2)
        try scratch.flip(1, at: 90)
        #expect(try repeats())
        #expect(try scratch.diary.replay(.checking).differences == [])
    }

    @Test("where every device.begin and the meta record are lost, keys are refused, and all else goes on")
    func lostSecret() throws {
        _ = try scratch.diary.add(plain("약속"), key: "k1", in: scratch.context)
        let events = try scratch.events().flatMap { $0.header + ($0.payload ?? []) }
        let secret = try #require(try scratch.diary.store.beginRead().view.log.meta.secret)
        let first = (0..<events.count - 31).filter { Array(events[$0..<$0 + 32]) == secret }
        #expect(first.count == 1, "it travels in the body of a device.begin, and nowhere else")
        // Two bits: one alone would be put right.
        for place in [90, 91] { try scratch.flip(1, at: place) }
        try loseMeta(of: scratch)
        try scratch.reopen()
        for _ in 0..<2 {
            #expect(throws: EventStoreError.self) {
                try scratch.diary.add(plain("약속"), key: "k1", in: scratch.context)
            }
            try scratch.add("without a key")
        }
        #expect(try texts(scratch) == ["without a key", "without a key", "약속"])
    }

    @Test("undo goes back over all that was done before the meta record was lost, and before the newest event was")
    func undoAfterLoss() throws {
        try scratch.add("one")
        try scratch.add("two")
        try loseMeta(of: scratch)
        try scratch.add("three")
        try scratch.add("lost")
        try scratch.flip(try scratch.head, at: 90)
        try scratch.add("four")
        for left in [["one", "three", "two"], ["one", "two"], ["one"]] {
            _ = try scratch.diary.undo(in: scratch.context)
            #expect(try texts(scratch).filter { $0 != "lost" } == left)
        }
    }
}
