internal import DiaryEngine
internal import DiarylogArguments
internal import DiarylogExchange

/// Carries the diary's events between devices, through a folder or storage that rclone reaches.
struct Sync: DiaryCommand {
    enum Action: String, Choice {
        case initialize = "init"
        case join, watch, status, devices, check, key, leave, scrub, take
    }

    static let about = CommandWords(
        "sync",
        abstract: Sentence(
            "Exchange the diary with your other devices, encrypted.", "일기장을 다른 기기들과 암호화해서 주고받습니다."),
        discussion: Sentence(
            """
            init REMOTE begins on the first device, join REMOTE on each other one; REMOTE is a folder that something \
            carries (Syncthing, a cloud, a stick), or rclone:NAME:PATH. Where both devices have a diary of their own, join \
            REMOTE --into makes one of the two. sync alone exchanges now; each change does so \
            by itself, unless diarylog config set sync.auto no. watch stays and exchanges on every change. status says \
            how far the exchange is, check proves all that lies there. key show prints the key, key passphrase gives it a new \
            passphrase, key rotate draws a new key, key fetch takes over one that another device has drawn. leave ends \
            it on this device. Without a terminal, the key comes from --key FILE.

            A device was lost: key rotate here, key fetch on each device that is left, and devices strike NAME. What \
            the lost one still writes is held apart; devices lists that, devices take NAME takes it in all the same, \
            devices rename NAME WORDS calls one otherwise here.

            The diary's own folder was carried, and another log came to lie in it: take takes its events in.

            For whoever keeps diaries for others: scrub REMOTE looks through any number of them without a key, and \
            sync --all and sync watch --all exchange all that have a name here.
            """,
            """
            첫 기기에서는 init 원격, 다른 기기에서는 join 원격으로 시작합니다. 원격은 무언가가 나르는 폴더(Syncthing, 클라우드, USB)이거나 \
            rclone:이름:경로입니다. 두 기기에 저마다 일기장이 있으면 join 원격 --into로 하나로 합칩니다. sync만 쓰면 지금 주고받고, 일기장이 바뀔 때마다 저절로 그렇게 합니다(diarylog config set sync.auto no로 \
            끕니다). watch는 남아서 바뀔 때마다 주고받고, status는 현재 상태를 보이며, check는 그곳에 있는 것을 모두 확인합니다. key show는 열쇠를 \
            보이고, key passphrase는 암호를 새로 정하고, key rotate는 새 열쇠를 뽑고, key fetch는 다른 기기가 뽑은 열쇠를 받아 옵니다. leave는 이 \
            기기에서 그만둡니다. 터미널이 없으면 --key 파일에서 열쇠를 읽습니다.

            기기를 잃었으면 여기서 key rotate, 남은 기기마다 key fetch, 그리고 devices strike 이름을 하세요. 잃은 기기가 그 뒤에 쓰는 것은 따로 둡니다. \
            devices가 그것을 보이고, devices take 이름은 그래도 받아들이고, devices rename 이름 새이름은 여기서 부르는 이름을 바꿉니다.

            일기장 폴더 자체를 나르다가 그 안에 다른 기록 파일이 생겼으면 take로 그 변경을 받아들입니다.

            다른 사람의 일기장을 보관하는 관리자에게: scrub 원격은 열쇠 없이 그곳의 일기장을 모두 살피고, sync --all과 sync watch --all은 여기서 이름이 있는 \
            일기장을 모두 주고받습니다.
            """))

    @Argument(
        "action",
        help: Sentence(
            "init, join, watch, status, devices, check, key, leave, scrub or take; none: exchange now.",
            "init(시작), join(참여), watch(지켜보기), status(상태), devices(기기), check(확인), key(열쇠), leave(그만두기), scrub(살피기), take(받아들이기). 없으면 지금 주고받기."
        ))
    var action: Action?

    @Argument(
        "what",
        help: Sentence(
            "init, join, scrub: REMOTE; join: and where the diary is made; key: show, passphrase, rotate or fetch; devices: list, rename, strike or take.",
            "init, join, scrub: 원격. join: 그리고 일기장을 만들 곳. key: show, passphrase, rotate, fetch. devices: list, rename, strike, take."
        ),
        completion: .syncWords)
    var words: [String] = []

