internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import EventStore
internal import Synchronization

/// One run of the program: its options and its environment.
///
/// The clock, the zone and the diary are read only when a command asks for them.
struct Session {
    let options: GlobalOptions
    let settings: Settings
    let language: Language
    /// The raw arguments; `DIARYLOG_SEED` mixes them in.
    let arguments: [[UInt8]]
    /// The diary that the command has opened, for what is said at its end.
    let opened: OpenedDiary
    /// Whether the command changes the diary.
    var isChanging = false
    /// The moment of the past that the command is to read, as it was typed.
    var moment: String?
    /// The zone in which dates were shown that are read now; nil: the user's.
    var shownIn: String?

    var isJSON: Bool { options.json || options.jsonl }

    func text(_ sentence: Sentence) -> String { sentence.text(language) }

    // MARK: Time

    /// The current time, in microseconds since 1970 UTC; `DIARYLOG_NOW` replaces it.
    func now() throws -> Int64 {
        guard let set = ProcessEnvironment.value("DIARYLOG_NOW"), !set.isEmpty else { return WallClock.now() }
        guard let date = ISODate(set), date.precision != .day, let offset = date.offset else {
            throw Problem(
                usage: "DIARYLOG_NOW is not a time: \(set)", "DIARYLOG_NOW가 시각이 아닙니다: \(set)",
                hint: "It is written 2026-11-01T10:00:00+09:00.", "2026-11-01T10:00:00+09:00처럼 씁니다.")
        }
        return (date.civil.seconds - Int64(offset)) * 1_000_000 + Int64(date.microsecond)
    }

    /// What the user's wall clock shows now.
    func clock() throws -> (civil: CivilTime, offset: Int32, zone: String) {
        let zone = try zone()
        let seconds = floorDivide(try now(), 1_000_000)
        let offset = ZoneDatabase.offset(of: zone, at: seconds)
        return (CivilTime(seconds: seconds + Int64(offset)), offset, zone)
    }

    /// The time, the zone and the randomness for a change.
    func context() throws -> WriteContext {
        let clock = try clock()
        let zone = lacksZones ? "" : clock.zone
        var context = WriteContext(wall: try now(), offset: clock.offset, zone: zone, entropy: try entropy())
        // With a seed the same commands make the same diary on every machine.
        context.deviceName = context.entropy.isSeeded ? settings[.syncName]?.text : deviceName
        return context
    }

    /// The clock that questions as of a time are asked by: the system's, or `DIARYLOG_NOW`, which stands still.
    private var clockContext: @Sendable () -> WriteContext {
        guard Self.variable("DIARYLOG_NOW") != nil, let now = try? now() else { return { .now() } }
        return { WriteContext(wall: now, offset: 0, zone: "", entropy: .system) }
    }

    private func entropy() throws -> Entropy {
        if let seed = ProcessEnvironment.bytes("DIARYLOG_SEED") {
            return .seeded(seed + [0] + arguments.joined(separator: [0]))
        }
        return try .drawn()
    }

    // MARK: The diary

    /// Opens a diary that exists; never creates one. Damage that the command meets in it is told at its end, unless the
    /// command is about nothing else.
    ///
    /// A command that changes the diary has what follows from the log made anew where it reads it damaged.
    func open(reportingDamage: Bool = true) throws -> Diary {
        let path = try path()
        let diary = try Diary(
            at: path, patience: Self.patience, allowingNetwork: Self.allowsNetwork, rebuildsToRead: isChanging,
            context: clockContext)
        if reportingDamage { opened.note { $0.diary = diary } }
        if isChanging { endForgetting(in: diary) }
        return diary
    }

    /// Opens a diary beside that of the command.
    static func diary(at path: String) throws -> Diary {
        try Diary(at: path, patience: patience, allowingNetwork: allowsNetwork)
    }

    /// Ends what a forgetting, of this device or another, began here before it was interrupted, once a run, and says
    /// what came of it. A command that writes does so first: a draft that is kept meanwhile can be committed by it.
    func endForgetting(in diary: Diary) {
        guard opened.isFirst(\.hasEndedForgetting) else { return }
        if let path = try? path(), SealedFolder.around(path) != nil { notify(.inClear(OnScreen.safe(path))) }
        if let context = try? context(), let brought = try? diary.finishForgetting(in: context) { report(brought) }
        removeForgottenFiles(in: diary)
    }

