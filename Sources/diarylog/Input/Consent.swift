internal import Host

/// Asking before something is taken away.
extension Session {
    /// Asks a question on the terminal. Throws `declined` unless the answer is yes, in one of the two languages.
    func ask(_ question: Notice) throws(Problem) {
        Speech.say(text(question.sentence))
        let answer = StandardInput.readLine().map { String(decoding: $0, as: UTF8.self).lowercased() }
        guard ["y", "yes", "예", "네", "ㅇ"].contains(answer ?? "") else { throw .entry(.declined) }
    }
}
