internal import DiaryEngine

/// What operations are called in a sentence.
package enum OperationWords {
    private static let names: [CommandCode: Sentence] = [
        .none: Sentence("a change", "변경"), .add: Sentence("add", "쓰기"), .edit: Sentence("edit", "고치기"),
        .delete: Sentence("delete", "지우기"), .restore: Sentence("restore", "되살리기"),
        .import: Sentence("import", "가져오기"), .undo: Sentence("undo", "되돌리기"), .redo: Sentence("redo", "다시 하기"),
        .forget: Sentence("forget", "잊기"), .observe: Sentence("weather", "날씨"),
    ]

    /// What happened in an event, by the name of its kind.
    private static let kinds: [String: Sentence] = [
        "entry.create": Sentence("created", "새로 씀"), "entry.edit": Sentence("edited", "고침"),
        "entry.delete": Sentence("deleted", "지움"), "entry.forget": Sentence("forgotten", "잊음"),
        "operation.mark": Sentence("mark", "작업 표시"), "device.begin": Sentence("device begins", "기기 시작"),
    ]

    /// What a version did; of one that only a newer program knows, the name of its kind.
    static func act(_ version: VersionSummary) -> Sentence {
        switch version.act {
        case .restored: Sentence("restored", "되살림")
        case .observed: Sentence("weather", "날씨")
        case .created, .edited, .deleted, .forgotten, .other: kind(version.kind)
        }
    }

    /// The words of a kind of event; one without words keeps its name.
    static func kind(_ name: String) -> Sentence { kinds[name] ?? Sentence(name, name) }

    /// The names of all commands and kinds there are.
    package static var sentences: [Sentence] { CommandCode.allCases.map { name($0) } + kinds.values }

    /// The name of a command's operations; a command without one here keeps its own.
    static func name(_ command: CommandCode) -> Sentence {
        names[command] ?? Sentence("\(command)", "\(command)")
    }
}
