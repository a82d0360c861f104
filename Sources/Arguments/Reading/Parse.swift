extension ArgumentGroup {
    /// Makes the command from the words behind its name.
    package static func parse(_ words: [String]) throws(Unparsed) -> Self {
        let matching = Matching(words, declarations)
        if let asked = matching.asked { throw asked }
        if let mistake = matching.mistake { throw .mistake(mistake) }
        do throws(Mistake) {
            let made = try Form.fill(matching.typed) { Self() }
            if let discord = matching.discord { throw discord }
            return made
        } catch {
            throw .mistake(error)
        }
    }
}
