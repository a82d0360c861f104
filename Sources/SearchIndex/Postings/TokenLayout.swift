/// The ids of a document's tokens, in the order of its text: runs of ids that follow each other.
///
///     a b c d          0 1 2 3                 one run from 0: the plain layout, which nobody stores
///     a b x y c d      0 1 │ 4 5 │ 2 3         x and y came; the others keep their ids
///     a b z c d        0 1 │ 4 │ 2 3
///
/// A token that replaces another takes its id, so only a text that grows in its middle is not plain. A layout of more
/// than 64 runs is made plain again, and then all tokens have new ids.
struct TokenLayout: Equatable, Sendable {
    /// Ids that follow each other, and stand side by side in the text.
    struct Run: Equatable, Sendable {
        var first: UInt32
        var count: UInt32
    }

    private static let mostRuns = 64

    /// In the order of the text; empty for the plain layout, whatever the length of the text.
    let runs: [Run]

    /// One run from 0.
    static let plain = TokenLayout(runs: [])

    /// Whether the ids are 0, 1, 2 and so on.
    var isPlain: Bool { runs.isEmpty }

    init(runs: [Run]) { self.runs = runs }

    /// The layout of these ids; nil if it has too many runs.
    init?(ids: [UInt32]) {
        var runs: [Run] = []
        for id in ids {
            if let last = runs.last, last.first + last.count == id {
                runs[runs.count - 1].count += 1
            } else {
                if runs.count == Self.mostRuns { return nil }
                runs.append(Run(first: id, count: 1))
            }
        }
        self.runs = runs.count == 1 && runs[0].first == 0 ? [] : runs
    }

    /// The ids of a text of so many tokens, in its order.
    func ids(count: Int) -> [UInt32] {
        if isPlain { return (0..<UInt32(count)).map { $0 } }
        return runs.flatMap { $0.first..<$0.first + $0.count }
    }

    /// Where the token with an id stands in the text, counted in tokens; nil if the text has none with this id.
    func position(of id: UInt32) -> UInt32? {
        if isPlain { return id }
        var position: UInt32 = 0
        for run in runs {
            if id >= run.first, id - run.first < run.count { return position + id - run.first }
            position += run.count
        }
        return nil
    }

    /// The ids after a change that keeps the first and the last tokens of a text. New tokens take the ids of the tokens
    /// that they replace, and then fresh ids.
    static func ids(after ids: [UInt32], keepingFirst first: Int, last: Int, count: Int) -> [UInt32] {
        var result: [UInt32] = []
        result.reserveCapacity(count)
        result.append(contentsOf: ids[0..<first])
        result.append(contentsOf: ids[first..<ids.count - last].prefix(count - first - last))
        var fresh = (ids.max() ?? 0) + (ids.isEmpty ? 0 : 1)
        while result.count < count - last {
            result.append(fresh)
            fresh += 1
        }
        result.append(contentsOf: ids[(ids.count - last)...])
        return result
    }
}

extension TokenLayout {
    /// For each run varint count × 2 + jump, then varint first id if it is a jump. Other runs go on behind the last run
    /// that was none, the first of them from 0: what stood there from the start is cut by what came later.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        var next: UInt32 = 0
        for run in runs {
            if run.first == next {
                bytes.append(varint: Int(run.count) << 1)
                next &+= run.count
            } else {
                bytes.append(varint: Int(run.count) << 1 | 1)
                bytes.append(varint: Int(run.first))
            }
        }
        return bytes
    }

    /// Nil if the bytes are not those of a layout.
    init?(_ bytes: Span<UInt8>) {
        var index = 0
        var runs: [Run] = []
        var next: UInt32 = 0
        while index < bytes.count {
            guard runs.count < Self.mostRuns, let coded = PostingBlock.varint(bytes, &index), coded < 1 << 30 else {
                return nil
            }
            var run = Run(first: next, count: UInt32(coded >> 1))
            if coded & 1 == 0 {
                next &+= run.count
            } else {
                guard let first = PostingBlock.varint(bytes, &index), first < 1 << 30 else { return nil }
                run.first = UInt32(first)
            }
            if UInt64(run.first) + UInt64(run.count) >= 1 << 30 { return nil }
            runs.append(run)
        }
        self.runs = runs
    }
}
