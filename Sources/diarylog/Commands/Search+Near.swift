internal import DiaryEngine
internal import DiaryModel
internal import DiarylogTextSearch

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
        let text = words.joined(separator: " ")
        let fields = Self.fields(text)
        var tags: [String] = []
        if fields.contains(where: { $0.field == .tag }) {
            var all = ListRequest()
            all.point = request.point
            tags = try diary.tags(all).counts.sorted.map(\.tag)
        }
        for text in Self.near(text, tags) {
            guard var other = try? self.request(for: text, session) else { continue }
            (other.limit, other.after) = (nil, nil)
            let count = try diary.count(other).count
            if count > 0 {
                let search = session.again("search", words, as: [text])
                return session.notify("\(search) finds \(count, "entry", "entries")", "\(search) 하면 일기 \(count)편을 찾습니다")
            }
        }
        if let meant = fields.lazy.compactMap(Self.misspelt).first {
            return session.notify("Perhaps \(meant.name): is meant.", "혹시 \(meant.name): 필드인가요?")
        }
        if fields.contains(where: { $0.field == .weather }) {
            session.notify(
                "weather: asks for rain, snow, clear, clouds, fog, thunderstorm, or a word that came with an entry",
                "날씨: 필드는 비, 눈, 맑음, 흐림, 안개, 천둥이나 일기에 딸려 온 말을 찾습니다")
        }
    }

    /// Queries that ask for a little more: fields as they were probably meant, operators in capitals, without quotes,
    /// with words that may go on, and with a space within Korean words of two syllables, which are too short to be
    /// looked for so. `tags` are those that there are.
    static func near(_ text: String, _ tags: [String] = []) -> [String] {
        let plain = text.filter { !"\"“”".contains($0) }
        var queries: [String] = []
        let asked = fields(text).prefix(8).flatMap { meant(by: $0, in: text, tags) }
        for query in asked + [operators(text), begun(text), plain, begun(plain), parted(plain)]
        where query != text && !queries.contains(query) {
            queries.append(query)
        }
        return queries
    }

    /// The fields of a query that are not excluded.
    private static func fields(_ text: String) -> [FieldValue] {
        let leaves = (try? QueryParser.parse(text))?.leaves(excluded: false) ?? []
        return leaves.compactMap { if case .filter(let value) = $0 { value } else { nil } }
    }

    /// The query with another value of a field: a tag that begins so, or the words of a tag that none has; a day with
    /// the words behind it.
    private static func meant(by asked: FieldValue, in text: String, _ tags: [String]) -> [String] {
        let bytes = Array(text.utf8)
        let before = String(decoding: bytes.prefix(asked.range.lowerBound), as: UTF8.self)
        let behind = String(decoding: bytes.dropFirst(asked.range.upperBound), as: UTF8.self)
        switch asked.field {
        case .tag:
            let typed = Tag.typed(asked.value)
            let longer = tags.filter { Tag($0).folded.hasPrefix(typed.folded) }.prefix(3)
            let field = before.reversed().prefix { !" (-".contains($0) }.count
            return longer.map { before + quotedWhereNeeded($0) + behind }
                + [String(before.dropLast(field)) + quotedWhereNeeded("#" + typed.text) + behind]
        case .date, .before, .after:
            let words = behind.words
            return (0..<min(3, words.count)).map { index in
                let day = ([asked.value] + words[...index]).joined(separator: " ")
                return ([before + "\"\(day)\""] + words.dropFirst(index + 1)).joined(separator: " ")
            }
        case .measure: return misspelt(asked).map { [before + $0.name + ":" + $0.value + behind] } ?? []
        case .star, .weather, .place, .is: return []
        }
    }

    /// The field whose name is nearly that of a measure, as in `datte:2026`, and what stands behind it.
    private static func misspelt(_ asked: FieldValue) -> (name: String, value: String)? {
        guard asked.field == .measure else { return nil }
        let name = asked.value.prefix { !"<>=".contains($0) }
        return QueryWords.near(String(name)).map { ($0, String(asked.value.dropFirst(name.count).drop { $0 == "=" })) }
    }

    private static func quotedWhereNeeded(_ text: String) -> String { text.contains(" ") ? "\"\(text)\"" : text }

    /// With AND and OR in capitals, and a minus in the place of NOT.
    private static func operators(_ text: String) -> String {
        var words = text.words
        for (index, word) in words.enumerated().reversed() {
            switch word.uppercased() {
            case "AND", "OR": words[index] = word.uppercased()
            case "NOT" where index + 1 < words.count:
                words[index + 1] = "-" + words[index + 1]
                words.remove(at: index)
            default: break
            }
        }
        return words.joined(separator: " ")
    }

    /// With a `*` behind each word; not behind one that is excluded, or is a field's.
    private static func begun(_ text: String) -> String {
        if text.contains("\"") { return text }
        return text.words.map { word in
            let begin = word.prefix { $0 != "*" }
            let isWord = begin.last.map { $0.isLetter || $0.isNumber } == true
            return !isWord || word.hasPrefix("-") || word.contains(":") || word == "OR" || word == "AND"
                ? word : String(begin) + "*"
        }.joined(separator: " ")
    }

    private static func parted(_ text: String) -> String {
        text.words.map { word in
            let isShort = word.count == 2 && word.unicodeScalars.allSatisfy { (0xAC00...0xD7A3).contains($0.value) }
            return isShort ? "\"" + word.map { String($0) }.joined(separator: " ") + "\"" : word
        }.joined(separator: " ")
    }
}
