/// The catalogue: everything is said in both languages.

import DiarylogHost
import DiarylogTestSupport
import Testing

@testable import diarylog

@Suite(.timed) struct MessageTests {
    @Test("every sentence of the sources is said in English and in Korean")
    func inBoth() throws {
        var count = 0
        for file in try SaidPairs.files() {
            for said in SaidPairs.of(String(decoding: try FileSystem.read(file), as: UTF8.self)) {
                count += 1
                #expect(said.isInBoth && said.advisesInBoth, "\(file): \(said)")
            }
        }
        #expect(count > 1000)
    }

    @Test("a sentence that lacks a language, or says the same in both, is found")
    func oneLanguage() {
        func isFound(_ source: String) -> Bool {
            SaidPairs.of(source).contains { !$0.isInBoth || !$0.advisesInBoth }
        }
        #expect(!isFound(#"Problem(.noFile, "no \(f("a", 1)) here", "\(f) 없음", hint: "a b", "가 나")"#))
        #expect(!isFound(#"Sentence("two " + words, "두 " + "말")"#))
        #expect(isFound(#"Sentence("two words", "")"#))
        #expect(isFound(#"notify("", "두 말")"#))
        #expect(isFound(#"notify("diarylog add makes one", "diarylog new로 씁니다")"#))
        #expect(isFound(#"notify("--yes does it", "--force면 합니다")"#))
        #expect(isFound(#"Sentence("two words", "two words")"#))
        #expect(isFound(#"Problem(usage: "two words", "두 말", hint: "a hint", "")"#))
    }

    @Test("no sentence of the sources offers two particles, or counts one as many")
    func sources() throws {
        let pairs = ["을(를)", "이(가)", "은(는)", "와(과)", "과(와)", "(으)로", "(이)"]
        // \(count, "entry", "entries") knows how many there are; a number and a plural do not.
        // \(id, .by) knows its sound; a particle behind the parenthesis does not.
        let particle = /\\\([^()\n]*(\([^()\n]*\))?[^()\n]*\)(으?로|이?라는|을|를|은|는|이|가|와|과)[ .,"]/
        let plural = /\\\([\w.]+\) (entries|events|versions|snapshots|drafts)\b/
        var files = 0
        for file in try SaidPairs.files() {
            let text = String(decoding: try FileSystem.read(file), as: UTF8.self)
            files += 1
            for pair in pairs { #expect(!text.contains(pair), "\(file): \(pair)") }
            for found in text.matches(of: particle) { Issue.record("\(file): \(found.0)") }
            for found in text.matches(of: plural) { Issue.record("\(file): \(found.0)") }
        }
        #expect(files > 150)
    }

    @Test("no Korean word of the sources has the particle of another sound, and nothing to be typed has curly quotes")
    func particlesOfWords() throws {
        // 로 behind a final consonant other than ㄹ, 를 and 와 behind any; 경로 and the like are words themselves.
        let word = /([가-힣]+)(로|를|와)(?![가-힣])/
        let typed = /--[a-z-]+(으로 정하세요:)? “/
        for file in try SaidPairs.files() {
            let text = String(decoding: try FileSystem.read(file), as: UTF8.self)
            #expect(text.firstMatch(of: typed) == nil, "\(file)")
            for found in text.matches(of: word) {
                guard let last = found.1.unicodeScalars.last?.value else { continue }
                let final = (last - 0xAC00) % 28
                let isOpen = final == 0 || found.2 == "로" && final == 8
                #expect(isOpen || found.0.hasSuffix("경로"), "\(file): \(found.0)")
            }
        }
    }
}

/// What a Swift source says to people: literals side by side in a call that makes a sentence of them. A literal that is
/// put together of several is one, and an interpolation in it is a `…`.
struct SaidPairs {
    private let english: String
    private let korean: String

    /// A word alone may be the same in both languages, as `BEGIN` is, and so may what has no letters.
    var isInBoth: Bool {
        if english.isEmpty { return korean.isEmpty }
        guard english.contains(where: \.isLetter) else { return true }
        let hasHangul = korean.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
        return hasHangul || !korean.isEmpty && !english.contains(" ")
    }

    /// Whether both name the same options, and what is to be typed in Korean is a command.
    var advisesInBoth: Bool {
        let options = [english, korean].map { text in Set(text.matches(of: /--[a-z-]+/).map(\.output)) }
        let commands = Set(Diarylog.names.map { $0.prefix { $0 != " " } })
        return options[0] == options[1]
            && korean.matches(of: /\bdiarylog ([a-z]+)/).allSatisfy { commands.contains($0.output.1) }
    }

    /// The sources of what speaks to people.
    static func files() throws -> [String] {
        func files(below folder: String) throws -> [String] {
            try FileSystem.contents(of: folder).flatMap { name -> [String] in
                let path = "\(folder)/\(name)"
                if try FileSystem.kind(of: path) == .directory { return try files(below: path) }
                return name.hasSuffix(".swift") ? [path] : []
            }
        }
        return try ["diarylog", "diarylog-web", "DiaryServer", "Interchange/Entries"].flatMap {
            try files(below: projectFile("Sources/\($0)"))
        }
    }

    /// What all of them say, in either language.
    static func all() throws -> [String] {
        try files().flatMap { file in
            of(String(decoding: try FileSystem.read(file), as: UTF8.self)).flatMap { [$0.english, $0.korean] }
        }
    }

    static func of(_ source: String) -> [SaidPairs] {
        source.matches(of: /\b(Sentence|notify|warn|Problem)\(/).flatMap { call in
            var reader = LiteralReader(rest: source[call.range.upperBound...])
            let literals = reader.arguments()
            return stride(from: 0, to: literals.count, by: 2).map { index in
                SaidPairs(english: literals[index], korean: index + 1 < literals.count ? literals[index + 1] : "")
            }
        }
    }
}

/// Reads the arguments of a call, behind its opening parenthesis.
private struct LiteralReader {
    var rest: Substring

    /// Those that are literals, up to the closing parenthesis.
    mutating func arguments() -> [String] {
        var (found, depth) = ([String?.none], 1)
        while depth > 0, let character = rest.first {
            if character == "\"" {
                let text = literal()
                if depth == 1 { found.append((found.removeLast() ?? "") + text) }
                continue
            }
            if rest.hasPrefix("//") { rest = rest.drop { !$0.isNewline } }
            switch rest.popFirst() {
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            case "," where depth == 1: found.append(nil)
            default: break
            }
        }
        return found.compactMap(\.self)
    }

    /// The literal that begins here.
    private mutating func literal() -> String {
        let quote = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
        rest.removeFirst(quote.count)
        var text = ""
        while !rest.hasPrefix(quote), let character = rest.popFirst() {
            if character != "\\" {
                text.append(character)
            } else if rest.popFirst() == "(" {
                _ = arguments()
                text += "…"
            }
        }
        rest = rest.dropFirst(quote.count)
        return text
    }
}
