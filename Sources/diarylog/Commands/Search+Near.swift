internal import DiaryEngine

// What a search that found nothing may have meant.

extension Search {
    /// Says which earlier versions have what was looked for, or else which query that is near finds something.
    func notifyOfNear(_ request: SearchRequest, in diary: Diary, _ session: Session) throws {
        if session.options.quiet || session.isJSON { return }
        var near = request
        (near.limit, near.after) = (nil, nil)
        if !allVersions {
            near.allVersions = true
            let count = try diary.count(near).count
            if count > 0 {
                return session.notify(
                    "\(count, "earlier version has", "earlier versions have") it: --all-versions shows \(count == 1 ? "it" : "them")",
                    "앞선 버전 \(count)개에 있습니다. --all-versions로 볼 수 있습니다")
            }
        }
        for text in Self.near(words.joined(separator: " ")) {
            guard var other = try? self.request(for: text, session) else { continue }
            (other.limit, other.after) = (nil, nil)
            let count = try diary.count(other).count
            if count > 0 {
                let search = session.again("search", words, as: [text])
                return session.notify("\(search) finds \(count, "entry", "entries")", "\(search) 하면 일기 \(count)편을 찾습니다")
            }
        }
    }

    /// Queries that ask for a little more: without quotes, with words that may go on, and with a space within Korean
    /// words of two syllables, which are too short to be looked for so.
    static func near(_ text: String) -> [String] {
        let plain = text.filter { !"\"“”".contains($0) }
        var queries: [String] = []
        for query in [begun(text), plain, begun(plain), parted(plain)] where query != text && !queries.contains(query) {
            queries.append(query)
        }
        return queries
    }

    private static func begun(_ text: String) -> String {
        if text.contains("\"") { return text }
        return text.split(separator: " ").map { word in
            word.last.map { $0.isLetter || $0.isNumber } == true && word != "OR" && word != "AND" ? word + "*" : word
        }.joined(separator: " ")
    }

    private static func parted(_ text: String) -> String {
        text.split(separator: " ").map { word in
            let isShort = word.count == 2 && word.unicodeScalars.allSatisfy { (0xAC00...0xD7A3).contains($0.value) }
            return isShort ? "\"" + word.map { String($0) }.joined(separator: " ") + "\"" : String(word)
        }.joined(separator: " ")
    }
}
