/// A hunk read by words: a line of a diary is a paragraph, and three words that came into it are three words, not a
/// paragraph that went and another that came.

extension DiffHunk {
    /// A stretch of a text that both texts have, or only the old one, or only the new one.
    public struct Piece: Equatable, Sendable {
        /// Whether it stayed, was removed or was added.
        public var kind: Kind
        /// Whole words; each line of it ends in a line feed, also the text's last.
        public var text: String
    }

    /// Its lines as pieces: those that stayed and were added are the new text, those that stayed and were removed the
    /// old one. Lines that have next to nothing in common are removed and added as they are.
    ///
    /// Costs what `changes` costs for the lines that changed.
    public var pieces: [Piece] {
        var pieces = PieceList()
        var (removed, added) = ([UInt8](), [UInt8]())
        func close() {
            pieces.append(from: removed, to: added)
            (removed, added) = ([], [])
        }
        for line in lines {
            switch line.kind {
            case .same:
                close()
                pieces.append(.same, Array(line.text.utf8)[...] + [0x0A])
            case .removed:
                if !added.isEmpty { close() }
                removed += Array(line.text.utf8) + [0x0A]
            case .added: added += Array(line.text.utf8) + [0x0A]
            }
        }
        close()
        return pieces.all
    }
}

private struct PieceList {
    /// Lines of which the shorter ones share less than one byte in so many were written anew.
    private static let kinship = 2

    private(set) var all: [DiffHunk.Piece] = []

    mutating func append(_ kind: DiffHunk.Kind, _ bytes: ArraySlice<UInt8>) {
        if bytes.isEmpty { return }
        let text = String(decoding: bytes, as: UTF8.self)
        if let last = all.last, last.kind == kind {
            all[all.count - 1].text += text
        } else {
            all.append(DiffHunk.Piece(kind: kind, text: text))
        }
    }

    mutating func append(from old: [UInt8], to new: [UInt8]) {
        let parts = changes(from: old, to: new, finest: .word).map { wordsOnly($0, old, new) }
        // What they share, without white space.
        var shared = 0
        var position = 0
        for part in parts + [Change(old: old.count..<old.count, new: new.count..<new.count)] {
            shared += written(old[position..<part.old.lowerBound])
            position = part.old.upperBound
        }
        guard shared * Self.kinship >= min(written(old), written(new)) else {
            append(.removed, old[...])
            append(.added, new[...])
            return
        }
        position = 0
        for part in parts {
            append(.same, old[position..<part.old.lowerBound])
            append(.removed, old[part.old])
            append(.added, new[part.new])
            position = part.old.upperBound
        }
        append(.same, old[position...])
    }

    /// How many bytes of a text are no white space.
    private func written(_ text: some Sequence<UInt8>) -> Int { text.count { $0 > 0x20 } }

    /// The same change without the whole words that it begins or ends with on both sides: the comparison has a word's
    /// space with the word, and so takes one for another where something came behind it.
    private func wordsOnly(_ change: Change, _ old: [UInt8], _ new: [UInt8]) -> Change {
        var front = 0
        var count = 0
        while count < min(change.old.count, change.new.count),
            old[change.old.lowerBound + count] == new[change.new.lowerBound + count]
        {
            count += 1
            if isEdge(old, change.old.lowerBound + count), isEdge(new, change.new.lowerBound + count) { front = count }
        }
        let most = min(change.old.count, change.new.count) - front
        var back = 0
        count = 0
        while count < most, old[change.old.upperBound - count - 1] == new[change.new.upperBound - count - 1] {
            count += 1
            if isEdge(old, change.old.upperBound - count), isEdge(new, change.new.upperBound - count) { back = count }
        }
        return Change(
            old: change.old.lowerBound + front..<change.old.upperBound - back,
            new: change.new.lowerBound + front..<change.new.upperBound - back)
    }

    /// Whether a word begins or ends at an offset.
    private func isEdge(_ text: [UInt8], _ index: Int) -> Bool {
        guard index > 0, index < text.count else { return true }
        return text[index] <= 0x20 || text[index - 1] <= 0x20
    }
}
