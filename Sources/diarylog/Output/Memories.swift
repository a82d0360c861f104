internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost

extension Session {
    /// Names the newest entry of the same day in a former year, on a terminal: one quiet line behind what was written.
    func remember(_ entry: Entry, in diary: Diary) {
        guard isTerminal, !isJSON, hasMemories else { return }
        let day = entry.content.date.civil
        guard let year = CivilTime(year: day.year, month: 1, day: 1) else { return }
        var request = ListRequest()
        request.filter = .all([
            .month(day.month), .dayOfMonth(day.day), .dates(Int64.min...(year.seconds - 1)),
        ])
        request.limit = 1
        guard let found = try? diary.list(request).entries.first else { return }
        notify(
            .memory(
                years: day.year - found.content.date.civil.year, id: OnScreen.shortID(found.id),
                title: OnScreen.short(found, self)))
    }
}
