// The bytes under which something is found in the index.
//
//     word            its folded letters in UTF-8, at most 64 bytes
//     two characters  both in UTF-8; with a space between, where something separates them
//     one character   in UTF-8: before what is none, so that each character begins exactly one term
//     symbol          its scalars in UTF-8, without joiners, at most 64 bytes
//     tag             01, then the words and characters of the tag, at most 64 bytes
//
// No term holds a zero byte. All terms that begin with a character lie side by side.

/// The bytes of a term.
package enum Term {
    /// Longer words are found by their first 64 bytes, and then looked up in the text.
    @inlinable package static var longest: Int { 64 }

    static let tagMark: UInt8 = 1

    static func character(_ scalar: UInt32) -> [UInt8] { bytes(scalar) }

    static func pair(_ first: UInt32, _ second: UInt32) -> [UInt8] { bytes(first, second) }

    /// Two characters with something between them.
    static func apart(_ first: UInt32, _ second: UInt32) -> [UInt8] { bytes(first, 0x20, second) }

    /// The term of a tag: equal for all tags that are canonically equal, and for some others.
    package static func tag(_ tag: [UInt8]) -> [UInt8] {
        let units = TextUnits(tag)
        var bytes: [UInt8] = [tagMark]
        for unit in units.units {
            if unit.kind == .character {
                appendScalar(unit.value, to: &bytes)
            } else {
                let word = units.word(unit)
                for index in word.indices { bytes.append(word[index]) }
            }
        }
        return Array(bytes.prefix(longest))
    }

    private static func bytes(_ scalars: UInt32...) -> [UInt8] {
        var bytes: [UInt8] = []
        for scalar in scalars { appendScalar(scalar, to: &bytes) }
        return bytes
    }

    /// Appends a scalar in UTF-8.
    @inlinable
    package static func appendScalar(_ scalar: UInt32, to bytes: inout [UInt8]) {
        if scalar < 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: scalar))
        } else if scalar < 0x800 {
            bytes.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
            bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        } else if scalar < 0x10000 {
            bytes.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
            bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
            bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        } else {
            bytes.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
            bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
            bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
            bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
        }
    }
}
