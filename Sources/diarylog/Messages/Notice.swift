/// What is said beside the results, on standard error.
///
/// Each is made by a static member of this type, by subject: `Notice+Draft.swift`, `Notice+Weather.swift` …
package struct Notice: Equatable, Sendable {
    package let sentence: Sentence

    init(_ sentence: Sentence) { self.sentence = sentence }
    init(_ english: String, _ korean: String) { self.init(Sentence(english, korean)) }
}

extension Notice {
    static func made(path: String) -> Notice { Notice("a new diary was made at \(path)", "새 일기장을 만들었습니다: \(path)") }

    static func madeFromLog(path: String, events: UInt64) -> Notice {
        Notice(
            "the diary was made again at \(path) from \(events, "event", "events")",
            "변경 \(events)건으로 일기를 다시 만들었습니다: \(path)")
    }

    /// A command was called by another name.
    static func alias(_ typed: String, of meaning: String) -> Notice {
        Notice("\(typed) is diarylog \(meaning)", "\(typed, .topic) diarylog \(meaning)입니다")
    }

    static func dated(_ date: String) -> Notice { Notice("dated \(date)", "날짜: \(date)") }

    static func added(id: String, title: String) -> Notice {
        Notice("added \(id) \(title)", "일기를 썼습니다: \(id) \(title)")
    }

    /// An editor or a terminal was closed without a text.
    static let nothingTyped = Notice("nothing was written: the text is empty", "아무것도 쓰지 않았습니다. 글이 비어 있습니다")

    /// A template was left as it is.
    static func templateLeft(_ name: String) -> Notice {
        Notice(
            "nothing was written: the template \(name) was left as it is", "아무것도 쓰지 않았습니다. 템플릿 \(name, .subject) 그대로입니다"
        )
    }

    /// No editor is there: the text is typed on the terminal.
    static let typeHere = Notice(
        "there is no editor: write here, and end with ^D on a line of its own", "편집기가 없습니다. 여기에 쓰고 빈 줄에서 ^D로 마치세요")

    /// An entry of the same day in a former year.
    static func memory(years: Int, id: String, title: String) -> Notice {
        Notice("\(years, "year", "years") ago today: \(id) \(title)", "\(years)년 전 오늘: \(id) \(title)")
    }

    static func addedBefore(id: String) -> Notice {
        Notice("added before, as \(id); nothing was written", "이미 쓴 일기입니다: \(id). 아무것도 쓰지 않았습니다")
    }

    static func edited(id: String, version: UInt64) -> Notice {
        Notice("changed \(id), now version \(version)", "\(id, .object) 고쳤습니다. 이제 버전 \(version)입니다")
    }

    static let unchanged = Notice("nothing changed", "바뀐 것이 없습니다")

    /// An entry is about to be changed, and events cannot be read that may be its newest.
    static func madeOn(id: String, version: UInt64, event: UInt64) -> Notice {
        Notice(
            "\(id) is changed as it stood at version \(version) (e\(event)), the newest that can be read",
            "\(id, .topic) 읽을 수 있는 가장 새로운 버전 \("\(version)(e\(event))", .object) 바탕으로 바꿉니다")
    }

    /// Entries were deleted; the first one by its id and title.
    static func deleted(_ count: Int, _ first: String) -> Notice {
        count == 1
            ? Notice("deleted \(first) (diarylog undo brings it back)", "지웠습니다: \(first) (diarylog undo로 되살립니다)")
            : Notice(
                "deleted \(count, "entry", "entries"); diarylog undo brings them back",
                "일기 \(count)편을 지웠습니다. diarylog undo로 되살릴 수 있습니다")
    }

    static func restored(_ count: Int) -> Notice {
        Notice("restored \(count, "entry", "entries")", "일기 \(count)편을 되살렸습니다")
    }

    /// What was done (empty if it is not known), how many entries it touched, and the first one's title.
    static func undone(_ what: String, entries count: Int, title: String?) -> Notice {
        Notice(extent(count, title).joined("undid \(what); redo brings it back", "되돌렸습니다: \(what). redo로 다시 할 수 있습니다"))
    }

    static func undoneAlone(_ what: String, entries count: Int, title: String?) -> Notice {
        Notice(extent(count, title).joined("undid \(what); undo takes that back", "되돌렸습니다: \(what). undo로 취소할 수 있습니다"))
    }

