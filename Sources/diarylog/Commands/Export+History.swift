internal import DiaryEngine
internal import DiarylogHost
internal import EventStore
internal import Interchange

// `export --history`: the past as commits for git.

extension Export {
    /// Writes a commit for each operation up to a point, oldest first. What cannot be read is left out, and told.
    func writeHistory(_ request: ListRequest, _ session: Session) throws {
        let diary = try session.open()
        var sink = try ExportSink(path: output, besides: session.path())
        let head = try diary.resolve(request.point)
        var history = GitHistory()
        let words = LogWords(diary, at: request.point, session)
        var damaged: [SequenceNumber] = []
        var progress = ProgressReport(session)
        let isWatched = Terminal.isTerminal(.error)
        for last in try operations(of: diary, through: head).reversed() {
            let found = try diary.operations(limit: 1, at: .event(last)).first
            let page = try diary.log(limit: found?.count, at: .event(last))
            guard let operation = found, operation.last == last else { continue }
            damaged += page.damaged
            var seen: Set<EntryID> = []
            let touched = page.events.reversed().compactMap(\.entry).filter { seen.insert($0).inserted }
            if touched.isEmpty { continue }
            try sink.write(history.begin(try words.summary(of: operation), at: operation.recordedAt), session)
            for id in touched {
                let entry = try diary.entry(id, at: .event(last))
                try sink.write(history.put(entry, of: id), session)
            }
            if isWatched, progress.seconds > 1 { progress.show(last.rawValue, of: head.rawValue) }
        }
        progress.end()
        try settle(&history, request, head, diary, &sink, session)
        try sink.finish(session)
        if let output { session.notify(.exported(count: history.count, path: output)) }
        if !damaged.isEmpty { throw Problem.eventsLeftOut(damaged) }
    }

    /// The last events of all operations, newest first.
    private func operations(of diary: Diary, through head: SequenceNumber) throws -> [SequenceNumber] {
        var all: [SequenceNumber] = []
        var next = head
        while next > 0 {
            let portion = 1000
            let found = try diary.operations(limit: portion, at: .event(next))
            all += found.map(\.last)
            guard found.count == portion, let last = found.last else { break }
            next = last.first.before
        }
        return all
    }

    /// Gives the files the names that an export without the past gives them, by one more commit if any differ.
    private func settle(
        _ history: inout GitHistory, _ request: ListRequest, _ head: SequenceNumber, _ diary: Diary,
        _ sink: inout ExportSink, _ session: Session
    ) throws {
        var writer = MarkdownWriter()
        var final: [(id: EntryID, path: String)] = []
        var request = request
        request.point = .event(head)
        _ = try session.pages(diary, request, limit: nil) { page, _ in
            for entry in page {
                for case .file(let path, _) in writer.take(entry, earlier: []) { final.append((entry.id, path)) }
            }
        }
        session.report(writer.losses)
        let moves = history.moves(to: final)
        if moves.isEmpty { return }
        var moved: [(entry: Entry, path: String)] = []
        for (id, path) in moves.sorted(by: { $0.value < $1.value }) {
            let entry = try diary.entry(id, at: .event(head))
            if let entry { moved.append((entry, path)) }
        }
        let newest = try diary.operations(limit: 1, at: .event(head)).first?.recordedAt
        let message = session.text(
            Sentence("names as of an export without --history", "--history 없이 내보낼 때의 파일 이름으로"))
        try sink.write(history.begin(message, at: newest ?? ClockReading(wall: 0, offset: 0)), session)
        try sink.write(history.move(moved), session)
    }
}