    @Option(
        "key", value: "file",
        help: Sentence(
            "init, join, key fetch, key rotate: the key, from a file.", "init, join, key fetch, key rotate: 파일에 든 열쇠."),
        completion: .files)
    var keyFile: String?

    @Flag(
        "repair",
        help: Sentence(
            "check: put anew from here what is lost or unreadable.", "check: 없어지거나 읽을 수 없는 것을 여기 것으로 다시 올립니다."))
    var repair = false

    @Flag("yes", help: Sentence("leave: do not ask.", "leave: 묻지 않습니다."))
    var yes = false

    @Flag(
        "unless-running",
        help: Sentence(
            "If an exchange is under way, ask it for one more round and end.", "이미 주고받는 중이면 한 번 더 돌게 하고 끝냅니다."))
    var unlessRunning = false

    @Flag(
        "moved",
        help: Sentence(
            "init: the remote moved to REMOTE, or is lost.",
            "init: 원격을 다른 곳으로 옮겼거나 잃었습니다."))
    var moved = false

    @Flag(
        "into",
        help: Sentence(
            "join: a diary is here already; bring its entries into that of REMOTE.",
            "join: 여기 이미 있는 일기장을 원격의 일기장에 합칩니다."))
    var into = false

    @Flag(
        "all", against: ["--diary"],
        help: Sentence(
            "Alone or with watch: all diaries that have a name and are synced.", "혼자 또는 watch와: 이름이 있고 주고받는 일기장 모두."))
    var all = false

    @Option(
        "metrics", value: "file", with: "--all",
        help: Sentence(
            "With --all: write figures for Prometheus to this file.", "--all과: Prometheus가 읽을 수치를 이 파일에 씁니다."),
        completion: .files)
    var metrics: String?

    func carryOut(in session: Session) throws {
        if repair, action != .check { throw Problem.against("--repair", action?.rawValue ?? "sync") }
        if yes, action != .leave { throw Problem.against("--yes", action?.rawValue ?? "sync") }
        if moved, action != .initialize { throw Problem.against("--moved", action?.rawValue ?? "sync") }
        if into, action != .join { throw Problem.against("--into", action?.rawValue ?? "sync") }
        if unlessRunning, action != nil { throw Problem.against("--unless-running", action?.rawValue ?? "") }
        let keyed = [[KeyAction.fetch.rawValue], [KeyAction.rotate.rawValue]]
        let takesKey = [.initialize, .join].contains(action) || action == .key && keyed.contains(words)
        if keyFile != nil, !takesKey { throw Problem.against("--key", action?.rawValue ?? "sync") }
        if all, action != nil, action != .watch { throw Problem.against("--all", action?.rawValue ?? "sync") }
        let most: Int? =
            switch action {
            case .initialize, .key: 1
            case .join: 2
            case .devices: 3
            case .scrub: nil
            case nil, .watch, .status, .check, .leave, .take: 0
            }
        let wantsRemote = [.initialize, .join, .scrub].contains(action)
        if wantsRemote, words.isEmpty { throw Problem.badArguments(.missingArgument("<remote>"), of: "sync") }
        guard words.count <= most ?? .max else { throw Problem.syncArguments }
        switch action {
        case .initialize: try begin(at: words[0], session)
        case .join: try join(words[0], session)
        case .scrub: try scrub(session)
        case .key: try keys(KeyAction(words.first), session)
        case .watch: if all { try watchAll(session) } else { try watch(session) }
        case .devices: try devices(words, session)
        case .status: try SyncStanding(SyncPlace(of: session)).write(session)
        case .check: try check(session)
        case .leave: try leave(session)
        case .take: try takeOtherLogs(session)
        case nil: if all { try exchangeAll(session) } else { try exchangeNow(session) }
        }
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

    /// Reads and proves all that lies there.
    private func check(_ session: Session) throws {
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
