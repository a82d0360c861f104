/// Up to 128 documents that hold a term, ascending, each with how often it does.
///
///     posting   varint (document − the one before) × 2 + (more than once)  ‖  if more than once: times u8, at most 255
///
/// The first document is counted from a base that the reader knows. Rare terms cost two or three bytes a document,
/// frequent terms one. Decoding costs some 2 ns a posting.
package enum PostingBlock {
    /// How many postings a full block has.
    package static let size = 128

    /// Appends the postings of these documents to `bytes`.
    static func encode(
        _ documents: Span<UInt32>, _ times: Span<UInt8>, base: UInt32, into bytes: inout [UInt8]
    ) {
        var before = base
        for index in documents.indices {
            let document = documents[index]
            let count = times[index]
            var rest = UInt64(document &- before) << 1 | (count > 1 ? 1 : 0)
            while rest >= 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(truncatingIfNeeded: rest))
            if count > 1 { bytes.append(count) }
            before = document
        }
    }

    /// Replaces the arrays' elements by `count` postings; false if the bytes are not exactly so many.
    package static func decode(
        _ bytes: Span<UInt8>, count: Int, base: UInt32, into documents: inout [UInt32], _ times: inout [UInt8]
    ) -> Bool {
        guard count <= bytes.count else { return false }
        if documents.count != count {
            documents = [UInt32](repeating: 0, count: count)
            times = [UInt8](repeating: 0, count: count)
        }
        // Within bounds: each index into the bytes is checked first, and the arrays have `count` elements.
        return unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe documents.withUnsafeMutableBufferPointer { documents in
                unsafe times.withUnsafeMutableBufferPointer { times in
                    unsafe decode(bytes, base, documents, times)
                }
            }
        }
    }

    private static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, _ base: UInt32, _ documents: UnsafeMutableBufferPointer<UInt32>,
        _ times: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        var index = 0
        let end = bytes.count
        var document = base
        for place in documents.indices {
            var coded: UInt64 = 0
            var shift: UInt64 = 0
            while true {
                guard index < end, shift < 42 else { return false }
                let byte = unsafe bytes[index]
                index += 1
                coded |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { break }
                shift += 7
            }
            document = document &+ UInt32(truncatingIfNeeded: coded >> 1)
            unsafe documents[place] = document
            if coded & 1 == 0 {
                unsafe times[place] = 1
            } else {
                guard index < end else { return false }
                unsafe times[place] = bytes[index]
                index += 1
            }
        }
        return index == end
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
