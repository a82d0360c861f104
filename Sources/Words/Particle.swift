/// A Korean particle, whose form goes by the sound that the word before it ends in.
///
///     \(name, .object)     나무를, 책을, 7을, list를
///
/// What cannot be read aloud for certain is taken by rule: a number by its last digit, a word in Latin letters as it is
/// mostly written in Hangul, a string that is no word (an id) by the Korean name of its last letter.
package enum Particle: Sendable, CaseIterable {
    /// 을/를
    case object
    /// 이/가
    case subject
    /// 은/는
    case topic
    /// 과/와
    case with
    /// 으로/로, which ㄹ does not lengthen
    case by
    /// 이라는/라는
    case named
    /// 이/-, before 입니다 and the like
    case being

    /// The particle as it stands behind a word.
    package func after(_ word: String) -> String {
        let end = Ending(of: word)
        return switch self {
        case .object: end.isClosed ? "을" : "를"
        case .subject: end.isClosed ? "이" : "가"
        case .topic: end.isClosed ? "은" : "는"
        case .with: end.isClosed ? "과" : "와"
        case .by: end == .consonant ? "으로" : "로"
        case .named: end.isClosed ? "이라는" : "라는"
        case .being: end.isClosed ? "이" : ""
        }
    }
}

extension DefaultStringInterpolation {
    /// A word and the particle that it takes.
    package mutating func appendInterpolation(_ word: some CustomStringConvertible, _ particle: Particle) {
        let text = word.description
        appendInterpolation(text)
        appendInterpolation(particle.after(text))
    }

    /// A word in quotes and the particle that it takes.
    package mutating func appendInterpolation(quoted word: String, _ particle: Particle) {
        appendInterpolation("“\(word)”" + particle.after(word))
    }
}

/// The sound that a word ends in.
private enum Ending {
    case vowel
    /// ㄹ
    case liquid
    /// Any other consonant.
    case consonant

    var isClosed: Bool { self != .vowel }

    init(of word: String) {
        // What is not read aloud is passed over: quotes, brackets, spaces.
        guard let last = word.unicodeScalars.last(where: { $0.properties.isAlphabetic || ("0"..."9").contains($0) })
        else {
            self = .vowel
            return
        }
        switch last.value {
        case 0xAC00...0xD7A3: self = Self.final(Int(last.value - 0xAC00) % 28)
        // Decomposed Hangul: a final consonant, or none behind a vowel.
        case 0x11A8...0x11C2: self = Self.final(Int(last.value - 0x11A7))
        case 0x1100...0x11A7: self = .vowel
        // A consonant alone is called by its name: 기역, 니은, 리을.
        case 0x3131...0x314E: self = last.value == 0x3139 ? .liquid : .consonant
        case 0x30...0x39: self = Self.digit(last)
        case 0x41...0x5A, 0x61...0x7A: self = Self.latin(word)
        // ん, ン
        case 0x3093, 0x30F3: self = .consonant
        default: self = .vowel
        }
    }

    private static func final(_ number: Int) -> Ending {
        switch number {
        case 0: .vowel
        case 8: .liquid
        default: .consonant
        }
    }

    /// 영 일 이 삼 사 오 육 칠 팔 구; 십, 백, 천 and 만 end in consonants, as 영 does.
    private static func digit(_ digit: Unicode.Scalar) -> Ending {
        switch digit {
        case "1", "7", "8": .liquid
        case "0", "3", "6": .consonant
        default: .vowel
        }
    }

    /// The last word in Latin letters: as a word if it can be one, else by the name of its last letter.
    private static func latin(_ text: String) -> Ending {
        let end = text.unicodeScalars.reversed().drop { !$0.properties.isAlphabetic }
        let run = end.prefix { $0.properties.isAlphabetic || ("0"..."9").contains($0) }
        let letters = String(String.UnicodeScalarView(run.reversed()))
        let word = Array(letters.lowercased())
        // Behind an underscore two letters are a word as well: created_at.
        let isJoined = end.dropFirst(run.count).first == "_"
        let isWord =
            word.count > (isJoined ? 1 : 2) && word.allSatisfy(\.isLetter)
            && word.contains(where: { "aeiouy".contains($0) })
            && letters != letters.uppercased()
        guard isWord, let last = word.last else { return letter(word.last ?? "a") }
        let before = word[word.count - 2]
        let third = word.count > 2 ? word[word.count - 3] : " "
        let isAfterVowel = "aeiouy".contains(before)
        // In a short last syllable a stop closes it (북, 캣, 웹); after two vowels or a consonant it gets one more.
        let isShort =
            isAfterVowel && (!"aeiou".contains(third) || word.suffix(3).prefix(2) == ["o", "o"])
        switch last {
        case "l": return .liquid
        case "m", "n": return .consonant
        case "g": return before == "n" ? .consonant : .vowel
        case "b", "c", "k", "p", "t": return isShort || (last == "k" && before == "c") ? .consonant : .vowel
        case "e":
            // A last e is silent: file, time, name.
            if before == "l" { return .liquid }
            return "mn".contains(before) && "aeiouy".contains(third) ? .consonant : .vowel
        default: return .vowel
        }
    }

    /// 엘, 아르 → 알; 엠, 엔.
    private static func letter(_ letter: Character) -> Ending {
        switch letter {
        case "l", "r": .liquid
        case "m", "n": .consonant
        default: .vowel
        }
    }
}
