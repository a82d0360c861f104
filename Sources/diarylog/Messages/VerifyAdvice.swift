internal import DiaryEngine
internal import EventStore

/// What a verification means for a person: one sentence, and the command to run next.
package struct VerifyAdvice: Equatable, Sendable {
    /// The events that something is wrong with.
    var damaged: [SequenceNumber]
    /// The tables that something is wrong with.
    var tables: [String]
    var events: UInt64
    var entries: Int
    var isDeep: Bool
    var compactionPays: Bool
    /// Whether pages of the log or of the drafts are damaged: not even all events may be reached.
    var hasBrokenPages: Bool

    init(_ report: VerifyReport) {
        damaged = report.damagedEvents
        tables = Set(report.findings.filter(\.isOfTable).map(Self.table)).sorted()
        (events, entries) = (report.events, report.entries)
        (isDeep, compactionPays) = (report.isDeep, report.figures.compactionPays)
        hasBrokenPages = report.findings.contains { finding in
            guard case .table(let name) = finding.location, finding.reason == .damaged else { return false }
            return !Table.followsFromLog(name)
        }
    }

    init(
        damaged: [SequenceNumber], tables: [String], isDeep: Bool = true, compactionPays: Bool = false,
        hasBrokenPages: Bool = false
    ) {
        (self.damaged, self.tables, self.isDeep, self.compactionPays) = (damaged, tables, isDeep, compactionPays)
        self.hasBrokenPages = hasBrokenPages
        (events, entries) = (9, 5)
    }

    private static func table(_ finding: CheckFinding) -> String {
        switch finding.location {
        case .event: "devices"
        case .row(let table, _): table
        case .table(let name): name
        case .record: "meta"
        }
    }

    /// The command to run next; nil if nothing needs to be done.
    var command: String? {
        if hasBrokenPages { return "diarylog verify --salvage" }
        if !damaged.isEmpty { return "diarylog verify --repair FROM" }
        if !tables.isEmpty { return "diarylog engine rebuild" }
        if compactionPays { return "diarylog engine compact" }
        return isDeep ? nil : "diarylog verify --deep"
    }

    /// What was found.
    var sentence: Sentence {
        if damaged.isEmpty, tables.isEmpty {
            return Sentence(
                "the diary is sound: \(events, "event", "events"), \(entries, "entry", "entries"), nothing is missing or damaged",
                "일기장이 온전합니다. 변경 \(events)건, 일기 \(entries)편에 빠지거나 손상된 것이 없습니다")
        }
        if damaged.isEmpty {
            return Sentence(
                "no event is damaged, so nothing that was written is lost; what follows from the log is wrong in: \(names)",
                "손상된 변경이 없어 쓴 글은 모두 있습니다. 기록에서 나온 표가 손상되었습니다: \(names)")
        }
        let list = Problem.list(damaged)
        return Sentence(
            "of \(events, "event", "events"), \(damaged.count) cannot be trusted: \(list)\(tables.isEmpty ? "" : "; tables: \(names)"). All others are whole",
            "변경 \(events)건 가운데 \(damaged.count)개를 믿을 수 없습니다: \(list)\(tables.isEmpty ? "" : "; 표: \(names)"). 나머지는 온전합니다"
        )
    }

    /// What to do about it.
    var hint: Sentence {
        if hasBrokenPages {
            return Sentence(
                "diarylog verify --salvage makes a diary beside this one out of all that lies in its pages; with --repair FROM, of what another copy has, too.",
                "diarylog verify --salvage가 파일에 남은 것으로 옆에 일기장을 만듭니다. --repair 출처를 더하면 다른 사본의 것도 씁니다.")
        }
        if !damaged.isEmpty {
            return Sentence(
                "diarylog verify --repair FROM makes a mended diary beside this one; FROM is a backup, another copy or an event export.",
                "diarylog verify --repair 출처가 옆에 고친 일기장을 만듭니다. 출처는 백업, 다른 사본, 내보낸 변경 기록입니다.")
        }
        if !tables.isEmpty {
            return Sentence(
                "diarylog engine rebuild makes them anew from the log.", "diarylog engine rebuild로 기록에서 다시 만드세요.")
        }
        if compactionPays {
            return Sentence(
                "diarylog engine compact makes the file smaller.", "diarylog engine compact로 파일을 줄일 수 있습니다.")
        }
        if !isDeep {
            return Sentence(
                "diarylog verify --deep also proves every hash.", "diarylog verify --deep는 해시까지 모두 증명합니다.")
        }
        return Sentence("Nothing needs to be done.", "더 할 일이 없습니다.")
    }

    private var names: String { tables.map { $0.isEmpty ? "-" : $0 }.joined(separator: ", ") }
}
