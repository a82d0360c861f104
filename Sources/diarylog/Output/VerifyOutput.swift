internal import DiaryEngine
internal import EventStore
internal import Interchange

/// A verification's findings and figures, as lines and as JSON.
struct VerifyOutput {
    let report: VerifyReport
    let seconds: Double

    /// A line for each finding, then one for each figure: what it is, which one, and what there is of it.
    func text(_ session: Session) -> String {
        var lines = report.findings.map { finding in
            "finding\t\(session.text(CheckWords.location(finding.location)))\t\(session.text(CheckWords.reason(finding.reason)))"
        }
        let left = report.findingCount - report.findings.count
        if left > 0 { lines.append("findings not listed\t\(left)") }
        let figures = report.figures
        lines += [
            "events\t\(report.events)", "entries\t\(report.entries)", "state hash\t\(report.stateHash.hexadecimal)",
            "search index\t\(report.search.name)", "file\t\(OnScreen.safe(figures.path))",
            "bytes\t\(figures.bytes)", "pages\t\(figures.pages)", "free pages\t\(figures.freePages)",
            "free list bytes\t\(figures.freeListBytes)",
        ]
        if report.newerEvents > 0 { lines.append("newer events\t\(report.newerEvents)\t\(report.notUnderstood)") }
        lines += figures.tables.map {
            "table\t\($0.name.isEmpty ? "-" : OnScreen.safe($0.name))\t\($0.rows)\t\($0.bytes)"
        }
        lines += report.unfinishedForgettings.map { "forgotten and still here\t\($0.hexadecimal)" }
        let files = report.attachments
        lines.append("attachments\t\(files.files)\t\(files.bytes)")
        lines += files.lost.map { lost in
            let entries = lost.attachment.entries.map(\.hexadecimal).joined(separator: " ")
            return
                "finding\t\(AttachmentLines.name(lost.attachment))\t\(session.text(lost.state.words))"
                + "\t\(lost.attachment.file.hash.hexadecimal)\t\(entries)"
        }
        lines += figures.readers.map { "reader\t\($0.process)\t\($0.commitsBehind)\($0.isSlow ? "\tslow" : "")" }
        lines += figures.deadReaders.map { "reader\t\($0)\tdead" }
        if let leap = report.leaps.farthest {
            lines.append("clock leaps\t\(report.leaps.count)\te\(leap.event)\t\(leap.back / 1_000_000)")
        }
        lines += report.clockDoubts.map { doubt in
            "not believed\te\(doubt.first)\te\(doubt.last)"
        }
        guard session.isTerminal else { return lines.map { $0 + "\n" }.joined() }
        let rows = lines.map { line -> [String] in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard session.language == .ko else { return columns }
            return columns.enumerated().map { ($0 == 0 ? Self.korean : Self.koreanValues)[$1] ?? $1 }
        }
        let room = rows.map { OnScreen.width(of: $0[0]) }.max() ?? 0
        return rows.map { session.row([OnScreen.padded($0[0], to: room)] + $0.dropFirst()) }.joined()
    }

    /// What a person reads of it who reads Korean.
    private static let korean = [
        "finding": "찾은 것", "findings not listed": "더 찾은 것", "events": "변경", "entries": "일기", "state hash": "상태 해시",
        "search index": "검색 색인", "file": "파일", "bytes": "바이트", "pages": "페이지", "free pages": "빈 페이지",
        "free list bytes": "빈 페이지 목록의 바이트", "newer events": "더 새로운 변경", "table": "표",
        "forgotten and still here": "영구 삭제했지만 남은 것", "attachments": "첨부", "reader": "읽는 프로세스",
        "clock leaps": "시계가 어긋난 곳", "not believed": "믿을 수 없는 시각",
    ]
    private static let koreanValues = ["compared": "견주었음", "missing": "없음", "slow": "느림", "dead": "끝난 프로세스"]

    func json(next: String?, _ session: Session) -> JSONValue {
        let figures = report.figures
        return [
            "sound": .bool(report.findingCount == 0 && report.attachments.lost.isEmpty), "deep": .bool(report.isDeep),
            "events": .number(report.events),
            "entries": .number(report.entries), "stateHash": .text(report.stateHash.hexadecimal),
            "newerEvents": .number(report.newerEvents), "notUnderstood": .number(report.notUnderstood),
            "seconds": .decimal(seconds),
            "findings": .array(report.findings.map(Self.json)), "findingCount": .number(report.findingCount),
            "damaged": .array(report.damagedEvents.map { .number($0.rawValue) }),
            "searchIndex": .text(report.search.name),
            "clockLeaps": [
                "count": .number(report.leaps.count),
                "event": report.leaps.farthest.map { .number($0.event.rawValue) } ?? .null,
                "seconds": report.leaps.farthest.map { .number(UInt64($0.back / 1_000_000)) } ?? .null,
                "unbelieved": .array(
                    report.clockDoubts.map { doubt in
                        [
                            "first": .number(doubt.first.rawValue), "last": .number(doubt.last.rawValue),
                            "from": session.time(doubt.from), "to": session.time(doubt.to),
                        ]
                    }),
            ],
            "file": [
                "path": .text(figures.path), "bytes": .number(figures.bytes), "pageSize": .number(figures.pageSize),
                "pages": .number(figures.pages), "freePages": .number(figures.freePages),
                "freeListBytes": .number(figures.freeListBytes), "compactionPays": .bool(figures.compactionPays),
            ],
            "tables": .array(
                figures.tables.map {
                    ["name": .text($0.name), "rows": .number($0.rows), "bytes": .number($0.bytes)]
                }),
            "readers": .array(
                figures.readers.map {
                    [
                        "pid": .number(UInt64($0.process)), "commitsBehind": .number($0.commitsBehind),
                        "slow": .bool($0.isSlow),
                    ]
                }),
            "attachments": [
                "files": .number(report.attachments.files), "bytes": .number(report.attachments.bytes),
                "lost": .array(report.attachments.lost.map(Self.json)),
            ],
            "unfinishedForgettings": .array(report.unfinishedForgettings.map { .text($0.hexadecimal) }),
            "deadReaders": .array(figures.deadReaders.map { .number(UInt64($0)) }),
            "next": .text(orNull: next),
        ]
    }

    private static func json(_ lost: LostAttachment) -> JSONValue {
        [
            "names": .array(lost.attachment.names.map { .text($0) }),
            "sha256": .text(lost.attachment.file.hash.hexadecimal), "size": .number(lost.attachment.file.size),
            "entries": .array(lost.attachment.entries.map { .text($0.hexadecimal) }),
            "state": .text(lost.state.rawValue),
        ]
    }

    private static func json(_ finding: CheckFinding) -> JSONValue {
        var (event, table, row) = (JSONValue.null, JSONValue.null, JSONValue.null)
        switch finding.location {
        case .event(let sequence): event = .number(sequence.rawValue)
        case .row(let name, let key): (table, row) = (.text(name), .text(CheckWords.row(key)))
        case .table(let name): table = .text(name)
        case .record: break
        }
        return ["event": event, "table": table, "row": row, "reason": .text(finding.reason.rawValue)]
    }
}

extension SearchComparison {
    /// Its name for scripts.
    var name: String {
        switch self {
        case .compared: "compared"
        case .missing: "missing"
        }
    }
}
