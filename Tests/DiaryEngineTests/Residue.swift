import DiaryModel
import DiarylogHost
import EventStore
@_spi(_Unicode) import Swift

@testable import DiaryEngine

/// What only one entry's versions and drafts hold, as runs of bytes: after the entry was forgotten no file has any.
///
/// A run is twelve bytes long, so that any longer one contains some. Each version counts as it is stored, and its text,
/// tags and further fields also in NFC and NFD. A run that another event, row or draft holds, or any version of another
/// entry, is not only this entry's.
struct Residue {
    /// Twelve bytes in a row.
    private struct Run: Hashable {
        var head: UInt64
        var tail: UInt32

        init(_ bytes: Span<UInt8>, at position: Int) {
            head = bytes.littleEndian(at: position)
            tail = bytes.littleEndian(at: position + 8)
        }

        /// Whether most of it is zero, as the bytes between two values often are.
        var isBlank: Bool {
            var zeros = 0
            for shift in 0..<8 where head >> (8 * UInt64(shift)) & 255 == 0 { zeros += 1 }
            for shift in 0..<4 where tail >> (8 * UInt32(shift)) & 255 == 0 { zeros += 1 }
            return zeros > 6
        }
    }

    private static let length = 12

    private var runs: Set<Run> = []
    /// A bit for each value that a hash of the first eight bytes of a run may have: most offsets need no other look.
    private var filter = [UInt64](repeating: 0, count: 1 << 14)

    /// How many runs there are.
    var count: Int { runs.count }

    /// Reads the entry's versions, and then everything else of the diary.
    init(of entry: EntryID, in diary: Diary) throws {
        let reader = try diary.store.beginRead()
        guard let row = try reader.view.stream(entry) else { return }
        for bytes in try Self.material(of: row, in: reader.view) where bytes.count >= Self.length {
            for position in 0...bytes.count - Self.length {
                let run = Run(bytes.span, at: position)
                if !run.isBlank { runs.insert(run) }
            }
        }
        for run in runs {
            let bit = Self.hash(run.head)
            filter[Int(bit >> 6)] |= 1 << (bit & 63)
        }
        try exclude(everythingBeside: row, in: reader.view)
        for draft in try reader.view.drafts() where draft.object != entry { exclude(draft.body.span) }
        for name in reader.view.log.tables.all.map(\.name) { exclude(Array(name.utf8).span) }
        if let places = try? FileSystem.read(StorePaths.backups(diary.store.path)) { exclude(places.span) }
    }

    // MARK: What the entry's versions hold

    private static func material(of row: StreamRow, in view: borrowing StoreView) throws -> Set<[UInt8]> {
        var material: Set<[UInt8]> = []
        _ = try view.forEachVersion(of: row.object, asOf: view.log.head) { version in
            if let bytes = try view.frameCopy(version.frame.sequence), version.frame.state == .whole {
                material.insert(Array(bytes[version.frame.payload]))
            }
            if let content = version.state?.content { material.formUnion(Self.material(of: content)) }
        }
        // The row itself has times and ids too, which stay.
        let shown = try EntryRow(row.state)
        material.formUnion(Self.material(of: shown.state.content))
        for text in shown.branches?.alternatives.map(\.text) ?? [] { material.formUnion(Self.forms(of: text)) }
        for draft in try view.allDrafts() where draft.entry == row.object {
            material.formUnion(Self.material(of: draft.content))
        }
        return material
    }

    private static func material(of content: EntryContent) -> [[UInt8]] {
        var texts = [content.text] + content.allTags.map(\.bytes)
        texts += content.extra.map { Array($0.key.utf8) } + content.extra.map(\.value)
        texts += content.attachments.map { Array($0.name.utf8) }
        if let weather = content.weather { texts += [weather.main, weather.description].map { Array($0.utf8) } }
        return [ContentCodec.encode(content)] + texts.flatMap { forms(of: $0) }
    }

    /// The text itself, and its NFC and NFD, each once.
    private static func forms(of text: [UInt8]) -> Set<[UInt8]> {
        let string = String(decoding: text, as: UTF8.self)
        return [text, bytes(string._nfc), bytes(string._nfd)]
    }

