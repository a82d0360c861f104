internal import DiaryModel
internal import Interchange

/// A sentence in both languages: none can be said in one and forgotten in the other.
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

/// How the program ends, as Docs/CommandLine.md promises.
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

/// All that is said of a problem: what happened, what can be done, and what scripts see of it.
package struct Told: Equatable, Sendable {
    package let status: ExitStatus
    /// One name for scripts, the same for ever.
    package let code: String
    package let message: Sentence
    package let hint: Sentence?
    /// What an error in JSON says besides.
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
