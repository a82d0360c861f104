internal import DiarylogHost
internal import DiarylogLMDB

/// Searches the bytes of an LMDB file for frames, holes and drafts, whatever its B-trees say: pages that no tree leads
/// to any more hold older copies, and long values lie in pages of their own.
///
/// A frame begins with its magic, says its length and number, and has a checksum over both; so it is known wherever it
/// lies. What lies within a frame is not looked at: a body may hold what looks like one. Costs some 1 ns a byte, and in
/// memory some 150 bytes an event.
struct FrameScan {
    /// A frame or a hole, and where it lies.
    struct Found {
        var file: Int
        var position: Int
        var length: Int
        /// Whether it lies where LMDB puts the value of its number.
        var isAligned: Bool
        /// The event's id; zero for a hole whose event's id is lost.
        var id = Digest.zero
        var isHole = false
        var isBlanked = false
        var arrivedAt: Int64 = 0
        /// Of one that is damaged, whether hashes prove its event all the same.
        var isProven = false

        /// Takes what the bytes say; false if they are neither a frame nor a hole of this number.
        mutating func fill(from bytes: Span<UInt8>, _ sequence: UInt64) -> Bool {
            if let frame = try? Frame(bytes, expecting: sequence) {
                (id, arrivedAt, isBlanked) = (frame.id, frame.arrivedAt, frame.state == .blanked)
                return true
            }
            guard let hole = EventHole(bytes, at: sequence) else { return false }
            (id, isHole) = (hole.id ?? .zero, true)
            return true
        }
    }

    private let files: [PageFile]
    /// What was found, by number; of equal copies only one.
    private(set) var found: [UInt64: [Found]] = [:]
    private(set) var copies = 0
    /// What lies where a frame would, and is damaged, by the number it says: the id in it may be right.
    private(set) var remains: [UInt64: Found] = [:]
    /// The drafts that were found, as they were kept last, by number.
    private(set) var drafts: [UInt64: StoredDraft] = [:]

    private static let window = 8 << 20
    /// The longest frame: its body, its header, its envelope.
    private static let longest = EventLimits.body + 4 << 20

    /// Searches files.
    init(_ paths: [String]) throws(SystemError) {
        var files: [PageFile] = []
        for path in paths { files.append(try PageFile(path)) }
        self.files = files
        for index in files.indices { try search(index) }
    }

    /// The bytes of what was found.
    func bytes(of found: Found) throws(SystemError) -> [UInt8] {
        try files[found.file].file.read(at: found.position, count: found.length)
    }

    private mutating func search(_ file: Int) throws(SystemError) {
        let reader = files[file].file
        // No log has more events than there is room for frames; a number beyond that is none of ours.
        let limit = UInt64(reader.size / FrameLayout.minimum + 1) * 16
        var position = 0
        while position < reader.size {
            // A few bytes before the window tell the key.
            let start = max(0, position - 9)
            let bytes = try reader.read(at: start, count: Self.window)
            guard bytes.count > position - start else { return }
            var offset = position - start
            let end = bytes.count < Self.window ? bytes.count : bytes.count - FrameLayout.minimum
            while offset < end {
                guard let next = Self.magic(in: bytes.span, from: offset, to: end) else {
                    offset = end
                    break
                }
                let length = try readFrame(bytes, next, start, file, limit)
                offset = next + max(1, length)
            }
            position = max(start + offset, position + 1)
        }
    }

    /// The next position at which a frame, a hole or a draft may begin.
    private static func magic(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int? {
        var index = start
        while index + FrameLayout.minimum <= bytes.count, index < end {
            if bytes[index] == 0x44, bytes[index + 1] == 0x4C, bytes[index + 3] == 0x31,
                bytes[index + 2] == 0x45 || bytes[index + 2] == 0x48 || bytes[index + 2] == 0x44
            {
                return index
            }
            index += 1
        }
        return nil
    }

    /// Notes the frame or hole that begins at an offset; returns its length, 0 if there is none.
    private mutating func readFrame(
        _ bytes: [UInt8], _ offset: Int, _ start: Int, _ file: Int, _ limit: UInt64
    ) throws(SystemError) -> Int {
        let length = Int(bytes.span.littleEndian(at: offset + 4) as UInt32)
        if bytes[offset + 2] == 0x44 { return try readDraft(bytes, offset, start, file, length) }
        let sequence: UInt64 = bytes.span.littleEndian(at: offset + 8)
        guard length >= FrameLayout.minimum, length <= Self.longest, sequence > 0, sequence <= limit else { return 0 }
        var found = Found(
            file: file, position: start + offset, length: length,
            isAligned: isAligned(bytes.span, offset, at: start + offset, in: file, sequence))
        if offset + length <= bytes.count {
            let own = bytes.span.extracting(offset..<offset + length)
            guard found.fill(from: own, sequence) else {
                found.isProven = found.isAligned && PortableEvent(provenBy: own, at: sequence) != nil
                if found.isAligned, remains[sequence]?.isProven != true { remains[sequence] = found }
                return 0
            }
        } else {
            let own = try files[file].file.read(at: start + offset, count: length)
            guard own.count == length, found.fill(from: own.span, sequence) else { return 0 }
        }
        note(found, sequence)
        return length
    }

    /// Notes the draft that begins at an offset, if it was kept after the one that is known; returns its length, 0 if
    /// there is none.
    private mutating func readDraft(
        _ bytes: [UInt8], _ offset: Int, _ start: Int, _ file: Int, _ length: Int
    ) throws(SystemError) -> Int {
        guard length >= StoredDraft.emptyLength, length <= StoredDraft.longest else { return 0 }
        let found: StoredDraft?
        if offset + length <= bytes.count {
            found = StoredDraft(bytes.span.extracting(offset..<offset + length))
        } else {
            let own = try files[file].file.read(at: start + offset, count: length)
            found = StoredDraft(own.span)
        }
        guard let found else { return 0 }
        if drafts[found.number].map({ $0.revision < found.revision }) ?? true { drafts[found.number] = found }
        return length
    }

    /// Whether LMDB's key stands before a value, or the value begins a page of its own.
    private func isAligned(
        _ bytes: Span<UInt8>, _ offset: Int, at position: Int, in file: Int, _ sequence: UInt64
    ) -> Bool {
        if position % files[file].pageSize == PageLayout.header { return true }
        return offset >= 8 && (bytes.bigEndian(at: offset - 8) as UInt64) == sequence
    }

    /// Keeps one copy of each event, the blanked one if there is one, and those in their place before others.
    private mutating func note(_ new: Found, _ sequence: UInt64) {
        copies += 1
        var known = found[sequence] ?? []
        guard let index = known.firstIndex(where: { $0.id == new.id && $0.isHole == new.isHole }) else {
            known.append(new)
            found[sequence] = known
            return
        }
        let old = known[index]
        let isBetter = new.isBlanked != old.isBlanked ? new.isBlanked : (new.isAligned && !old.isAligned)
        if isBetter {
            known[index] = new
            found[sequence] = known
        }
    }
}
