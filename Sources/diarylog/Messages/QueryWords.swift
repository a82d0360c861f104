internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogTextSearch

/// What can be done about a query that cannot be read, and at which characters it is wrong.
enum QueryWords {
    /// The names of all fields in a language, each with its colon.
    static func fields(_ language: Language) -> String {
        QueryParser.names.map { (language == .ko ? $0.korean : $0.english) + ":" }.joined(separator: " ")
    }

    /// What can be done, and the query with a pointer under the characters that are wrong.
    static func hint(_ problem: QueryProblem, _ query: String) -> Sentence {
        advice(problem).pointing(at: problem.range, in: query)
    }

    private static var allFields: Sentence {
        Sentence(
            "Fields are \(fields(.en)), measures as mood:>3.", "필드는 \(fields(.ko)), 그리고 기분:>3 같은 수치입니다.")
    }

    /// The field whose name is nearest to one that is none.
    static func near(_ name: String) -> String? {
        QueryParser.names.flatMap { [$0.english, $0.korean] }.first { Nearness.isNear($0, name.lowercased()) }
    }

    /// Which field is meant where a name is nearly one; `text` begins with the name.
    private static func perhaps(_ text: String) -> Sentence {
        guard let name = near(String(text.prefix { !":<>=".contains($0) })) else { return Sentence("", "") }
        return Sentence("Perhaps \(name): is meant. ", "혹시 \(name): 필드인가요? ")
    }

    private static func advice(_ problem: QueryProblem) -> Sentence {
        switch problem.kind {
        case .unknownField(let name):
            Sentence(
                perhaps(name).en + allFields.en + " Put quotes around a word that is no field.",
                perhaps(name).ko + allFields.ko + " 아니면 따옴표로 묶으세요.")
        case .missingValue: allFields
        case .unreadableValue("is", _): Sentence("Write is:conflict or is:contested.", "상태:충돌이나 상태:엇갈림으로 쓰세요.")
        case .unreadableValue("star", _): Sentence("Write star:yes or star:no.", "별:예 또는 별:아니오로 쓰세요.")
        case .unreadableValue("measure", let text):
            Sentence(
                perhaps(text).en + "A number stands behind the sign of a measure, as in mood:>3 or sleep:<=7.5.",
                perhaps(text).ko + "수치라면 기분:>3이나 잠:<=7.5처럼 부호 뒤에 수를 쓰세요.")
        case .unreadableValue(let name, _):
            Sentence(
                "A day, as 2026-11-01 or yesterday, in quotes if it is several words: \(name):\"last week\". after: and before: bound it.",
                "2026-11-01이나 어제처럼 날을 쓰고, 여러 낱말이면 따옴표로 묶으세요: \(name):\"지난 주\". 이전:과 이후:로 범위를 정합니다.")
        case .nothingToFind: Sentence("--contains finds any signs.", "--contains로는 어떤 글자든 찾습니다.")
        default: Sentence("diarylog help search shows how.", "diarylog help search에서 방법을 볼 수 있습니다.")
        }
    }
}

/// What is said of a text that is no date: what is wrong, and at which characters.
enum DateProblemWords {
    static func message(_ problem: DateProblem, _ text: String) -> Sentence {
        switch problem.reason {
        case .unreadable: Sentence("\"\(text)\" is not a date", "날짜로 읽을 수 없습니다: “\(text)”")
        case .impossible: Sentence("there is no such day or time: \(text)", "그런 날이나 시각은 없습니다: \(text)")
        case .unreckoned:
            Sentence(
                "the lunar calendar is known from 1900 to 2100: \(text)", "음력은 1900년부터 2100년까지만 압니다: \(text)")
        case .vague: Sentence("\"\(text)\" is not one day or one time", "하루나 한 시각을 가리키지 않습니다: “\(text)”")
        }
    }

    /// What can be done; `isLead`: with the words before the first colon of a text.
    static func hint(_ problem: DateProblem, _ text: String, isLead: Bool) -> Sentence {
        var advice = advice(problem)
        if isLead {
            advice = Sentence(
                advice.en + " If it is part of the text, give --date now.",
                advice.ko + " 날짜가 아니라 글이라면 --date 지금을 함께 쓰세요.")
        }
        return advice.pointing(at: problem.range, in: text)
    }

    private static func advice(_ problem: DateProblem) -> Sentence {
        switch problem.reason {
        case .vague:
            Sentence(
                "Say which: \"last week friday\", \"지난달 3일\", \"오늘 새벽 1시\".",
                "“지난주 금요일”, “지난달 3일”, “오늘 새벽 1시”처럼 하나를 가리키세요.")
        case .unreadable, .impossible, .unreckoned:
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
        let indent = String(repeating: " ", count: OnScreen.width(of: before))
        let pointer = String(repeating: "^", count: max(1, OnScreen.width(of: marked)))
        let line = text.map { $0.isNewline ? " " : String($0) }.joined()
        let pointed = "\n  \(line)\n  \(indent)\(pointer)"
        return Sentence(en + pointed, ko + pointed)
    }
}
