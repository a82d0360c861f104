/// What is said beside the results, on standard error.
package enum Notice: Equatable, Sendable {
    case made(path: String)
    case madeFromLog(path: String, events: UInt64)
    case dated(String)
    case added(id: String, title: String)
    case addedBefore(id: String)
    case edited(id: String, version: UInt64)
    case unchanged
    /// An entry is about to be changed, and events cannot be read that may be its newest.
    case madeOn(id: String, version: UInt64, event: UInt64)
    case deleted(Int)
    case restored(Int)
    /// What was done (empty if it is not known), how many entries it touched, and the first one's title.
    case undone(String, entries: Int, title: String?)
    case undoneAlone(String, entries: Int, title: String?)
    case redone(String, entries: Int, title: String?)
    case restoredTo(String, entries: Int, title: String?)
    case imported(added: Int, skipped: Int)
    case wouldImport(added: Int, skipped: Int)
    case unknownMembers(String)
    case exported(count: Int, path: String)
    case clock(ClockNotice)
    case settingWritten(path: String)
    case replayed(UInt64, from: UInt64, entries: Int, Double, rate: Int)
    case hashesHold
    case tablesAgree
    case verified(VerifyAdvice)
    /// A new diary was made of a damaged one; so many events came from elsewhere.
    case mended(path: String, events: UInt64, healed: Int)
    /// The search index was not compared: there is none, or it has come no further than an event.
    case indexMissing
    case indexBehind(UInt64)
    case noDifference
    /// The dates and titles of the first of so many entries.
    case askDelete([String], count: Int)
    case nothingDeleted
    case nothingOnThisDay
    case noTags
    case progress(done: UInt64, total: UInt64, percent: Int, rate: Int, left: Int)
    /// Entries that have been read, and how many a second.
    case reading(UInt64, rate: Int)
    /// The list's rows are missing: so many events were folded instead.
    case listFolded(events: UInt64)
    case scanned
    case nothingFound
    /// So many hits were shown, of so many in all.
    case found(Int, of: Int, isExact: Bool, ofVersions: Bool)
    case snapshotIgnored(UInt64)
    case snapshotThere
    case snapshotsRemoved(Int)
    case metaMended
    /// The machine has no id; its host name stands in for it.
    case namelessMachine
    case branches(BranchNotice)
    case draft(DraftNotice)
    case upkeep(UpkeepNotice)
    case bulk(BulkNotice)
    case exchange(ExchangeNotice)
    case attachments(AttachmentNotice)
    case jrnl(JrnlNotice)
    case weather(WeatherNotice)
    case crashed

    package static let samples: [Notice] =
        [
            .made(path: "x"), .madeFromLog(path: "x", events: 1), .dated("x"), .added(id: "x", title: "y"),
            .addedBefore(id: "x"), .edited(id: "x", version: 1), .unchanged,
            .madeOn(id: "x", version: 1, event: 2), .deleted(1), .restored(1),
            .undone("x", entries: 1, title: "y"), .undoneAlone("x", entries: 2, title: "y"),
            .redone("x", entries: 0, title: nil), .restoredTo("x", entries: 1, title: "y"),
            .imported(added: 1, skipped: 0), .wouldImport(added: 1, skipped: 1), .unknownMembers("x"),
            .exported(count: 1, path: "x"), .settingWritten(path: "x"),
            .replayed(2, from: 1, entries: 1, 0.5, rate: 2), .hashesHold,
            .tablesAgree, .indexMissing, .indexBehind(2),
            .noDifference,
            .askDelete(["x"], count: 1), .askDelete(["x", "y"], count: 5), .nothingDeleted, .nothingOnThisDay,
            .noTags,
            .progress(done: 1, total: 2, percent: 50, rate: 3, left: 4), .reading(1, rate: 2), .listFolded(events: 1),
            .scanned,
            .nothingFound, .found(1, of: 1, isExact: true, ofVersions: false),
            .found(2, of: 9, isExact: false, ofVersions: true),
            .snapshotIgnored(1), .snapshotThere, .snapshotsRemoved(1), .metaMended, .namelessMachine, .crashed,
            .branches(.forgotten(id: "x")), .draft(.none), .upkeep(.nothingNew),
            .bulk(.askChange), .exchange(.ids(1)), .attachments(.detached(1, id: "x")),
            .mended(path: "x", events: 2, healed: 1),
        ] + VerifyAdvice.samples.map { .verified($0) } + JrnlNotice.samples.map { .jrnl($0) }
        + ClockNotice.samples.map { .clock($0) }
        + WeatherNotice.samples.map { .weather($0) }

    package var sentence: Sentence {
        switch self {
        case .made(let path): Sentence("a new diary was made at \(path)", "새 일기를 만들었습니다: \(path)")
        case .madeFromLog(let path, let events):
            Sentence(
                "the diary was made again at \(path) from \(events, "event", "events")",
                "사건 \(events)개로 일기를 다시 만들었습니다: \(path)")
        case .dated(let date): Sentence("dated \(date)", "날짜: \(date)")
        case .added(let id, let title): Sentence("added \(id) \(title)", "일기를 썼습니다: \(id) \(title)")
        case .addedBefore(let id):
            Sentence(
                "added before, as \(id); nothing was written",
                "이미 쓴 일기입니다: \(id). 아무것도 쓰지 않았습니다")
        case .edited(let id, let version):
            Sentence(
                "changed \(id), now version \(version)",
                "\(id, .object) 고쳤습니다. 이제 버전 \(version)입니다")
        case .madeOn(let id, let version, let event):
            Sentence(
                "\(id) is changed as it stood at version \(version) (e\(event)), the newest that can be read",
                "\(id, .topic) 읽을 수 있는 가장 새로운 버전 \("\(version)(e\(event))", .object) 바탕으로 바꿉니다")
        case .unchanged: Sentence("nothing changed", "바뀐 것이 없습니다")
        case .deleted(let count):
            Sentence(
                "deleted \(count, "entry", "entries"); restore brings back",
                "일기 \(count)편을 지웠습니다. restore로 되살릴 수 있습니다")
        case .restored(let count):
            Sentence("restored \(count, "entry", "entries")", "일기 \(count)편을 되살렸습니다")
        case .undone(let what, let count, let title):
            Self.extent(count, title).joined("undid \(what); redo brings it back", "되돌렸습니다: \(what). redo로 다시 할 수 있습니다")
        case .undoneAlone(let what, let count, let title):
            Self.extent(count, title).joined("undid \(what); undo takes that back", "되돌렸습니다: \(what). undo로 취소할 수 있습니다")
        case .redone(let what, let count, let title):
            Self.extent(count, title).joined("did again \(what)", "다시 했습니다: \(what)")
        case .restoredTo(let moment, let count, let title):
            Self.extent(count, title).joined(
                "restored as of \(moment); undo takes that back", "\(moment) 시점으로 되살렸습니다. undo로 취소할 수 있습니다")
        case .imported(let added, let skipped):
            Sentence(
                "imported \(added), skipped \(skipped) known before",
                "\(added)편을 가져오고, 이미 있는 \(skipped)편은 건너뛰었습니다")
        case .wouldImport(let added, let skipped):
            Sentence("would import \(added) and skip \(skipped)", "\(added)편을 가져오고 \(skipped)편은 건너뛸 것입니다")
        case .unknownMembers(let names): Sentence("not understood, left out: \(names)", "모르는 항목은 뺐습니다: \(names)")
        case .exported(let count, let path): Sentence("wrote \(count) to \(path)", "\(count)개를 \(path)에 썼습니다")
        case .settingWritten(let path): Sentence("wrote the settings: \(path)", "설정을 적었습니다: \(path)")
        case .clock(let notice): notice.sentence
        case .replayed(let events, let start, let entries, let seconds, let rate):
            Sentence(
                "\(events, "event gives", "events give") \(entries, "entry", "entries") (\(start == 0 ? "" : "from e\(start), ")\(seconds) s, \(rate) a second)",
                "사건 \(events)개에서 일기 \(entries)편이 나옵니다 (\(start == 0 ? "" : "e\(start)부터, ")\(seconds)초, 초당 \(rate)개)")
        case .hashesHold: Sentence("every hash holds", "모든 해시가 맞습니다")
        case .tablesAgree: Sentence("the tables are what the log says", "표가 기록과 같습니다")
        case .verified(let advice):
            Sentence("\(advice.sentence.en). \(advice.hint.en)", "\(advice.sentence.ko). \(advice.hint.ko)")
        case .mended(let path, let events, let healed):
            Sentence(
                "a diary of \(events, "event", "events") was made at \(path), \(healed) of them from elsewhere; the damaged one is as it was. diarylog verify --deep --diary \(path) checks it.",
                "사건 \(events)개로 일기를 만들었습니다: \(path). 그 가운데 \(healed)개는 다른 곳에서 왔고, 상한 일기는 그대로 두었습니다. diarylog verify --deep --diary \(path)로 검사하세요."
            )
        case .indexMissing:
            Sentence(
                "there is no search index, so it was not compared; diarylog rebuild search makes it",
                "검색 색인이 없어 견주지 않았습니다. diarylog rebuild search로 만드세요")
        case .indexBehind(let sequence):
            Sentence(
                "the search index has come to event \(sequence) only, so it was not compared; diarylog rebuild search completes it",
                "검색 색인이 사건 \(sequence)까지만 따라와 견주지 않았습니다. diarylog rebuild search로 마저 만드세요")
        case .noDifference: Sentence("no difference", "차이가 없습니다")
        case .askDelete(let first, let count): Self.askDelete(first, count)
        case .nothingDeleted: Sentence("nothing was deleted", "아무것도 지우지 않았습니다")
        case .nothingOnThisDay: Sentence("nothing was written on this day of any year", "어느 해에도 이날 쓴 일기가 없습니다")
        case .noTags: Sentence("no entry has a tag", "태그가 있는 일기가 없습니다")
        case .progress(let done, let total, let percent, let rate, let left):
            Sentence(
                "\(done) of \(total, "event", "events") (\(percent) %), \(rate) a second, \(left) s left",
                "사건 \(total)개 중 \(done)개 (\(percent)%), 초당 \(rate)개, \(left)초 남음")
        case .reading(let entries, let rate):
            Sentence(
                "\(entries, "entry", "entries") read, \(rate) a second", "일기 \(entries)개를 읽음, 초당 \(rate)개")
        case .listFolded(let events):
            Sentence(
                "the list's rows are not there: \(events, "event was", "events were") folded instead; diarylog rebuild makes them",
                "목록의 행이 없어 사건 \(events)개를 접어 답했습니다. diarylog rebuild로 다시 만드세요")
        case .scanned:
            Sentence(
                "the search index does not serve: every entry was read instead; diarylog rebuild search makes it",
                "검색 색인을 쓸 수 없어 모든 일기를 읽었습니다. diarylog rebuild search로 다시 만드세요")
        case .nothingFound: Sentence("nothing was found", "찾은 것이 없습니다")
        case .found(let shown, let count, let isExact, let ofVersions):
            Self.found(shown, count, isExact, ofVersions)
        case .snapshotIgnored(let sequence):
            Sentence(
                "the snapshot after event \(sequence) is damaged and was not used; the next one replaces it",
                "사건 \(sequence) 뒤의 스냅숏이 손상되어 쓰지 않았습니다. 다음 것이 대신합니다")
        case .snapshotThere: Sentence("there is a snapshot of this moment already", "이 시점의 스냅숏이 이미 있습니다")
        case .snapshotsRemoved(let count):
            Sentence("removed \(count, "snapshot", "snapshots")", "스냅숏 \(count)개를 없앴습니다")
        case .metaMended:
            Sentence(
                "the diary's record of itself was damaged; it was put together from the log and written again",
                "일기 파일의 머리 기록이 손상되어 사건 기록에서 다시 알아내 고쳐 썼습니다")
        case .namelessMachine:
            Sentence(
                "this machine has no id (/etc/machine-id): its host name tells it from others; a new name is a new device",
                "이 컴퓨터에는 식별자(/etc/machine-id)가 없어 호스트 이름으로 구별합니다. 이름이 바뀌면 새 기기로 여깁니다")
        case .branches(let notice): notice.sentence
        case .draft(let notice): notice.sentence
        case .upkeep(let notice): notice.sentence
        case .bulk(let notice): notice.sentence
        case .exchange(let notice): notice.sentence
        case .attachments(let notice): notice.sentence
        case .jrnl(let notice): notice.sentence
        case .weather(let notice): notice.sentence
        case .crashed:
            Sentence(
                "error: the program was stopped by damaged data, too little memory or a mistake of its own; the diary is as it was. hint: diarylog export --events saves what can still be read, diarylog replay --check looks for damage.",
                "오류: 손상된 자료나 모자란 메모리, 또는 프로그램의 잘못으로 멈췄습니다. 일기는 그대로입니다. 도움말: diarylog export --events로 읽을 수 있는 것을 내보내고, diarylog replay --check로 손상을 찾습니다."
            )
        }
    }
}

