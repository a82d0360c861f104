internal import DiaryEngine
internal import DiarylogArchives
internal import EventStore
internal import Interchange

// A log that `export --events` wrote, taken into a diary.

extension Session {
    /// Makes a diary of an exported log, and says so.
    func make(
        _ path: String, from content: ByteSource, in context: WriteContext
    ) throws -> (made: AdoptedLog, newer: NewerEvents) {
        var log = EventLog(content)
        var newer = NewerEvents()
        let made = try Diary.create(
            at: path, fromEvents: { index in try newer.noted(log.record(index)) }, in: context,
            allowingNetwork: Self.allowsNetwork)
        opened.note { $0.isNew = true }
        notify(
            "the diary was made again at \(path) from \(UInt64(made.events), "event", "events")",
            "변경 \(UInt64(made.events))건으로 일기장을 다시 만들었습니다: \(path)")
        if let sentence = newer.sentence { notify(sentence) }
        return (made, newer)
    }

    /// Takes the events of an exported log into this diary.
    func take(eventsFrom content: ByteSource, of file: String, into diary: Diary) throws -> TakenLog {
        var log = EventLog(content)
        return try take({ try log.record($0) }, of: file, into: diary)
    }

    /// Takes the events of a log into this diary, of which they must be, and says what became of entries that were
    /// forgotten elsewhere.
    func take(_ log: (Int) throws -> LogRecord?, of file: String, into diary: Diary) throws -> TakenLog {
        let context = try context()
        var taken = TakenLog()
        var holes: Set<Int> = []
        var refused: (record: Int, answer: OperationAnswer)?
        let forgotten = try diary.importLog(
            { index in
                let record = try log(index)
                switch record {
                case .event(let event)?:
                    taken.files.note(event)
                    taken.newer.note(event)
                case .hole?: holes.insert(index)
                case nil: break
                }
                return record
            }, in: context
        ) { operation in
            let kept = operation.events.filter { holes.contains($0) }
            switch operation.answer {
            case .accepted:
                taken.added += operation.events.count - kept.count
                taken.holes += kept.map { UInt64($0) + 1 }
            case .known: taken.known += operation.events.count - kept.count
            case .notYet, .never:
                let record = (operation.events.first ?? 0) + 1
                if refused.map({ record < $0.record }) ?? true { refused = (record, operation.answer) }
            }
        }
        taken.holes.sort()
        taken.forgotten = forgotten
        if let forgotten { report(forgotten) }
        guard let refused else { return taken }
        if case .never(let refusal) = refused.answer, refusal.field == .store { throw Problem.otherDiary(file) }
        throw Problem(
            .record,
            "\(taken.added, "event was", "events were") imported; record \(refused.record) of the log was not: \(Sentence(refused.answer).en)",
            "변경 \(taken.added)건을 가져왔고, 기록의 \(refused.record)번째 줄은 받아들일 수 없습니다: \(Sentence(refused.answer).ko)")
    }
}

/// What became of the events of a log that was taken into a diary.
struct TakenLog {
    /// How many are new here.
    var added = 0
    /// How many were here already.
    var known = 0
    /// The numbers of the records that are holes, and new here, from 1.
    var holes: [UInt64] = []
    var forgotten: ImportedForgetting?
    /// The files that they name.
    var files = ArrivingAttachments()
    /// Those that a newer program wrote.
    var newer = NewerEvents()

    /// What JSON says of entries that were forgotten; empty if none was.
    var members: [JSONMember] {
        guard let forgotten else { return [] }
        return [
            JSONMember("forgotten", .array(forgotten.entries.map { .text($0.hexadecimal) })),
            JSONMember("drafts", .array(forgotten.rescued.map { .text($0.draft.number.description) })),
        ]
    }
}

/// The events of a log that a newer program wrote, by kind and schema.
struct NewerEvents {
    private var names: [Digest: String] = [:]

    /// What is said of them; nil if there are none.
    var sentence: Sentence? {
        if names.isEmpty { return nil }
        return Sentence(
            "\(names.count, "of them was", "of them were") written by a newer diarylog; update diarylog to read "
                + (names.count == 1 ? "it" : "them"),
            "그 가운데 \(names.count)개는 더 새로운 diarylog가 쓴 것입니다. 최신 diarylog를 설치하면 읽을 수 있습니다")
    }

    /// A record is given more than once.
    mutating func noted(_ record: LogRecord?) -> LogRecord? {
        if case .event(let event)? = record { note(event) }
        return record
    }

    mutating func note(_ event: PortableEvent) {
        if let (id, name) = event.newerName { names[id] = name }
    }

    /// How many there are of each.
    var json: JSONValue {
        let counts = Dictionary(names.values.map { ($0, 1) }, uniquingKeysWith: +)
        return .object(counts.sorted { $0.key < $1.key }.map { JSONMember($0.key, .number($0.value)) })
    }
}

extension Session {
    /// Says that entries were forgotten elsewhere, what of them is kept as drafts, and whether their words are gone.
    func report(_ brought: ImportedForgetting) {
        // What editors were given of them goes as well, or is named.
        if let diary = try? open() { removeForgottenFiles(in: diary, writing: true) }
        reportEditorFiles()
        for rescue in brought.rescued {
            let id = OnScreen.shortID(rescue.entry)
            notify(
                "entry \(id) was forgotten, unaware of what was written of it on another device; that is kept as draft \(rescue.draft.number.description) of a new entry: diarylog draft commit \(rescue.draft.number.description) writes it, diarylog draft discard \(rescue.draft.number.description) drops it",
                "한 기기가 다른 기기에서 쓴 글을 모른 채 일기 \(id, .object) 영구 삭제했습니다. 그 글은 새 일기의 초안 \(rescue.draft.number.description)에 남겨 두었습니다. diarylog draft commit \(rescue.draft.number.description) 명령으로 저장하거나, diarylog draft discard \(rescue.draft.number.description) 명령으로 버립니다"
            )
        }
        if brought.entries.isEmpty { return }
        let names = brought.entries.prefix(10).map { OnScreen.shortID($0) }.joined(separator: ", ")
        if brought.file != nil {
            notify(
                "\(brought.entries.count, "entry was", "entries were") forgotten on another device, and what \(brought.entries.count == 1 ? "it" : "they") said is gone from this diary's files, too: \(names)",
                "다른 기기에서 영구 삭제한 일기 \(brought.entries.count)편의 내용을 이 일기장 파일에서도 지웠습니다: \(names)")
        } else {
            notify(.stillHeld(brought.entries.count, names, brought.obstacle.map { Problem($0).message }))
        }
    }
}
