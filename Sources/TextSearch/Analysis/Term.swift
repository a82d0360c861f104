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
    package static let longest = 64

    static let tagMark: UInt8 = 1

    /// The order of terms in the index: by their bytes.
    @inline(__always)
    static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        let count = min(left.count, right.count)
        var index = 0
        while index < count, left[index] == right[index] { index += 1 }
        return index == count ? left.count < right.count : left[index] < right[index]
    }

    /// The first eight bytes as a number that sorts as they do; few terms have more.
    @inline(__always)
    static func head(_ term: [UInt8]) -> UInt64 {
        var head: UInt64 = 0
        var index = 0
        while index < 8 {
            head = head << 8 | (index < term.count ? UInt64(term[index]) : 0)
            index += 1
        }
        return head
    }

    static func character(_ scalar: UInt32) -> [UInt8] { append(scalar, to: []) }

    static func pair(_ first: UInt32, _ second: UInt32) -> [UInt8] { append(second, to: append(first, to: [])) }

    /// Two characters with something between them.
    static func apart(_ first: UInt32, _ second: UInt32) -> [UInt8] {
        append(second, to: append(first, to: []) + [0x20])
    }

    /// In the second scalar of a `TermView`: something separates it from the first.
    static let apartMark: UInt32 = 1 << 31

    /// The term of a tag: equal for all tags that are canonically equal, and for some others.
    package static func tag(_ tag: [UInt8]) -> [UInt8] {
        let units = TextUnits(tag)
        var bytes: [UInt8] = [tagMark]
        for unit in units.units {
            if unit.kind == .character {
                bytes = append(unit.value, to: bytes)
            } else {
                let word = units.word(unit)
                for index in word.indices { bytes.append(word[index]) }
            }
        }
        return Array(bytes.prefix(longest))
    }

    /// A term for people: a word or characters as they are, a tag as one asks for it.
    package static func words(_ term: [UInt8]) -> String {
        term.first == tagMark
            ? "tag:" + String(decoding: term.dropFirst(), as: UTF8.self) : String(decoding: term, as: UTF8.self)
    }

    static func append(_ scalar: UInt32, to bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        appendScalar(scalar, to: &bytes)
        return bytes
    }

    @inline(__always)
    static func appendScalar(_ scalar: UInt32, to bytes: inout [UInt8]) {
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

extension TextUnits {
    /// A term, without a copy of its bytes.
    enum TermView: ~Escapable {
        /// One character, or two; the second is 0 if there is none, and has the `apartMark` if it stands apart.
        case scalars(UInt32, UInt32)
        /// A word or symbol.
        case word(Span<UInt8>)
    }

    /// Passes on the term that begins at each unit, in order: as many terms as there are units.
    @inline(__always)
    func forEachTerm(_ take: (borrowing TermView) -> Void) {
        for index in units.indices {
            let unit = units[index]
            if unit.kind != .character {
                let word = word(unit)
                take(.word(word.extracting(0..<Swift.min(word.count, Term.longest))))
            } else if isDouble(index) {
                let next = units[index + 1]
                take(.scalars(unit.value, next.isJoined ? next.value : next.value | Term.apartMark))
            } else {
                take(.scalars(unit.value, 0))
            }
        }
    }
}

extension Pattern {
    /// How often a text holds it, as the index counts: at most 255; a range of terms counts once.
    package func times(in text: borrowing TextUnits) -> UInt8 {
        var times = 0
        var start = 0
        while let index = firstMatch(in: text, from: start), times < 255 {
            times += 1
            start = index + 1
        }
        let isRange = isAnsweredByProbes && probes.contains { if case .term = $0[0] { $0.count > 1 } else { true } }
        return UInt8(isRange ? min(1, times) : times)
    }
}
