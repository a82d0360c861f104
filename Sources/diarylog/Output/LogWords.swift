internal import DiaryEngine
internal import DiaryModel
internal import EventStore

/// What the log says of events and operations in words: which entry, and what was done to it.
///
/// Reads each entry once for its title, and for an operation of at most `most` events every entry that it touched.
struct LogWords {
    /// Operations of more events say how many, and not which.
    private static let most = 50

    private let session: Session
    private let diary: Diary
    private let point: DiaryPoint
    private var titles: [EntryID: String] = [:]

    init(_ diary: Diary, at point: DiaryPoint, _ session: Session) {
        self.diary = diary
        self.point = point
        self.session = session
    }

    /// The title that an entry has at the point asked for; empty for an event of none.
    mutating func title(of entry: EntryID?) throws -> String {
        guard let entry else { return "" }
        if let known = titles[entry] { return known }
        let point = point
        let diary = diary
        let found = try diary.entry(entry, at: point)
        let title = found.map { OnScreen.short($0, session) } ?? ""
        titles[entry] = title
        return title
    }

    /// What an operation did: "edited “Persimmons”, +2 −1 lines".
    func summary(of operation: LoggedOperation) throws -> String {
        let name = OperationWords.name(operation.command)
        guard operation.count <= Self.most else {
            return session.text(OperationSummary.many(name, operation.count))
        }
        let (diary, before) = (diary, operation.first.before)
        let diff = try diary.diff(from: .event(before), to: .event(operation.last))
        let changes = diff.items.map { item in
            OperationSummary.Change(
                change: item.change, title: (item.after ?? item.before).map { OnScreen.short($0, session) } ?? "",
                added: item.lines(.added), removed: item.lines(.removed),
                fields: item.fields(session).map(\.word))
        }
        return session.text(OperationSummary.sentence(operation.command, changes))
    }
}
