internal import DiarylogHost
internal import EventStore

extension CheckFinding {
    /// What differs, in the words of a replay.
    var difference: String {
        switch location {
        case .event(let sequence): return "events: \(sequence) \(words)"
        case .record: return "the meta record \(words)"
        case .table(let name): return "\(name): \(reason == .missing ? "not there" : words)"
        case .row("streams", let key) where key.count == 4:
            return "entries: row \(key.span.bigEndian(at: 0) as UInt32) \(words)"
        case .row("spans", _) where reason == .damaged: return "spans: a damaged block"
        case .row(let table, let key): return "\(table.isEmpty ? "unnamed" : table): \(Hexadecimal.text(key)) \(words)"
        }
    }

    /// An event that does not prove, and why, in the words of a replay.
    var unproven: (sequence: SequenceNumber, reason: String)? {
        guard case .event(let sequence) = location else { return nil }
        let words =
            switch reason {
            case .hole: "was lost before this log was made"
            case .header: "header does not hash to its id"
            case .payload: "payload is not what its header commits to"
            case .chain: "does not follow its device's event before"
            default: reason.rawValue
            }
        return (sequence, words)
    }

    private var words: String {
        switch reason {
        case .missing: "is missing"
        case .damaged: "is damaged"
        case .differs: "differs"
        case .surplus: "is not the log's"
        case .unlisted: "is in no row of its device"
        default: reason.rawValue
        }
    }
}
