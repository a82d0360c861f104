import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// A diary with a clock that stands still and chance that follows from a seed.
final class Scratch {
    let folder: Folder
    let path: String
    private(set) var diary: Diary
    /// Microseconds since 1970 UTC; moved by the test.
    var wall: Int64 = 1_608_651_333_000_000

    init(seed: UInt64 = 1) throws {
        folder = try Folder()
        path = folder("diary")
        var context = Self.context(wall: wall, seed: seed)
        try Diary.create(at: path, in: &context)
        diary = try Diary(at: path)
    }

    /// The diary that another's exported log makes.
    convenience init(events: [PortableEvent], wall: Int64) throws {
        try self.init(records: events.map { .event($0) }, wall: wall)
    }

    /// The same with the places of events that could not be read.
    init(records: [LogRecord], wall: Int64) throws {
        folder = try Folder()
        path = folder("diary")
        self.wall = wall
        try Diary.create(
            at: path, fromEvents: { $0 < records.count ? records[$0] : nil }, in: Self.context(wall: wall, seed: 1))
        diary = try Diary(at: path)
    }

    /// A diary that lies in a folder already.
    init(folder: Folder, path: String) throws {
        self.folder = folder
        self.path = path
        diary = try Diary(at: path)
    }

    /// A copy in another place, which writes as another device.
    convenience init(copying other: Scratch) throws {
        let folder = try Folder()
        try self.init(folder: folder, path: Self.lay(other.file, lock: other.lock, at: folder("diary")))
        (wall, seed) = (other.wall, other.seed)
    }

    func reopen() throws {
        diary = try Diary(at: path)
    }

    static func context(wall: Int64, seed: UInt64) -> WriteContext {
        var writer = ByteWriter()
        writer.littleEndian(seed)
        return WriteContext(wall: wall, offset: 32_400, zone: "Asia/Seoul", entropy: .seeded(writer.bytes))
    }

    /// What chance follows from; two copies of a diary need one each.
    var seed: UInt64 = 1

    var context: WriteContext { Self.context(wall: wall, seed: seed) }

    @discardableResult
    func add(_ content: EntryContent, key: String? = nil) throws -> Entry {
        try #require(try diary.add(content, key: key, in: context).entries.first)
    }

    @discardableResult
    func add(_ text: String, day: Int64 = 0) throws -> Entry { try add(plain(text, day: day)) }

    func perform(_ command: EntryCommand, on id: EntryID) throws -> ChangeOutcome {
        try diary.write(.perform([EntryRequest(entry: id, command: command)], as: .edit), in: context)
    }

    @discardableResult
    func edit(_ id: EntryID, text: String) throws -> Entry {
        try #require(try perform(.edit(.text(text)), on: id).entries.first)
    }

    @discardableResult
    func edit(_ id: EntryID, _ change: (inout EntryEdit) throws -> Void) throws -> ChangeOutcome {
        try perform(.edit(with(EntryEdit(), change)), on: id)
    }

    /// The bytes of the diary's file, as long as that was not made anew.
    var file: [UInt8] { get throws { try FileSystem.read(StorePaths.generation(1, path)) } }

    var lock: [UInt8] { get throws { try FileSystem.read(StorePaths.lockFile(path)) } }

    /// Lays a diary's file in a folder, with a lock file if one is given; the folder's path.
    private static func lay(_ file: [UInt8], lock: [UInt8]?, at path: String) throws -> String {
        try FileSystem.makeDirectory(path, mode: 0o700)
        try FileSystem.write(file.span, to: StorePaths.generation(1, path), mode: 0o600)
        if let lock { try FileSystem.write(lock.span, to: StorePaths.lockFile(path), mode: 0o600) }
        return path
    }

    /// The same in a folder beside the diary.
    func lay(_ file: [UInt8], lock: [UInt8]? = nil, in name: String) throws -> String {
        try Self.lay(file, lock: lock, at: folder(name))
    }

    /// So many entries at once that everything before them leaves the tail for the tables.
    func flushTail() throws {
        let rows = (0..<17).map { ImportedRow(content: plain("filler \($0)"), identity: [UInt8($0)]) }
        _ = try diary.import(rows, again: true, in: context)
    }

    var head: UInt64 { get throws { try diary.resolve(.head).rawValue } }

    func events() throws -> [PortableEvent] { try diary.events() }

    func records() throws -> [LogRecord] { try diary.records() }

