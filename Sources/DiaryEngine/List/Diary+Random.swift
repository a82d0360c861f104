internal import DiaryModel
public import EventStore

extension Diary {
    /// An entry by chance of those that a list would show, each as likely as any other, and how many it would leave
    /// out; no entry if it would show none.
    ///
    /// Where dates alone decide, the list's spans are counted, some 20 ns each, and one entry is read. Otherwise all
    /// are read, and in memory are as many as a page has.
    public func random(
        _ request: ListRequest, _ entropy: inout Entropy
    ) throws(EventStoreError) -> (entry: Entry?, leftOut: Int) {
        let number = entropy.number()
        if let entry = try entryOfSpan(number, request) { return (entry, 0) }
        // Each entry that comes takes the place of the chosen one with a chance of one in those seen.
        var (chosen, seen) = (Entry?.none, UInt64(0))
        let (_, leftOut) = try forEachEntry(request) { entry in
            seen += 1
            if entropy.number() % seen == 0 { chosen = entry }
        }
        return (chosen, leftOut)
    }

    /// The entry of the span that a number leads to, over and over through all of them; nil if there is none, or dates
    /// do not decide, or the list or the entry cannot be read.
    private func entryOfSpan(_ number: UInt64, _ request: ListRequest) throws(EventStoreError) -> Entry? {
        try read(request.point) { view, sequence in
            let kind = request.deleted ? SpanKind.deleted : .living
            let walk = try SpanWalk(asOf: sequence, kind, matching: request.filter, in: view)
            var (counting, count, isOpen) = (walk, UInt64(0), false)
            try counting.forEachSpan(view) { span in
                isOpen = request.filter.judge(date: span.date) == .open
                count += 1
                return !isOpen
            }
            if isOpen || count == 0 { return nil }
            var (choosing, left, chosen) = (walk, number % count, EntrySpan?.none)
            try choosing.forEachSpan(view) { span in
                chosen = span
                left &-= 1
                return left != .max
            }
            guard let chosen else { return nil }
            return try view.entry(walk.row(of: chosen, view), asOf: sequence)
        }
    }
}

extension Entropy {
    /// A number by chance.
    fileprivate mutating func number() -> UInt64 { bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }
}
