package import DiarylogTextSearch

/// What the index is asked: which documents may match. A part that no term narrows is `every`.
package indirect enum IndexQuery: Equatable, Sendable {
    /// Documents that match one probe of each group; if it is scored, its rarest group gives the weight.
    case probes([[Probe]], isScored: Bool)
    /// Documents that hold these side by side, and match one probe of each group; scored like the groups.
    case phrase([PlacedProbe], [[Probe]], isScored: Bool)
    case every
    case all([IndexQuery])
    case any([IndexQuery])
    /// Documents that do not match: only for a query that the index decides.
    case not(IndexQuery)
}