    /// Overwrites one byte of a stored frame, past every check; the frame as it was is given back.
    @discardableResult
    func flip(_ sequence: UInt64, at position: Int, with mask: UInt8 = 0x40) throws -> [UInt8] {
        let reader = try diary.store.beginRead()
        let frame = try #require(try reader.view.frameCopy(sequence))
        _ = consume reader
        var damaged = frame
        damaged[position % frame.count] ^= mask
        try put(damaged, at: sequence)
        return frame
    }

    /// Overwrites bits of a stored frame, one at a position and two of the payload: then its checksum puts nothing
    /// right, and no hash proves it.
    @discardableResult
    func lose(_ sequence: UInt64, at position: Int = 90) throws -> [UInt8] {
        let frame = try flip(sequence, at: position)
        try flip(sequence, at: frame.count - 1, with: 3)
        return frame
    }

    func put(_ frame: [UInt8], at sequence: UInt64) throws {
        var writer = try diary.store.beginWrite()
        let isTail = sequence > writer.view.log.meta.flushed
        let key = isTail ? TableKey.tail(sequence) : TableKey.sequence(sequence)
        let table = isTail ? writer.view.log.tables.main : writer.view.log.tables.log
        try writer.view.put(frame.span, for: key.span, in: table)
        try writer.commit()
    }
}

/// Tests of a diary, each of one of its own.
class InScratch {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }
}

func plain(_ text: String, day: Int64 = 0) -> EntryContent {
    EntryContent(
        text: Array(text.utf8),
        date: EntryDate(seconds: day * 86_400, offset: 32_400, zone: "Asia/Seoul", precision: .day))
}

extension EntryEdit {
    /// Gives an entry this text.
    static func text(_ text: String) -> EntryEdit { with(EntryEdit()) { $0.text = Array(text.utf8) } }

    /// Gives an entry a star.
    static var star: EntryEdit { with(EntryEdit()) { $0.isStarred = true } }
}

extension [UInt8] {
    /// Whether others stand anywhere in these bytes; found otherwise than by the engine.
    func holds(_ wanted: [UInt8]) -> Bool {
        guard let first = wanted.first else { return false }
        var start = 0
        while let position = self[start...].firstIndex(of: first) {
            if self[position...].starts(with: wanted) { return true }
            start = position + 1
        }
        return false
    }
}

extension ImportOutcome {
    /// Everything that it says but for the operation's name.
    var words: String {
        guard case .imported(let receipt, let added, let skipped, let losses) = self else { return "refused" }
        return "\(receipt?.count ?? 0) \(added) \(skipped) \(losses)"
    }

    /// Events that were written, and rows that were added and skipped; nothing of what was refused.
    var counts: [Int] {
        guard case .imported(let receipt, let added, let skipped, _) = self else { return [] }
        return [receipt?.count ?? 0, added, skipped]
    }
}

extension ChangeOutcome {
    /// The entries it shows; none for what was refused.
    var entries: [Entry] {
        switch self {
        case .changed(_, let entries), .unchanged(let entries), .repeated(_, let entries): entries
        default: []
        }
    }

    var receipt: OperationReceipt? { if case .changed(let receipt, _) = self { receipt } else { nil } }

    var isUnchanged: Bool { if case .unchanged = self { true } else { false } }

    var refusal: Refusal? { if case .refused(let refusal, _) = self { refusal } else { nil } }

    /// Whose the key is that was asked for.
    var owner: EntryID? { if case .keyTaken(let entry) = self { entry } else { nil } }
}

/// The name of an outcome's case.
func word(of outcome: some Any) -> String { String("\(outcome)".prefix { $0 != "(" }) }

extension ReplayOptions {
    /// Compares the living tables as well.
    static var checking: ReplayOptions { with(ReplayOptions()) { $0.isCheck = true } }

    /// Proves every event.
    static var verifying: ReplayOptions { with(ReplayOptions()) { $0.isVerification = true } }
}

extension Diary {
    func replay(_ options: ReplayOptions) throws(EventStoreError) -> ReplayReport { try replay(to: .head, options) }

    /// A list that is asked for so.
    func list(_ ask: (inout ListRequest) -> Void) throws(EventStoreError) -> EntryPage {
        try list(with(ListRequest(), ask))
    }
}

extension Diary {
    /// The events of an export, without what is lost.
    func events() throws -> [PortableEvent] {
        try records().compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    /// The records of an export, holes and all.
    func records() throws -> [LogRecord] {
        var records: [LogRecord] = []
        try exportEvents { line in
            switch line {
            case .event(_, let event): records.append(.event(event))
            case .hole(_, let hole?): records.append(.hole(hole))
            case .hole(_, nil): break
            }
        }
        return records
    }
}
