internal import EventStore

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
        return key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
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
