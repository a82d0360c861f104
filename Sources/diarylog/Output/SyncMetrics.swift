internal import DiarylogExchange
internal import DiarylogHost

/// Figures of many diaries' exchanges, in the text format of Prometheus.
///
/// The time of the last exchange stands there, and not how long ago it was: the file is read later than it is written.
struct SyncMetrics {
    private let diaries: [NamedExchange]

    init(of diaries: [NamedExchange]) { self.diaries = diaries }

    /// Writes the file, whole or not at all. A new one may be read by all, for another user reads it; it begins empty.
    func write(to path: String) throws {
        if try FileSystem.kind(of: path) == .missing {
            try FileSystem.write([UInt8]().span, to: path, mode: 0o644, exclusive: true, sync: false)
        }
        var file = try FileReplacement(of: path)
        try file.write(Array(text.utf8))
        try file.finish()
    }

    private var text: String {
        let states = diaries.map { SyncState(at: SyncFolder(of: $0.path).state) }
        var lines: [String] = []
        func gauge(_ name: String, _ help: String, _ value: (Int) -> Int64) {
            lines += ["# HELP diarylog_sync_\(name) \(help)", "# TYPE diarylog_sync_\(name) gauge"]
            for (index, diary) in diaries.enumerated() {
                lines.append("diarylog_sync_\(name){diary=\"\(Self.escaped(diary.name))\"} \(value(index))")
            }
        }
        gauge("sent_events", "Events sent by the last exchange.") { Int64(diaries[$0].report.sent) }
        gauge("received_events", "Events received by the last exchange.") { Int64(diaries[$0].report.received) }
        gauge("unsent_events", "Events that nothing proven on the remote has.") { Int64(diaries[$0].report.unsent) }
        gauge("waiting_objects", "Objects whose events wait for others.") { Int64(states[$0].waiting.count) }
        gauge("unreadable_objects", "Objects that cannot be used.") { Int64(states[$0].unreadable.count) }
        gauge("exit_code", "What the last exchange ended with, 0 for well.") {
            Int64(diaries[$0].problem?.status.rawValue ?? 0)
        }
        gauge("last_exchange_timestamp_seconds", "When an exchange last ended well, since 1970; 0 for never.") {
            (states[$0].exchangedAt ?? 0) / 1_000_000
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A value of a label, as the format wants it.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
