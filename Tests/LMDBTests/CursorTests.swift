import DiarylogLMDB
import DiarylogTestSupport
import Testing

/// Where a cursor goes, most of all at the edges.
@Suite("Cursors", .timed) struct CursorTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Runs moves on a cursor over the keys b, d and f, each step giving the key it stands on or nil.
    private func keys(
        of entries: KeyValuePairs<String, String> = ["b": "2", "d": "4", "f": "6"], _ moves: [Move]
    ) throws -> [String?] {
        let (environment, table) = try scratch.open()
        try environment.keep(entries, in: table)
        let transaction = try environment.beginRead()
        var cursor = try transaction.cursor(in: table)
        var keys: [String?] = []
        for move in moves {
            let stands =
                switch move {
                case .first: try cursor.first()
                case .last: try cursor.last()
                case .next: try cursor.next()
                case .previous: try cursor.previous()
                case .seek(let key): try cursor.seek(bytes(key).span)
                case .seekBefore(let key): try cursor.seekBefore(bytes(key).span)
                case .seekAtOrBefore(let key): try cursor.seekAtOrBefore(bytes(key).span)
                }
            keys.append(stands ? text(cursor.key) : nil)
        }
        return keys
    }

    private enum Move {
        case first, last, next, previous
        case seek(String), seekBefore(String), seekAtOrBefore(String)
    }

    @Test func `a fresh cursor walks up from the first, stays past the end, and comes back`() throws {
        #expect(
            try keys([.next, .next, .next, .next, .next, .previous, .previous]) == ["b", "d", "f", nil, nil, "f", "d"])
    }

    @Test func `a fresh cursor walks down from the last, stays before the start, and comes back`() throws {
        #expect(
            try keys([.previous, .previous, .previous, .previous, .previous, .next, .next])
                == ["f", "d", "b", nil, nil, "b", "d"])
    }

    @Test func `the ends are reached from anywhere`() throws {
        #expect(try keys([.last, .next, .first, .previous, .last]) == ["f", nil, "b", nil, "f"])
    }

    @Test func `an empty database has no place to stand`() throws {
        let moves: [Move] = [
            .next, .previous, .first, .last, .seek("a"), .seekBefore("a"), .seekAtOrBefore("a"), .seek(""), .next,
        ]
        #expect(try keys(of: [:], moves) == moves.map { _ in nil })
    }

    @Test(
        "seeking finds the nearest key above, below, or here",
        arguments: [
            ("", "b", nil, nil), ("a", "b", nil, nil), ("b", "b", nil, "b"), ("ba", "d", "b", "b"),
            ("c", "d", "b", "b"), ("d", "d", "b", "d"), ("e", "f", "d", "d"), ("f", "f", "d", "f"),
            ("fa", nil, "f", "f"), ("g", nil, "f", "f"),
        ] as [(String, String?, String?, String?)])
    func seeking(key: String, above: String?, below: String?, here: String?) throws {
        #expect(try keys([.seek(key), .seekBefore(key), .seekAtOrBefore(key)]) == [above, below, here])
        #expect(try keys([.last, .seekAtOrBefore(key), .first, .seekBefore(key), .seek(key)])[1] == here)
    }

    @Test func `after a seek past the end the last key comes before, and nothing after`() throws {
        #expect(try keys([.seek("z"), .next, .previous]) == [nil, nil, "f"])
        #expect(try keys([.seekBefore("a"), .previous, .next]) == [nil, nil, "b"])
    }

    @Test func `a key longer than any may be sought`() throws {
        #expect(try keys([.seek(String(repeating: "c", count: 600))]) == ["d"])
    }

    @Test func `a cursor walks over many pages in both directions, and sees each key once`() throws {
        let (environment, table) = try scratch.open()
        var writer = try environment.beginWrite()
        let names = (10_000..<30_000).map { number in "\(number)" }
        for name in names { try writer.put(bytes(name).span, for: bytes(name).span, in: table, appending: true) }
        do {
            // A cursor of a writer ends before it writes on, or commits.
            var cursor = try writer.cursor(in: table)
            var up: [String] = []
            while try cursor.next() { up.append(text(cursor.value)) }
            #expect(up == names)
        }
        try writer.commit()
        let reader = try environment.beginRead()
        #expect(try reader.statistics(of: table).depth > 1)
        var cursor = try reader.cursor(in: table)
        var down: [String] = []
        while try cursor.previous() { down.append(text(cursor.key)) }
        #expect(down == names.reversed())
    }
}
