/// A diary of some ninety entries of which any byte can be flipped: the events and rows as they lie in the file, and
/// fresh copies to flip one in.

import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// A flipped byte: in the value, or in the key, where `place` is beyond the value.
struct Flip: CustomStringConvertible {
    var row: StoredRow
    var position: Int
    var mask: UInt8

    var isInKey: Bool { position >= row.value.count }

    var flipped: StoredRow {
        var flipped = row
        if isInKey { flipped.key[position - row.value.count] ^= mask } else { flipped.value[position] ^= mask }
        return flipped
    }

    var description: String {
        let key = row.key.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        let side = isInKey ? "key byte \(position - row.value.count)" : "byte \(position)"
        return "\(row.table) \(key): \(side) of \(isInKey ? row.key.count : row.value.count), mask \(mask)"
    }
}

/// A diary with edits, deletions, conflicts of nothing, two devices and a tail; its file is copied for each flip.
final class FlippedDiary {
    let scratch: Scratch
    /// Every entry, in the order of creation.
    private(set) var ids: [EntryID] = []
    /// The entry that was added under the key "one".
    private(set) var keyed = plain("keyed", day: 3)
    let rows: [StoredRow]
    /// Its newest event, one of nine in the tail.
    let head: UInt64
    private let files: [(name: String, bytes: [UInt8])]

    init(_ chance: inout Chance) throws {
        let first = try Scratch(seed: chance.next())
        var ids: [EntryID] = []
        try Self.write(60, in: first, &ids, &chance)
        // Elsewhere it goes on as another device.
        let scratch = try Scratch(copying: first)
        ids.append(try scratch.add(keyed, key: "one").id)
        try Self.write(90, in: scratch, &ids, &chance)
        try scratch.flushTail()
        // The tail: a creation, edits of an old and of a new entry, a deletion, a change of date, an undo.
        scratch.wall += 1_000_000
        let fresh = try scratch.add("fresh snow on the tail", day: 40)
        ids.append(fresh.id)
        try scratch.edit(ids[5], text: "five edited in the tail")
        try scratch.edit(fresh.id, text: "fresh snow on the tail, twice")
        _ = try scratch.perform(.delete, on: ids[7])
        var move = EntryEdit()
        move.date = EntryDate(seconds: 41 * 86_400, offset: 32_400, zone: "Asia/Seoul", precision: .day)
        _ = try scratch.perform(.edit(move), on: ids[9])
        try scratch.edit(ids[5], text: "five edited in the tail, and once more")
        try scratch.edit(ids[11], text: "eleven edited in the tail")
        _ = try scratch.diary.undo(in: scratch.context)
        try scratch.edit(ids[60], text: "keyed, edited in the tail")
        self.scratch = scratch
        self.ids = ids
        rows = try scratch.storedRows(
            of: ["tail", "log", "streams", "ids", "devices", "keys"] + SpanProjection().tables
                + SearchProjection().tables)
        head = try scratch.head
        let name = "log-000001.mdb"
        files = [(name, try FileSystem.read(scratch.path + "/" + name)), ("lock", [])]
    }

    /// An event half way, after which much has changed.
    var middle: UInt64 { head / 2 }

    /// Entries, edits, deletions and changes of date, until there are so many entries. The first twelve, and the
    /// sixty-first, which has a key, are edited later by name, so they are not deleted.
    private static func write(_ count: Int, in scratch: Scratch, _ ids: inout [EntryID], _ chance: inout Chance) throws
    {
        while ids.count < count {
            scratch.wall += 1_000_000
            let word = chance.pick(["snow", "sea", "walk", "비가", "날씨", "rain"])
            if ids.count < 12 || chance.isLucky(oneIn: 2) {
                let other = chance.pick(["cold", "한강", "light"])
                ids.append(try scratch.add("\(word) \(ids.count) \(other)", day: Int64(chance.below(30))).id)
                continue
            }
            let id = chance.pick(ids)
            switch chance.below(10) {
            case 0 where !ids.prefix(12).contains(id) && id != ids.dropFirst(60).first:
                _ = try scratch.perform(.delete, on: id)
            case 1: _ = try scratch.perform(.restore, on: id)
            case 2, 3:
                var edit = EntryEdit()
                edit.date = EntryDate(
                    seconds: Int64(chance.below(30)) * 86_400, offset: 32_400, zone: "Asia/Seoul", precision: .day)
                _ = try scratch.perform(.edit(edit), on: id)
            default:
                guard let entry = try scratch.diary.entry(id), !entry.isDeleted else { continue }
                try scratch.edit(id, text: entry.text + " \(word)")
            }
        }
    }

    /// A copy of the diary in a folder of its own, with a byte flipped if one is given.
    func copy(flipping flip: Flip? = nil) throws -> Scratch {
        let folder = try Folder()
        let path = folder("diary")
        try FileSystem.makeDirectory(path, mode: 0o700)
        for (name, bytes) in files { try FileSystem.write(bytes.span, to: path + "/" + name, mode: 0o600) }
        let copy = try Scratch(folder: folder, path: path)
        copy.wall = scratch.wall + 1_000_000
        guard let flip else { return copy }
        let flipped = flip.flipped
        if flip.isInKey { try copy.write([(flip.row.key, nil)], to: flip.row.table) }
        try copy.write([(flipped.key, flipped.value)], to: flip.row.table)
        return copy
    }

    /// A byte of a row: of the tail and the log in half of the cases, else of any table, and there as often in its key
    /// as in its value.
    func flip(_ chance: inout Chance) -> Flip {
        let tables = Set(rows.map(\.table)).sorted()
        let table = chance.isLucky(oneIn: 4) ? "tail" : chance.isLucky(oneIn: 4) ? "log" : chance.pick(tables)
        let row = chance.pick(rows.filter { $0.table == table })
        let isFrame = table == "log" || table == "tail"
        let isInKey = !isFrame && (row.value.isEmpty || chance.isLucky(oneIn: 2))
        let position = isInKey ? row.value.count + chance.below(row.key.count) : chance.below(row.value.count)
        return Flip(row: row, position: position, mask: 1 << UInt8(chance.below(8)))
    }
}
