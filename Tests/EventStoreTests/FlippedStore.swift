/// A small store that has a row of every kind, and each bit of those rows where it lies in the file.

import DiarylogHost
import DiarylogLMDB
import DiarylogTestSupport
import Glibc
import Testing

@testable import EventStore

/// A row as it lies in a store's file.
struct LyingRow {
    /// Its table, as the law names it: `tail`, `meta`, `head` and `names` are parts of the unnamed one.
    var table: String
    var key: [UInt8]
    var value: [UInt8]
    /// Where its key begins in the file, once for each page that has it; the value follows the key.
    var places: [Int]

    /// How many bits it has that a flip may meet: of a table's name, the name alone.
    var bits: Int { (key.count + (table == "names" ? 0 : value.count)) * 8 }
}

/// One flipped bit of a row: first those of the key, then those of the value.
struct BitFlip: CustomStringConvertible {
    var row: LyingRow
    var bit: Int

    var isInKey: Bool { bit < row.key.count * 8 }

    /// The event in whose frame, or hole, it is; nil for any other bit.
    var event: SequenceNumber? {
        guard ["log", "tail"].contains(row.table), !isInKey else { return nil }
        return SequenceNumber(row.key.span.bigEndian(at: row.key.count - 8))
    }

    /// The row as it is then.
    var flipped: (key: [UInt8], value: [UInt8]) {
        var bytes = row.key + row.value
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        return (Array(bytes.prefix(row.key.count)), Array(bytes.dropFirst(row.key.count)))
    }

    var description: String {
        let side = isInKey ? "key bit \(bit)" : "bit \(bit - row.key.count * 8)"
        return "\(row.table) \(Hexadecimal.text(row.key)): \(side)"
    }
}

/// A fold whose value fits on a page beside others, and depends on the order of the events.
struct SumOfNumbers: Fold {
    static let name = "sum"
    static let version: UInt16 = 1
    var sum: UInt64 = 0

    init() {}

    init(bytes: Span<UInt8>) throws(FormatError) {
        var reader = ByteReader(bytes)
        sum = try reader.littleEndian(UInt64.self)
    }

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.littleEndian(sum)
        return writer.bytes
    }

    mutating func apply(_ event: borrowing EventView, in view: borrowing StoreView) {
        sum = sum &* 31 &+ event.frame.sequence
    }
}

final class FlippedStore {
    /// How the events lie: some of them in the tail, all in the log, or all in the log and one lost before it was made.
    enum Form: CaseIterable { case tailed, folded, holed }

    let form: Form
    let store: Store
    let streams = (1...7).map { stream($0) }
    let codes = (1...4).map { Digest(hashing: Array("key \($0)".utf8)) }
    private(set) var rows: [LyingRow] = []
    /// Frames by their numbers, as they were written.
    private(set) var frames: [[UInt8]] = []
    /// What is wrong with it before anything is flipped: a hole, if it has one.
    private(set) var problems: [CheckFinding] = []
    private let folder: Folder
    private let file: [UInt8]
    private let lock: [UInt8]

    /// One of its projections cannot follow some events: so the file has failures.
    private static let model = CounterStreams(projecting: [CounterValues(name: "unwilling", unable: [4, 9])])

    init(_ form: Form) throws {
        self.form = form
        folder = try Folder()
        let path = folder("store")
        let first = try makeStore(at: folder("first"), model: Self.model)
        try Self.fill(first, 1...5)
        // Elsewhere it goes on as another device.
        try clone(folder("first"), to: path)
        if form == .holed {
            try FileSystem.removeTree(path)
            try Store.made(of: first.timed(), losing: [11], at: path, model: Self.model)
        }
        store = try Self.open(path)
        try Self.fill(store, 6...7)
        try store.write { writer in try writer.flushTail() }
        try store.takeSnapshot(of: SumOfNumbers.self)
        try store.write { writer in
            for text in ["눈", "a sentence that is not written to its end"] {
                let number = try writer.nextDraft()
                try writer.put(StoredDraft(number: number, revision: 3, object: stream(2), body: Array(text.utf8)))
            }
        }
        if form == .tailed {
            let key = EventHeader.Key(kind: .command, code: codes[3])
            try store.append([Counter.open(stream(8), 80, key: key)], in: context(80))
            try store.append([Counter.add(stream(2), 3, after: 3)], in: context(81))
            let taken = try store.append([Counter.add(stream(8), 1, after: 1)], in: context(82)).id
            try store.append([Counter.set(stream(7), 9, from: 7, after: 3)], takingBack: taken, in: context(83))
        } else {
            try store.append([Counter.add(stream(2), 3, after: 3)], in: context(81))
            try store.write { writer in try writer.flushTail() }
        }
        file = try FileSystem.read(StorePaths.generation(1, path))
        lock = try FileSystem.read(StorePaths.lockFile(path))
        (frames, problems) = (try store.frames(), try store.problems())
        rows = try lyingRows()
    }

    static func open(_ path: String) throws -> Store {
        try Store(opening: path, model: model)
    }

