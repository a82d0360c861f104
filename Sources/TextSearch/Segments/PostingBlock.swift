/// Decodes blocks of postings; `PostingEncoder` says how they lie.
///
/// Decoding the documents costs some 2 ns each. What follows them, where the term stands and what it was before, is
/// decoded only for those who ask.
package enum PostingBlock {
    /// How many documents a full block has.
    package static let size = 128

    /// In a mark: the document has a history. The eight bits below are the times, 0 for gone.
    static let hasHistory: UInt16 = 0x100

    /// Replaces the arrays' elements by `count` documents and their marks; returns where these end in the bytes, nil if
    /// the bytes are not so many documents.
    static func decode(
        _ bytes: Span<UInt8>, count: Int, base: UInt32, into documents: inout [UInt32], _ marks: inout [UInt16]
    ) -> Int? {
        guard count <= bytes.count else { return nil }
        if documents.count != count {
            documents = [UInt32](repeating: 0, count: count)
            marks = [UInt16](repeating: 0, count: count)
        }
        // Within bounds: each index into the bytes is checked first, and the arrays have `count` elements.
        return unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe documents.withUnsafeMutableBufferPointer { documents in
                unsafe marks.withUnsafeMutableBufferPointer { marks in
                    unsafe decode(bytes, base, documents, marks)
                }
            }
        }
    }

    private static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, _ base: UInt32, _ documents: UnsafeMutableBufferPointer<UInt32>,
        _ marks: UnsafeMutableBufferPointer<UInt16>
    ) -> Int? {
        var index = 0
        let end = bytes.count
        var document = base
        for place in documents.indices {
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
            document = document &+ UInt32(truncatingIfNeeded: coded >> 2)
            unsafe documents[place] = document
            if coded & 1 == 0 {
                unsafe marks[place] = coded & 2 == 0 ? 1 : hasHistory
            } else {
                guard index < end else { return nil }
                unsafe marks[place] = UInt16(bytes[index]) | (coded & 2 == 0 ? 0 : hasHistory)
                index += 1
            }
        }
        return index
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
