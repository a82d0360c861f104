internal import DiaryEngine
internal import DiarylogExchange
internal import DiarylogHost
internal import EventStore
internal import Interchange

// The diary's own folder was carried between devices, and another log came to lie beside ours.

extension Sync {
    /// Takes in the events of each log that lies beside the diary's own. The file stays under another name: what was
    /// typed there and is no event yet lies in it.
    func takeOtherLogs(_ session: Session) throws {
        let path = try session.path()
        let diary = try session.open()
        let logs = OtherLogs(of: path)
        let names = logs.names
        if names.isEmpty {
            throw Problem(
                .notFound, "no-other-log", "no other log lies in \(path)", "\(path)에 다른 기록 파일이 없습니다",
                hint: "diarylog sync exchanges with other devices.", "다른 기기와는 diarylog sync로 주고받습니다.")
        }
        var taken: [(name: String, added: Int)] = []
        for name in names {
            let added: Int
            do { added = try logs.open(name) { try take(from: $0, name, into: diary, session) } } catch let
                error as EventStoreError where error.isDamage
            {
                throw Problem.otherLogDamaged(OnScreen.safe(name))
            }
            let kept = "taken-" + name
            try FileSystem.rename(from: "\(path)/\(name)", to: "\(path)/\(kept)")
            taken.append((kept, added))
            session.notify(
                "took \(added, "event", "events") of \(OnScreen.safe(name)); the file is called \(OnScreen.safe(kept)) now, and may be removed",
                "\(OnScreen.safe(name))의 변경 \(added)건을 받아들였습니다. 파일 이름은 이제 \(OnScreen.safe(kept))이고 지워도 됩니다")
        }
        guard session.isJSON else { return }
        try session.write([
            "taken": .array(taken.map { ["name": .text($0.name), "events": .number($0.added)] })
        ])
    }

    private func take(from other: Diary, _ name: String, into diary: Diary, _ session: Session) throws -> Int {
        if try other.identity() != diary.identity() { throw Problem.otherDiary(OnScreen.safe(name)) }
        // What was torn on its way gives nothing, rather than a part of which nobody knows that it is one.
        if try other.verify().findingCount > 0 { throw Problem.otherLogDamaged(OnScreen.safe(name)) }
        var spool = try EventSpool(at: FileSystem.temporaryDirectory + "/diarylog-\(Processes.own)-events")
        defer { spool.remove() }
        try other.exportEvents(from: SequenceNumber(1)) { item in
            switch item {
            case .event(_, let event): try spool.append(.event(event))
            case .hole(_, let hole?): try spool.append(.hole(hole))
            case .hole: break
            }
        }
        try spool.finish()
        var (added, refusal) = (0, EventRefusal?.none)
        let forgotten = try diary.importLog({ try spool.record($0) }, in: session.context()) { operation in
            switch operation.answer {
            case .accepted: added += operation.events.count
            case .never(let why): refusal = why
            case .known, .notYet: break
            }
        }
        if let forgotten { session.report(forgotten) }
        if let refusal { session.notify(.refusedOperation(OnScreen.safe(name), Sentence(.never(refusal)))) }
        return added
    }
}