extension Notice {
    private static func found(_ shown: Int, _ count: Int, _ isExact: Bool, _ ofVersions: Bool) -> Sentence {
        let (one, many) = ofVersions ? ("version", "versions") : ("entry", "entries")
        let number = Sentence(
            (isExact ? "" : "about ") + "\(count, one, many)",
            (isExact ? "" : "약 ") + (ofVersions ? "버전 \(count)개" : "일기 \(count)편"))
        if shown >= count { return Sentence("\(number.en) found", "\(number.ko)\(ofVersions ? "를" : "을") 찾았습니다") }
        return Sentence("\(shown) of \(number.en) found", "찾은 \(number.ko) 가운데 \(shown)")
    }

    private static func askDelete(_ first: [String], _ count: Int) -> Sentence {
        let names = first.joined(separator: "; ") + (count > first.count ? "; …" : "")
        if count == 1 { return Sentence("delete \(names)? [y/N] ", "\(quoted: names, .object) 지울까요? [y/N] ") }
        return Sentence(
            "delete \(count, "entry", "entries"): \(names)? [y/N] ", "일기 \(count)편을 지울까요? \(names) [y/N] ")
    }

    /// How many entries there are, and the title of the first.
    private static func extent(_ count: Int, _ title: String?) -> Sentence {
        guard count > 0 else { return Sentence("nothing was left to change", "바뀔 것이 남아 있지 않았습니다") }
        let name = title.map { ", " + $0 + (count > 1 ? ", …" : "") } ?? ""
        return Sentence("\(count, "entry", "entries")\(name)", "일기 \(count)편\(name)")
    }
}

