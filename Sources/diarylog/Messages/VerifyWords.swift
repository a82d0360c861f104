internal import DiaryEngine
internal import EventStore

/// What a verification means for a person: one sentence, and the command to run next.
struct VerifyAdvice {
    /// The events and the tables that something is wrong with.
    private let damaged: [SequenceNumber]
    private let tables: [String]
    private let events: UInt64
    private let entries: Int
    private let isDeep: Bool
    private let compactionPays: Bool
    /// Whether pages of the log or of the drafts are damaged or missing: what they had follows from nothing.
    private let hasBrokenPages: Bool

    init(_ report: VerifyReport) {
        damaged = report.damagedEvents
        tables = Set(report.findings.filter(\.isOfTable).map(Self.table)).sorted()
        (events, entries) = (report.events, report.entries)
        (isDeep, compactionPays) = (report.isDeep, report.figures.compactionPays)
        hasBrokenPages = report.findings.contains { finding in
            switch finding.location {
            case .table(let name), .row(let name, _):
                return [.damaged, .missing].contains(finding.reason) && !Table.followsFromLog(name)
            case .event, .record: return false
            }
        }
    }

    private static func table(_ finding: CheckFinding) -> String {
        switch finding.location {
        case .event: "devices"
        case .row(let table, _): table
        case .table(let name): name
        case .record: "meta"
        }
    }

    /// What was found.
    var sentence: Sentence {
        if damaged.isEmpty, tables.isEmpty {
            return Sentence(
                "the diary is sound: \(events, "event", "events"), \(entries, "entry", "entries"), nothing is missing or damaged",
                "일기장이 온전합니다. 변경 \(events)건, 일기 \(entries)편에 빠지거나 손상된 것이 없습니다")
        }
        if damaged.isEmpty, hasBrokenPages {
            return Sentence(
                "no event is damaged; but not all can be read that follows from no event: a draft may be lost. Wrong is: \(names)",
                "손상된 변경은 없지만, 변경 기록 밖에 있는 것을 다 읽을 수 없어 초안을 잃었을 수 있습니다. 손상된 표: \(names)")
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

    /// What to do about it, and the command for that; nil if nothing needs to be done.
    var next: (hint: Sentence, command: String?) {
        if hasBrokenPages {
            let hint = Sentence(
                "diarylog verify --salvage makes a diary beside this one out of all that lies in its pages; with --repair FROM, of what another copy has, too.",
                "diarylog verify --salvage가 파일에 남은 것으로 옆에 일기장을 만듭니다. --repair 출처를 더하면 다른 사본의 것도 씁니다.")
            return (hint, "diarylog verify --salvage")
        }
        if !damaged.isEmpty {
            let hint = Sentence(
                "diarylog engine rebuild puts an event right of which one bit is wrong. For others, diarylog verify --repair FROM makes a mended diary beside this one; FROM is a backup, another copy or an event export.",
                "한 비트만 틀린 변경은 diarylog engine rebuild로 바로잡습니다. 다른 것은 diarylog verify --repair 출처로 옆에 고친 일기장을 만드세요. 출처는 백업, 다른 사본, 내보낸 변경 기록입니다."
            )
            return (hint, "diarylog verify --repair FROM")
        }
        if !tables.isEmpty {
            return Self.command("diarylog engine rebuild", "makes them anew from the log", "로 기록에서 다시 만드세요")
        }
        if compactionPays {
            return Self.command("diarylog engine compact", "makes the file smaller", "로 파일을 줄일 수 있습니다")
        }
        if !isDeep { return Self.command("diarylog verify --deep", "also proves every hash", "는 해시까지 모두 증명합니다") }
        return (Sentence("Nothing needs to be done.", "더 할 일이 없습니다."), nil)
    }

    private static func command(_ name: String, _ does: String, _ korean: String) -> (Sentence, String?) {
        (Sentence("\(name) \(does).", "\(name)\(korean)."), name)
    }

    private var names: String { tables.map { $0.isEmpty ? "-" : $0 }.joined(separator: ", ") }
}

/// What a verification found, in words: where, and why.
package enum CheckWords {
    /// Where a finding is; a row by its number, or by its key as hexadecimal digits.
    static func location(_ location: CheckFinding.Location) -> Sentence {
        switch location {
        case .event(let sequence): Sentence("e\(sequence)", "e\(sequence)")
        case .row(let table, let key):
            Sentence(
                "row \(row(key)) of \(table.isEmpty ? "the unnamed table" : table)",
                "\(table.isEmpty ? "이름 없는 표" : table)의 행 \(row(key))")
        case .table(let name): Sentence("the table \(name)", "표 \(name)")
        case .record: Sentence("the diary's record of itself", "일기장 파일의 머리 기록")
        }
    }

    /// A key as digits; one of four bytes is a number.
    static func row(_ key: [UInt8]) -> String {
        if key.count == 4 { return "\(key.reduce(UInt32(0)) { $0 << 8 | UInt32($1) })" }
        return Hexadecimal.text(key)
    }

    static func reason(_ reason: CheckFinding.Reason) -> Sentence {
        switch reason {
        case .missing: Sentence("is missing", "없습니다")
        case .damaged: Sentence("is not what was written", "쓴 그대로가 아닙니다")
        case .hole: Sentence("was lost before this file was made", "이 파일을 만들기 전에 잃었습니다")
        case .sameID: Sentence("has the id of an earlier event", "앞선 변경과 식별자가 같습니다")
        case .stream:
            Sentence("does not follow its entry's event before", "같은 일기의 앞 변경과 이어지지 않습니다")
        case .parent:
            Sentence("was decided on an event that is not its entry's", "같은 일기의 변경이 아닌 것을 보고 정해졌습니다")
        case .operation:
            Sentence("stands apart from the rest of its operation", "한 작업의 다른 변경들과 떨어져 있습니다")
        case .chain: Sentence("does not follow its device's event before", "같은 기기의 앞 변경과 이어지지 않습니다")
        case .counters: Sentence("counts other entries or words than there are", "일기 수나 낱말 수가 실제와 다릅니다")
        case .header: Sentence("does not hash to its id", "해시가 식별자와 다릅니다")
        case .payload: Sentence("holds something else than its hash says", "내용이 해시와 다릅니다")
        case .senseless: Sentence("says what its entry cannot follow", "그 일기에 있을 수 없는 변경입니다")
        case .baseless: Sentence("is whole, but changes what was lost", "온전하지만 그것이 고친 내용을 잃었습니다")
        case .unlisted: Sentence("is in no row of the table devices", "표 devices에 없습니다")
        case .differs: Sentence("is not what the log says", "기록과 다릅니다")
        case .surplus: Sentence("follows from nothing in the log", "기록에 없는 것입니다")
        }
    }
}

extension AttachedFileState {
    /// What became of a file.
    var words: Sentence {
        switch self {
        case .present: Sentence("is there", "있습니다")
        case .missing: Sentence("is missing", "없습니다")
        case .otherSize: Sentence("has another size than what was attached", "크기가 붙인 것과 다릅니다")
        case .otherHash: Sentence("is not what was attached", "붙인 그대로가 아닙니다")
        case .unreadable: Sentence("cannot be read", "읽을 수 없습니다")
        }
    }
}