    static func redone(_ what: String, entries count: Int, title: String?) -> Notice {
        Notice(extent(count, title).joined("redid \(what)", "다시 했습니다: \(what)"))
    }

    static func restoredTo(_ moment: String, entries count: Int, title: String?) -> Notice {
        Notice(
            extent(count, title).joined(
                "restored as of \(moment); undo takes that back", "\(moment) 시점으로 되살렸습니다. undo로 취소할 수 있습니다"))
    }

    static func imported(added: Int, skipped: Int) -> Notice {
        Notice(
            "imported \(added, "entry", "entries")" + (skipped == 0 ? "" : "; \(skipped) had been here already"),
            skipped == 0 ? "\(added)편을 가져왔습니다" : "\(added)편을 가져오고, 이미 있는 \(skipped)편은 건너뛰었습니다")
    }

    static func wouldImport(added: Int, skipped: Int) -> Notice {
        Notice(
            "would import \(added, "entry", "entries")" + (skipped == 0 ? "" : "; \(skipped) here already"),
            skipped == 0 ? "\(added)편을 가져올 것입니다" : "\(added)편을 가져오고, 이미 있는 \(skipped)편은 건너뛸 것입니다")
    }

    static func otherJournals(_ names: String) -> Notice {
        Notice("entries of other journals were passed over: \(names)", "다른 저널의 일기는 가져오지 않았습니다: \(names)")
    }

    static func unknownMembers(_ names: String) -> Notice {
        Notice("not understood, left out: \(names)", "모르는 항목은 뺐습니다: \(names)")
    }

    static func exported(count: Int, path: String) -> Notice {
        Notice("wrote \(count) to \(path)", "\(count)개를 \(path)에 썼습니다")
    }

    static func settingWritten(path: String) -> Notice { Notice("wrote the settings: \(path)", "설정을 적었습니다: \(path)") }

    static func replayed(_ events: UInt64, from start: UInt64, entries: Int, _ seconds: Double, rate: Int) -> Notice {
        Notice(
            "\(events, "event gives", "events give") \(entries, "entry", "entries") (\(start == 0 ? "" : "from e\(start), ")\(seconds) s, \(rate) a second)",
            "변경 \(events)건에서 일기 \(entries)편이 나옵니다 (\(start == 0 ? "" : "e\(start)부터, ")\(seconds)초, 초당 \(rate)개)")
    }

    static let hashesHold = Notice("every hash holds", "모든 해시가 맞습니다")
    static let tablesAgree = Notice("the tables are what the log says", "표가 기록과 같습니다")

    static func verified(_ advice: VerifyAdvice) -> Notice {
        Notice("\(advice.sentence.en). \(advice.hint.en)", "\(advice.sentence.ko). \(advice.hint.ko)")
    }

    /// A new diary was made of a damaged one; so many events came from elsewhere.
    static func mended(path: String, events: UInt64, healed: Int) -> Notice {
        Notice(
            "a diary of \(events, "event", "events") was made at \(path), \(healed) of them from elsewhere; the damaged one is as it was. diarylog verify --deep --diary \(path) checks it.",
            "변경 \(events)건으로 일기를 만들었습니다: \(path). 그 가운데 \(healed)건은 다른 곳에서 왔고, 손상된 일기장은 그대로 두었습니다. diarylog verify --deep --diary \(path)로 검사하세요."
        )
    }

    /// The search index was not compared: there is none, or it has come no further than an event.
    static let indexMissing = Notice(
        "there is no search index, so it was not compared; diarylog engine rebuild makes it",
        "검색 색인이 없어 견주지 않았습니다. diarylog engine rebuild로 만드세요")

    static let noDifference = Notice("no difference", "차이가 없습니다")

    /// The dates and titles of the first of so many entries.
    static func askDelete(_ first: [String], count: Int) -> Notice {
        let names = first.joined(separator: "; ") + (count > first.count ? "; …" : "")
        if count == 1 { return Notice("delete \(names)? [y/N] ", "\(quoted: names, .object) 지울까요? [y/N] ") }
        return Notice(
            "delete \(count, "entry", "entries"): \(names)? [y/N] ", "일기 \(count)편을 지울까요? \(names) [y/N] ")
    }

