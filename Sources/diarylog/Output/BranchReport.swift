internal import DiaryEngine
internal import DiaryModel
internal import EventStore

// What a person is told of an entry that stands on several events.

extension Entry {
    /// What there is to tell of how it stands; nothing for nearly all entries.
    var branchNotices: [BranchNotice] {
        guard isBranched else { return [] }
        let id = OnScreen.shortID(self.id)
        var notices: [BranchNotice] = []
        switch status {
        case .one: break
        case .merged:
            notices.append(.merged(id: id, from: heads.count < 2 ? [] : heads.map { "\(id)@\(Self.shortName($0))" }))
        case .conflict:
            let others = alternatives.map { "\(id)@\(Self.shortName($0.event)) (e\($0.sequence))" }
            notices.append(.conflict(id: id, others: others))
        case .forgotten: notices.append(.forgotten(id: id))
        }
        if isContested { notices.append(.contested(id: id)) }
        return notices
    }

    /// Whether its text is one that nobody has saved as it is shown.
    var isUndecided: Bool { status == .merged || status == .conflict }

    private static func shortName(_ event: Digest) -> Substring { event.hexadecimal.prefix(8) }
}

extension Session {
    /// Says how an entry stands on several events, where it does.
    func sayBranches(of entry: Entry) {
        for notice in entry.branchNotices { say(.branches(notice)) }
    }
}

/// The entries in conflict that a list has shown.
struct UndecidedEntries {
    private var count = 0
    private var first: [String] = []

    mutating func note(_ entry: Entry) {
        guard entry.status == .conflict else { return }
        count += 1
        if first.count < 5 { first.append(OnScreen.shortID(entry.id)) }
    }

    /// Names them beside the list.
    func say(_ session: Session) {
        if count > 0 { session.say(.branches(.undecided(first, count: count))) }
    }
}
