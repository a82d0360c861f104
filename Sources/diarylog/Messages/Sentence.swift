internal import DiaryModel
internal import Interchange

/// A sentence in both languages, so that none is said in one and forgotten in the other.
package struct Sentence: Equatable, Sendable {
    package let en: String
    package let ko: String

    init(_ en: String, _ ko: String) {
        self.en = en
        self.ko = ko
    }

    func text(_ language: Language) -> String {
        switch language {
        case .en: en
        case .ko: ko
        }
    }
}

/// The program's exit codes, as Docs/CommandLine.md promises.
package enum ExitStatus: Int32, Sendable {
    case fine = 0
    case notFound = 1
    case usage = 2
    case conflict = 3
    case busy = 4
    case damaged = 5
    case storage = 6
    case interrupted = 130
}

/// All that is said of a problem: what happened, what can be done, and what scripts see.
package struct Told: Equatable, Sendable {
    package let status: ExitStatus
    /// The problem's name for scripts, which never changes.
    package let code: String
    package let message: Sentence
    package let hint: Sentence?
    /// Further members of the error in JSON.
    let details: [JSONMember]

    init(
        _ status: ExitStatus, _ code: String, _ message: Sentence, hint: Sentence? = nil, details: [JSONMember] = []
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.hint = hint
        self.details = details
    }
}