    static let nothingDeleted = Notice("nothing was deleted", "아무것도 지우지 않았습니다")
    /// `today` found nothing, on a day or in a span of days.
    static func nothingOnThisDay(isSpan: Bool) -> Notice {
        isSpan
            ? Notice("nothing was written on these days of any year", "어느 해에도 이때 쓴 일기가 없습니다")
            : Notice("nothing was written on this day of any year", "어느 해에도 이날 쓴 일기가 없습니다")
    }

    /// A list as of a moment before the diary began; the entries of that day are another question.
    static func beforeItBegan(_ date: String, asked: String) -> Notice {
        Notice(
            "no entries: this diary began \(date). Entries dated then: --on \"\(asked)\"",
            "일기가 없습니다. 이 일기장은 \(date)에 시작했습니다. 그 날짜의 일기는 --on “\(asked)”로 봅니다")
    }
    static let noTags = Notice("no entry has a tag", "태그가 있는 일기가 없습니다")

    static func progress(done: UInt64, total: UInt64, percent: Int, rate: Int, left: Int) -> Notice {
        Notice(
            "\(done) of \(total, "event", "events") (\(percent) %), \(rate) a second, \(left) s left",
            "변경 \(total)건 중 \(done)건 (\(percent)%), 초당 \(rate)개, \(left)초 남음")
    }

    /// Entries that have been read, and how many bytes of how many that took.
    static func reading(_ entries: UInt64, bytes: Int, of total: Int, left: Int) -> Notice {
        let percent = total == 0 ? 100 : Int(Double(bytes) / Double(total) * 100)
        let (done, all) = (size(bytes), size(total))
        return Notice(
            "\(entries, "entry", "entries") read, \(done) of \(all) (\(percent) %), \(left) s left",
            "일기 \(entries)편을 읽음, \(all) 중 \(done) (\(percent)%), \(left)초 남음")
    }

    static let nothingFound = Notice("nothing was found", "찾은 것이 없습니다")

    /// Versions of before have what nothing has now.
    static func earlierVersions(_ count: Int) -> Notice {
        Notice(
            "\(count, "earlier version has", "earlier versions have") it: --all-versions shows \(count == 1 ? "it" : "them")",
            "앞선 버전 \(count)개에 있습니다. --all-versions로 볼 수 있습니다")
    }

    /// Another query finds something where this one found nothing.
    static func otherQuery(_ query: String, finds count: Int) -> Notice {
        Notice("search \(query) finds \(count, "entry", "entries")", "search \(query) 하면 일기 \(count)편을 찾습니다")
    }

    /// So many hits were shown, of so many in all.
    static func found(_ shown: Int, of count: Int, isExact: Bool, ofVersions: Bool) -> Notice {
        let (one, many) = ofVersions ? ("version", "versions") : ("entry", "entries")
        let number = Sentence(
            (isExact ? "" : "about ") + "\(count, one, many)",
            (isExact ? "" : "약 ") + (ofVersions ? "버전 \(count)개" : "일기 \(count)편"))
        if shown >= count { return Notice("\(number.en) found", "\(number.ko)\(ofVersions ? "를" : "을") 찾았습니다") }
        return Notice("\(shown) of \(number.en) found", "찾은 \(number.ko) 가운데 \(shown)")
    }

    static let snapshotThere = Notice("there is a snapshot of this moment already", "이 시점의 스냅숏이 이미 있습니다")

    static func snapshotsRemoved(_ count: Int) -> Notice {
        Notice("removed \(count, "snapshot", "snapshots")", "스냅숏 \(count)개를 없앴습니다")
    }

    /// The machine has no id; its host name stands in for it.
    static let namelessMachine = Notice(
        "this machine has no id (/etc/machine-id): its host name tells it from others; a new name is a new device",
        "이 컴퓨터에는 식별자(/etc/machine-id)가 없어 호스트 이름으로 구별합니다. 이름이 바뀌면 새 기기로 여깁니다")

    static let crashed = Notice(
        "error: the program was stopped by damaged data, too little memory or a mistake of its own; diarylog log shows whether it had changed anything. hint: diarylog export --events saves what can still be read, diarylog verify looks for damage.",
        "오류: 손상된 자료나 모자란 메모리, 또는 프로그램의 잘못으로 멈췄습니다. 그 전에 바뀐 것이 있는지는 diarylog log가 보여 줍니다. 도움말: diarylog export --events로 읽을 수 있는 것을 내보내고, diarylog verify로 손상을 찾습니다."
    )

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
