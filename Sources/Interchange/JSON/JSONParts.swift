package import DiarylogArchives

/// Reads a JSON document that is larger than memory: the values of its outermost array, or of its lines, one by one.
///
/// Each value is found by its quotes and brackets and then read by a `JSONReader`, so that it is read as strictly as
/// a whole document is. Held are a buffer and the value.
package struct JSONParts {
    private let source: ByteSource
    private let portion: Int
    private var buffer: [UInt8] = []
    /// Where the buffer begins in the document, and the first byte in it that has not been read.
    private var base = 0
    private var start = 0
    /// Why the source could not be read; the document then ends there.
    package private(set) var problem: ArchiveProblem?

    /// The bytes of a value at most: more than any entry or event has.
    private static let longest = 256 << 20

    /// Reads `portion` bytes at a time, at least three, so that a byte order mark is seen whole.
    package init(_ source: ByteSource, portion: Int = 256 << 10) {
        (self.source, self.portion) = (source, portion)
        fill()
        if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    }

    /// The offset in the document of the first byte that has not been read.
    package var index: Int { base + start }

    /// Goes on reading at an offset in the document.
    package mutating func go(to offset: Int) {
        if offset < base || offset > base + buffer.count {
            buffer = []
            base = offset
        }
        start = offset - base
    }

    /// Adds bytes to the buffer, and lets those go that have been read; false at the end.
    @discardableResult
    private mutating func fill() -> Bool {
        guard problem == nil else { return false }
        // A value that never ends is none.
        guard buffer.count - start < Self.longest else {
            problem = .tooLarge("", Self.longest)
            return false
        }
        do {
            let part = try source.read(at: base + buffer.count, count: portion)
            if part.isEmpty { return false }
            if start > 0 {
                buffer.removeFirst(start)
                base += start
                start = 0
            }
            buffer += part
            return true
        } catch {
            problem = error
            return false
        }
    }

    private mutating func skipSpace() {
        repeat {
            while start < buffer.count {
                switch buffer[start] {
                case 0x20, 0x0A, 0x0D, 0x09: start += 1
                default: return
                }
            }
        } while fill()
    }

    /// Goes on behind the end of the line that begins at an offset, past white space.
    package mutating func skipLine(from offset: Int) {
        go(to: offset)
        skipSpace()
        repeat {
            if let end = buffer[start...].firstIndex(of: 0x0A) { return start = end + 1 }
            start = buffer.count
        } while fill()
    }

    /// Whether nothing but white space is left.
    package mutating func isAtEnd() -> Bool {
        skipSpace()
        return start == buffer.count
    }

    /// Skips white space and then this mark; false if another byte follows.
    package mutating func takes(_ mark: Unicode.Scalar) -> Bool {
        skipSpace()
        guard start < buffer.count, UInt32(buffer[start]) == mark.value else { return false }
        start += 1
        return true
    }

    /// The next value.
    package mutating func value() throws(JSONProblem) -> JSONValue {
        skipSpace()
        let offset = index
        guard let bytes = next() else { throw .endsEarly }
        do throws(JSONProblem) {
            var reader = try JSONReader(bytes, isWhole: false)
            let value = try reader.value()
            guard reader.isAtEnd() else { throw .unexpected(byte: reader.index) }
            return value
        } catch .unexpected(let byte) {
            throw .unexpected(byte: offset + byte)
        }
    }

    /// The bytes of the next value, or of what stands in its place up to a mark, a space or the end; nil at the end.
    package mutating func next() -> [UInt8]? {
        skipSpace()
        guard start < buffer.count else { return nil }
        var scan = start
        var depth = 0
        var isInString = false
        while true {
            guard scan < buffer.count else {
                let read = scan - start
                guard fill() else { break }
                scan = start + read
                continue
            }
            let byte = buffer[scan]
            if isInString {
                scan += 1
                if byte == UInt8(ascii: "\\") { scan += 1 }
                if byte == UInt8(ascii: "\"") {
                    isInString = false
                    if depth == 0 { break }
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                if depth == 0, scan > start { return taken(to: scan) }
                isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if depth == 0, scan > start { return taken(to: scan) }
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth <= 1 { return taken(to: depth == 1 || scan == start ? scan + 1 : scan) }
                depth -= 1
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09:
                if depth == 0 { return taken(to: scan == start ? scan + 1 : scan) }
            default: break
            }
            scan += 1
        }
        return taken(to: min(scan, buffer.count))
    }

    private mutating func taken(to end: Int) -> [UInt8] {
        defer { start = end }
        return Array(buffer[start..<end])
    }
}
