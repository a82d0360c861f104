internal import DiaryModel

/// What the name of a note's file says, and how it goes with the text.
struct NoteName {
    /// The date that the name begins or ends with, or that its folders say: `2026/11/01.md`.
    let time: WrittenTime?
    /// What else it says; nil if nothing.
    let title: String?
    /// The same as it was read when folders with words, ends of names and times without colons counted for nothing: by
    /// that an entry is known when it comes again.
    let known: (time: WrittenTime?, title: String?)

    /// Throws if the date is one of two.
    init(_ path: String, _ options: ReadOptions) throws(DateOrder.Ambiguity) {
        var parts = path.split(separator: "/").map(String.init)
        var stem = parts.popLast()?.stem ?? ""
        // The name of a note that has a folder of its own is the folder's.
        if let folder = parts.last, TextBundleInfo.isBundle(folder) || ["index", "_index"].contains(stem) {
            stem = TextBundleInfo.isBundle(folder) ? folder.stem : folder
            parts.removeLast()
            if let pack = parts.last, pack.hasSuffix(".textpack"), folder.hasSuffix(".textbundle") { stem = pack.stem }
        }
        var (lead, known) = (try LeadingTime(stem, options, ofName: true), try LeadingTime(stem, options))
        if lead == nil {
            let folders = parts.reversed().prefix { Self.numbers($0) != nil }.reversed()
            lead = try Self.below(folders.flatMap { Self.numbers($0) ?? [] }, stem, options)
            let isPlain = folders.suffix(2).allSatisfy { $0.allSatisfy { Self.isDigit($0) || $0 == "-" } }
            if isPlain, folders.count > 1 || folders.first?.contains("-") == true { known = lead }
        }
        if lead == nil { lead = try Self.end(of: stem, options) }
        // Seconds since 1970 of this century, or thousandths of them: no year begins with these figures.
        if lead == nil, [10, 13].contains(stem.utf8.count), stem.first == "1", stem.dropFirst().first != "9" {
            lead = try WrittenTime(stem, options).map { LeadingTime($0, "") }
        }
        /// What is a title behind a date; that of a copy, or another one of the day (`2024-05-01_(1).html`), is none.
        func title(_ lead: LeadingTime?) -> String? {
            let rest = lead?.rest ?? stem
            return rest.isEmpty || path == "-" || lead != nil && CopyName.isMark(rest) ? nil : rest
        }
        (time, self.title, self.known) = (lead?.time, title(lead), (known?.time, title(known)))
    }

    /// The date of a name in folders of numbers: of `01` in `2024/05`, of `5일 어린이날` in `2024년/5월`, of `0508` or
    /// `05.08` in `2024`, and of any in `2024/05/01`.
    private static func below(
        _ numbers: [String], _ stem: String, _ options: ReadOptions
    ) throws(DateOrder.Ambiguity) -> LeadingTime? {
        if numbers.count > 2, let day = ISODate(numbers.suffix(3).joined(separator: "-")) {
            return LeadingTime(WrittenTime(civil: day.civil, precision: .day), stem)
        }
        let figures = stem.prefix(while: isDigit)
        var rest = stem[figures.endIndex...]
        if numbers.count > 1, numbers[numbers.count - 2].count == 4, (1...2).contains(figures.count) {
            if rest.first == "일", rest.dropFirst().first?.isLetter != true { rest.removeFirst() }
            return try LeadingTime(numbers.suffix(2).joined(separator: "-") + "-" + figures + rest, options)
        }
        guard let year = numbers.last, year.count == 4, (1900...2100).contains(Int(year) ?? 0) else { return nil }
        if figures.count == 4, rest.isEmpty { return try LeadingTime(year + stem, options) }
        if figures.count == 2, let sign = rest.first, ".-".contains(sign) {
            return try LeadingTime("\(year)\(sign)\(stem)", options)
        }
        return rest.first == "월" ? try LeadingTime(year + "년 " + stem, options) : nil
    }

    /// The numbers that a folder is called by: `05`, `2024-05`, `5월`, `05 May`, `Jan`; nil if it has other words.
    private static func numbers(_ folder: String) -> [String]? {
        var numbers: [String] = []
        for word in folder.split(whereSeparator: { " -_.".contains($0) }) {
            let figures = word.last.map { "년월일".contains($0) } == true ? word.dropLast() : word
            if !figures.isEmpty, figures.allSatisfy(isDigit) {
                numbers.append(String(figures))
            } else if let month = TimeNames.month(word) {
                if numbers.last.flatMap({ Int($0) }) != Int(month) { numbers.append(month) }
            } else {
                return nil
            }
        }
        return numbers
    }

    /// A full date that a name ends with, and the title before it: `산책 2024-05-01`.
    private static func end(of stem: String, _ options: ReadOptions) throws(DateOrder.Ambiguity) -> LeadingTime? {
        for start in stem.indices.dropFirst() where " _".contains(stem[stem.index(before: start)]) {
            guard let lead = try LeadingTime(String(stem[start...]), options, ofName: true), lead.isFull,
                lead.rest.isEmpty
            else { continue }
            var title = stem[..<start]
            while let last = title.last, " _-".contains(last) { title.removeLast() }
            return LeadingTime(lead.time, String(title))
        }
        return nil
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
    static func title(_ title: String?, besides text: [UInt8], isTaken: (String) -> Bool) -> String? {
        guard let title, let first = firstLine(text) else { return title }
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

    /// The first line that says something, without the signs of a heading.
    static func firstLine(_ text: [UInt8]) -> String? {
        guard let title = Headline(of: String(decoding: text, as: UTF8.self)).title else { return nil }
        return title.drop { $0 == "#" }.trimmingSpace()
    }
}
