internal import ArgumentParser

/// One of a few words, as the value of an option.
///
/// It says its words without the parser's generic code, which the runtime would have to instantiate for each kind of
/// value at every start.
protocol Choice: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String, AllCases == [Self] {}

extension Choice {
    init?(argument: String) { self.init(rawValue: argument) }

    static var allValueStrings: [String] {
        var words: [String] = []
        for choice in allCases { words.append(choice.rawValue) }
        return words
    }

    static var allValueDescriptions: [String: String] { [:] }
}
