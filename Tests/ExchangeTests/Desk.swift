import DiaryEngine
import DiarylogExchange
import DiarylogHost
import DiarylogTestSupport
import EventStore

/// Tests at a desk, each at one of its own.
class AtDesk {
    let desk: Desk

    init() throws { desk = try Desk(seed: 71) }
}

/// A remote without faults and copies of one diary, for tests that say what happens step by step.
struct Desk {
    let place: Folder
    let instruments: Instruments
    let remote: HostileRemote
    let seal: PlainSeal

    init(seed: UInt64) throws {
        place = try Folder()
        instruments = Instruments(seed: seed)
        remote = HostileRemote(seed: seed + 1)
        seal = PlainSeal(seed: seed + 2)
    }

    /// Makes a diary and its remote.
    func begin() throws -> Copy {
        var context = instruments.context()
        try Diary.create(at: place("a"), in: &context)
        let copy = try Copy(at: place("a"), instruments)
        try Beginning(of: remote, folder: SyncFolder(of: place("a"))).make(diary: copy.diary.identity())
        return copy
    }

    /// The same, with an entry that lies on the remote.
    func begin(with text: String) throws -> Copy {
        var copy = try begin()
        try copy.write(text, on: self)
        return copy
    }

    /// Makes a copy of what lies on the remote.
    func join(_ name: String, with seal: PlainSeal? = nil) throws -> Copy {
        var join = Join(from: remote, seal: seal ?? self.seal, folder: SyncFolder(of: place(name + ".joining")))
        _ = try join.make(at: place(name), in: instruments.context())
        return try Copy(at: place(name), instruments)
    }

    /// The paths in a folder of the remote.
    func paths(_ folder: String = "events/") -> [String] {
        remote.files.keys.filter { $0.hasPrefix(folder) }.sorted()
    }

    /// Changes a byte of what lies there.
    func flip(_ path: String) throws {
        guard var bytes = remote.files[path] else { throw Absent() }
        bytes[bytes.count / 2] ^= 1
        remote.files[path] = bytes
    }

    /// The objects that have words of entries which a copy knows to be forgotten.
    func words(_ copy: Copy) throws -> [String] { try remote.words(of: copy, seal, in: place("look")) }
}

extension HostileRemote {
    /// Which segments have words of entries that a copy knows to be forgotten.
    private func isTelling(to copy: Copy) throws -> (Segment) -> Bool {
        let forgotten = try copy.diary.forgottenEvents(of: copy.diary.news(after: 0).forgotten)
        let blank = Set(forgotten.values.flatMap { $0.blank.map(\.id) })
        return { $0.events.contains { $0.payload != nil && blank.contains(EventHeader.id(ofCanonical: $0.header)) } }
    }

    /// The files of any name that open, and have words of entries which a copy knows to be forgotten.
    func copiedWords(of copy: Copy) throws -> [String] {
        let (isTelling, diary) = (try isTelling(to: copy), try copy.diary.identity())
        return self.files.filter { _, bytes in
            bytes.count > 16 && (try? Segment(reading: Array(bytes.dropFirst(16)), of: diary)).map(isTelling) == true
        }.keys.sorted()
    }

    /// The objects that have words of entries which a copy knows to be forgotten; torn ones are passed over.
    func words(of copy: Copy, _ seal: PlainSeal, in place: String) throws -> [String] {
        let isTelling = try isTelling(to: copy)
        let opener = ObjectOpener(seal: seal, folder: SyncFolder(of: copy.path), diary: try copy.diary.identity())
        try FileSystem.makeDirectory(place + "/events", withParents: true)
        return try self.files.compactMap { path, bytes in
            guard let name = ObjectName(path: path), bytes.count == name.size else { return nil }
            try FileSystem.write(bytes.span, to: "\(place)/\(path)", sync: false)
            guard case .segment(let segment, _) = try opener.open(name, in: place) else { return nil }
            return isTelling(segment) ? path : nil
        }
    }
}
