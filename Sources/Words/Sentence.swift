/// A sentence in both languages, so that none is said in one and forgotten in the other.
package struct Sentence: Sendable, Hashable {
    package let en: String
    package let ko: String

    package init(_ en: String, _ ko: String) { (self.en, self.ko) = (en, ko) }

    package func text(_ language: Language) -> String {
        switch language {
        case .en: en
        case .ko: ko
        }
    }
}

extension Sentence {
    /// The same as it stands by itself: with a capital letter, and a full stop.
    package var whole: Sentence { Sentence(en.prefix(1).uppercased() + en.dropFirst() + ".", ko + ".") }

    package static let error = Sentence("error", "오류")
    package static let hint = Sentence("hint", "도움말")

    // What the program says of its options, and the program of its page.
    package static let opensPage = Sentence("Open the page in the browser.", "브라우저에서 화면을 엽니다.")
    package static let changesNothing = Sentence("Let nothing be changed.", "아무것도 바꾸지 못하게 합니다.")
}

extension DefaultStringInterpolation {
    /// A number and what it counts, in English: `\(1, "file", "files")`.
    package mutating func appendInterpolation(_ number: some BinaryInteger, _ one: String, _ many: String) {
        appendInterpolation("\(number) " + (number == 1 ? one : many))
    }

    /// A number of bytes for people: `12.3 MB`.
    package mutating func appendInterpolation(bytes: some BinaryInteger) {
        let bytes = Int(clamping: bytes)
        let unit = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "KB")].first { bytes >= $0.0 }
        guard let (unit, name) = unit else { return appendInterpolation("\(bytes) B") }
        let tenths = (bytes + unit / 20) / (unit / 10)
        appendInterpolation("\(tenths / 10).\(tenths % 10) \(name)")
    }
}