extension Sentence {
    /// A sentence followed by this one in parentheses.
    fileprivate func joined(_ english: String, _ korean: String) -> Sentence {
        Sentence("\(english) (\(en))", "\(korean) (\(ko))")
    }
}

/// Words that stand alone on screen.
package enum Word: CaseIterable, Sendable {
    case error
    case hint
    case noTitle
    case forgotten
    case deleted
    case conflict
    case empty
    case entries
    case words
    case days
    case firstDay
    case lastDay
    case currentStreak
    case longestStreak
    case added
    case removed
    case changed
    case date
    case tags
    case star
    case place
    case weather
    case attachments
    case earlier
    case later
    case total
    case less
    case more
    case sound
    case damaged

    package var sentence: Sentence {
        switch self {
        case .error: Sentence("error", "오류")
        case .hint: Sentence("hint", "도움말")
        case .noTitle: Sentence("(no title)", "(제목 없음)")
        case .forgotten: Sentence("[forgotten]", "[잊음]")
        case .deleted: Sentence("(deleted)", "(지워짐)")
        case .conflict: Sentence("(conflict)", "(충돌)")
        case .empty: Sentence("no entries", "일기가 없습니다")
        case .entries: Sentence("entries", "편수")
        case .words: Sentence("words", "낱말")
        case .days: Sentence("days with entries", "쓴 날")
        case .firstDay: Sentence("first day", "첫날")
        case .lastDay: Sentence("last day", "마지막 날")
        case .currentStreak: Sentence("current streak", "지금 이어 쓴 날")
        case .longestStreak: Sentence("longest streak", "가장 길게 이어 쓴 날")
        case .added: Sentence("added", "생김")
        case .removed: Sentence("removed", "없어짐")
        case .changed: Sentence("changed", "바뀜")
        case .date: Sentence("date", "날짜")
        case .tags: Sentence("tags", "태그")
        case .star: Sentence("star", "별")
        case .place: Sentence("place", "장소")
        case .weather: Sentence("weather", "날씨")
        case .attachments: Sentence("attachments", "첨부")
        case .earlier: Sentence("before:", "이전:")
        case .later: Sentence("after:", "다음:")
        case .total: Sentence("total", "모두")
        case .less: Sentence("less", "적음")
        case .more: Sentence("more", "많음")
        case .sound: Sentence("sound", "온전함")
        case .damaged: Sentence("damaged", "손상됨")
        }
    }
}
