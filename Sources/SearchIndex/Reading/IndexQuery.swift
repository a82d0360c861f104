package import TextSearch

/// What the index is asked: which documents may answer. What is known by no term is every document.
package indirect enum IndexQuery: Equatable, Sendable {
    /// Documents that answer to one probe of each group; where it is scored, by the rarest group.
    case probes([[Probe]], isScored: Bool)
    case every
    case all([IndexQuery])
    case any([IndexQuery])
}
