package import DiaryEngine

extension QueryProblem {
    /// What is wrong with a query, for who reads it on a terminal as on a page.
    package var sentence: Sentence {
        switch kind {
        case .empty: Sentence("there is nothing to search for", "찾을 말이 없습니다")
        case .unbalancedQuote: Sentence("a quote is not closed", "따옴표가 닫히지 않았습니다")
        case .unbalancedParenthesis: Sentence("a parenthesis is not closed, or not opened", "괄호의 짝이 없습니다")
        case .unknownField(let name):
            Sentence("there is no field \(name):", "\(name):\(Particle.named.after(name)) 필드는 없습니다")
        case .missingValue(let name):
            Sentence("\(name): has no value right behind it", "\(name): 바로 뒤에 값이 없습니다")
        case .unreadableValue("measure", let text):
            Sentence("there is no number in \"\(text)\"", "“\(text)”에는 견줄 수가 없습니다")
        case .unreadableValue(let name, let value):
            Sentence("\(name): cannot be \"\(value)\"", "\(name): 필드의 값이 “\(value)”일 수는 없습니다")
        case .missingOperand(let name) where name.isEmpty: Sentence("something is missing here", "여기에 빠진 것이 있습니다")
        case .missingOperand(let name):
            Sentence("\(name) has nothing to go with", "\(name)에 이어질 말이 없습니다")
        case .nothingToFind(let text):
            Sentence("\"\(text)\" has no letters to look up", "“\(text)”에는 찾아볼 글자가 없습니다")
        case .tooDeep:
            Sentence("too many parentheses or minus signs within each other", "괄호나 빼기표가 너무 겹쳐 있습니다")
        }
    }
}
