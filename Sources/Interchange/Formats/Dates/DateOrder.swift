internal import DiaryModel

/// In which order day, month and year stand in figures that do not tell: `03/04/2020`, `24-05-01`.
enum DateOrder: CaseIterable {
    case dayFirst, monthFirst, yearFirst

    /// Those that may tell a text otherwise than another; that of `--time-format` alone, where it has one.
    static func all(for text: String, _ format: TimeFormat? = nil) -> [DateOrder] {
        let letters = String(format?.text.filter { "dmyY".contains($0) } ?? "").lowercased()
        if let told = ["dmy": dayFirst, "mdy": monthFirst, "ymd": yearFirst][letters] { return [told] }
        return Self.figures(text) < 4 && text.contains { "/-.".contains($0) } ? allCases : [.monthFirst]
    }

    /// How many figures a text begins with.
    private static func figures(_ text: String) -> Int { text.utf8.prefix { (0x30...0x39).contains($0) }.count }

    /// That in which most of a file's dates are dates; nil where none is, or `--time-format` says how they are written.
    /// Throws where that are two, and they differ.
    init?(of texts: [String], _ options: ReadOptions) throws(Ambiguity) {
        if options.timeFormat != nil { return nil }
        let texts = texts.filter { (1...2).contains(Self.figures($0)) }
        let readings = texts.map { text in Self.allCases.map { FiguredTime(whole: text, $0) } }
        let counts = Self.allCases.indices.map { order in readings.count { $0[order] != nil } }
        guard let most = counts.max(), most > 0 else { return nil }
        let best = Self.allCases.indices.filter { counts[$0] == most }
        for (text, read) in zip(texts, readings) {
            for other in best where read[best[0]] != nil && read[other] != nil && read[other] != read[best[0]] {
                throw Ambiguity(text: text, [Self.allCases[best[0]], Self.allCases[other]])
            }
        }
        self = Self.allCases[best[0]]
    }

    /// In the letters of strftime.
    private var letters: String {
        switch self {
        case .dayFirst: "%d/%m/%Y"
        case .monthFirst: "%m/%d/%Y"
        case .yearFirst: "%Y/%m/%d"
        }
    }

    /// Dates that can be read in two ways.
    struct Ambiguity: Error {
        var text: String
        /// The ways, as `--time-format` says them.
        var formats: [String]

        init(text: String, _ orders: [DateOrder]) {
            self.text = text
            let sign = text.first { "/-.".contains($0) } ?? "/"
            formats = orders.map { order in
                let day = String(order.letters.map { $0 == "/" ? sign : $0 })
                let all = [day, day.replacing("Y", with: "y")].flatMap { day in
                    ["", " %R", " %T", " %I:%M %p", " %r"].map { day + $0 }
                }
                return all.first { TimeFormat($0)?.read(text) != nil } ?? day
            }
        }
    }
}
