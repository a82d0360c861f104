import DiarylogTestSupport
import Testing

@testable import DiaryModel

/// Lines followed backwards from the newest text, as lines followed forwards are.
@Suite(.timed) struct BlameTraceTests {
    /// Pieces that make equal lines, breaks of every kind, breaks that meet, and characters of several bytes.
    private let pieces = ["a", "b", "가", "\n", "\n", "\r", "\r\n", "\u{2028}", "\u{85}", "a\n", "가 b\n", "\n\n", "x y"]

    private func text(_ chance: inout Chance, upTo count: Int) -> [UInt8] {
        (0..<chance.below(count + 1)).flatMap { _ in Array(chance.pick(pieces).utf8) }
    }

    /// Splices at edges of characters, wherever they fall: they may cut lines and breaks of two bytes.
    private func splices(of base: [UInt8], _ chance: inout Chance) -> [TextSplice] {
        let edges = (0...base.count).filter { $0 == base.count || base[$0] & 0xC0 != 0x80 }
        let cuts = (0..<2 * (1 + chance.below(3))).map { _ in chance.pick(edges) }.sorted()
        return stride(from: 0, to: cuts.count, by: 2).map { cut in
            TextSplice(
                offset: cuts[cut], removed: Array(base[cuts[cut]..<cuts[cut + 1]]), inserted: text(&chance, upTo: 3))
        }
    }

    /// The splices as they would lie in an event, with a byte before and between them.
    private func laid(_ splices: [TextSplice]) -> (positions: [SpliceRanges], bytes: [UInt8]) {
        var bytes: [UInt8] = [0]
        let positions = splices.map { splice in
            let start = bytes.count
            bytes += splice.removed + [0] + splice.inserted
            return SpliceRanges(
                offset: splice.offset, removed: start..<start + splice.removed.count,
                inserted: start + splice.removed.count + 1..<bytes.count)
        }
        return (positions, bytes)
    }

    @Test(arguments: seeds(3))
    func `backwards, the lines of a text have the authors that they have forwards`(seed: UInt64) throws {
        var chance = Chance(for: "blame", seed: seed)
        for _ in 0..<300 {
            var versions = [text(&chance, upTo: 12)]
            var changes: [[TextSplice]] = []
            var forwards = Blame()
            forwards.apply(versions[0], by: 1)
            for number in 2...2 + chance.below(12) {
                let last = versions[versions.count - 1]
                let whole = chance.isLucky(oneIn: 8) ? text(&chance, upTo: 12) : nil
                let change = whole.map { DiaryModel.splices(from: last, to: $0) } ?? splices(of: last, &chance)
                versions.append(try apply(change, toText: last))
                changes.append(change)
                forwards.apply(versions[versions.count - 1], by: UInt64(number))
            }
            var trace = BlameTrace(versions[versions.count - 1])
            for number in stride(from: versions.count, through: 2, by: -1) {
                #expect(trace.text == versions[number - 1])
                let (positions, bytes) = laid(changes[number - 2])
                let goes = trace.goBack(over: positions, in: bytes.span, by: UInt64(number))
                #expect(goes)
            }
            #expect(trace.text == versions[0])
            trace.finish(by: 1)
            #expect(trace.unknown == 0)
            #expect(trace.attributed.map(\.text) == forwards.attributed.map(\.text))
            #expect(trace.attributed.map(\.author) == forwards.attributed.map(\.author))
        }
    }

    @Test func `splices that did not lead to a text do not lead back from it`() {
        let refused = [
            TextSplice(offset: 0, removed: [], inserted: Array("b".utf8)),
            TextSplice(offset: 4, removed: [], inserted: []),
            TextSplice(offset: 2, removed: [], inserted: Array("c".utf8)),
            // The base is "가", which is cut in its middle.
            TextSplice(offset: 1, removed: Array("가".utf8.dropFirst()), inserted: [0x0A, 0x62]),
        ]
        for (number, splice) in refused.enumerated() {
            var trace = BlameTrace(number == 3 ? [0xEA, 0x0A, 0x62] : Array("a\nb".utf8))
            let (positions, bytes) = laid([splice])
            let goes = trace.goBack(over: positions, in: bytes.span, by: 2)
            #expect(!goes, "\(splice)")
        }
    }
}
