@_spi(_Unicode) import Swift

/// The words of dates in both languages, and how a phrase is cut into them.

/// A word's meaning; the grammar does not ask which language it came from.
enum DateWord: Equatable {
    case dayFromToday(Int)
    case weekday(Int)
    /// 지난주, 이번주, 다음주: so many weeks from this one.
    case weekFromThis(Int)
    case month(Int)
    /// last, this, next before "week" or a weekday.
    case last, this, next
    case days, weeks, months, years, hours, minutes
    case ago
    case am, pm
    case clock(hour: Int)
    /// 년 월 일 after a number; 년 and 일 also count, as in 3일 전.
    case yearMark, monthMark, dayMark
    /// 시 분 after a number, and 반 for half past.
    case hourMark, minuteMark, half
    /// Words that only connect: "at", "the", and "before" and "after" of "the day before yesterday".
    case at, the, before, after
    case ordinal
}

/// One piece of a phrase.
struct DateLexeme: Equatable {
    enum Kind: Equatable {
        /// A number said in words ("an hour ago", 한 달 전) has zero digits: it counts, and names no day or year.
        case number(Int, digits: Int)
        case word(DateWord)
        case mark(Unicode.Scalar)
    }
    let kind: Kind
    /// Whether white space stands before it.
    let isApart: Bool
}

enum DateLexer {
    /// The pieces of a phrase, or nil if any part of it is not a word, number or mark of dates.
    static func lexemes(of text: String) -> [DateLexeme]? {
        let scalars = Array(text._nfc)
        var lexemes: [DateLexeme] = []
        var index = 0
        var isApart = false
        func run(_ isMember: (Unicode.Scalar) -> Bool) -> ArraySlice<Unicode.Scalar> {
            let run = scalars[index...].prefix(while: isMember)
            index = run.endIndex
            return run
        }
        while index < scalars.count {
            let scalar = scalars[index]
            var kinds: [DateLexeme.Kind] = []
            if scalar.properties.isWhitespace {
                isApart = true
                index += 1
                continue
            } else if isDigit(scalar) {
                let digits = run(isDigit)
                guard digits.count <= 9 else { return nil }
                let value = digits.reduce(0) { $0 * 10 + Int($1.value) - 0x30 }
                kinds = [.number(value, digits: digits.count)]
            } else if isLetter(scalar) {
                guard let kind = english[string(run(isLetter))] else { return nil }
                kinds = [kind]
            } else if isHangul(scalar) {
                guard let words = koreanWords(run(isHangul)) else { return nil }
                kinds = words
            } else if scalar == "." || scalar == "," || scalar == ":" || scalar == "-" {
                kinds = [.mark(scalar)]
                index += 1
            } else {
                return nil
            }
            for kind in kinds {
                lexemes.append(DateLexeme(kind: kind, isApart: isApart))
                isApart = false
            }
        }
        return lexemes
    }

    /// Cuts Korean written without spaces ("지난주금요일") into words, the longest known one first.
    private static func koreanWords(_ run: ArraySlice<Unicode.Scalar>) -> [DateLexeme.Kind]? {
        var kinds: [DateLexeme.Kind] = []
        var rest = run
        while !rest.isEmpty {
            let known = (1...4).reversed().lazy.compactMap { length in
                rest.count < length ? nil : korean[string(rest.prefix(length))].map { (length, $0) }
            }
            guard let (length, words) = known.first else { return nil }
            kinds += words
            rest = rest.dropFirst(length)
        }
        return kinds
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        // Letters of ASCII in lower case; Hangul has no case.
        for scalar in scalars {
            let isUpper = (0x41...0x5A).contains(scalar.value)
            text.append(isUpper ? Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value) | 0x20) : scalar)
        }
        return String(text)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { (0x61...0x7A).contains(scalar.value | 0x20) }
    private static func isHangul(_ scalar: Unicode.Scalar) -> Bool { (0xAC00...0xD7A3).contains(scalar.value) }
}

private let english: [String: DateLexeme.Kind] = {
    var words: [String: DateLexeme.Kind] = [
        "today": .word(.dayFromToday(0)), "yesterday": .word(.dayFromToday(-1)), "tomorrow": .word(.dayFromToday(1)),
        "last": .word(.last), "this": .word(.this), "next": .word(.next), "ago": .word(.ago),
        "day": .word(.days), "days": .word(.days), "week": .word(.weeks), "weeks": .word(.weeks),
        "month": .word(.months), "months": .word(.months), "year": .word(.years), "years": .word(.years),
        "hour": .word(.hours), "hours": .word(.hours), "minute": .word(.minutes), "minutes": .word(.minutes),
        "am": .word(.am), "pm": .word(.pm), "noon": .word(.clock(hour: 12)), "midnight": .word(.clock(hour: 0)),
        "at": .word(.at), "the": .word(.the), "before": .word(.before), "after": .word(.after),
        "a": .number(1, digits: 0), "an": .number(1, digits: 0), "sept": .word(.month(9)),
        "st": .word(.ordinal), "nd": .word(.ordinal), "rd": .word(.ordinal), "th": .word(.ordinal),
    ]
    for (number, name) in Language.en.monthNames.enumerated() {
        words[name.lowercased()] = .word(.month(number + 1))
        words[String(name.lowercased().prefix(3))] = .word(.month(number + 1))
    }
    for (number, name) in Language.en.weekdayNames.enumerated() {
        words[name.lowercased()] = .word(.weekday(number))
        words[String(name.lowercased().prefix(3))] = .word(.weekday(number))
    }
    return words
}()

private let korean: [String: [DateLexeme.Kind]] = {
    var words: [String: [DateLexeme.Kind]] = [
        "오늘": [.word(.dayFromToday(0))], "어제": [.word(.dayFromToday(-1))], "그저께": [.word(.dayFromToday(-2))],
        "그제": [.word(.dayFromToday(-2))], "그끄저께": [.word(.dayFromToday(-3))], "내일": [.word(.dayFromToday(1))],
        "모레": [.word(.dayFromToday(2))],
        "지난주": [.word(.weekFromThis(-1))], "이번주": [.word(.weekFromThis(0))], "다음주": [.word(.weekFromThis(1))],
        "지난": [.word(.last)], "이번": [.word(.this)], "다음": [.word(.next)],
        "년": [.word(.yearMark)], "월": [.word(.monthMark)], "일": [.word(.dayMark)],
        "주": [.word(.weeks)], "주일": [.word(.weeks)], "달": [.word(.months)], "개월": [.word(.months)],
        "시간": [.word(.hours)], "분": [.word(.minuteMark)], "시": [.word(.hourMark)], "반": [.word(.half)],
        "전": [.word(.ago)], "오전": [.word(.am)], "오후": [.word(.pm)], "정오": [.word(.clock(hour: 12))],
        "자정": [.word(.clock(hour: 0))],
        "하루": [.number(1, digits: 0), .word(.days)], "이틀": [.number(2, digits: 0), .word(.days)],
        "일주일": [.number(1, digits: 0), .word(.weeks)], "한": [.number(1, digits: 0)],
    ]
    for (number, name) in Language.ko.weekdayNames.enumerated() { words[name] = [.word(.weekday(number))] }
    return words
}()
