/// Decodes blocks of postings; `PostingEncoder` says how they lie.
///
/// Decoding the documents costs some 2 ns each. What follows them, where the term stands and what it was before, is
/// decoded only for those who ask.
enum PostingBlock {
    /// How many documents a full block has.
    static let size = 128

    /// From so many documents on they are packed in bits.
    static let fewest = 32

    /// In a mark: a version says from when on the document is so. The eight bits below are the times, 0 for gone.
    static let hasHistory: UInt16 = 0x100
    /// In a mark: nothing older is known.
    static let isNew: UInt16 = 0x200

    /// The mark of a kind, with the times where these do not follow: see `PostingEncoder`.
    @inline(__always)
    private static func mark(_ kind: UInt64) -> UInt16 {
        let marks: UInt64 = kind < 4 ? 0x0300_0301_0000_0001 : 0x0100_0300_0100_0101
        return UInt16(truncatingIfNeeded: marks >> ((kind & 3) * 16))
    }

    /// Whether the times follow.
    @inline(__always)
    private static func hasTimes(_ kind: UInt64) -> Bool { kind & 1 != 0 && kind < 6 }

    /// Replaces the arrays' first elements by `count` documents and their marks; returns where these end in the bytes,
    /// and of how many the numbers were read: those behind the limit may not be. Nil if the bytes are not so many
    /// documents.
    static func decode(
        _ bytes: Span<UInt8>, count: Int, base: UInt32, upTo limit: UInt32, into documents: inout [UInt32],
        _ marks: inout [UInt16]
    ) -> (end: Int, read: Int)? {
        guard count <= bytes.count * 8 else { return nil }
        if documents.count < count {
            // Once for the most that a block has: a walk decodes one after the other.
            let room = max(count, count < fewest ? fewest : size)
            documents = [UInt32](repeating: 0, count: room)
            marks = [UInt16](repeating: 0, count: room)
        }
        // Within bounds: each index into the bytes is checked first, and the arrays have `count` elements.
        return unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe documents.withUnsafeMutableBufferPointer { documents in
                unsafe marks.withUnsafeMutableBufferPointer { marks in
                    let documents = unsafe UnsafeMutableBufferPointer(rebasing: documents[..<count])
                    let marks = unsafe UnsafeMutableBufferPointer(rebasing: marks[..<count])
                    return count < fewest
                        ? unsafe decode(bytes, base, documents, marks)
                        : unsafe unpack(bytes, base, upTo: limit, documents, marks)
                }
            }
        }
    }

    private static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, _ base: UInt32, _ documents: UnsafeMutableBufferPointer<UInt32>,
        _ marks: UnsafeMutableBufferPointer<UInt16>
    ) -> (end: Int, read: Int)? {
        var index = 0
        let end = bytes.count
        var document = base
        for position in documents.indices {
            var coded: UInt64 = 0
            var shift: UInt64 = 0
            while true {
                guard index < end, shift < 42 else { return nil }
                let byte = unsafe bytes[index]
                index += 1
                coded |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { break }
                shift += 7
            }
            document = document &+ UInt32(truncatingIfNeeded: coded >> 3)
            unsafe documents[position] = document
            var mark = mark(coded & 7)
            if hasTimes(coded & 7) {
                guard index < end else { return nil }
                mark |= unsafe UInt16(bytes[index])
                index += 1
            }
            unsafe marks[position] = mark
        }
        return (index, documents.count)
    }

    private static func unpack(
        _ bytes: UnsafeBufferPointer<UInt8>, _ base: UInt32, upTo limit: UInt32,
        _ documents: UnsafeMutableBufferPointer<UInt32>, _ marks: UnsafeMutableBufferPointer<UInt16>
    ) -> (end: Int, read: Int)? {
        guard bytes.count >= 2 else { return nil }
        let (width, kindWidth) = unsafe (Int(bytes[0]), Int(bytes[1]))
        let kindStart = 2 + (documents.count * width + 7) / 8
        var index = kindStart + (documents.count * kindWidth + 7) / 8
        guard width <= 32, kindWidth <= 3, index <= bytes.count else { return nil }
        let raw = UnsafeRawBufferPointer(bytes)
        let mask: UInt64 = (1 << UInt64(width)) - 1
        unsafe marks.update(repeating: 1)
        var (document, read, bit) = (base, 0, 16)
        // So many numbers lie in eight bytes, wherever in a byte the first one begins.
        let most = 57 / max(1, width)
        while read < documents.count, document <= limit {
            var held = unsafe word(raw, bit >> 3) &>> UInt64(truncatingIfNeeded: bit & 7)
            let next = min(read &+ most, documents.count)
            bit &+= width &* (next &- read)
            while read < next {
                document = document &+ UInt32(truncatingIfNeeded: held & mask)
                unsafe documents[read] = document
                held &>>= UInt64(truncatingIfNeeded: width)
                read &+= 1
            }
        }
        if kindWidth == 0 { return (index, read) }
        if kindWidth == 1 {
            // Few stand there more than once: only those are looked at.
            for first in stride(from: 0, to: documents.count, by: 64) {
                var kinds = unsafe word(raw, kindStart + first / 8)
                if documents.count - first < 64 { kinds &= 1 << UInt64(documents.count - first) - 1 }
                while kinds != 0 {
                    guard index < bytes.count else { return nil }
                    unsafe marks[first + kinds.trailingZeroBitCount] = unsafe UInt16(bytes[index])
                    index += 1
                    kinds &= kinds - 1
                }
            }
            return (index, read)
        }
        bit = kindStart * 8
        let kindMask: UInt64 = (1 << UInt64(kindWidth)) - 1
        for position in documents.indices {
            // Of three bits, some may lie in the next byte; behind the kinds lie the surroundings.
            var pair = unsafe UInt64(bytes[bit / 8])
            if bit / 8 + 1 < bytes.count { pair |= unsafe UInt64(bytes[bit / 8 + 1]) << 8 }
            let kind = pair >> UInt64(bit % 8) & kindMask
            bit += kindWidth
            if kind == 0 { continue }
            var mark = mark(kind)
            if hasTimes(kind) {
                guard index < bytes.count else { return nil }
                mark |= unsafe UInt16(bytes[index])
                index += 1
            }
            unsafe marks[position] = mark
        }
        return (index, read)
    }

    /// The eight bytes at an index, fewer at the end.
    @inline(__always)
    private static func word(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt64 {
        if index + 8 <= bytes.count {
            return unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        }
        var word: UInt64 = 0
        for position in index..<max(index, bytes.count) {
            word |= unsafe UInt64(bytes[position]) << UInt64((position - index) * 8)
        }
        return word
    }

    /// The ids of a block's occurrences.
    struct Ids {
        /// Where they begin in the block.
        var start: Int
        /// How many bits each takes; 0 if they are varints.
        var width = 0
        /// Of varints, how many lie before the one that follows those read last, and where it begins.
        var next = (count: 0, start: 0)
    }

    /// The ids of so many occurrences, in a block of `count` documents whose surroundings begin at an index; nil where
    /// there is no room for them.
    static func ids(of count: Int, _ occurrences: Int, surroundings: Int, _ bytes: Span<UInt8>) -> Ids? {
        var ids = Ids(start: surroundings + (occurrences + 3) / 4)
        if count >= fewest {
            guard ids.start < bytes.count else { return nil }
            ids.width = Int(bytes[ids.start])
            ids.start += 1
        }
        ids.next.start = ids.start
        let least = ids.width == 0 ? occurrences : (occurrences * ids.width + 7) / 8
        return ids.width <= 32 && least <= bytes.count - ids.start ? ids : nil
    }

    /// Where the ids of a block end, which are so many; nil if there are not so many.
    static func end(of ids: Ids, _ occurrences: UInt32, _ bytes: Span<UInt8>) -> Int? {
        if ids.width > 0 { return ids.start + (Int(occurrences) * ids.width + 7) / 8 }
        return end(ofVarints: Int(occurrences), from: ids.start, bytes)
    }

    /// Where so many varints end that begin at an index; nil if there are not so many.
    private static func end(ofVarints count: Int, from start: Int, _ bytes: Span<UInt8>) -> Int? {
        // Within bounds: each index is checked first.
        unsafe bytes.withUnsafeBytes { raw in
            var (rest, index) = (count, start)
            // Eight bytes at once: the last byte of each varint is less than 80.
            while rest >= 8, index + 8 <= raw.count {
                rest -= unsafe (~word(raw, index) & 0x8080_8080_8080_8080).nonzeroBitCount
                index += 8
            }
            while rest > 0 {
                guard index < raw.count else { return nil }
                if unsafe raw[index] < 0x80 { rest -= 1 }
                index += 1
            }
            return index
        }
    }

    /// Where so many varints begin that end at an index, among those from another one on; nil if there are not so many.
    private static func start(ofVarints count: Int, before end: Int, from first: Int, _ bytes: Span<UInt8>) -> Int? {
        var (rest, index) = (count, end)
        while index > first {
            if bytes[index - 1] < 0x80 {
                if rest == 0 { break }
                rest -= 1
            }
            index -= 1
        }
        return rest == 0 ? index : nil
    }

    /// Appends some of a block's occurrences, all those of one document; false if the bytes are damaged.
    static func append(
        _ times: Range<Int>, of ids: inout Ids, surroundings: Int, _ bytes: Span<UInt8>,
        to occurrences: inout [Occurrence]
    ) -> Bool {
        if ids.width > 0 {
            unpack(times, of: ids, surroundings: surroundings, bytes, to: &occurrences)
            return true
        }
        let back = ids.next.count - times.lowerBound
        let found =
            if back <= 0 {
                end(ofVarints: -back, from: ids.next.start, bytes)
            } else if back < times.lowerBound {
                start(ofVarints: back, before: ids.next.start, from: ids.start, bytes)
            } else {
                end(ofVarints: times.lowerBound, from: ids.start, bytes)
            }
        guard var index = found else { return false }
        var id: UInt32 = 0
        for time in times {
            guard let distance = varint(bytes, &index) else { return false }
            id = id &+ UInt32(truncatingIfNeeded: distance)
            let around = bytes[surroundings &+ time >> 2] &>> UInt8(truncatingIfNeeded: time << 1 & 6)
            occurrences.append(Occurrence(rawValue: id << 2 | UInt32(around & 3)))
        }
        ids.next = (times.upperBound, index)
        return true
    }

    /// The same for ids that have a width.
    private static func unpack(
        _ times: Range<Int>, of ids: Ids, surroundings: Int, _ bytes: Span<UInt8>, to occurrences: inout [Occurrence]
    ) {
        let mask: UInt64 = (1 << UInt64(ids.width)) - 1
        // Within bounds: `ids` was made of these bytes, which have room for all ids and surroundings.
        unsafe bytes.withUnsafeBytes { raw in
            var bit = ids.start * 8 + times.lowerBound * ids.width
            for time in times {
                let held = unsafe word(raw, bit >> 3) &>> UInt64(truncatingIfNeeded: bit & 7)
                let around = unsafe raw[surroundings &+ time >> 2] &>> UInt8(truncatingIfNeeded: time << 1 & 6)
                occurrences.append(
                    Occurrence(rawValue: UInt32(truncatingIfNeeded: held & mask) << 2 | UInt32(around & 3)))
                bit &+= ids.width
            }
        }
    }

    /// A number of at most six bytes; nil if it is longer or goes beyond the end.
    @inline(__always)
    static func varint(_ bytes: Span<UInt8>, _ index: inout Int) -> UInt64? {
        var result: UInt64 = 0
        var shift: UInt64 = 0
        while index < bytes.count, shift < 42 {
            let byte = bytes[index]
            index += 1
            result |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return result }
            shift += 7
        }
        return nil
    }
}

extension Array where Element == UInt8 {
    @inline(__always)
    mutating func append(varint value: Int) {
        var rest = UInt64(value)
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }
}
