internal import DiaryEngine

/// What operations are called in a sentence.
package enum OperationWords {
    private static let names: [CommandCode: Sentence] = [
        .none: Sentence("a change", "변경"), .add: Sentence("add", "쓰기"), .edit: Sentence("edit", "고치기"),
        .delete: Sentence("delete", "지우기"), .restore: Sentence("restore", "되살리기"),
        .import: Sentence("import", "가져오기"), .undo: Sentence("undo", "되돌리기"), .redo: Sentence("redo", "다시 하기"),
        .forget: Sentence("forget", "영구 삭제"), .observe: Sentence("weather", "날씨"),
    ]

    /// What happened in an event, by the name of its kind.
    private static let kinds: [String: Sentence] = [
        "entry.create": Sentence("created", "새로 씀"), "entry.edit": Sentence("edited", "고침"),
        "entry.delete": Sentence("deleted", "지움"), "entry.forget": Sentence("forgotten", "영구 삭제됨"),
        "operation.mark": Sentence("mark", "작업 표시"), "device.begin": Sentence("device begins", "기기 시작"),
    ]

    /// What a version did; of one that only a newer program knows, the name of its kind.
    static func act(_ version: VersionSummary) -> Sentence {
        switch version.act {
        case .restored: restored
        case .observed: observed
        case .created, .edited, .deleted, .forgotten, .other: kind(version.kind)
        }
    }

    /// What an event of a log did: an edit is called by the command that it was made by, if that says more.
    static func act(_ event: LoggedEvent) -> Sentence {
        switch (event.kind, event.command) {
        case ("entry.edit", .restore): restored
        case ("entry.edit", .observe): observed
        case ("entry.edit", .undo): Sentence("undone", "되돌림")
        case ("entry.edit", .redo): Sentence("redone", "다시 함")
        default: kind(event.kind)
        }
    }

    private static let restored = Sentence("restored", "되살림")
    private static let observed = Sentence("weather", "날씨")

    /// The words of a kind of event; one without words keeps its name.
    static func kind(_ name: String) -> Sentence { kinds[name] ?? Sentence(name, name) }

    /// The name of a command's operations; a command without one here keeps its own.
    static func name(_ command: CommandCode) -> Sentence {
        names[command] ?? Sentence("\(command)", "\(command)")
    }
}

/// What an operation did, in a sentence.
package enum OperationSummary {
    /// An operation of many events, of which none is named.
    static func many(_ name: Sentence, _ count: Int) -> Sentence {
        Sentence("\(name.en): \(count, "event", "events")", "\(name.ko): 변경 \(count)건")
    }

    /// "edited “Persimmons”, +2 −1 lines"; what an undo did follows the word undo.
    static func sentence(_ command: CommandCode, _ items: [DiaryDiff.Item], _ session: Session) -> Sentence {
        let name = OperationWords.name(command)
        guard let first = items.first else {
            switch command {
            case .none: return Sentence("a device began to write", "기기가 쓰기 시작했습니다")
            case .forget: return Sentence("forgot an entry", "일기 한 편을 영구 삭제했습니다")
            default: return Sentence("\(name.en): no visible change", "\(name.ko): 보이는 변화가 없습니다")
            }
        }
        let done = items.count == 1 ? one(command, first, session) : several(command, items, session)
        guard command == .undo || command == .redo else { return done }
        return Sentence("\(name.en): \(done.en)", "\(name.ko): \(done.ko)")
    }

    private static func one(_ command: CommandCode, _ item: DiaryDiff.Item, _ session: Session) -> Sentence {
        let verb = verb(command, item.change)
        let details = details(item, session)
        return Sentence(
            "\(verb.en) “\(item.title(session))”\(details.en)",
            "\(quoted: item.title(session), .object) \(verb.ko)\(details.ko)")
    }

    private static func several(_ command: CommandCode, _ items: [DiaryDiff.Item], _ session: Session) -> Sentence {
        let kinds = Set(items.map(\.change))
        let verb = verb(command, kinds.count == 1 ? items[0].change : .changed)
        let names = items.prefix(4).map { "“\($0.title(session))”" }.listed(3)
        return Sentence(
            "\(verb.en) \(items.count, "entry", "entries"): \(names)", "일기 \(items.count)편을 \(verb.ko): \(names)")
    }

    private static func verb(_ command: CommandCode, _ change: DiaryDiff.Change) -> Sentence {
        switch (change, command) {
        case (.added, .add): Sentence("wrote", "썼습니다")
        case (.added, .import): Sentence("imported", "가져왔습니다")
        case (.added, _): Sentence("brought back", "되살렸습니다")
        case (.removed, .forget): Sentence("forgot", "영구 삭제했습니다")
        case (.removed, _): Sentence("deleted", "지웠습니다")
        case (.changed, .observe): Sentence("filled in", "채웠습니다")
        case (.changed, .restore): Sentence("restored", "되돌려 놓았습니다")
        case (.changed, _): Sentence("edited", "고쳤습니다")
        }
    }

    /// The lines and fields that an edit changed.
    private static func details(_ item: DiaryDiff.Item, _ session: Session) -> Sentence {
        guard item.change == .changed else { return Sentence("", "") }
        var details: [Sentence] = []
        let (added, removed) = (item.lines(.added), item.lines(.removed))
        if added + removed > 0 {
            let figures = [added > 0 ? "+\(added)" : "", removed > 0 ? "−\(removed)" : ""].filter { !$0.isEmpty }
                .joined(separator: " ")
            let lines = added + removed == 1 ? "line" : "lines"
            details.append(Sentence("\(figures) \(lines)", "\(figures)줄"))
        }
        details += item.fields(session).map { $0.word }
        if details.isEmpty { return Sentence("", "") }
        return Sentence(
            ", " + details.map(\.en).joined(separator: ", "), ": " + details.map(\.ko).joined(separator: ", "))
    }
}

extension DiaryDiff.Item {
    /// The entry's title as a sentence tells it.
    func title(_ session: Session) -> String { (after ?? before).map { OnScreen.short($0, session) } ?? "" }
}
