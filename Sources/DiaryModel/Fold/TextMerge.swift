// Texts that were written apart: from which text they came, what each kept of it, and what they make together.

extension EntryGraph {
    /// The union of what the tips changed since the last text that all of them have in common; nil if they have none,
    /// or if their changes do not go together.
    mutating func together(_ tips: [Int]) -> [UInt8]? {
        guard let base = commonWriter(of: tips) else { return nil }
        let text = text(of: base)
        var sides: [[WordChange]] = []
        for tip in tips {
            let own = self.text(of: tip)
            guard let kept = way(from: base, to: tip)?.kept, kept.isTrue(of: text, own) else { return nil }
            sides.append(wordChanges(of: text, in: own, keeping: kept))
        }
        return union(of: text, sides)
    }

    /// The text writer that every tip is or descends from and that precedes no other such writer; nil if there is not
    /// exactly one.
    mutating func commonWriter(of tips: [Int]) -> Int? {
        let tips = tips.sorted()
        if let known = lastCommon, known.tips == tips || known.tips == earlier(tips) {
            lastCommon = (tips, known.writer)
            return known.writer
        }
        let writer = soughtCommonWriter(of: tips)
        lastCommon = (tips, writer)
        return writer
    }

    /// The tips as they were before the newest was written, if that was on one text: they have the same common writer.
    private func earlier(_ tips: [Int]) -> [Int] {
        guard let newest = tips.last else { return tips }
        let before = self.tips(of: nodes[newest].parents)
        return before.count == 1 ? (tips.dropLast() + before).sorted() : tips
    }

    private func soughtCommonWriter(of tips: [Int]) -> Int? {
        guard let least = tips.min() else { return nil }
        var common = [Bool](repeating: true, count: least + 1)
        for tip in tips {
            let known = ancestors(of: [tip])
            for index in common.indices where !known[index] { common[index] = false }
        }
        let maximal = maximal(common.indices.filter { common[$0] && nodes[$0].text != nil })
        return maximal.count == 1 ? maximal[0] : nil
    }

    /// What a tip's text kept of another writer's, along the tree of bases: up to where both meet, then down. Nil if
    /// they do not meet, if hunks are missing or do not fit, or if the way is too long.
    private mutating func way(from base: Int, to tip: Int) -> Way? {
        let ends = WayEnds(from: base, to: tip)
        if let known = ways[ends] { return known }
        guard let way = longer(from: base, to: tip) ?? whole(from: base, to: tip) else { return nil }
        ways[ends] = way
        return way
    }

    /// Extends by one event a way that is known up to the event before.
    private func longer(from base: Int, to tip: Int) -> Way? {
        guard base != tip, let before = self.base(of: tip), let known = ways[WayEnds(from: base, to: before)] else {
            return nil
        }
        return followed(known, by: tip)
    }

    private func whole(from base: Int, to tip: Int) -> Way? {
        guard let (up, down) = path(from: base, to: tip) else { return nil }
        var way: Way? = Way(kept: KeptRanges(all: text(of: base).count), hunks: 0)
        for index in up { way = way.flatMap { followed($0, by: index, isInverse: true) } }
        for index in down { way = way.flatMap { followed($0, by: index) } }
        return way
    }

    /// A way that goes on over one writer; a step without hunks breaks it.
    private func followed(_ way: Way, by writer: Int, isInverse: Bool = false) -> Way? {
        guard let hunks = nodes[writer].hunks, let base = base(of: writer) else { return nil }
        let count = way.hunks + max(1, hunks.count)
        let (old, new) = (text(of: base).count, text(of: writer).count)
        guard count <= Self.longestWay,
            let step = isInverse
                ? KeptRanges(hunks, from: new, to: old, isInverse: true) : KeptRanges(hunks, from: old, to: new)
        else { return nil }
        return Way(kept: way.kept.followed(by: step), hunks: count)
    }

    /// The writers on the way from one to another, but for the one where it turns: those up, and those down.
    private func path(from base: Int, to tip: Int) -> (up: [Int], down: [Int])? {
        var up: [Int] = []
        var down: [Int] = []
        var (high, low) = (base, tip)
        // The later one steps to its base until both meet: a base always precedes what was made on it.
        while high != low {
            let isUp = high > low
            guard let next = self.base(of: isUp ? high : low) else { return nil }
            if isUp {
                up.append(high)
                high = next
            } else {
                down.append(low)
                low = next
            }
            guard up.count + down.count <= Self.longestWay else { return nil }
        }
        return (up, down.reversed())
    }
}
