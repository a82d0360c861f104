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
        let (found, leftOut) = try diary.random(request, &chance)
        guard let chosen = found else { throw Problem.nothingFound }
        if session.isJSON {
            try session.write(EntryJSON.object(chosen, isFull: true))
        } else {
            try session.show([chosen])
        }
        if leftOut > 0 { throw Problem.leftOut(leftOut) }
    }
}
