internal import DiaryModel
public import EventStore
internal import Host
internal import LMDB

/// What folding the log from nothing leads to.
public struct ReplayReport: Sendable {
    /// Events folded.
    public var events: UInt64 = 0
    /// Living entries.
    public var entries = 0
    /// SHA-256 over the entries sorted by id: what they are, not when or where they came in.
    public var stateHash = Digest.zero
    /// Events that could not be read, or whose entry could not follow them.
    public var damaged: [UInt64] = []
    /// Where the living projections differ from the replayed ones, in words; nil where they were not compared.
    public var differences: [String]?
}

extension Diary {
    /// Folds the log from its first event to a moment, in memory.
    ///
    /// With `check` the rows of the living tables are compared with the replayed ones, byte for byte.
    @available(*, noasync)
    public func replay(to point: DiaryPoint = .head, check: Bool = false) throws(DiaryError) -> ReplayReport {
        try read(point) { (reader, sequence) throws(EventStoreError) in
            var fold = ReplayFold(keepingSpans: check, checkingTexts: check)
            var report = ReplayReport()
            if check {
                try fold.advance(to: reader.log.meta.folded, reader)
                report.differences = try ProjectionCheck.differences(of: reader, from: fold)
                if sequence < reader.log.meta.folded { fold = ReplayFold() }
            }
            try fold.advance(to: sequence, reader)
            report.events = sequence
            report.damaged = fold.damaged
            report.entries = fold.living
            report.stateHash = fold.stateHash
            return report
        }
    }
}
