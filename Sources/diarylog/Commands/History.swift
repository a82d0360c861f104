internal import DiaryEngine
internal import DiarylogArguments
internal import Interchange

struct History: ReadingCommand {
    static let about = CommandWords(
        "history", abstract: Sentence("Show the versions of an entry, newest first.", "일기 한 편의 버전들을 새로운 것부터 보입니다."),
        discussion: Sentence(
            """
            On a terminal each version shows which words came and went. show ENTRY@v3 shows one of them, diff ENTRY@v3 \
            all that it changed, diff ENTRY@v2 ENTRY@v3 what changed between two. A version that was not made on just \
            the one before it says on which, and one of another device names it.
            """,
            """
            터미널에서는 버전마다 들어오고 나간 낱말을 보입니다. show 일기@v3은 그 버전을, diff 일기@v3은 그것이 바꾼 것 모두를, diff 일기@v2 \
            일기@v3은 둘의 차이를 보입니다. 바로 앞 버전이 아닌 것을 바탕으로 한 버전은 그 바탕을 말하고, 다른 기기에서 쓴 버전은 그 기기를 말합니다.
            """))

    @Argument("entry", help: .anEntry, completion: .entries)
    var entry: String

    @Flag(
        "words", against: ["--lines"],
        help: Sentence("With the words that each changed: on a terminal the default.", "버전마다 바꾼 낱말도. 터미널에서는 기본입니다."))
    var words = false

    @Flag(
        "lines",
        help: Sentence("Each line of the text, with the version that wrote it.", "글의 줄마다 그 줄을 쓴 버전을 보입니다."))
    var lines = false

    func carryOut(in session: Session) throws {
        if lines { return try showLines(session) }
        let point = try session.point()
        let diary = try session.open()
        if session.namesVersion(entry) { throw Problem.versionNotHere }
        let found = try session.entry(entry, in: diary, at: point)
        let versions = try diary.history(of: found.id, at: point) ?? []
        let devices = try DeviceNames(in: diary)
        let isByWords = words || session.isTerminal
        let answer = Answer("versions", session, ["entry": .text(found.id.hexadecimal)])
        for version in versions {
            func text() throws -> String {
                try line(version, devices, session)
                    + (isByWords ? changes(of: version, in: diary, found.id, session) : "")
            }
            try answer.write(VersionJSON.object(version), or: text())
        }
        try answer.finish(at: diary.resolve(point))
    }

    private func line(_ version: VersionSummary, _ devices: DeviceNames, _ session: Session) throws -> String {
        let whole = OnScreen.title(
            version.title, isForgotten: version.isForgotten, isUnderstood: version.isUnderstood, session)
        let title = session.isTerminal ? OnScreen.short(whole) : session.shown(OnScreen.column(whole))
        let kind = session.isTerminal ? session.text(OperationWords.act(version)) : version.kind
        var columns = [
            session.paint("v\(version.version)", 33), "e\(version.sequence)",
            session.paint(try session.columnTime(version.recordedAt), 36), kind, "\(version.size)", title,
        ]
        if let device = devices.name(of: version.device, session) { columns.append(OnScreen.safe(device)) }
        if let parents = version.unexpectedParents?.joined(separator: ", ") {
            columns.append(session.text(Sentence("from \(parents)", "\(parents)에서")))
        }
        return session.row(columns)
    }

    /// What a version changed in the first one that it was made on; nothing of a creation.
    private func changes(
        of version: VersionSummary, in diary: Diary, _ id: EntryID, _ session: Session
    ) throws -> String {
        guard !version.isForgotten, let before = try diary.base(ofVersion: version.version, of: id),
            let after = try diary.version(version.version, of: id),
            let item = DiaryDiff.item(id, before, after), item.change == .changed
        else { return "" }
        return DiffText.excerpt(item, session)
    }
}

extension VersionSummary {
    /// The versions that it was made on, if not just the one before it; nil also for a creation.
    fileprivate var unexpectedParents: [String]? {
        guard !parents.isEmpty, parents != [version.before] else { return nil }
        return parents.map { $0 == 0 ? "v?" : "v\($0)" }
    }
}

extension Session {
    /// A text made safe for a screen if people see it, and unchanged for programs.
    func shown(_ text: String, lines: Bool = false) -> String {
        isTerminal || isColoured ? OnScreen.safe(text, lines: lines) : text
    }

    func paint(_ text: String, _ code: Int) -> String { paint(text, "\(code)") }

    /// Colours a text by the codes of a terminal, if colours are wanted.
    func paint(_ text: String, _ codes: String) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(codes)m\(text)\u{1B}[0m" : text
    }
}

extension History {
    func showLines(_ session: Session) throws {
        var point = try session.point()
        let diary = try session.open()
        let found = try session.entry(entry, in: diary, at: point)
        if session.namesVersion(entry) { point = .event(found.sequence) }
        let answer = Answer("lines", session)
        for line in try diary.blame(found.id, at: point) ?? [] {
            try answer.write(VersionJSON.object(line), or: row(line, session))
        }
        try answer.finish(at: diary.resolve(point))
    }

    private func row(_ line: BlamedLine, _ session: Session) throws -> String {
        session.row([
            session.paint("e\(line.sequence)", 33), "v\(line.version)",
            session.paint(try session.columnTime(line.recordedAt), 36), session.shown(line.text),
        ])
    }
}
