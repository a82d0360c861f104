package import TextSearch

/// What the index is asked: which documents may match. A part that no term narrows is `every`.
package indirect enum IndexQuery: Equatable, Sendable {
    /// Documents that match one probe of each group; if it is scored, its rarest group gives the weight.
    case probes([[Probe]], isScored: Bool)
    case every
    case all([IndexQuery])
    case any([IndexQuery])
}
