internal import DiaryModel

/// The program's exit codes, as Docs/CommandLine.md promises; help and the manual page say what they mean.
package enum ExitStatus: Int32, Sendable, CaseIterable {
    case fine = 0
    case notFound = 1
    case usage = 2
    case conflict = 3
    case busy = 4
    case damaged = 5
    case storage = 6
    case unreachable = 7
    case interrupted = 130

    package var meaning: Sentence {
        switch self {
        case .fine:
            Sentence("done; also an empty list, and an edit that changes nothing", "했습니다. 빈 목록과 바뀐 것 없는 고치기도 그렇습니다")
        case .notFound:
            Sentence("nothing found, an unknown id, nothing to undo", "찾은 것이 없거나, 모르는 식별자이거나, 되돌릴 것이 없습니다")
        case .usage:
            Sentence(
                "a mistake in what was typed, a date, a filter or a row; no diary there",
                "명령이나 날짜, 필터, 줄에 잘못이 있거나, 그곳에 일기장이 없습니다")
        case .conflict:
            Sentence(
                "a conflict: changed since, or a key already used; nothing was written",
                "충돌: 그사이 바뀌었거나 이미 쓴 키입니다. 아무것도 쓰지 않았습니다")
        case .busy: Sentence("busy: another program holds the diary", "다른 프로그램이 일기장을 쓰고 있습니다")
        case .damaged:
            Sentence("damage was found; what could be read was printed", "손상을 찾았습니다. 읽을 수 있는 것은 보였습니다")
        case .storage:
            Sentence(
                "storage: a full or read-only disk, no permission, a limit", "디스크가 찼거나 읽기 전용이거나, 권한이나 한도가 모자랍니다")
        case .unreachable:
            Sentence(
                "the remote cannot be reached, no key opens what lies there, or the diary is locked",
                "원격에 닿지 못했거나, 그곳에 있는 것을 여는 열쇠가 없거나, 일기장이 잠겨 있습니다")
        case .interrupted: Sentence("interrupted", "멈추게 했습니다")
        }
    }

    /// A row for each.
    static func rows(_ language: Language) -> String {
        allCases.map { code in
            let head = String(repeating: " ", count: 5 - "\(code.rawValue)".count) + "\(code.rawValue)   "
            let lines = OnScreen.wrapped(code.meaning.text(language), to: HelpPage.width - 8)
            return head + lines.joined(separator: "\n        ")
        }.joined(separator: "\n")
    }
}
