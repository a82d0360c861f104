internal import DiaryEngine
internal import DiarylogArguments
internal import EventStore
internal import Interchange

/// Shows the versions of an entry.
struct History: DiaryCommand {
    static let about = CommandWords(
        "history", abstract: HelpText("Show the versions of an entry, newest first.", "일기 한 편의 버전들을 새로운 것부터 보입니다."),
        discussion: HelpText(
            """
            show ENTRY@v3 shows one of them, diff ENTRY@v3 what it changed, diff ENTRY@v2 ENTRY@v3 what changed \
            between two. A version that was not made on just the one before it says on which, and one of another device names it.
            """,
            """
            show ENTRY@v3은 그 버전을, diff ENTRY@v3은 그것이 바꾼 것을, diff ENTRY@v2 ENTRY@v3은 둘의 차이를 보입니다. 바로 앞 버전이 아닌 것을 \
            바탕으로 한 버전은 그 바탕을 말하고, 다른 기기에서 쓴 버전은 그 기기를 말합니다.
            """))

    @Argument("entry", help: .anEntry, completion: .entries)
    var entry: String

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        let point = try session.point()
        let diary = try session.open()
        if session.namesVersion(entry) { throw Problem.versionNotHere }
        let found = try session.entry(entry, in: diary, at: point)
        let versions = try diary.history(of: found.id, at: point) ?? []
        if session.options.jsonl {
            for version in versions { try session.write(VersionJSON.object(version)) }
            try session.writeEnd(of: diary, at: point)
        } else if session.options.json {
            try session.write([
                "entry": .text(found.id.hexadecimal), "versions": .array(versions.map(VersionJSON.object)),
            ])
        } else {
            let devices = try DeviceNames(in: diary)
            var text = ""
            for version in versions { text += try line(version, devices, session) }
            try session.page(text)
        }
    }

    private func line(_ version: VersionSummary, _ devices: DeviceNames, _ session: Session) throws -> String {
        let title = session.shown(
            OnScreen.column(version.title ?? session.text(version.isForgotten ? .forgotten : .noTitle)))
        var columns = [
            session.paint("v\(version.version)", 33), "e\(version.sequence)",
            session.paint(try session.columnTime(version.recordedAt), 36), version.kind, "\(version.size)", title,
        ]
        if let device = devices.name(of: version.device, session) { columns.append(OnScreen.safe(device)) }
        if let parents = version.unexpectedParents { columns.append(session.text(Sentence.from(parents))) }
        return columns.joined(separator: session.column) + "\n"
    }
}

extension VersionSummary {
    /// The versions that it was made on, if not just the one before it; nil also for a creation.
    fileprivate var unexpectedParents: [String]? {
        guard !parents.isEmpty, parents != [version.before] else { return nil }
        return parents.map { $0 == 0 ? "v?" : "v\($0)" }
    }
}

extension Sentence {
    /// Names the versions that one was made on.
    fileprivate static func from(_ versions: [String]) -> Sentence {
        let list = versions.joined(separator: ", ")
        return Sentence("from \(list)", "\(list)에서")
    }
}

extension Session {
    /// Writes the last of several JSON lines: the point as of which they hold, and no next page.
    func writeEnd(of diary: Diary, at point: DiaryPoint) throws {
        let at = try diary.resolve(point)
        try write(["at": .number(at.rawValue), "next": .null])
    }

    /// A text made safe for a screen if people see it, and unchanged for programs.
    func shown(_ text: String, lines: Bool = false) -> String {
        isTerminal || isColoured ? OnScreen.safe(text, lines: lines) : text
    }

    func paint(_ text: String, _ code: Int) -> String { OnScreen.paint(text, code, self) }
}