    private static func bytes(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt8] {
        scalars.flatMap { Array($0.utf8) }
    }

    // MARK: What others hold, too

    private mutating func exclude(everythingBeside row: StreamRow, in view: borrowing StoreView) throws {
        var others: Set<EntryID> = []
        for sequence in 1...view.log.head {
            guard let bytes = try view.frameCopy(sequence) else { continue }
            let object = try view.object(ofEvent: sequence)
            if object == row.object, let frame = try? Frame(bytes.span, expecting: sequence) {
                // Header and envelope stay; what goes is the payload.
                exclude(frame.body.isEmpty ? bytes.span : bytes.span.extracting(0..<frame.payload.lowerBound))
            } else {
                exclude(bytes.span)
                if let object { others.insert(object) }
            }
        }
        for id in others {
            var material: [[UInt8]] = []
            _ = try view.forEachVersion(of: id, asOf: view.log.head) { version in
                if let content = version.state?.content { material += Self.material(of: content) }
            }
            for bytes in material { exclude(bytes.span) }
        }
        var cursor = try view.cursor(in: view.log.tables.streams)
        while try cursor.next() {
            if [UInt8](copying: cursor.key) != TableKey.ordinal(row.ordinal) { exclude(cursor.value) }
        }
    }

    private mutating func exclude(_ bytes: Span<UInt8>) {
        for position in hits(in: bytes) { runs.remove(Run(bytes, at: position)) }
        // In a file anything may follow: what begins with the last bytes of somebody else's words may be his.
        for length in 8..<max(8, min(Self.length, bytes.count + 1)) {
            let position = bytes.count - length
            let head: UInt64 = bytes.littleEndian(at: position)
            if !mayHave(head) { continue }
            var (tail, mask): (UInt32, UInt32) = (0, 0)
            for index in 8..<length {
                let shift = UInt32(8 * (index - 8))
                tail |= UInt32(bytes[position + index]) << shift
                mask |= 255 << shift
            }
            runs = runs.filter { $0.head != head || $0.tail & mask != tail }
        }
    }

    // MARK: What is left

    /// How often a run of the entry stands in the files of a folder. What others have attached is theirs, whatever
    /// words are in it.
    func hits(in folder: String) throws -> Int {
        var hits = 0
        for name in try FileSystem.contents(of: folder) {
            let path = folder + "/" + name
            switch try FileSystem.kind(of: path) {
            case .directory: if path != StorePaths.attachments(folder) { hits += try self.hits(in: path) }
            case .file:
                let bytes = try FileSystem.read(path)
                hits += self.hits(in: bytes.span).count { !Self.reachesPage(bytes.span, at: $0) }
            default: break
            }
        }
        return hits
    }

    /// Whether a run goes over into the number with which a page of the file begins. Then it is no run: what stands
    /// before the page ends there, and a number can look like a letter.
    private static func reachesPage(_ bytes: Span<UInt8>, at position: Int) -> Bool {
        let page = (position + length - 1) & ~4095
        guard page > position, page + 8 <= bytes.count else { return false }
        let number: UInt64 = bytes.littleEndian(at: page)
        return (12...16).contains { page & (1 << $0 - 1) == 0 && number == UInt64(page >> $0) }
    }

    private static func hash(_ head: UInt64) -> UInt64 { (head &* 0x9E37_79B9_7F4A_7C15) >> 44 }

    /// Whether a run may begin with these eight bytes.
    private func mayHave(_ head: UInt64) -> Bool {
        let bit = Self.hash(head)
        return filter[Int(bit >> 6)] & 1 << (bit & 63) != 0
    }

    /// The offsets in some bytes at which a run begins.
    private func hits(in bytes: Span<UInt8>) -> [Int] {
        guard bytes.count >= Self.length, !runs.isEmpty else { return [] }
        var hits: [Int] = []
        for position in 0...bytes.count - Self.length
        where mayHave(bytes.littleEndian(at: position)) && runs.contains(Run(bytes, at: position)) {
            hits.append(position)
        }
        return hits
    }
}
