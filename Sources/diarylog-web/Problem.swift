internal import DiarylogArguments
internal import DiarylogHost

/// Why the program cannot do what it was asked for, and what can be done.
struct Problem: Error {
    /// 2 for what was asked wrongly, 3 for what was refused, 6 for what the system did not give, 7 for a lock; as
    /// `diarylog`.
    let exitCode: Int32
    private let what: Sentence
    private let hint: Sentence
    /// Whether another program has the address.
    var isTaken = false

    init(_ exitCode: Int32, _ what: Sentence, hint: String, _ koreanHint: String) {
        (self.exitCode, self.what, self.hint) = (exitCode, what, Sentence(hint, koreanHint))
    }

    init(_ exitCode: Int32, _ english: String, _ korean: String, hint: String, _ koreanHint: String) {
        self.init(exitCode, Sentence(english, korean), hint: hint, koreanHint)
    }

    init(of mistake: Mistake) {
        self.init(
            2, mistake.words(), hint: "diarylog-web --help shows the options.", "diarylog-web --help로 옵션을 볼 수 있습니다.")
    }

    /// What is written to standard error: what happened, then what can be done.
    func text(_ language: Language, as kind: Sentence = .error) -> String {
        "\(kind.text(language)): \(what.text(language))\n\(Sentence.hint.text(language)): \(hint.text(language))"
    }
}

extension Language {
    /// Says what does not keep the program from going on.
    func warn(_ english: String, _ korean: String, hint: String, _ koreanHint: String) {
        let problem = Problem(0, english, korean, hint: hint, koreanHint)
        Terminal.say(problem.text(self, as: Sentence("warning", "경고")), to: .error)
    }
}
