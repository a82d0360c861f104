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

/// One of a few words: the names of its cases.
package protocol Choice: ArgumentValue, CaseIterable where AllCases == [Self] {}

extension Choice {
    package init?(argument: String) {
        guard let choice = Self.allCases.first(where: { "\($0)" == argument }) else { return nil }
        self = choice
    }

    package var argument: String { "\(self)" }
    package static var choices: [String] { allCases.map { "\($0)" } }
}
