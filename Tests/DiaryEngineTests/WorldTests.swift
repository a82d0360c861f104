import DiarylogTestSupport
import Testing

/// The diary against the simplest one there can be: whatever is done to it, in whatever order, by two handles.
///
/// A step is drawn by chance, done to both, and whatever can be asked is asked of both. A history that shows a
/// difference is shortened before it is told.
@Suite(.timed) struct WorldTests {
    @Test func `whatever is done, every answer about every moment is that of the naive diary`() async {
        // In two halves, side by side.
        async let first = Self.lives("worlds")
        async let second = Self.lives("other worlds")
        guard var tally = await first, let other = await second else { return }
        tally.add(other)
        tally.expectAll()
    }

    /// What was done in half of the runs; nil if one of them showed a difference.
    private static func lives(_ name: String) async -> WorldTally? {
        var (chance, tally, failures) = (Chance(for: name), WorldTally(), 0)
        for _ in 0..<runs(debug: 96) / 2 {
            let steps = (0..<20 + chance.below(60)).map { _ in WorldStep.any(&chance) }
            if !World.live(steps, seed: chance.next(), &tally) { failures += 1 }
            if failures == 2 { return nil }
        }
        return failures == 0 ? tally : nil
    }

    /// An index that begins with two thousand entries is one segment; one that grows is merged meanwhile.
    @Test(arguments: [[120], [2_100], Array(repeating: 160, count: 12)])
    func `however many entries there are, a search finds what reading every text finds`(imports: [Int]) {
        var (chance, tally) = (Chance(for: "large worlds \(imports)"), WorldTally())
        var steps: [WorldStep] = []
        for rows in imports {
            steps.append(WorldStep(.bring, &chance, rows: rows + chance.below(rows / 2 + 1)))
            for _ in 0..<60 / imports.count {
                steps.append(WorldStep(chance.pick([.edit, .edit, .edit, .add, .undo, .delete]), &chance))
            }
            for _ in 0..<max(3, 12 / imports.count) { steps.append(WorldStep(.search, &chance)) }
        }
        _ = World.live(steps, seed: chance.next(), &tally)
    }
}
