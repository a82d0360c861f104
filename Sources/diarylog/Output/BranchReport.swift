internal import DiaryEngine
internal import EventStore

// What a person is told of an entry that several events stand behind.

extension Entry {
    /// What there is to say of its status; empty for nearly all entries.
    var branchNotices: [Sentence] {
        let id = OnScreen.shortID(self.id)
        if isForgotten {
            return [
                Sentence("entry \(id) was forgotten: nothing of it is left", "일기 \(id, .topic) 영구 삭제했습니다. 남은 내용이 없습니다")
            ]
        }
        if !isUnderstood {
            return [
                Sentence(
                    "entry \(id) was written by a newer diarylog; update diarylog to read it",
                    "일기 \(id, .topic) 더 새로운 diarylog가 쓴 것입니다. 최신 diarylog를 설치하면 읽을 수 있습니다")
            ]
        }
        guard isBranched else { return [] }
        var notices: [Sentence] = []
        switch status {
        case .one, .forgotten, .notUnderstood: break
        case .merged:
            notices.append(
                .mergedText(id: id, from: heads.count < 2 ? [] : heads.map { "\(id)@\(Self.shortName($0))" }))
        case .conflict:
            let others = alternatives.map { "\(id)@\(Self.shortName($0.event)) (e\($0.sequence))" }
            notices.append(
                Sentence(
                    "entry \(id) has \(others.count + 1) texts that nobody has decided between; shown is the one written "
                        + "last, not \(others.joined(separator: ", ")); diarylog edit \(id) opens all of them and decides",
                    "일기 \(id)에는 아직 정하지 않은 글이 \(others.count + 1)개 있습니다. 마지막에 쓴 글을 보이고, 다른 글은 "
                        + "\(others.joined(separator: ", "))입니다. diarylog edit \(id, .by) 모두 열어 정합니다"))
        }
        if isContested { notices.append(.contested(id: id)) }
        return notices
    }

    /// Whether nobody has yet saved its text as it is shown.
    var isUndecided: Bool { status == .merged || status == .conflict }

    private static func shortName(_ event: Digest) -> Substring { event.hexadecimal.prefix(8) }
}

extension Session {
    /// Says what there is to say of an entry's status.
    func reportBranches(of entry: Entry) {
        for notice in entry.branchNotices { notify(notice) }
    }
}

/// The entries in conflict, the contested ones, and those that only a newer program can read, that a list has shown.
struct UndecidedEntries {
    private struct Noted {
        var count = 0
        var first: [String] = []

        var names: String { first.joined(separator: ", ") + (count > first.count ? ", …" : "") }

        mutating func note(_ entry: Entry) {
            count += 1
            if first.count < 5 { first.append(OnScreen.shortID(entry.id)) }
        }
    }

    private var undecided = Noted()
    private var contested = Noted()
    private var newer = Noted()

    mutating func note(_ entry: Entry) {
        if entry.status == .conflict { undecided.note(entry) }
        if entry.isContested { contested.note(entry) }
        if !entry.isUnderstood { newer.note(entry) }
    }

    /// Names them beside the list.
    func notify(_ session: Session) {
        if undecided.count > 0 {
            session.notify(
                "texts that nobody has decided between stand in \(undecided.count, "entry", "entries") "
                    + "(\(undecided.names)); diarylog show names them, diarylog edit decides",
                "아직 정하지 않은 글이 여럿인 일기가 \(undecided.count)편 있습니다 (\(undecided.names)). "
                    + "diarylog show로 보고 diarylog edit로 정합니다")
        }
        if contested.count > 0 {
            session.notify(
                "deleted on one device and edited on another: \(contested.count, "entry", "entries") (\(contested.names)); "
                    + "diarylog conflicts shows them",
                "한 기기에서 지우고 다른 기기에서 고친 일기가 \(contested.count)편 있습니다 (\(contested.names)). diarylog conflicts로 볼 수 있습니다")
        }
        if newer.count > 0 {
            session.notify(
                "\(newer.count, "entry was", "entries were") written by a newer diarylog (\(newer.names)); "
                    + "update diarylog to read \(newer.count == 1 ? "it" : "them")",
                "더 새로운 diarylog가 쓴 일기가 \(newer.count)편 있습니다 (\(newer.names)). 최신 diarylog를 설치하면 읽을 수 있습니다")
        }
    }
}
