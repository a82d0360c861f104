internal import DiaryModel

/// What is said of a text that is no date: what is wrong, and at which characters.
enum DateProblemWords {
    static func message(_ problem: DateProblem, _ text: String) -> Sentence {
        switch problem.reason {
        case .unreadable: Sentence("\"\(text)\" is not a date", "날짜로 읽을 수 없습니다: “\(text)”")
        case .impossible: Sentence("there is no such day or time: \(text)", "그런 날이나 시각은 없습니다: \(text)")
        case .vague: Sentence("\"\(text)\" is not one day or one time", "하루나 한 시각을 가리키지 않습니다: “\(text)”")
        }
    }

    static func hint(_ problem: DateProblem, _ text: String) -> Sentence {
        advice(problem).pointing(at: problem.range, in: text)
    }

    /// Of the words before the first colon of a text.
    static func hintOfLead(_ problem: DateProblem, _ text: String) -> Sentence {
        Sentence(
            advice(problem).en + " If it is part of the text, give --date now.",
            advice(problem).ko + " 날짜가 아니라 글이라면 --date 지금을 함께 쓰세요."
        ).pointing(at: problem.range, in: text)
    }

    private static func advice(_ problem: DateProblem) -> Sentence {
        switch problem.reason {
        case .vague:
            Sentence(
                "Say which: \"last week friday\", \"지난달 3일\", \"오늘 새벽 1시\".",
                "“지난주 금요일”, “지난달 3일”, “오늘 새벽 1시”처럼 하나를 가리키세요.")
        case .unreadable, .impossible:
            Sentence(
                "Try 2026-11-01, \"yesterday 3pm\" or \"어제 오후 3시\".", "2026-11-01, “어제 오후 3시”, “yesterday 3pm”처럼 써 보세요."
            )
        }
    }
}

extension Sentence {
    /// This sentence, and under it a text with a pointer under some of its bytes.
    func pointing(at range: Range<Int>, in text: String) -> Sentence {
        guard !range.isEmpty else { return self }
        let bytes = Array(text.utf8)
        let before = String(decoding: bytes.prefix(range.lowerBound), as: UTF8.self)
        let marked = String(decoding: bytes.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
        let indent = String(repeating: " ", count: before.reduce(0) { $0 + OnScreen.width($1) })
        let pointer = String(repeating: "^", count: max(1, marked.reduce(0) { $0 + OnScreen.width($1) }))
        let line = text.map { $0.isNewline ? " " : String($0) }.joined()
        let pointed = "\n  \(line)\n  \(indent)\(pointer)"
        return Sentence(en + pointed, ko + pointed)
    }
}
