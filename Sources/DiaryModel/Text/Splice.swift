/// One change of a text: bytes taken out at an offset and bytes put there. It can be undone as well as done.
///
/// The splices of one change ascend by offset in the base text and never overlap; they may touch.
///
///     base    나는 [어제] 바다에 갔다.[]      offset 7 removes "어제", inserts "오늘"; offset 31 inserts a line
///     result  나는 [오늘] 바다에 갔다.[⏎…]
package struct TextSplice: Equatable, Hashable, Sendable {
    /// The byte offset in the base text's UTF-8.
    package var offset: Int
    /// The bytes that stood there.
    package var removed: [UInt8]
    /// The bytes that stand there afterwards.
    package var inserted: [UInt8]

    package init(offset: Int, removed: [UInt8], inserted: [UInt8]) {
        self.offset = offset
        self.removed = removed
        self.inserted = inserted
    }
}

/// Why splices do not fit a text; each case gives the first splice that does not, counted from 0.
package enum SpliceMismatch: Error, Equatable {
    /// It begins before the end of the one before it, or before the text.
    case outOfOrder(splice: Int)
    /// It reaches beyond the end of the text.
    case outOfBounds(splice: Int)
    /// Other bytes stand where it would remove its own.
    case otherBytes(splice: Int)
    /// It begins inside a character.
    case insideScalar(splice: Int)
}

/// Applies a change to its base text; throws if the text is not the base of this change.
package func apply(_ splices: [TextSplice], to base: [UInt8]) throws(SpliceMismatch) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(base.count)
    var position = 0
    for (number, splice) in splices.enumerated() {
        guard splice.offset >= position else { throw .outOfOrder(splice: number) }
        guard splice.offset <= base.count, splice.removed.count <= base.count - splice.offset else {
            throw .outOfBounds(splice: number)
        }
        let end = splice.offset + splice.removed.count
        guard base[splice.offset..<end].elementsEqual(splice.removed) else { throw .otherBytes(splice: number) }
        result += base[position..<splice.offset]
        result += splice.inserted
        position = end
    }
    result += base[position...]
    return result
}

/// Applies a change to a text that is UTF-8 and stays so: throws if a splice begins inside a character. The codec has
/// checked that the bytes removed and inserted are UTF-8.
package func apply(_ splices: [TextSplice], toText base: [UInt8]) throws(SpliceMismatch) -> [UInt8] {
    for (number, splice) in splices.enumerated()
    where splice.offset >= 0 && splice.offset < base.count && base[splice.offset] & 0xC0 == 0x80 {
        throw .insideScalar(splice: number)
    }
    return try apply(splices, to: base)
}

/// The change that leads back: its base is the result of `splices`, and its result is their base.
///
/// Offsets that no text can have wrap instead of trapping; `apply` refuses them.
package func inverse(of splices: [TextSplice]) -> [TextSplice] {
    var shift = 0
    return splices.map { splice in
        let back = TextSplice(offset: splice.offset &+ shift, removed: splice.inserted, inserted: splice.removed)
        shift &+= splice.inserted.count - splice.removed.count
        return back
    }
}
