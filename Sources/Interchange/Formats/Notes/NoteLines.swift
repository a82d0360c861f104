internal import DiaryModel

/// What the lines of a text say of days.
enum NoteLines {
    /// The date of a text that has no other one: of its first line, which may go on behind it, else the line below. Of
    /// a page it may stand anywhere, if no other line is a date.
    ///
    /// Throws if it is one of two.
    static func date(
        of text: [UInt8], isPage: Bool, _ options: ReadOptions
    ) throws(DateOrder.Ambiguity) -> WrittenTime? {
        // Signs of a page have backslashes.
        let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).lazy.map { line in
            var line = behindSigns(isPage ? line.filter { $0 != "\\" }[...] : line)
            while let last = line.last, " \t#*=_]~".contains(last) { line.removeLast() }
            return String(line)
        }
        for (index, line) in lines.filter({ !$0.isEmpty }).prefix(2).enumerated() {
            if let time = (try? WrittenTime(line, options)) ?? nil { return time }
            guard let lead = try LeadingTime(line, options), lead.isFull else { continue }
            if index == 0 || lead.rest.isEmpty { return lead.time }
        }
        if !isPage { return nil }
        let likely = Array(lines.filter { $0.utf8.count <= 60 && figures(in: $0) > 4 })
        let dates = likely.compactMap { (try? WrittenTime($0, options)) ?? nil }
        return dates.allSatisfy { $0 == dates[0] } ? dates.first : nil
    }

    /// The full date that a line begins with, and what is behind it; nil if it begins with none, or with one of two.
    static func day(of line: ArraySlice<UInt8>, _ options: ReadOptions) -> LeadingTime? {
        // A year stands in it, and more figures; as others are written, it may be short.
        let start = line.prefix(60)
        guard start.count(where: isFigure) > 4,
            options.timeFormat != nil
                || zip(start, start.dropFirst()).contains(where: { $0 == (0x31, 0x39) || $0 == (0x32, 0x30) })
        else { return nil }
        let text = String(behindSigns(String(decoding: line, as: UTF8.self)[...]))
        guard let lead = try? LeadingTime(text, options), lead.isFull else { return nil }
        // No word goes on behind it: `2024-05-01에`.
        let isApart =
            lead.rest.isEmpty || text.dropLast(lead.rest.count).last.map { !$0.isNumber && !$0.isLetter } == true
        return isApart ? lead : nil
    }

    /// Whether lines of a text, of the first thousands, begin with several days, as those of a journal do.
    static func haveDays(_ text: [UInt8], _ options: ReadOptions) -> Bool {
        var first: String?
        for line in text.split(separator: 0x0A).prefix(4000) {
            guard let day = day(of: line, options)?.time.civil.isoDay else { continue }
            if let first, first != day { return true }
            first = day
        }
        return false
    }

    /// A line without the signs of a heading, an item, bold words or brackets, and without what a date is called.
    private static func behindSigns(_ line: Substring) -> Substring {
        let text = line.drop { " \t#*=_[<>~-".contains($0) }
        guard let sign = text.firstIndex(where: { $0 == ":" || $0 == "：" }), NoteFile.isWhen(String(text[..<sign]))
        else { return text }
        return text[sign...].drop { " :：*_[<".contains($0) }
    }

    /// How many figures stand in a text.
    static func figures(in text: some StringProtocol) -> Int { text.utf8.count(where: isFigure) }

    private static func isFigure(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
