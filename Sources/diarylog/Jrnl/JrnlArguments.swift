/// What jrnl's command line asks for. Its grammar is not that of our commands: words stand anywhere, long options have
/// one dash or two, `-3` is `-n 3`, and options may be cut short as long as only one begins so.
struct JrnlArguments {
    /// What is to be done, where it is not written, found or shown.
    enum Task {
        case help, version, diagnostic, list, importing
        case encrypting, decrypting
    }

    var words: [String] = []
    var task: Task?

    // What chooses entries.
    var on: String?
    var from: String?
    var to: String?
    var year: String?
    var month: String?
    var day: String?
    var isTodayInHistory = false
    var contains: [String] = []
    var wantsAll = false
    var isStarred: Bool?
    var isTagged: Bool?
    var without: [String] = []
    var limit: Int?

    // What is done with them.
    var edits = false
    var deletes = false
    var newTime: String?

    // How they are shown.
    var format: String?
    var showsTags = false
    var isShort = false
    var file: String?

    var template: String?
    var overrides: [(key: String, value: String)] = []
    var configFile: String?

    var choosesEntries: Bool {
        on != nil || from != nil || to != nil || year != nil || month != nil || day != nil || isTodayInHistory
            || !contains.isEmpty || wantsAll || isStarred != nil || isTagged != nil || !without.isEmpty || limit != nil
    }
    var changesEntries: Bool { edits || deletes || newTime != nil }
    var showsOtherwise: Bool { showsTags || isShort || format != nil }

    /// Whether an entry is to be written. Words that are all tags ask for the entries that have them.
    func writes(tagSigns: String) -> Bool {
        if edits, !words.isEmpty { return true }
        guard !choosesEntries, !changesEntries, !showsOtherwise else { return false }
        let all = words.flatMap { $0.split(whereSeparator: \.isWhitespace) }
        return all.isEmpty || !all.allSatisfy { $0.first.map { tagSigns.contains($0) } == true }
    }
}

extension JrnlArguments {
    /// An option, and what follows it.
    private enum Option {
        case flag((inout JrnlArguments) -> Void)
        case value((inout JrnlArguments, String) throws(Problem) -> Void)
        /// What may be left out.
        case maybe((inout JrnlArguments, String?) throws(Problem) -> Void)
        case two((inout JrnlArguments, String, String) -> Void)
    }

    private static let formats: Set = [
        "boxed", "calendar", "dates", "fancy", "heatmap", "json", "markdown", "md", "pretty", "short", "tags", "text",
        "txt", "xml", "yaml",
    ]

    private static func set(_ path: WritableKeyPath<JrnlArguments, String?>) -> Option {
        .value { $0[keyPath: path] = $1 }
    }
    private static func set(_ path: WritableKeyPath<JrnlArguments, Bool>) -> Option {
        .flag { $0[keyPath: path] = true }
    }
    private static func does(_ task: Task) -> Option { .flag { $0.task = $0.task ?? task } }

    private static var format: Option {
        .value { (arguments, name) throws(Problem) in
            guard formats.contains(name) else { throw JrnlProblem.unknownFormat(name) }
            arguments.format = name
        }
    }
    private static var override: Option { .two { $0.overrides.append((key: $1, value: $2)) } }

