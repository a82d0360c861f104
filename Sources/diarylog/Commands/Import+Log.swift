internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import EventStore
internal import Interchange

extension Import {
    /// Takes a log that `export --events` wrote: into a free place, or into the diary that it is of. Returns the files
    /// that it names and the diary has not.
    func take(log file: SourceFile, _ session: Session) throws -> [NamedAttachment] {
        let path = try session.path()
        var taken = TakenLog()
        let diary: Diary?
        do { diary = try session.open() } catch {
            guard session.isVacant(path, after: error) else { throw error }
            diary = nil
        }
        if dryRun {
            do { taken.added = try EventLog.count(file.content) } catch { throw Problem(error) }
            session.notify(
                "would import what is not here yet of \(taken.added, "event", "events")",
                "변경 \(taken.added)건 가운데 아직 없는 것을 가져올 것입니다")
        } else if let diary {
            taken = try session.take(eventsFrom: file.content, of: files[0], into: diary)
            session.notify(
                "imported \(taken.added, "event", "events"), skipped \(taken.known) known before",
                "변경 \(taken.added)건을 가져오고, 이미 있는 \(taken.known)개는 건너뛰었습니다")
            if let newer = taken.newer.sentence { session.notify(newer) }
        } else {
            let made = try session.make(path, from: file.content, in: try session.context())
            (taken.added, taken.holes, taken.newer) = (made.made.events, made.made.holes, made.newer)
        }
        if session.isJSON {
            let said: JSONValue = [
                "operation": .null, "events": .null, "format": .text("events"),
                "rows": .number(taken.added + taken.known), "added": .number(taken.added),
                "skipped": .number(taken.known), "unknown": taken.newer.json, "dryRun": .bool(dryRun),
            ]
            try session.write(said.adding(.object(taken.members)))
        }
        if let obstacle = taken.forgotten?.obstacle { throw Problem(obstacle) }
        if !taken.holes.isEmpty { throw Problem.holesKept(taken.holes) }
        if dryRun { return [] }
        let files = taken.files
        guard let diary else {
            let made = try session.open()
            return try made.checkAttachments(proving: false).lost.map(\.attachment)
        }
        return try diary.missing(files)
    }
}
