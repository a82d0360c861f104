/// The shortest edit between two sequences of numbers: Myers' O(ND) greedy algorithm, with a limit on its work.

/// A stretch of the old that became a stretch of the new; one of them may be empty, never both.
struct Change: Equatable {
    var old: Range<Int>
    var new: Range<Int>
}

/// The changes that lead from `old` to `new`, as index ranges, or nil if finding them would take more than `steps`.
///
/// The numbers lie in 0..<distinctCount. The work done is subtracted from `steps`.
func shortestEdit(from old: [Int32], to new: [Int32], distinctCount: Int, steps: inout Int) -> [Change]? {
    var prefix = 0
    let shorter = min(old.count, new.count)
    while prefix < shorter, old[prefix] == new[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] { suffix += 1 }
    let oldMiddle = prefix..<(old.count - suffix)
    let newMiddle = prefix..<(new.count - suffix)
    // A token that the other side does not hold can match nothing: leaving it out shortens the search, not the answer.
    let oldKept = indices(of: old, oldMiddle, heldBy: new, newMiddle, distinctCount)
    let newKept = indices(of: new, newMiddle, heldBy: old, oldMiddle, distinctCount)
    let search = EditSearch(old: oldKept.map { old[$0] }, new: newKept.map { new[$0] })
    guard let pairs = search.run(steps: &steps) else { return nil }

    var changes: [Change] = []
    var (oldNext, newNext) = (prefix, prefix)
    func close(_ oldEnd: Int, _ newEnd: Int) {
        guard oldEnd > oldNext || newEnd > newNext else { return }
        changes.append(Change(old: oldNext..<oldEnd, new: newNext..<newEnd))
    }
    for pair in pairs {
        let (oldIndex, newIndex) = (oldKept[pair.old], newKept[pair.new])
        close(oldIndex, newIndex)
        (oldNext, newNext) = (oldIndex + 1, newIndex + 1)
    }
    close(oldMiddle.upperBound, newMiddle.upperBound)
    return changes
}

private func indices(
    of row: [Int32], _ range: Range<Int>, heldBy other: [Int32], _ otherRange: Range<Int>, _ distinctCount: Int
) -> [Int] {
    guard !range.isEmpty, !otherRange.isEmpty else { return [] }
    var isHeld = Array(repeating: false, count: distinctCount)
    for index in otherRange { isHeld[Int(other[index])] = true }
    return range.filter { isHeld[Int(row[$0])] }
}

/// One search. Round d finds, on each diagonal k = x − y, how far d edits reach; equal tokens are passed at no cost.
///
///          new →         trace keeps every round, one after another: round d begins at d(d+1)/2
///     old  ╲ ┄ ┄         and holds d + 1 values of x, for k = −d, −d+2, …, d. Entry i of round d
///      ↓   ┄ ╲ │         comes from entry i (a step in new) or entry i − 1 (a step in old) of
///          ┄ ┄ ╲         round d − 1, so no other memory is needed.
private struct EditSearch {
    let old: [Int32]
    let new: [Int32]

    /// The pairs of equal tokens that the shortest edit keeps, ascending; nil if the steps ran out.
    func run(steps: inout Int) -> [(old: Int, new: Int)]? {
        guard !old.isEmpty, !new.isEmpty else { return [] }
        guard old.count < 1 << 29, new.count < 1 << 29 else { return nil }
        // Locals, spans and the neighbour's value carried along: a comparison spends nearly all its time in this loop.
        var trace: [Int32] = []
        let (oldRow, newRow) = (old.span, new.span)
        for round in 0...(old.count + new.count) {
            let rowBefore = round * (round - 1) / 2
            var stepInOld = round == 0 ? 0 : -1
            for entry in 0...round {
                let stepInNew = entry < round ? Int(trace[rowBefore + entry]) : -1
                let entered = max(stepInOld, stepInNew)
                stepInOld = stepInNew + 1
                var x = entered
                var y = x - (2 * entry - round)
                while x < oldRow.count, y < newRow.count, oldRow[x] == newRow[y] {
                    x += 1
                    y += 1
                }
                steps -= x - entered + 1
                trace.append(Int32(truncatingIfNeeded: x))
                if x >= oldRow.count, y >= newRow.count {
                    return kept(trace, round, entry)
                }
            }
            if steps <= 0 { return nil }
        }
        return nil
    }

    /// Where this round enters the diagonal, before it passes equal tokens.
    private func furthest(_ trace: [Int32], _ round: Int, _ entry: Int, _ rowBefore: Int) -> Int {
        if round == 0 { return 0 }
        if entry == 0 { return Int(trace[rowBefore]) }
        let stepInOld = Int(trace[rowBefore + entry - 1]) + 1
        if entry == round { return stepInOld }
        return max(stepInOld, Int(trace[rowBefore + entry]))
    }

    private func kept(_ trace: [Int32], _ lastRound: Int, _ lastEntry: Int) -> [(old: Int, new: Int)] {
        var pairs: [(old: Int, new: Int)] = []
        var (round, entry) = (lastRound, lastEntry)
        while round >= 0 {
            let rowBefore = round * (round - 1) / 2
            let diagonal = 2 * entry - round
            let entered = furthest(trace, round, entry, rowBefore)
            var x = Int(trace[rowBefore + round + entry])
            while x > entered {
                x -= 1
                pairs.append((x, x - diagonal))
            }
            // Which step led here? As on the way out, a tie goes to the step in old.
            if entry > 0, entered == Int(trace[rowBefore + entry - 1]) + 1 { entry -= 1 }
            round -= 1
        }
        return pairs.reversed()
    }
}
