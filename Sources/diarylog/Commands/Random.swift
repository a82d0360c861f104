internal import DiaryEngine
internal import DiarylogArguments
internal import EventStore
internal import Interchange

/// Shows an entry by chance.
struct Random: DiaryCommand {
    static let about = CommandWords(
        "random", abstract: HelpText("Show an entry by chance.", "아무 일기 한 편을 보입니다."),
        discussion: HelpText("With the filters of list, one of those.", "list의 조건을 주면 그 가운데 하나입니다."))

    @OptionGroup var filters: FilterOptions

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        let request = try filters.request(session)
        let diary = try session.open()
        var chance = try session.context().entropy
        // Each entry that comes takes the place of the chosen one with a chance of one in those seen.
        var chosen: Entry?
        var seen: UInt64 = 0
        let end = try session.pages(diary, request, limit: nil) { page, _ in
            for entry in page {
                seen += 1
                if chance.number() % seen == 0 { chosen = entry }
            }
        }
        guard let chosen else { throw Problem.nothingFound }
        if session.isJSON {
            try session.write(EntryJSON.object(chosen, isFull: true))
        } else {
            try session.show([chosen])
        }
        if end.leftOut > 0 { throw Problem.leftOut(end.leftOut) }
    }
}

extension Entropy {
    /// A number by chance.
    fileprivate mutating func number() -> UInt64 { bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }
}
