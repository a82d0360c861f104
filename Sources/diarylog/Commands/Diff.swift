internal import DiaryEngine
internal import DiarylogArguments
internal import EventStore
internal import Interchange

struct Diff: ReadingCommand {
    static let about = CommandWords(
        "diff",
        abstract: Sentence(
            "What changed between two moments or two versions.", "두 시점이나 두 버전의 차이를 보입니다."),
        discussion: Sentence(
            """
            A and B are moments (e12, yesterday) or versions (ENTRY@v3); B is now where it is left out. ENTRY@v3 alone \
            shows what that version changed of the one it was made on, ENTRY what its newest version changed.
            """,
            """
            A와 B는 시점(e12, 어제)이나 버전(일기@v3)이고, B가 없으면 지금입니다. 일기@v3만 쓰면 그 버전이 바탕에서 바꾼 것을, 일기만 쓰면 가장 새로운 \
            버전이 바꾼 것을 보입니다.
            """))

    @Argument("a", help: Sentence("A moment, ENTRY@v3, or ENTRY.", "시점, 일기@v3, 또는 일기."), completion: .entries)
    var a: String

    @Argument(
        "b", help: Sentence("A moment or ENTRY@v3, instead of now.", "지금 대신 견줄 시점이나 일기@v3."), completion: .entries)
    var b: String?

    @OptionGroup private var style: DiffOptions

    func carryOut(in session: Session) throws {
        let style = style.style(session)
        let now = try session.point()
        let diary = try session.open()
        let diff = try difference(in: diary, now, session)
        let answer = Answer(
            "entries", session, ["from": .number(diff.from.rawValue), "to": .number(diff.to.rawValue)])
        try diff.forEach { item in
            try answer.write(
                DifferenceJSON.object(item, inPieces: style == .words),
                or: (answer.isEmpty ? "" : "\n") + DiffText.item(item, by: style, session))
        }
        if !session.isJSON, answer.isEmpty { return session.notify(.noDifference) }
        try answer.finish(at: diff.to)
    }

    /// What differs after event `to` from what was after event `from`, entry by entry.
    private struct Difference {
        let from: SequenceNumber
        let to: SequenceNumber
        let forEach: ((DiaryDiff.Item) throws -> Void) throws -> Void
    }

    /// One side of a difference.
    private enum Side {
        case moment(DiaryPoint)
        /// An entry, and whether a version of it was named.
        case entry(Entry, isVersion: Bool)
    }

    private func side(_ text: String, in diary: Diary, _ now: DiaryPoint, _ session: Session) throws -> Side {
        let isVersion = session.namesVersion(text)
        if !isVersion, !text.hasPrefix("@") {
            do { return .moment(try session.point(text)) } catch {
                // A text that names no point may name an entry; if it names neither, the error says so of the entry.
                guard Problem(error) == .unreadableMoment(text),
                    text.utf8.allSatisfy({ $0 < 0x80 && $0 > 0x20 })
                else { throw error }
            }
        }
        return .entry(try session.entry(text, in: diary, at: now), isVersion: isVersion)
    }

    private func difference(in diary: Diary, _ now: DiaryPoint, _ session: Session) throws -> Difference {
        let left = try side(a, in: diary, now, session)
        let right = try b.map { text in try side(text, in: diary, now, session) }
        switch (left, right) {
        case (.moment(let from), nil): return try whole(from, now, diary)
        case (.moment(let from), .moment(let to)): return try whole(from, to, diary)
        case (.entry(let entry, let isVersion), nil): return try own(entry, isVersion: isVersion, in: diary)
        case (.entry(let entry, _), .moment(let to)):
            return pair(entry, try diary.entry(entry.id, at: to), entry)
        case (.moment(let from), .entry(let entry, _)):
            return pair(try diary.entry(entry.id, at: from), entry, entry)
        case (.entry(let one, _), .entry(let other, _)):
            guard one.id == other.id else {
                throw Problem(usage: "these are versions of two entries", "둘은 같은 일기의 버전이 아닙니다")
            }
            return pair(one, other, one)
        }
    }

    private func whole(_ from: DiaryPoint, _ to: DiaryPoint, _ diary: Diary) throws -> Difference {
        let (start, end) = (try diary.resolve(from), try diary.resolve(to))
        return Difference(from: start, to: end) { take in
            try diary.forEachDifference(from: start, to: end, take)
        }
    }

    /// What a version changed in the one that it was made on.
    private func own(_ entry: Entry, isVersion: Bool, in diary: Diary) throws -> Difference {
        // What is shown now may be merged from several versions; then the newest one is meant.
        let after = try isVersion || !entry.isBranched ? entry : diary.version(entry.version, of: entry.id) ?? entry
        var before = try diary.base(ofVersion: after.version, of: after.id)
        if before == nil, after.isRecovered, after.version > 1 {
            // Its event is damaged, so its base is not known; the version before it comes nearest.
            before = try diary.version(after.version.before, of: after.id)
        }
        return pair(before, after, after)
    }

    private func pair(_ before: Entry?, _ after: Entry?, _ entry: Entry) -> Difference {
        Difference(from: before?.sequence ?? 0, to: after?.sequence ?? 0) { take in
            if let item = DiaryDiff.item(entry.id, before, after) { try take(item) }
        }
    }
}
