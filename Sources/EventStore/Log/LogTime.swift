extension StoreView {
    /// The newest event whose clamped time is at or before an instant (microseconds since 1970 UTC); 0 for none.
    ///
    /// A clamp is the greatest wall time up to its event, so it never falls: a bisection finds the event in about
    /// log2(head) reads. Damaged frames are skipped.
    package func newestEvent(notAfter instant: Int64) throws(EventStoreError) -> UInt64 {
        var low: UInt64 = 0
        var high = log.head
        while low < high {
            let middle = low + (high - low + 1) / 2
            guard let (sequence, clamp) = try clamp(atOrBefore: middle, above: low) else {
                // Every frame in (low, middle] is damaged: it counts with what precedes it.
                low = middle
                continue
            }
            if clamp <= instant { low = middle } else { high = sequence - 1 }
        }
        return low
    }

    private func clamp(
        atOrBefore sequence: UInt64, above floor: UInt64
    ) throws(EventStoreError) -> (UInt64, Int64)? {
        var sequence = sequence
        while sequence > floor {
            if let frame = try soundFrame(sequence) { return (sequence, frame.clamp) }
            sequence -= 1
        }
        return nil
    }
}
