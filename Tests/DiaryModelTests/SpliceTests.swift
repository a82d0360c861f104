import DiaryModel
import DiarylogTestSupport
import Testing

@Suite("Splices", .timed)
struct SpliceTests {
    private let base = Array("나는 어제 바다에 갔다.".utf8)

    @Test("A change is carried out and led back")
    func thereAndBack() throws {
        let change = [
            TextSplice(offset: 7, removed: Array("어제".utf8), inserted: Array("오늘도".utf8)),
            TextSplice(offset: base.count, removed: [], inserted: Array("\n끝".utf8)),
        ]
        let result = try apply(change, to: base)
        #expect(result == Array("나는 오늘도 바다에 갔다.\n끝".utf8))
        #expect(try apply(inverse(of: change), to: result) == base)
        #expect(inverse(of: inverse(of: change)) == change)
    }

    @Test(
        "A change that does not fit its text is refused by name",
        arguments: [
            ([TextSplice(offset: 0, removed: [0], inserted: [])], SpliceMismatch.otherBytes(splice: 0)),
            ([TextSplice(offset: 32, removed: [], inserted: [])], .outOfBounds(splice: 0)),
            ([TextSplice(offset: 31, removed: [0], inserted: [])], .outOfBounds(splice: 0)),
            ([TextSplice(offset: .max, removed: [0], inserted: [])], .outOfBounds(splice: 0)),
            ([TextSplice(offset: -1, removed: [], inserted: [])], .outOfOrder(splice: 0)),
            ([TextSplice(offset: .min, removed: [], inserted: [])], .outOfOrder(splice: 0)),
            (
                [
                    TextSplice(offset: 6, removed: [0x20], inserted: []),
                    TextSplice(offset: 6, removed: [], inserted: [1]),
                ],
                .outOfOrder(splice: 1)
            ),
        ])
    func refused(change: [TextSplice], mismatch: SpliceMismatch) {
        #expect(base.count == 31)
        #expect(throws: mismatch) { try apply(change, to: base) }
    }

    @Test("Random changes lead back, and random nonsense is refused without a trap")
    func laws() throws {
        var chance = Chance(for: "splices")
        for _ in 0..<500 {
            let base = (0..<chance.below(40)).map { _ in UInt8(chance.below(3)) }
            var change: [TextSplice] = []
            var position = 0
            while position < base.count {
                let start = position + chance.below(base.count - position + 1)
                let end = start + chance.below(base.count - start + 1)
                let inserted = (0..<chance.below(4)).map { _ in UInt8(chance.below(3)) }
                change.append(TextSplice(offset: start, removed: Array(base[start..<end]), inserted: inserted))
                position = end + chance.below(3)
            }
            let result = try apply(change, to: base)
            #expect(try apply(inverse(of: change), to: result) == base)
            let wild = change.map {
                TextSplice(offset: chance.pick([.max, .min, $0.offset]), removed: $0.removed, inserted: [])
            }
            _ = try? apply(wild, to: base)
            _ = inverse(of: wild + wild)
        }
    }
}
