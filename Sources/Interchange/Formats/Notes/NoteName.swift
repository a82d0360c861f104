internal import DiaryModel

/// What the name of a note's file says, and how it goes with the text.
struct NoteName {
    /// The date that the name begins with, or that its folders say: `2026/11/01.md`.
    let time: WrittenTime?
    /// What else it says; nil if nothing.
    let title: String?

    /// Throws if the date is one of two.
    init(_ path: String, _ options: ReadOptions) throws(DateOrder.Ambiguity) {
        var parts = path.split(separator: "/").map(String.init)
        func withoutEnding(_ name: String) -> String { String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)]) }
        var stem = withoutEnding(parts.popLast() ?? "")
        // The name of a note that has a folder of its own is the folder's.
        if let folder = parts.last, folder.hasSuffix(".textbundle") || ["index", "_index"].contains(stem) {
            stem = folder.hasSuffix(".textbundle") ? withoutEnding(folder) : folder
            parts.removeLast()
        }
        var lead = try LeadingTime(stem, options)
        // A day, or a day of the month, in folders of years and months.
        let numbers = parts.reversed().prefix { $0.allSatisfy { Self.isDigit($0) || $0 == "-" } }.reversed()
            .flatMap { $0.split(separator: "-") }
        if lead == nil, numbers.count > 2, let day = ISODate(numbers.suffix(3).joined(separator: "-")) {
            (time, title) = (WrittenTime(civil: day.civil, precision: .day), stem)
            return
        }
        if lead == nil, numbers.count > 1, (1...2).contains(stem.prefix(while: Self.isDigit).count),
            numbers[numbers.count - 2].count == 4
        {
            lead = try LeadingTime((numbers.suffix(2) + [stem[...]]).joined(separator: "-"), options)
        }
        time = lead?.time
        let rest = lead?.rest ?? stem
        // Another one of the day: `2024-05-01_(1).html`.
        let isNumber =
            rest.hasPrefix("(") && rest.hasSuffix(")") && rest.dropFirst().dropLast().allSatisfy(Self.isDigit)
        title = rest.isEmpty || path == "-" || lead != nil && isNumber ? nil : rest
    }

    private static func isDigit(_ sign: Character) -> Bool { sign.isASCII && sign.isWholeNumber }

    /// Whether a text's first line is this title.
    static func mentions(_ text: [UInt8], _ title: String) -> Bool {
        guard let first = firstLine(text) else { return false }
        // A title may be written as a heading, too.
        let title = title.drop { $0 == "#" }.trimmingSpace()
        var bare = first[...]
        while let sign = bare.first, "*_`~".contains(sign) { bare.removeFirst() }
        while let sign = bare.last, "*_`~".contains(sign) { bare.removeLast() }
        return first == title || bare == title
    }

    /// The title, if it says more than the text's first line: a file's name has small letters, a dash for any sign, an
    /// end, and a number where `isTaken` has the same name without one.
    func title(besides text: [UInt8], isTaken: (String) -> Bool) -> String? {
        guard let title, let first = Self.firstLine(text) else { return title }
        func isFirst(_ name: String) -> Bool {
            let hasWordsAlone = name.unicodeScalars.allSatisfy {
                FileNames.isOfWord($0) || " -_".unicodeScalars.contains($0)
            }
            return name == FileNames.slug(first)
                || hasWordsAlone && FileNames.slug(name, most: .max) == FileNames.slug(first, most: .max)
        }
        if isFirst(title) { return nil }
        guard let dash = title.lastIndex(of: "-"), Int(title[title.index(after: dash)...]) ?? 0 > 1,
            isFirst(String(title[..<dash])), isTaken(String(title[dash...]))
        else { return title }
        return nil
    }

    /// The line below the title that says something; nil if there is none.
    static func secondLine(_ text: [UInt8]) -> String? {
        let body = Headline(of: String(decoding: text, as: UTF8.self), previewLength: 0).body
        return body.split(whereSeparator: \.isNewline).lazy.map { $0.trimmingSpace() }.first { !$0.isEmpty }
    }

    /// The first line that says something, without the signs of a heading.
    static func firstLine(_ text: [UInt8]) -> String? {
        guard let title = Headline(of: String(decoding: text, as: UTF8.self)).title else { return nil }
        return title.drop { $0 == "#" }.trimmingSpace()
    }
}
