internal import Interchange

/// Where a text is that was typed and is not in the log.
enum KeptText: Equatable, Sendable {
    /// In the diary, as the draft of this name.
    case draft(String)
    /// In the file that an editor had.
    case file(String)

    /// Where it is, and what goes on with it.
    var sentence: Sentence {
        switch self {
        case .draft(let name):
            Sentence(
                "what was typed is kept as \(name); diarylog draft commit \(name) writes it, "
                    + "diarylog draft edit \(name) goes on",
                "쓴 글은 초안 \(name)에 남겨 두었습니다. diarylog draft commit \(name) 명령으로 저장하고, "
                    + "diarylog draft edit \(name) 명령으로 이어 씁니다")
        case .file(let path):
            Sentence(
                "what was typed is kept in \(path); diarylog draft commit \(path) writes it, draft edit opens it again",
                "쓴 글은 여기에 남겨 두었습니다: \(path)\ndiarylog draft commit \(path) 명령으로 저장하고, draft edit로 다시 엽니다")
        }
    }

    /// What an error in JSON says of it.
    var member: JSONMember {
        switch self {
        case .draft(let name): JSONMember("draft", .text(name))
        case .file(let path): JSONMember("file", .text(path))
        }
    }
}

// What is said of drafts.

extension Notice {
    /// A file of an editor that still has words of a forgotten entry.
    static func wordsInFile(_ path: String) -> Notice {
        Notice(
            "\(path) still has words of it: close the editor, or remove the file",
            "\(path)에 그 글이 아직 있습니다. 편집기를 닫거나 파일을 지우세요")
    }

    static func kept(_ text: KeptText) -> Notice { Notice(text.sentence) }

    /// A text that lies in a file since an earlier run.
    static func textLeft(_ path: String) -> Notice {
        Notice(
            "unsaved text was found: \(path); diarylog draft commit \(path) writes it, draft discard removes it",
            "저장하지 않은 글을 찾았습니다: \(path)\ndiarylog draft commit \(path) 명령으로 저장하고, draft discard로 버립니다")
    }

    /// A copy or a swap file that an editor left.
    static func copyLeft(_ path: String) -> Notice {
        Notice("\(path) may have more of it", "여기에 글이 더 있을 수 있습니다: \(path)")
    }

    /// An editor was ended, or is still open, with a file that it has not written.
    static func nothingSaved(_ path: String) -> Notice {
        Notice(
            "nothing was saved yet to \(path); diarylog draft edit \(path) opens it again, draft discard removes it",
            "아직 아무것도 저장하지 않은 파일이 있습니다: \(path)\ndiarylog draft edit \(path) 명령으로 다시 열고, draft discard로 버립니다")
    }

    /// What an editor that was ended had not saved.
    static func unsaved(_ command: String) -> Notice {
        Notice(
            "what was not saved there, the editor may bring back: \(command)",
            "저장하지 않은 글은 편집기가 되살릴 수 있습니다: \(command)")
    }

    static func fileDiscarded(_ path: String) -> Notice { Notice("removed \(path)", "지웠습니다: \(path)") }

    static func askDiscardFile(_ path: String) -> Notice {
        Notice("remove \(path) for ever? [y/N] ", "\(path) 파일을 아주 지울까요? [y/N] ")
    }

    /// An editor that handed the file to a window and returned.
    static func editorDidNotWait(_ command: String, _ setting: String?) -> Notice {
        let hint =
            setting.map { Sentence(" (EDITOR=\"\($0)\" would)", " (EDITOR=\"\($0)\"이면 기다립니다)") } ?? Sentence("", "")
        return Notice(
            "\(command) did not wait for you\(hint.en); what you save is kept. Press Enter once you have closed the file: ",
            "\(command) 편집기가 기다리지 않고 끝났습니다\(hint.ko). 저장하는 글은 남겨 둡니다. 파일을 닫은 다음 Enter를 누르세요: ")
    }

    static func draftDiscarded(_ name: String, title: String) -> Notice {
        Notice("discarded \(name) \(title)", "초안을 버렸습니다: \(name) \(title)")
    }

    static let draftBlank = Notice("there is nothing to see in the draft; it was discarded", "초안에 보이는 글자가 없어서 버렸습니다")
    static let noDrafts = Notice("there are no drafts", "초안이 없습니다")

    static func draftOfNew(_ name: String) -> Notice {
        Notice("\(name) is a draft of a new entry", "\(name) 초안은 새 일기입니다")
    }

    static func draftOfEntry(_ name: String, id: String, version: UInt64) -> Notice {
        Notice(
            "\(name) is a draft of entry \(id), begun at version \(version)",
            "\(name) 초안은 일기 \(id)의 버전 \(version)에서 고치던 것입니다")
    }

    /// The entry has changed since the draft was begun.
    static func draftBehind(_ name: String, id: String, version: UInt64) -> Notice {
        Notice(
            "entry \(id) is at version \(version) by now; diarylog draft commit \(name) --merge puts both together, "
                + "--expect v\(version) writes the draft over that",
            "일기 \(id, .topic) 이제 버전 \(version)입니다. diarylog draft commit \(name) --merge는 둘을 합치고, --expect "
                + "v\(version) 옵션은 그 위에 초안을 적습니다")
    }

    static func askDiscard(_ name: String, title: String) -> Notice {
        Notice("discard \(name) \(title) for ever? [y/N] ", "초안 \(name) \(title) 글을 아주 버릴까요? [y/N] ")
    }

    static let nothingDiscarded = Notice("nothing was discarded", "아무것도 버리지 않았습니다")
}