    /// Streams with all sorts of events: each begins, three of four under a key, and then goes on.
    private static func fill(_ store: Store, _ numbers: ClosedRange<Int>) throws {
        for number in numbers {
            let (stream, value) = (stream(number), Int64(number))
            let code = Digest(hashing: Array("key \(number)".utf8))
            let key = number < 4 ? EventHeader.Key(kind: .command, code: code) : nil
            try store.append([Counter.open(stream, value, key: key)], in: context(number))
            let more = [Counter.addOldSchema(stream, 2, after: 1), Counter.add(stream, -2, after: 2)]
            let taken = try store.append(more, in: context(10 * number)).id
            if number == 4 {
                try store.append([Counter.close(stream, from: 4, after: 3)], takingBack: taken, in: context(41))
            }
        }
    }

    /// Flips a bit in the file itself, under its key's neighbours, while a body runs; nil if it is a table's name that
    /// was flipped, and the store does not open any more.
    func flipping<Answer>(_ flip: BitFlip, _ body: (Store) throws -> Answer) throws -> Answer? {
        // By its name the table is open here already.
        let path = flip.row.table == "names" ? try write("renamed") : store.path
        let descriptor = unsafe Glibc.open(StorePaths.generation(1, path), O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        turn(flip, in: descriptor)
        defer { turn(flip, in: descriptor, back: true) }
        do { return try body(Self.open(path)) } catch EventStoreError.damaged("the table log") { return nil }
    }

    /// A copy with a flipped bit, for those who write; nil where the flip makes the key that of another row. A row
    /// whose key was flipped stands where LMDB looks for that key: it does not write into a page out of order.
    func copy(_ flip: BitFlip?, _ name: String) throws -> Store? {
        let path = try write(name)
        if let flip {
            let environment = try Environment.open(StorePaths.generation(1, path))
            let isUnnamed = ["tail", "meta", "head"].contains(flip.row.table)
            let table = isUnnamed ? Database.main : try environment.databases([flip.row.table], create: false)[0]
            let database = try #require(table)
            let flipped = flip.flipped
            var transaction = try environment.beginWrite()
            if flip.isInKey {
                guard try transaction.value(for: flipped.key.span, in: database) == nil else { return nil }
                _ = try transaction.delete(flip.row.key.span, in: database)
            }
            try transaction.put(flipped.value.span, for: flipped.key.span, in: database)
            try transaction.commit()
        }
        return try Self.open(path)
    }

    /// Writes the file once more, under a name.
    private func write(_ name: String) throws -> String {
        let path = folder(name)
        if try FileSystem.kind(of: path) == .directory { try FileSystem.removeTree(path) }
        try FileSystem.makeDirectory(path)
        for (bytes, name) in [(file, StorePaths.generation(1, path)), (lock, StorePaths.lockFile(path))] {
            try FileSystem.write(bytes.span, to: name, sync: false)
        }
        return path
    }

    private func turn(_ flip: BitFlip, in descriptor: Int32, back: Bool = false) {
        for place in flip.row.places {
            let position = place + flip.bit / 8
            var byte = back ? file[position] : file[position] ^ 1 << UInt8(flip.bit % 8)
            let written = unsafe pwrite(descriptor, &byte, 1, position)
            precondition(written == 1)
        }
    }

    /// All rows, and where they lie.
    private func lyingRows() throws -> [LyingRow] {
        var found: [LyingRow] = []
        do {
            let reader = try store.beginRead()
            let log = reader.view.log
            for table in [Table.main] + log.tables.all {
                let name = table.name
                var cursor = try reader.view.cursor(in: table)
                while try cursor.next() {
                    let (key, value) = ([UInt8](copying: cursor.key), [UInt8](copying: cursor.value))
                    let part = name.isEmpty ? Self.part(key) : name
                    found.append(LyingRow(table: part, key: key, value: value, places: []))
                }
            }
        }
        var numbers: [[UInt8]: [Int]] = [:]
        for (index, row) in found.enumerated() { numbers[row.key, default: []].append(index) }
        let file = file
        // A node of LMDB's: the value's length, flags, the key's length, and both.
        for start in stride(from: 0, to: file.count - 8, by: 2) {
            let size = Int(file.span.littleEndian(at: start) as UInt32)
            let length = Int(file.span.littleEndian(at: start + 6) as UInt16)
            let (key, end) = (start + 8, start + 8 + length + size)
            guard length > 0, length < 64, end <= file.count else { continue }
            for index in numbers[Array(file[key..<key + length])] ?? [] {
                if found[index].value[...] == file[key + length..<end] { found[index].places.append(key) }
            }
        }
        return found.filter { row in
            #expect(!row.places.isEmpty, "\(row.table) \(row.key)")
            return !row.places.isEmpty
        }
    }

    /// Which part of the unnamed table a row is of.
    private static func part(_ key: [UInt8]) -> String {
        if key == TableKey.meta { return "meta" }
        return key[0] == 0 ? "tail" : "names"
    }
}
