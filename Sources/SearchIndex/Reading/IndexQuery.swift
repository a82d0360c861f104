package import DiarylogTextSearch

/// What the index is asked: which documents may match. A filter is what its terms tell: documents that match one probe
/// of each group may pass it.
package typealias IndexQuery = Query<[[Probe]]>

extension Query where Filter == [[Probe]] {
    /// What no term narrows.
    package static var every: Query { .filter([]) }
}
