internal import DiaryEngine
internal import DiaryModel

/// Going through the entries that were asked for, oldest first.
extension JrnlCall {
    /// Gives each chosen entry, oldest first, and returns how many there were. A diary that is not there has none.
    ///
    /// With a limit these are the newest ones, and no more is read than they take.
    func walk(_ session: Session, _ take: (Entry) throws -> Void) throws -> Int {
        let filter = try JrnlFilter(arguments, session)
        let path = try session.path()
        let diary: Diary
        do { diary = try session.open() } catch {
            guard session.isVacant(path, after: error) else { throw error }
            return 0
        }
        var request = ListRequest()
        request.filter = filter.filter
        guard let limit = arguments.limit else {
            request.isReversed = true
            var count = 0
            let end = try session.pages(diary, request, limit: nil) { page, _ in
                for entry in page where filter.passes(entry) {
                    count += 1
                    try take(entry)
                }
            }
            if end.leftOut > 0 { throw Problem.leftOut(end.leftOut) }
            return count
        }
        var newest: [Entry] = []
        var leftOut = 0
        request.limit = min(max(limit, 20), 500)
        repeat {
            let page = try diary.list(request)
            newest += page.entries.lazy.filter { filter.passes($0) }.prefix(max(limit, 0) - newest.count)
            leftOut += page.leftOut
            request.after = page.next
        } while newest.count < limit && request.after != nil
        for entry in newest.reversed() { try take(entry) }
        if leftOut > 0 { throw Problem.leftOut(leftOut) }
        return newest.count
    }

    /// All chosen entries, oldest first.
    func chosen(_ session: Session) throws -> [Entry] {
        var entries: [Entry] = []
        _ = try walk(session) { entry in entries.append(entry) }
        return entries
    }

    /// Says how many entries there are, unless as many were asked for.
    func reportFound(_ count: Int, _ session: Session) {
        if count == 0 || count != arguments.limit { session.notify(JrnlNotice.found(count)) }
    }
}
