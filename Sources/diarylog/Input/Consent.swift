internal import DiarylogHost

/// Asking before something is taken away.
extension Session {
    /// Asks a question on the terminal, broken at words; whether the answer is yes, in one of the two languages.
    func asks(_ question: Notice) -> Bool {
        let width = Terminal.isTerminal(.error) ? Terminal.width(of: .error) : nil
        ErrorOutput.write(OnScreen.wrapped(text(question.sentence), to: width).joined(separator: "\n"))
        let answer = StandardInput.readLine().map { String(decoding: $0, as: UTF8.self).lowercased() }
        return ["y", "yes", "예", "네", "ㅇ"].contains(answer ?? "")
    }
}
