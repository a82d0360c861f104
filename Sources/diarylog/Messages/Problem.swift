/// Why a command ends before it has done what was asked, by subject.
package enum Problem: Error, Equatable, Sendable {
    case usage(UsageProblem)
    case entry(EntryProblem)
    case history(HistoryProblem)
    case place(PlaceProblem)
    case file(FileProblem)
    case attachment(AttachmentProblem)
    /// The program was called as jrnl.
    case jrnl(JrnlProblem)
    case weather(WeatherProblem)
    /// A search found nothing: the exit code says so, and nothing else does.
    case nothingFound
    /// The reader of our output has stopped reading, which is no failure.
    case closedPipe

    var status: ExitStatus {
        if case .nothingFound = self { return .notFound }
        return told?.status ?? .fine
    }

    /// Whether it says how many entries were left out, and not which events are damaged.
    var isOfLeftOut: Bool {
        if case .place(.leftOut) = self { return true }
        return false
    }

    /// What to say of it; nil if nothing is to be said.
    var told: Told? {
        switch self {
        case .usage(let problem): problem.told
        case .entry(let problem): problem.told
        case .history(let problem): problem.told
        case .place(let problem): problem.told
        case .file(let problem): problem.told
        case .attachment(let problem): problem.told
        case .jrnl(let problem): problem.told
        case .weather(let problem): problem.told
        case .nothingFound, .closedPipe: nil
        }
    }
}

extension Problem {
    /// One problem of each sort, for the test that every sentence is there in both languages.
    package static var samples: [Told] {
        UsageProblem.samples.map(\.told) + EntryProblem.samples.map(\.told) + HistoryProblem.samples.map(\.told)
            + PlaceProblem.samples.map(\.told) + FileProblem.samples.map(\.told)
            + AttachmentProblem.samples.map(\.told)
            + JrnlProblem.samples.map(\.told)
            + WeatherProblem.samples.map(\.told)
    }
}
