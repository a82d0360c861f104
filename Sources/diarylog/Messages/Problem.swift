internal import Interchange

/// Why a command ends before it has done what was asked: what happened, what can be done, and what scripts see.
///
/// Each is made by a static member of this type, by subject: `Problem+Entry.swift`, `Problem+Usage.swift` …
package struct Problem: Error, Equatable, Sendable {
    package let status: ExitStatus
    /// Its name for scripts, which never changes.
    package let code: String
    /// What happened; empty if it is silent.
    package let message: Sentence
    /// What can be done.
    package private(set) var hint: Sentence?
    /// Further members of the error in JSON.
    let details: [JSONMember]
    /// Whether it says how many entries were left out, and not which events are damaged.
    private(set) var isOfLeftOut = false

    init(
        _ status: ExitStatus, _ code: String, _ message: Sentence, hint: Sentence? = nil, details: [JSONMember] = []
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.hint = hint
        self.details = details
    }

    init(_ status: ExitStatus, _ code: String, _ english: String, _ korean: String, hint: Sentence? = nil) {
        self.init(status, code, Sentence(english, korean), hint: hint)
    }

    /// What was typed cannot be done.
    init(usage english: String, _ korean: String, hint: Sentence? = nil) {
        self.init(.usage, "usage", english, korean, hint: hint)
    }

    /// The same, where the diary was named by an option: what can be done is to be done there.
    func about(diary: String?) -> Problem {
        var problem = self
        problem.hint = hint?.about(diary: diary)
        return problem
    }

    /// Whether its exit code says all there is to say.
    var isSilent: Bool { code.isEmpty }

    /// A search found nothing.
    static let nothingFound = Problem(.notFound, "", "", "")
    /// The reader of our output has stopped reading, which is no failure.
    static let closedPipe = Problem(.fine, "", "", "")

    static func leftOut(_ count: Int) -> Problem {
        var problem = Problem(
            .damaged, "left-out",
            "\(count, "damaged entry was", "damaged entries were") left out", "손상된 일기 \(count)편을 빼고 보였습니다")
        problem.isOfLeftOut = true
        return problem
    }
}
