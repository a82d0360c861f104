import DiaryEngine

/// Compares what a diary finds with what reading every text finds.
struct CorpusCheck {
    private let plain: PlainTexts
    private let state: String
    private let point: DiaryPoint

    /// `texts` are the texts as they were at the point.
    init(_ texts: [DiaryText], as state: String, at point: DiaryPoint = .head) {
        plain = PlainTexts(texts)
        self.state = state
        self.point = point
    }

    /// Compares count, newest ten and best ten of every query; prints each difference and how many there are.
    func run(_ queries: [CorpusQuery], in diary: CorpusDiary) throws {
        var (checked, different) = (0, 0)
        for query in queries {
            guard let matches = plain.matches(query) else { continue }
            checked += 1
            let problems = try problems(query, matches, diary)
            if problems.isEmpty { continue }
            different += 1
            print("  differs: \(query.kind) \(query.language) \(query.text): \(problems.joined(separator: "; "))")
        }
        print("checked, \(state): \(different) of \(checked) queries differ from reading every text")
    }

    private func problems(_ query: CorpusQuery, _ matches: [Bool], _ diary: CorpusDiary) throws -> [String] {
        var problems: [String] = []
        let count = matches.count { $0 }
        let counted = try diary.count(query, at: point)
        if counted != count { problems.append("counts \(counted), not \(count)") }
        let (found, wanted) = (try diary.top(query, by: .newest, at: point), plain.newest(10, of: matches))
        if found != wanted { problems.append("the newest are \(found), not \(wanted)") }
        let best = try diary.top(query, by: .relevance, at: point)
        let strangers = best.filter { !matches[$0] }
        if !strangers.isEmpty { problems.append("the best hold \(strangers), which do not match") }
        if best.count != min(10, count) || Set(best).count != best.count {
            problems.append("there are \(best.count) best")
        }
        return problems
    }
}
