internal import DiaryEngine
internal import DiarylogArguments
internal import DiarylogExchange

/// Carries the diary's events between devices, through a folder or storage that rclone reaches.
struct Sync: DiaryCommand {
    static let about = CommandWords(
        "sync",
        abstract: Sentence(
            "Exchange the diary with your other devices, encrypted.", "일기장을 다른 기기들과 암호화해서 주고받습니다."),
        discussion: Sentence(
            """
            sync init REMOTE begins on the first device, sync join REMOTE on each other one; REMOTE is a folder that \
            something carries (Syncthing, a cloud, a stick), or rclone:NAME:PATH. sync alone exchanges now; each change \
            does so by itself, unless diarylog config set sync.auto no. sync watch stays and exchanges on every change. \
            Without a terminal, the key comes from --key FILE.

            A device was lost: sync key rotate here, sync key fetch on each device that is left, and sync devices strike \
            NAME. What the lost one still writes is held apart.

            For whoever keeps diaries for others: sync scrub, and sync --all and sync watch --all for all that have a \
            name here.
            """,
            """
            첫 기기에서는 sync init 원격, 다른 기기에서는 sync join 원격으로 시작합니다. 원격은 무언가가 나르는 폴더(Syncthing, 클라우드, USB)이거나 \
            rclone:이름:경로입니다. sync만 쓰면 지금 주고받고, 일기장이 바뀔 때마다 저절로 그렇게 합니다(diarylog config set sync.auto no로 \
            끕니다). sync watch는 남아서 바뀔 때마다 주고받습니다. 터미널이 없으면 --key 파일에서 열쇠를 읽습니다.

            기기를 잃었으면 여기서 sync key rotate, 남은 기기마다 sync key fetch, 그리고 sync devices strike 이름을 하세요. 잃은 기기가 그 뒤에 쓰는 것은 따로 둡니다.

            다른 사람의 일기장을 보관하는 관리자에게는 sync scrub, 그리고 여기서 이름이 있는 일기장을 모두 주고받는 sync --all과 sync watch --all이 있습니다.
            """))

    @Flag(
        "unless-running",
        help: Sentence(
            "If an exchange is under way, ask it for one more round and end.", "이미 주고받는 중이면 한 번 더 돌게 하고 끝냅니다."))
    var unlessRunning = false

    @Flag("all", against: ["--diary", "--unless-running"], help: .allSynced)
    var all = false

    @Option("metrics", value: "file", with: "--all", help: .metrics, completion: .files)
    var metrics: String?

    func carryOut(in session: Session) throws {
        if all { try exchangeAll(session) } else { try exchangeNow(session) }
    }

    private func exchangeNow(_ session: Session) throws {
        let place = try SyncPlace(of: session)
        let turn = try place.turn()
        var report = ExchangeReport()
        let round = { report = try place.exchange(session) }
        if unlessRunning {
            guard try turn.take(round) else { return }
        } else {
            try turn.wait(round)
        }
        try report.write(of: place, session)
    }
}

extension Sentence {
    static let aKeyFile = Sentence("The key, from a file.", "파일에 든 열쇠.")
    static let aRemote = Sentence("A folder, or rclone:NAME:PATH.", "폴더, 또는 rclone:이름:경로.")
    static let aDevice = Sentence("A device, by its name or its id.", "기기의 이름이나 식별자.")
    static let allSynced = Sentence("All diaries that have a name and are synced.", "이름이 있고 주고받는 일기장 모두.")
    static let metrics = Sentence("Write figures for Prometheus to this file.", "Prometheus가 읽을 수치를 이 파일에 씁니다.")
}

struct SyncStatus: DiaryCommand {
    static let about = CommandWords("sync status", abstract: Sentence("How far the exchange is.", "어디까지 주고받았는지 보입니다."))

    func carryOut(in session: Session) throws { try SyncStanding(SyncPlace(of: session)).write(session) }
}

struct SyncCheck: DiaryCommand {
    static let about = CommandWords(
        "sync check", abstract: Sentence("Read and prove all that lies on the remote.", "원격에 있는 것을 모두 읽고 확인합니다."))

    @Flag(
        "repair",
        help: Sentence("Put anew from here what is lost or unreadable.", "없어지거나 읽을 수 없는 것을 여기 것으로 다시 올립니다."))
    var repair = false

    func carryOut(in session: Session) throws {
        let place = try SyncPlace(of: session)
        var report = ExchangeReport()
        try place.turn().wait {
            report = try place.run(session) { exchange throws(ExchangeTrouble) in
                try exchange.check(repairing: repair)
            }
        }
        session.notify(
            "\(report.checked, "object was", "objects were") read; "
                + (report.unsent == 0
                    ? "every event is in a sound one" : "\(report.unsent, "event is", "events are") in no sound one"),
            "묶음 \(report.checked)개를 읽었습니다. "
                + (report.unsent == 0 ? "변경이 모두 온전한 묶음에 있습니다" : "온전한 묶음에 없는 변경이 \(report.unsent)건 있습니다"))
        try report.write(of: place, session)
    }
}