    /// Every option, in the order of the help.
    private static var options: [(name: String, option: Option)] {
        [
            ("--debug", .flag { _ in }), ("--help", does(.help)), ("-h", does(.help)),
            ("--version", does(.version)), ("-v", does(.version)), ("--diagnostic", does(.diagnostic)),
            ("--list", does(.list)), ("--ls", does(.list)), ("-ls", does(.list)),
            ("--encrypt", does(.encrypting)), ("--decrypt", does(.decrypting)), ("--import", does(.importing)),
            ("--file", set(\.file)), ("-i", set(\.file)), ("-o", set(\.file)), ("--template", set(\.template)),
            ("-on", set(\.on)), ("-today-in-history", set(\.isTodayInHistory)),
            ("-month", set(\.month)), ("-day", set(\.day)), ("-year", set(\.year)),
            ("-from", set(\.from)), ("-to", set(\.to)), ("-until", set(\.to)),
            ("-contains", .value { $0.contains.append($1) }), ("-and", set(\.wantsAll)),
            ("-starred", .flag { $0.isStarred = true }), ("-tagged", .flag { $0.isTagged = true }),
            (
                "-n",
                .maybe { (arguments, text) throws(Problem) in
                    guard let text else { return }
                    guard let number = Int(text) else { throw JrnlProblem.wantsNumber("-n", text) }
                    arguments.limit = number == 0 ? nil : number
                }
            ),
            ("-not", .maybe { if let tag = $1 { $0.without.append(tag) } }),
            ("--edit", set(\.edits)), ("--delete", set(\.deletes)),
            ("--change-time", .maybe { $0.newTime = $1 ?? "now" }),
            ("--format", format), ("--export", format),
            ("--tags", set(\.showsTags)), ("--short", set(\.isShort)), ("-s", set(\.isShort)),
            ("--config-override", override), ("--co", override),
            ("--config-file", set(\.configFile)), ("--cf", set(\.configFile)),
        ]
    }

    /// Reads a command line.
    init(_ line: [String]) throws(Problem) {
        var index = 0
        func next(mayBeOption: Bool = false) -> String? {
            guard index < line.count, mayBeOption || !Self.looksLikeOption(line[index]) else { return nil }
            defer { index += 1 }
            return line[index]
        }
        while index < line.count {
            let word = line[index]
            index += 1
            if word == "--" {
                words += line[index...]
                return
            }
            guard Self.looksLikeOption(word) else {
                words.append(word)
                continue
            }
            if let count = Self.count(word) {
                limit = count == 0 ? nil : count
                continue
            }
            // -not-starred, -not -starred: the other way round.
            if word == "-not", let flag = index < line.count ? line[index] : nil,
                ["-starred", "-tagged"].contains(flag)
            {
                index += 1
                if flag == "-starred" { isStarred = false } else { isTagged = false }
                continue
            }
            if word == "-not-starred" || word == "-not-tagged" {
                if word == "-not-starred" { isStarred = false } else { isTagged = false }
                continue
            }
            let (name, option, attached) = try Self.option(of: word)
            switch option {
            case .flag(let take):
                if attached != nil { throw JrnlProblem.noValue(name) }
                take(&self)
            case .value(let take):
                guard let value = attached ?? next() else { throw JrnlProblem.wantsValue(name) }
                try take(&self, value)
            case .maybe(let take):
                let value = attached ?? next()
                if value == nil, name == "-not" { throw JrnlProblem.wantsValue(name) }
                try take(&self, value)
            case .two(let take):
                guard let key = attached ?? next(), let value = next(mayBeOption: true) else {
                    throw JrnlProblem.wantsValue(name)
                }
                take(&self, key, value)
            }
        }
    }

    /// Whether a word is meant as an option: a dash, something behind it, and no white space in it before any `=`.
    private static func looksLikeOption(_ word: String) -> Bool {
        guard word.hasPrefix("-"), word.utf8.count > 1 else { return false }
        return !word.prefix { $0 != "=" }.contains(where: \.isWhitespace)
    }

    /// The number of `-3`.
    private static func count(_ word: String) -> Int? {
        word.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) } ? Int(word.dropFirst()) : nil
    }

    /// The option that a word names or begins, and what is attached to it: `--format=json`, `-n3`.
    private static func option(of word: String) throws(Problem) -> (String, Option, attached: String?) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let attached = parts.count == 2 ? String(parts[1]) : nil
        let all = options
        if let known = all.first(where: { $0.name == word }) { return (known.name, known.option, nil) }
        if let known = all.first(where: { $0.name == name }) { return (known.name, known.option, attached) }
        let begun = all.filter { $0.name.hasPrefix(name) }
        if begun.count > 1 { throw JrnlProblem.ambiguous(name, begun.map(\.name)) }
        if let known = begun.first { return (known.name, known.option, attached) }
        if name.hasPrefix("-n"), Int(name.dropFirst(2)) != nil, let known = all.first(where: { $0.name == "-n" }) {
            return ("-n", known.option, String(name.dropFirst(2)))
        }
        throw JrnlProblem.unknownOption(name)
    }
}
