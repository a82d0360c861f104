internal import DiaryModel
internal import DiarylogHost
internal import DiarylogSearchIndex
internal import DiarylogTextSearch
internal import EventStore

/// What only one entry's versions and drafts hold: runs of bytes, and terms; and whether any of it is left somewhere.
///
/// A run is twelve bytes long, so that any longer one contains some. Each version counts as it is stored, and its text,
/// tags and further fields also in NFC and NFD. A run that another event holds, or another entry's row, is not only
/// this entry's.
struct Residue {
    /// Twelve bytes in a row.
    private struct Run: Hashable {
        var head: UInt64
        var tail: UInt32

        @inline(__always)
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
    /// The most runs that are kept; of longer material, evenly spread ones.
    private static let most = 4 << 20

    private var runs: Set<Run> = []
    /// All of them, by their first eight bytes.
    private var sorted: [Run] = []
    /// A bit for each value that a hash of the first eight bytes of a run may have: most offsets need no other look.
    private var filter = [UInt64](repeating: 0, count: 1 << 14)
    private(set) var terms: Set<[UInt8]> = []
    let entry: EntryID
    private let ordinal: UInt32

    /// How many runs there are.
    var count: Int { runs.count }

    /// Reads the entry's versions, and then every other event and row. Costs a pass over the log.
    init(of row: StreamRow, in view: borrowing StoreView, path: String) throws(EventStoreError) {
        entry = row.object
        ordinal = row.ordinal
        try gather(row, view)
        for run in runs {
            let bit = Self.hash(run.head)
            filter[Int(bit >> 6)] |= 1 << (bit & 63)
        }
        sorted = runs.sorted { $0.head < $1.head }
        try exclude(eventsAndRowsIn: view, row)
        for draft in try view.drafts() where draft.object != entry { exclude(draft.body) }
        exclude((try? FileSystem.read(Layout.backups(path), limit: 1 << 16)) ?? [])
        for name in view.log.tables.all.map(\.name) { exclude(Array(name.utf8)) }
        try keepOwnTerms(view)
    }

    // MARK: What the entry's versions hold

    private mutating func gather(_ row: StreamRow, _ view: borrowing StoreView) throws(EventStoreError) {
        var material: Set<[UInt8]> = []
        var terms: Set<[UInt8]> = []
        _ = try view.forEachVersion(of: row.object, asOf: view.log.head, remains: true) { version in
            if let bytes = try view.frameCopy(version.frame.sequence), version.frame.state == .whole,
                !version.frame.body.isEmpty
            {
                material.insert(Array(bytes[version.frame.payload]))
            }
            guard let content = version.state?.content else { return }
            material.formUnion(Self.material(of: content))
            terms.formUnion(Self.terms(of: content))
        }
        if let shown = try? EntryRow(row.state) {
            // The row itself has times and ids too, which stay.
            material.formUnion(Self.material(of: shown.state.content))
            terms.formUnion(Self.terms(of: shown.state.content))
            for text in shown.branches?.alternatives.map(\.text) ?? [] {
                material.formUnion(CanonicalForms.all(of: text))
                terms.formUnion(TextUnits(text).terms)
            }
        }
        for draft in try view.allDrafts() where draft.entry == entry {
            material.formUnion(Self.material(of: draft.content))
        }
        self.terms = terms
        let total = material.reduce(0) { $0 + $1.count }
        let step = max(1, total / Self.most)
        for bytes in material where bytes.count >= Self.length {
            for position in stride(from: 0, through: bytes.count - Self.length, by: step) {
                let run = Run(bytes.span, at: position)
                if !run.isBlank { runs.insert(run) }
            }
        }
    }

    private static func material(of content: EntryContent) -> [[UInt8]] {
        var texts = [content.text] + content.allTags.map(\.bytes)
        texts += content.extra.map { Array($0.key.utf8) } + content.extra.map(\.value)
        texts += content.attachments.map { Array($0.name.utf8) }
        if let weather = content.weather { texts += [weather.main, weather.description].map { Array($0.utf8) } }
        return [ContentCodec.encode(content)] + texts.flatMap { CanonicalForms.all(of: $0) }
    }

    private static func terms(of content: EntryContent) -> Set<[UInt8]> {
        TextUnits(content.text).terms.union(content.allTags.map { Term.tag($0.bytes) })
    }

    // MARK: What others hold, too

    private mutating func exclude(eventsAndRowsIn view: borrowing StoreView, _ row: StreamRow) throws(EventStoreError) {
        guard view.log.head > 0 else { return }
        let own = Set(try view.events(of: row))
        try view.forEachFrame(in: 1...view.log.head) { sequence, bytes in
            guard let bytes else { return true }
            if own.contains(sequence) {
                // Header and envelope stay; what goes is the payload.
                guard let frame = try? Frame(bytes, expecting: sequence) else { return true }
                exclude(frame.body.isEmpty ? bytes : bytes.extracting(0..<frame.payload.lowerBound))
            } else {
                exclude(bytes)
            }
            return true
        }
        var cursor = try view.cursor(in: view.log.tables.streams)
        let key = TableKey.ordinal(ordinal)
        while try cursor.next() {
            if [UInt8](copying: cursor.key) != key { exclude(cursor.value) }
        }
    }

