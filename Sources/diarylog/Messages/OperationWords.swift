internal import DiaryEngine

/// What operations are called in a sentence.
package enum OperationWords {
    private static let names: [CommandCode: Sentence] = [
        .none: Sentence("a change", "변경"), .add: Sentence("add", "쓰기"), .edit: Sentence("edit", "고치기"),
        .delete: Sentence("delete", "지우기"), .restore: Sentence("restore", "되살리기"),
        .import: Sentence("import", "가져오기"), .undo: Sentence("undo", "되돌리기"), .redo: Sentence("redo", "다시 하기"),
        .forget: Sentence("forget", "잊기"), .observe: Sentence("weather", "날씨"),
    ]

    /// The names of all commands there are.
    package static var sentences: [Sentence] { CommandCode.allCases.map { name($0) } }

    /// The name of a command's operations; a command without one here keeps its own.
    static func name(_ command: CommandCode) -> Sentence {
        names[command] ?? Sentence("\(command)", "\(command)")
    }
}
