/// As of which point postings are read.
struct IndexPoint: Sendable {
    /// What documents were at the point; nil as of the newest event that was indexed.
    var past: PastDocuments?
    /// Whether it is enough that a document held a term at any time up to the point.
    var isEver = false

    /// As of the newest event.
    static let now = IndexPoint()

    /// Whether it is what holds as of the newest event that is asked.
    var isNow: Bool { past == nil && !isEver }

    /// Whether a segment of these events has anything to say.
    func reaches(_ events: ClosedRange<UInt64>) -> Bool {
        if let past { events.lowerBound <= past.event } else { true }
    }
}
