package import DiarylogWords
internal import Interchange

/// Why a command ends before it has done what was asked: what happened, what can be done, and what scripts see.
///
/// It stands where it is thrown. One that several places throw has a name: `Problem+Entry.swift`, `Problem+Sync.swift`
package struct Problem: Error, Equatable, Sendable {
    package let status: ExitStatus
    /// Its name for scripts; nil for one that is silent, as its exit code says all there is to say.
    package let code: Code?
    /// What happened.
    package let message: Sentence
    /// What can be done.
    package private(set) var hint: Sentence?
    /// Further members of the error in JSON.
    let details: [JSONMember]
    /// Whether it says how many entries were left out, and not which events are damaged.
    private(set) var isOfLeftOut = false

    init(
        _ code: Code, status: ExitStatus? = nil, _ message: Sentence, hint: Sentence? = nil, details: [JSONMember] = []
    ) {
        (self.status, self.code, self.message) = (status ?? code.status, code, message)
        (self.hint, self.details) = (hint, details)
    }

    private init(silently status: ExitStatus) {
        (self.status, code, message, details) = (status, nil, Sentence("", ""), [])
    }

    init(_ code: Code, status: ExitStatus? = nil, _ english: String, _ korean: String, hint: Sentence? = nil) {
        self.init(code, status: status, Sentence(english, korean), hint: hint)
    }

    init(
        _ code: Code, status: ExitStatus? = nil, _ english: String, _ korean: String, hint: String,
        _ koreanHint: String
    ) {
        self.init(code, status: status, Sentence(english, korean), hint: Sentence(hint, koreanHint))
    }

    /// What was typed cannot be done.
    init(usage english: String, _ korean: String, hint: Sentence? = nil) {
        self.init(.usage, english, korean, hint: hint)
    }

    init(usage english: String, _ korean: String, hint: String, _ koreanHint: String) {
        self.init(.usage, english, korean, hint: hint, koreanHint)
    }

    /// The same, where the diary was named by an option: what can be done is to be done there.
    func about(diary: String?) -> Problem {
        var problem = self
        problem.hint = hint?.about(diary: diary)
        return problem
    }

    var isSilent: Bool { code == nil }

    /// A search found nothing.
    static let nothingFound = Problem(silently: .notFound)

    /// The reader of our output has stopped reading, which is no failure.
    static let closedPipe = Problem(silently: .fine)

    static func leftOut(_ count: Int) -> Problem {
        var problem = Problem(
            .leftOut,
            "\(count, "damaged entry was", "damaged entries were") left out", "손상된 일기 \(count)편을 빼고 보였습니다")
        problem.isOfLeftOut = true
        return problem
    }
}

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
            Sentence("done; also an empty list, and an edit that changes nothing", "성공. 목록이 비었거나 바뀐 것이 없어도 0입니다")
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
        case .busy:
            Sentence(
                "busy: another program holds the diary; weather: the service does not answer",
                "다른 프로그램이 일기장을 쓰고 있거나, 날씨를 묻는 곳에서 답하지 않습니다")
        case .damaged:
            Sentence("damage was found; what could be read was printed", "손상을 찾았습니다. 읽을 수 있는 것은 보였습니다")
        case .storage:
            Sentence(
                "storage: a full or read-only disk, no permission, a limit", "디스크가 찼거나 읽기 전용이거나, 권한이나 한도가 모자랍니다")
        case .unreachable:
            Sentence(
                "the remote cannot be reached, no key opens what lies there, or the diary is locked",
                "원격에 닿지 못했거나, 그곳에 있는 것을 여는 열쇠가 없거나, 일기장이 잠겨 있습니다")
        case .interrupted: Sentence("interrupted", "중단했습니다")
        }
    }

    /// A row for each.
    static func rows(_ language: Language, _ layout: PageLayout) -> String {
        allCases.map { code in
            let number = "\(code.rawValue)"
            let name = String(repeating: " ", count: 5 - number.count) + number
            return layout.row(name, code.meaning.text(language), room: 8)
        }.joined()
    }
}
