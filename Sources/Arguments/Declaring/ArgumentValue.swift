package import DiarylogWords

/// A type whose values can be typed as one word.
package protocol ArgumentValue: SendableMetatype {
    /// The value of a word; nil if it has none.
    init?(argument: String)

    /// The word of this value.
    var argument: String { get }

    /// The only words there are; none if they cannot be counted.
    static var choices: [String] { get }

    static var isNumber: Bool { get }
}

extension ArgumentValue {
    package static var choices: [String] { [] }
    package static var isNumber: Bool { false }
}

extension String: ArgumentValue {
    package init?(argument: String) { self = argument }
    package var argument: String { self }
}

extension Language: Choice {}

extension UInt16: ArgumentValue {
    package init?(argument: String) { self.init(argument) }
    package var argument: String { String(self) }
    package static var isNumber: Bool { true }
}

/// One of a few words.
package protocol Choice: ArgumentValue, CaseIterable, RawRepresentable where RawValue == String, AllCases == [Self] {}

extension Choice {
    package init?(argument: String) { self.init(rawValue: argument) }
    package var argument: String { rawValue }

    package static var choices: [String] {
        var words: [String] = []
        for choice in allCases { words.append(choice.rawValue) }
        return words
    }
}
