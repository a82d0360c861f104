internal import DiaryEngine
internal import DiarylogArguments
internal import DiarylogExchange
internal import DiarylogHost
internal import EventStore
internal import Interchange

// The diary's own folder was carried between devices, and another log came to lie beside ours.

struct SyncTake: DiaryCommand {
    static let about = CommandWords(
        "sync take",
        abstract: Sentence(
            "The diary's own folder was carried, and another log came to lie in it: take its events in.",
            "일기장 폴더 자체를 나르다가 그 안에 생긴 다른 기록 파일의 변경을 받아들입니다."))

    /// Takes in the events and drafts of each log that lies beside the diary's own. The file stays, under another name.
    func carryOut(in session: Session) throws {
        let path = try session.path()
        let diary = try session.open()
        let logs = try OtherLogs(of: diary, at: path)
        let names = logs.names
        if names.isEmpty {
            throw Problem(
                .noOtherLog, "no other log lies in \(path)", "\(path)에 다른 기록 파일이 없습니다",
                hint: "diarylog sync exchanges with other devices.", "다른 기기와는 diarylog sync로 주고받습니다.")
        }
        var taken: [(name: String, added: Int)] = []
        var failure: (any Error)?
        for name in names {
            do {
                var added = try take(name, of: logs, into: diary, session)
                let kept = try logs.setAside(name)
                // Until it had another name, a process that opened it before ours came may have written to it.
                if logs.numbered.contains(name) { added += try take(kept, of: logs, into: diary, session) }
                taken.append((kept, added))
                session.notify(
                    "took \(added, "event", "events") of \(OnScreen.safe(name)); the file is called \(OnScreen.safe(kept)) now, and may be removed",
                    "\(OnScreen.safe(name))의 변경 \(added)건을 받아들였습니다. 파일 이름은 이제 \(OnScreen.safe(kept))이고 지워도 됩니다")
            } catch {
                // One that was torn on its way keeps no other from being taken.
                failure = failure ?? error
            }
        }
        if session.isJSON {
            try session.write([
                "taken": .array(taken.map { ["name": .text($0.name), "events": .number($0.added)] })
            ])
        }
        if let failure { throw failure }
    }

    private func take(_ name: String, of logs: OtherLogs, into diary: Diary, _ session: Session) throws -> Int {
        do {
            return try logs.open(name) { other, scratch in
                let added = try take(from: other, name, into: diary, through: scratch, session)
                try takeDrafts(of: other, name, into: diary, session)
                if try diary.news(after: 0).forgotten.contains(where: other.tells) {
                    session.notify(
                        "\(OnScreen.safe(name)) has words of entries that were forgotten: remove it once it is taken",
                        "\(OnScreen.safe(name))에 영구 삭제한 일기의 글이 있습니다. 받아들인 뒤 지우세요")
                }
                return added
            }
        } catch let error as EventStoreError where error.isDamage {
            throw Problem.otherLogDamaged(OnScreen.safe(name))
        }
    }

    /// Takes over what was typed there and is no event yet. A draft of an entry that is not here becomes one of a new
    /// entry.
    private func takeDrafts(of other: Diary, _ name: String, into diary: Diary, _ session: Session) throws {
        let known = try diary.drafts()
        for draft in try other.drafts().reversed() {
            if known.contains(where: { $0.begunAt == draft.begunAt && $0.content == draft.content }) { continue }
            var start = draft.start
            // Taken once more after a kill, it is the same draft.
            start.sitting = "taken \(draft.begunAt.wall) \(draft.number)"
            var outcome = try diary.write(.begin(start, with: draft.content), in: session.context())
            if case .refused = outcome, start.entry != nil {
                (start.entry, start.base) = (nil, nil)
                outcome = try diary.write(.begin(start, with: draft.content), in: session.context())
            }
            guard case .kept(let kept) = outcome else { continue }
            session.notify(
                "took a draft of \(OnScreen.safe(name)); it is \(kept.number) here",
                "\(OnScreen.safe(name))의 초안을 받아들였습니다. 여기서는 \(kept.number)입니다")
        }
    }

    private func take(
        from other: Diary, _ name: String, into diary: Diary, through scratch: String, _ session: Session
    ) throws -> Int {
        if try other.identity() != diary.identity() { throw Problem.otherDiary(OnScreen.safe(name)) }
        // What was torn on its way gives nothing, rather than a part of which nobody knows that it is one.
        if try other.verify().findingCount > 0 { throw Problem.otherLogDamaged(OnScreen.safe(name)) }
        var spool = try EventSpool(at: scratch + "/events")
        defer { spool.remove() }
        try other.exportEvents(from: SequenceNumber(1)) { item in
            switch item {
            case .event(_, let event): try spool.append(.event(event))
            case .hole(_, let hole?): try spool.append(.hole(hole))
            case .hole: break
            }
        }
        try spool.finish()
        return try session.take({ try spool.record($0) }, of: OnScreen.safe(name), into: diary).added
    }
}