    /// Opens the diary, or creates one if there is none, and says so. If two processes create it at once, both open it.
    func openOrMake() throws -> Diary {
        let path = try path()
        do { return try open() } catch {
            guard isVacant(path, after: error) else { throw error }
        }
        var context = try context()
        do throws(EventStoreError) {
            try Diary.create(at: path, in: &context, allowingNetwork: Self.allowsNetwork)
            opened.note { $0.isNew = true }
            noteMade(path)
        } catch {
            if case .missing(let folder) = error { throw Problem.cannotMake(folder) }
            guard case .occupied = error else { throw error }
        }
        return try open()
    }

    /// Says that a diary was made.
    func noteMade(_ path: String) {
        notify("a new diary was made at \(path)", "새 일기장을 만들었습니다: \(path)")
        if let unended = Sentence.unendedJoin(at: path) { notify(unended) }
        noteCarried(path)
    }

    /// Says, of a diary that was made, what it leads to where a program carries its folder.
    func noteCarried(_ path: String) {
        if let folder = CarriedFolder.around(path) {
            notify(
                "\(OnScreen.safe(folder)) is carried to other devices: two that write at once would make two files of this diary. Keep it "
                    + "elsewhere, and share it by diarylog --diary THERE sync init \(OnScreen.safe(folder))/diary",
                "\(OnScreen.safe(folder), .topic) 다른 기기로 나르는 폴더입니다. 두 기기가 함께 쓰면 일기장 파일이 둘이 됩니다. 일기장은 다른 곳에 두고 diarylog --diary 그곳 sync init "
                    + "\(OnScreen.safe(folder))/diary로 나누세요")
        }
    }

    /// Whether the path has no diary, but could have one.
    func isVacant(_ path: String, after error: any Error) -> Bool {
        switch Problem(error).code {
        case .noDiary: true
        case .notADiary: (try? FileSystem.isEmptyDirectory(path)) == true
        default: false
        }
    }

    /// Whether a diary on a network file system may be used: its user knows that one machine alone does so.
    static var allowsNetwork: Bool { variable("DIARYLOG_NETWORK") == "allow" }

    /// How many milliseconds to wait for another writer.
    static var patience: Int { variable("DIARYLOG_PATIENCE").flatMap { Int($0) } ?? 10_000 }
}

/// The diary that a command works on.
final class OpenedDiary: Sendable {
    struct State {
        var diary: Diary?
        /// What the option --diary says.
        var named: String?
        /// Whether this run created it.
        var isNew = false
        /// Where a text is that was typed and could not be written.
        var kept: KeptText?
        /// The points that were asked for, and whether it was said what is not certain about them.
        var points: [DiaryPoint] = []
        var hasReportedClock = false
        /// Whether what was forgotten elsewhere has been taken out.
        var hasEndedForgetting = false
    }

    private let state = Mutex(State())

    var now: State { state.withLock { $0 } }

    func note(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    /// Whether something that is done once is still to be done; from then on it is not.
    func isFirst(_ hasDone: WritableKeyPath<State, Bool>) -> Bool {
        state.withLock { state in
            defer { state[keyPath: hasDone] = true }
            return !state[keyPath: hasDone]
        }
    }
}

extension Session {
    /// Says of an answer as of a time before the diary began that this is why it is empty.
    func reportBeginning() {
        let opened = opened.now
        guard let moment, let diary = opened.diary, let point = opened.points.first, case .instant = point,
            (try? diary.resolve(point)) == 0, let first = try? diary.log(limit: 1, at: .event(1)).events.first,
            let day = (try? civil(first.recordedAt)).map(dayText)
        else { return }
        notify(
            "this diary began \(day); entries dated then: diarylog list --on \"\(moment)\"",
            "이 일기장은 \(day)에 시작했습니다. 그 날짜의 일기는 diarylog list --on \"\(moment)\" 명령으로 봅니다")
    }

    /// Says at a command's end what there is to say about the device that writes and its clock. Throws `doubtful` if
    /// the command met what it could not believe.
    func close(changing: Bool) throws {
        let opened = opened.now
        if opened.isNew || opened.diary?.hasBegunDevice == true, !MachineIdentity.isCertain {
            notify(
                "this machine has no id (/etc/machine-id): its host name tells it from others; a new name is a new device",
                "이 컴퓨터에는 식별자(/etc/machine-id)가 없어 호스트 이름으로 구별합니다. 이름이 바뀌면 새 기기로 여깁니다")
        }
        try reportClockDoubt()
        try reportClockStep()
        if !damage.isNone { throw Problem.doubtful(damage, made: changing) }
    }
}
