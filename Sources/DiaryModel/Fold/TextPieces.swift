/// A text as ranges of a base text with new bytes between them: the result of applying splices to the base.
///
/// Nothing is ever moved, so the ranges ascend. Applying one event costs one pass over the pieces.
package struct TextPieces: Sendable {
    enum Piece: Sendable {
        case kept(Range<Int>)
        case put(ArraySlice<UInt8>)

        var count: Int {
            switch self {
            case .kept(let range): range.count
            case .put(let bytes): bytes.count
            }
        }

        func prefix(_ length: Int) -> Piece {
            switch self {
            case .kept(let range): .kept(range.prefix(length))
            case .put(let bytes): .put(bytes.prefix(length))
            }
        }

        func dropFirst(_ length: Int) -> Piece {
            switch self {
            case .kept(let range): .kept(range.dropFirst(length))
            case .put(let bytes): .put(bytes.dropFirst(length))
            }
        }
    }

    private(set) var pieces: [Piece]
    /// The length of the base, in bytes.
    let baseCount: Int

    /// The base itself.
    package init(ofBaseWithCount count: Int) {
        baseCount = count
        pieces = count > 0 ? [.kept(0..<count)] : []
    }

    /// Applies splices that were made on this text; false, with nothing changed, if they are out of order or reach
    /// beyond its end.
    package mutating func apply(_ splices: [TextSplice]) -> Bool {
        var result: [Piece] = []
        result.reserveCapacity(pieces.count + splices.count * 2)
        var source = PieceReader(pieces)
        var position = 0
        for splice in splices {
            guard splice.offset >= position,
                source.take(splice.offset - position, { result.append($0) }),
                source.take(splice.removed.count, { _ in })
            else { return false }
            position = splice.offset + splice.removed.count
            if !splice.inserted.isEmpty { result.append(.put(splice.inserted[...])) }
        }
        source.takeRest { result.append($0) }
        pieces = result
        return true
    }
}

/// Hands out pieces by length.
private struct PieceReader {
    private let pieces: [TextPieces.Piece]
    private var index = 0
    private var used = 0

    init(_ pieces: [TextPieces.Piece]) { self.pieces = pieces }

    mutating func take(_ length: Int, _ give: (TextPieces.Piece) -> Void) -> Bool {
        var length = length
        while length > 0 {
            guard index < pieces.count else { return false }
            let rest = used == 0 ? pieces[index] : pieces[index].dropFirst(used)
            if rest.count <= length {
                give(rest)
                length -= rest.count
                index += 1
                used = 0
            } else {
                give(rest.prefix(length))
                used += length
                length = 0
            }
        }
        return true
    }

    mutating func takeRest(_ give: (TextPieces.Piece) -> Void) {
        while index < pieces.count {
            give(used == 0 ? pieces[index] : pieces[index].dropFirst(used))
            index += 1
            used = 0
        }
    }
}
