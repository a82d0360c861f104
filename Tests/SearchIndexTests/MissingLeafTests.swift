import DiarylogTestSupport
import DiarylogTextSearch
import EventStore
import Testing

@testable import DiarylogSearchIndex

/// A leaf that is not where it was written - its key was changed, so it stands elsewhere - is missed by whoever looks
/// for one of its terms.
@Suite(.timed) struct MissingLeafTests {
    private static let frequent = "바다에"

    /// A store of several segments, one of them of many leaves, in which a term goes through several.
    private func filled(_ holders: inout [String: Set<DocumentID>]) throws -> DocumentStore {
        var chance = Chance(for: "missing leaves")
        let stock = (0..<2_000).map { String($0 * 7919 % 99_991 + 99_991, radix: 36) + "z" }
        let store = try DocumentStore()
        var next: DocumentID = 1
        for count in [6_000, 40, 3] {
            let numbers = next..<next + DocumentID(count)
            let puts = numbers.map { number in
                let words = [Self.frequent] + (0..<12).map { _ in chance.pick(stock) }
                for word in words { holders[word, default: []].insert(number) }
                return Put(id: number, after: IndexedDocument(words.joined(separator: " ")))
            }
            try store.put(puts)
            next = numbers.upperBound
        }
        return store
    }

    @Test func `who looks for a term of it, or for all that begin alike, is told that the index is damaged`() throws {
        var chance = Chance(for: "words of missing leaves")
        var holders: [String: Set<DocumentID>] = [:]
        let store = try filled(&holders)
        let words = [Self.frequent] + (0..<300).map { _ in chance.pick(holders.keys.sorted()) }
        let keys = try store.keys("search").filter { $0.prefix(4) != IndexManifest.key[...] }
        let first = keys.filter { $0.prefix(4) == keys[0].prefix(4) }
        #expect(first.count > 20 && keys.count > first.count)
        var reported = 0
        for key in Set(first.prefix(2) + first.suffix(6) + keys.suffix(2) + [chance.pick(keys), chance.pick(keys)]) {
            // To the segment's end, or a little further, where the terms before it may still be looked for.
            var moved = key
            if chance.isLucky(oneIn: 2) { moved[4] ^= 0x80 } else { moved[moved.count - 6] &+= 1 }
            var value: [UInt8] = []
            try store.change("search", key) { bytes in
                value = bytes
                return nil
            }
            try store.change("search", moved) { _ in value }
            for word in words {
                for isPrefix in [false, true] {
                    let pattern = try #require(Pattern(Array(word.utf8), isPrefix: isPrefix))
                    do {
                        let found = try store.candidates(.text(pattern, isQuoted: true))
                        #expect(Set(found) == holders[word] ?? [], "\(word)")
                    } catch EventStoreError.damagedTable {
                        reported += 1
                    }
                }
            }
            #expect(try store.differences() != [])
            try store.change("search", moved) { _ in nil }
            try store.change("search", key) { _ in value }
        }
        #expect(try store.differences() == [])
        #expect(reported > 10)
    }
}
