internal import DiaryModel

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
    case unreachable = 7
    case interrupted = 130
}
