/// Why a command ends before it has done what was asked, by subject.
package enum Problem: Error, Equatable, Sendable {
    case usage(UsageProblem)
    case entry(EntryProblem)
    case place(PlaceProblem)
    case file(FileProblem)
    /// Everything was said already; only the exit code is left.
    case reported(ExitStatus)
    /// Whoever read our output has stopped: that is no failure.
    case closedPipe

    var status: ExitStatus {
        switch self {
        case .reported(let status): status
        case .closedPipe: .fine
        default: told?.status ?? .fine
        }
    }

    /// What is to be said; nil where nothing is.
    var told: Told? {
        switch self {
        case .usage(let problem): problem.told
        case .entry(let problem): problem.told
        case .place(let problem): problem.told
        case .file(let problem): problem.told
        case .reported, .closedPipe: nil
        }
    }
}

extension Problem {
    /// One of each, for the test that every sentence is there in both languages.
    package static var samples: [Told] {
        UsageProblem.samples.map(\.told) + EntryProblem.samples.map(\.told) + PlaceProblem.samples.map(\.told)
            + FileProblem.samples.map(\.told)
    }
}
