/// As of which point postings are read.
package enum IndexPoint: Sendable {
    /// As of the newest event that was indexed.
    case now
    /// As of an earlier event.
    case past(event: UInt64, PastDocuments)
    /// At any point: a document that ever held a term counts as one that does.
    case ever

    /// What documents were at the point, for one in the past.
    var past: PastDocuments? { if case .past(_, let past) = self { past } else { nil } }

    /// Whether all that was ever said counts.
    var isEver: Bool { if case .ever = self { true } else { false } }

    /// Whether a segment of these events has anything to say.
    func reaches(_ events: ClosedRange<UInt64>) -> Bool {
        if case .past(let event, _) = self { events.lowerBound <= event } else { true }
    }
}
