internal import TextSearch

/// As of which point postings are read.
package enum IndexPoint: Sendable {
    /// As of the newest event that was indexed.
    case now
    /// As of an earlier event.
    case past(event: UInt64, PastDocuments)
    /// At any point: a document that ever held a term counts as one that does.
    case ever

    /// Whether a segment of these events has anything to say.
    func reaches(_ events: ClosedRange<UInt64>) -> Bool {
        if case .past(let event, _) = self { events.lowerBound <= event } else { true }
    }

    /// The version that a document had, if it has another one now.
    @inline(__always)
    func version(of document: DocumentID) -> UInt32? {
        if case .past(_, let past) = self { past[document]?.version } else { nil }
    }
}

extension IndexPoint {
    /// The length that a document had, if it has changed since.
    @inline(__always)
    func length(of document: DocumentID) -> UInt8? {
        if case .past(_, let past) = self { past[document]?.length } else { nil }
    }
}

/// What a segment says of a term in a document, as of a point.
struct PointSign {
    /// How often the document holds the term; 0 if no longer. At most 255, for as many or more.
    var times: UInt8
    /// Whether that is known; if not, the text decides.
    var isKnown = true
    /// The sign in the posting's history; nil for what holds now.
    private(set) var older: (history: PostingHistory, sign: Int)?

    /// Whether the document holds the term, as far as is known.
    var isThere: Bool { times > 0 || !isKnown }

    /// A sign that holds now.
    init(times: UInt8) { self.times = times }

    /// The sign of a version; nil if the history begins later.
    init?(times: UInt8, _ history: PostingHistory, asOf version: UInt32) {
        self.times = times
        guard let sign = history.sign(asOf: version) else { return nil }
        if let sign {
            self.times = UInt8(truncatingIfNeeded: history.times(sign) ?? 0)
            isKnown = history.times(sign) != nil
            older = (history, sign)
        }
    }
}
