internal import DiaryEngine
internal import DiarylogHost
internal import EventStore

// `list --watch`: the list again after every commit, by whatever process.

extension List {
    /// Shows the list, and shows it anew whenever the diary has changed; ends when it is interrupted, or when nobody
    /// reads what it writes.
    ///
    /// On a terminal the screen is cleared and the newest entries that fit are shown. In a pipe the whole list comes
    /// each time, and an empty line ends it.
    func watching(_ session: Session, _ request: ListRequest) throws {
        if session.isJSON { throw Problem.against("--watch", "--json") }
        if request.point != .head { throw Problem.against("--watch", "--at") }
        let diary = try session.open()
        while true {
            let end = session.isTerminal ? try screen(diary, request, session) : try piped(diary, request, session)
            try session.flush()
            _ = try diary.waitForChange(since: SequenceNumber(end.at))
        }
    }

    private func screen(_ diary: Diary, _ request: ListRequest, _ session: Session) throws -> ListEnd {
        let width = Terminal.width(of: .output) ?? 80
        // The last line stays empty: the cursor is there.
        let room = max((Terminal.height(of: .output) ?? 24) - 1, 1)
        var text = ""
        var dateWidth = 0
        var last: Entry?
        let end = try session.pages(diary, request, limit: min(limit ?? room, room)) { page, _ in
            text += EntryLine.rows(
                page, session, width: width, dateWidth: &dateWidth, last: &last, isByDay: sort == .date)
        }
        if text.isEmpty { text = session.text(.empty) + "\n" }
        try session.write("\u{1B}[H\u{1B}[2J" + text)
        return end
    }

    private func piped(_ diary: Diary, _ request: ListRequest, _ session: Session) throws -> ListEnd {
        let isColoured = session.isColoured
        let end = try session.pages(diary, request, limit: limit) { page, _ in
            for entry in page { try session.write(EntryLine.plain(entry, session, isColoured: isColoured)) }
        }
        try session.write("\n")
        return end
    }
}
