internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost

/// A command line on which somebody asks a shell what may come next, and what there is.
///
/// It must be quick: of entries the newest fifty are looked at, of tags those of the newest few hundred entries.
struct Offering {
    private let session: Session
    /// The words before the one that is typed, as the program will get them.
    private let before: [String]
    /// What is typed of the word so far.
    private let prefix: String

    /// Finds the diary, zone and language that the words name.
    init(_ typed: TypedSoFar) throws {
        (before, prefix) = (typed.before, typed.prefix)
        var options: [String] = []
        for (index, word) in before.enumerated() {
            for name in ["--diary", "--lang", "--tz"] {
                if word == name, index + 1 < before.count { options += [name, before[index + 1]] }
                if word.hasPrefix(name + "=") { options += [name, String(word.dropFirst(name.count + 1))] }
            }
        }
        let settings: Settings
        do { settings = try Settings.read() } catch { settings = Settings() }
        guard let read = try? GlobalOptions.parse(options) else { throw Problem.nothingFound }
        session = Session(
            options: read, settings: settings, language: Tongue.chosen(in: before, settings), arguments: [],
            opened: OpenedDiary())
    }

    private static let most = 50
    private static let mostForTags = 500

    private func open() throws -> Diary {
        let path = try session.path()
        return try Diary(at: path, patience: 100, allowingNetwork: Session.allowsNetwork)
    }

    private func newest(_ count: Int, deleted: Bool = false) throws -> (diary: Diary, entries: [Entry]) {
        let diary = try open()
        var request = ListRequest()
        request.limit = count
        request.deleted = deleted
        return (diary, try diary.list(request).entries)
    }

    /// Entries by the beginnings of their ids, with day and title; behind an `@`, by their numbers.
    func entries(deleted: Bool = false) throws -> [Offer] {
        let (diary, newest) = try newest(Self.most, deleted: deleted)
        if prefix.hasPrefix("@"), !deleted {
            return newest.enumerated().map { Offer(word: "@\($0 + 1)", about: about($1)) }
        }
        var found = newest
        if prefix.utf8.count > 1, !newest.contains(where: { $0.id.hexadecimal.hasPrefix(prefix) }) {
            found = try diary.entries(withPrefix: prefix.lowercased(), limit: Self.most).filter {
                $0.isDeleted == deleted
            }
        }
        return found.map { Offer(word: OnScreen.shortID($0.id), about: about($0)) }
    }

    private func about(_ entry: Entry) -> String {
        entry.content.date.civil.isoDay + " " + OnScreen.short(entry, session)
    }

    /// The tags of the newest entries, the most frequent first.
    func tags() throws -> [Offer] {
        var counts = TagCounts()
        for entry in try newest(Self.mostForTags).entries { counts.add(entry.content) }
        return counts.sorted.map { tag, count in
            Offer(word: tag, about: session.text(Sentence("\(count, "entry", "entries")", "\(count)편")))
        }
    }

    /// Today, yesterday, and the days of the newest entries.
    func days() throws -> [Offer] {
        let today = try session.clock().civil
        var offers = [
            Offer(word: session.text(Sentence("today", "오늘")), about: today.isoDay),
            Offer(
                word: session.text(Sentence("yesterday", "어제")),
                about: CivilTime(seconds: today.startOfDay.seconds - 1).isoDay),
        ]
        // Without a diary there are these two.
        guard let entries = try? newest(Self.most).entries else { return offers }
        var seen: Set<String> = []
        for entry in entries where seen.insert(entry.content.date.civil.isoDay).inserted {
            offers.append(Offer(word: entry.content.date.civil.isoDay, about: OnScreen.short(entry, session)))
        }
        return offers
    }

    /// The newest operations, by their last events.
    func operations() throws -> [Offer] {
        let diary = try open()
        let operations = try diary.operations(limit: 20)
        return try operations.map { operation in
            Offer(
                word: "e\(operation.last)",
                about: try session.columnTime(operation.recordedAt) + " "
                    + session.text(OperationWords.name(operation.command)))
        }
    }

    /// Diaries by their names, or by folders where a path is begun.
    func diaries() throws -> [Offer] {
        guard prefix.contains("/") else {
            return try session.namedDiaries().map { Offer(word: $0.name, about: $0.path) }
        }
        let folder = String(prefix[...(prefix.lastIndex(of: "/") ?? prefix.startIndex)])
        let names = (try? FileSystem.contents(of: folder)) ?? []
        return names.sorted().filter { (try? FileSystem.kind(of: folder + $0)) == .directory }
            .map { Offer(word: folder + $0) }
    }

    /// Places by the names that the settings give them.
    func places() -> [Offer] {
        session.settings.places.sorted { $0.key < $1.key }.map { Offer(word: $0.key, about: $0.value.text) }
    }

    /// The settings that have names, with what they are for.
    func settings() -> [Offer] {
        Settings.Key.allCases.map { Offer(word: $0.rawValue, about: session.text($0.known.about)) }
            + [Settings.Family.diaries, .places].map {
                Offer(word: $0.rawValue + ".", about: session.text($0.known.about))
            }
    }

    func drafts() throws -> [Offer] {
        let diary = try open()
        return try diary.drafts().map { draft in
            let title = draft.headline.title.map(String.init) ?? session.text(.noTitle)
            return Offer(word: draft.number.description, about: OnScreen.short(title))
        }
    }
}