    private mutating func exclude(_ bytes: [UInt8]) { exclude(bytes.span) }

    private mutating func exclude(_ bytes: Span<UInt8>) {
        var found: [Run] = []
        forEachHit(in: bytes) { found.append(Run(bytes, at: $0)) }
        // In a file something else follows: a run that begins with the last bytes of what others hold may be no run.
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
            found += runs(from: head).filter { $0.tail & mask == tail }
        }
        runs.subtract(found)
    }

    /// The runs that begin with these eight bytes, those that were left out meanwhile, too.
    private func runs(from head: UInt64) -> ArraySlice<Run> {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle].head < head { low = middle + 1 } else { high = middle }
        }
        return sorted[low...].prefix { $0.head == head }
    }

    /// Keeps the terms that no other entry has or ever had, as far as an index knows.
    private mutating func keepOwnTerms(_ view: borrowing StoreView) throws(EventStoreError) {
        let tables = try view.log.tables(of: SearchProjection.name)
        let index = try IndexReader(IndexTables(tables), in: view)
        for term in terms {
            if try index.everHeld(term, besides: ordinal, view) { terms.remove(term) }
        }
    }

    /// Leaves out what any version of another entry holds, put together as it was shown. Costs a fold of the whole log:
    /// for what was found, and no pass over the events explains.
    mutating func exclude(versionsIn view: borrowing StoreView) throws(EventStoreError) {
        for ordinal in 1...max(1, try view.storedStreams()) {
            guard case let row = try view.storedRow(ordinal: ordinal), row.object != entry else { continue }
            _ = try view.forEachVersion(of: row.object, asOf: view.log.head) { version in
                guard let content = version.state?.content else { return }
                for bytes in Self.material(of: content) { exclude(bytes) }
                let terms = Self.terms(of: content)
                for term in terms { exclude(term) }
                self.terms.subtract(terms)
            }
            exclude(row.state)
        }
        for draft in try view.drafts() where draft.object != entry { exclude(draft.body) }
    }

    // MARK: What is left

    /// How often a run of the entry stands in the files of a folder. Reads all of them.
    func hits(in folder: String) throws(SystemError) -> Int {
        var hits = 0
        for name in try FileSystem.contents(of: folder) {
            do throws(SystemError) { hits += try self.hits(of: folder + "/" + name, in: folder) } catch {
                // Another program's compaction has removed it meanwhile: nothing of it is left.
                guard error.isMissing else { throw error }
            }
        }
        return hits
    }

    private func hits(of path: String, in folder: String) throws(SystemError) -> Int {
        var hits = 0
        switch try FileSystem.kind(of: path) {
        // What others have attached is theirs, whatever words are in it.
        case .directory: if path != Layout.attachments(folder) { hits += try self.hits(in: path) }
        case .file:
            try FileSystem.forEachPart(of: path, overlap: Self.length - 1) { offset, bytes in
                forEachHit(in: bytes.span) { if !Self.reachesPage(bytes.span, at: $0, offset) { hits += 1 } }
            }
        default: break
        }
        return hits
    }

    /// Whether a run goes over into the number with which a page of the file begins. Then it is no run: what stands
    /// before the page ends there, and a number can look like a letter.
    private static func reachesPage(_ bytes: Span<UInt8>, at position: Int, _ offset: Int) -> Bool {
        let page = (offset + position + length - 1) & ~4095
        guard page > offset + position, page - offset + 8 <= bytes.count else { return false }
        let number: UInt64 = bytes.littleEndian(at: page - offset)
        return (12...16).contains { page & (1 << $0 - 1) == 0 && number == UInt64(page >> $0) }
    }

    /// How many of the entry's terms an index still has.
    func termsLeft(in view: borrowing StoreView) throws(EventStoreError) -> Int {
        let tables = try view.log.tables(of: SearchProjection.name)
        let index = try IndexReader(IndexTables(tables), in: view)
        var left = 0
        for term in terms {
            if try index.everHeld(term, besides: nil, view) { left += 1 }
        }
        return left
    }

    @inline(__always)
    private static func hash(_ head: UInt64) -> UInt64 { (head &* 0x9E37_79B9_7F4A_7C15) >> 44 }

    /// Whether a run may begin with these eight bytes.
    private func mayHave(_ head: UInt64) -> Bool {
        let bit = Self.hash(head)
        return filter[Int(bit >> 6)] & 1 << (bit & 63) != 0
    }

    /// Passes on the offsets in some bytes at which a run begins.
    @inline(__always)
    private func forEachHit(in bytes: Span<UInt8>, _ visit: (Int) -> Void) {
        guard bytes.count >= Self.length, !runs.isEmpty else { return }
        let filter = filter.span
        for position in 0...bytes.count - Self.length {
            let head: UInt64 = bytes.littleEndian(at: position)
            let bit = Self.hash(head)
            if filter[Int(bit >> 6)] & 1 << (bit & 63) == 0 { continue }
            if runs.contains(Run(bytes, at: position)) { visit(position) }
        }
    }
}
