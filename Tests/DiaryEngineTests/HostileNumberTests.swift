import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// Numbers that come from outside are refused or answered: none of them stops the program.
@Suite(.timed) struct HostileNumberTests {
    private func filled() throws -> Scratch {
        let scratch = try Scratch()
        for number in 0..<23 { try scratch.add("text \(number)", day: Int64(number / 3)) }
        for entry in try scratch.diary.list().entries.prefix(3) { try scratch.edit(entry.id, text: "text again") }
        for entry in try scratch.diary.list().entries.suffix(2) { _ = try scratch.perform(.delete, on: entry.id) }
        return scratch
    }

    /// Bytes of which each one, and each few of them, are what ends numbers.
    private func forged(_ text: String) throws -> Set<String> {
        let bytes = try #require(Hexadecimal.bytes(text))
        let ends: [[UInt8]] =
            [0, 1, 3, 127, 128, 255].map { [$0] }
            + [4, 8].flatMap { count -> [[UInt8]] in
                let ones = [UInt8](repeating: 255, count: count - 1)
                return [
                    [UInt8](repeating: 0, count: count), [255] + ones, [127] + ones, ones + [254],
                    [128] + [UInt8](repeating: 0, count: count - 1),
                ]
            }
        var all: Set<String> = [text.uppercased(), text + "0", text + text, "", String(text.dropLast(2))]
        for end in ends {
            for start in 0...bytes.count - end.count {
                let forged = bytes[..<start] + end + bytes[(start + end.count)...]
                all.insert(Hexadecimal.text(Array(forged)))
            }
        }
        return all
    }

    @Test("a cursor of a list with any byte in any place is refused or answered", .timeLimit(.minutes(9)))
    func listCursors() throws {
        let scratch = try filled()
        for sort in ListRequest.Sort.allCases {
            for isReversed in [false, true] {
                var request = ListRequest()
                (request.sort, request.isReversed, request.limit) = (sort, isReversed, 5)
                let next = try #require(try scratch.diary.list(request).next)
                for text in try forged(next.text) {
                    guard let cursor = ListCursor(text: text) else { continue }
                    request.after = cursor
                    guard let page = try? scratch.diary.list(request) else { continue }
                    #expect(page.entries.count <= 5, "\(text)")
                }
            }
        }
    }

    @Test func `a cursor that no list can have written is not read`() {
        // No event, one that no log reaches, no entry, an entry behind which there is none, another order's position.
        for text in [
            "000000000000000000000000000000000000000001", "ffffffffffffffff00000000000000000000000001",
            "000000000000000100000000000000000000000000", "0000000000000001030000007fffffffffffffffff",
            "000000000000000102000000000000000500000004", "000000000000000104000000000000000000000001",
        ] {
            #expect(ListCursor(text: text) == nil, "\(text)")
        }
    }

    @Test("a cursor of a search with any byte in any place is refused or answered", .timeLimit(.minutes(9)))
    func searchCursors() throws {
        let scratch = try filled()
        for isEvery in [false, true] {
            var request = try SearchRequest("text")
            (request.limit, request.allVersions) = (5, isEvery)
            let next = try #require(try scratch.diary.search(request).next)
            for text in try forged(next.text) {
                guard let cursor = SearchCursor(text: text) else { continue }
                request.after = cursor
                guard let page = try? scratch.diary.search(request) else { continue }
                #expect(page.hits.count <= 5, "\(text)")
            }
        }
    }

    @Test(arguments: [Int.min, Int.min + 1, -1, 0, 1, .max - 1, .max])
    func `whatever number of things is asked for, there are at most so many`(limit: Int) throws {
        let scratch = try filled()
        let diary = scratch.diary
        let most = max(limit, 0)
        for sort in ListRequest.Sort.allCases {
            #expect(try diary.list { ($0.limit, $0.sort) = (limit, sort) }.entries.count == min(most, 21))
        }
        for sort in SearchRequest.Sort.allCases {
            for query in ["text", "te*", "-nothing", "\"text again\""] {
                var search = try SearchRequest(query)
                (search.limit, search.sort) = (limit, sort)
                #expect(try diary.search(search).hits.count <= most)
                search.allVersions = true
                #expect(try diary.search(search).hits.count <= most)
                #expect(try SearchScanProbe.scan(diary, search).count <= most)
            }
        }
        #expect(try diary.log(limit: limit).events.count <= most)
        #expect(try diary.operations(limit: limit).count <= most)
        #expect(try diary.undoStack(limit: limit).count <= most)
        #expect(try diary.redoStack(limit: limit).count <= most)
        #expect(try diary.entries(withPrefix: "", limit: limit).count <= most)
        let request = try SearchRequest("text")
        #expect(request.matches(in: Array("text text".utf8), limit: limit).count <= most)
    }
}
