internal import Interchange

/// Where a text is that was typed and is not in the log.
enum KeptText: Equatable, Sendable {
    /// In the diary, as the draft of this name.
    case draft(String)
    /// In a file, since the diary could not be written.
    case file(String)

    /// Where it is, and what goes on with it.
    var sentence: Sentence {
        switch self {
        case .draft(let name):
            Sentence(
                "what was typed is kept as \(name); diarylog draft commit \(name) writes it, "
                    + "diarylog draft edit \(name) goes on",
                "쓴 글은 초안 \(name)에 남겨 두었습니다. diarylog draft commit \(name) 명령으로 적고, "
                    + "diarylog draft edit \(name) 명령으로 이어 씁니다")
        case .file(let path):
            Sentence(
                "what was typed is kept in \(path); diarylog add - <\(path) writes it as a new entry",
                "쓴 글은 여기에 남겨 두었습니다: \(path)\ndiarylog add - <\(path) 명령이 새 일기로 적습니다")
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
    static func kept(_ text: KeptText) -> Notice { Notice(text.sentence) }

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
            "entry \(id) is at version \(version) by now; diarylog draft commit \(name) --expect v\(version) "
                + "writes the draft over that",
            "일기 \(id, .topic) 이제 버전 \(version)입니다. diarylog draft commit \(name) --expect v\(version) 명령이 "
                + "그 위에 초안을 적습니다")
    }

    static func askDiscard(_ name: String, title: String) -> Notice {
        Notice("discard \(name) \(title) for ever? [y/N] ", "초안 \(name) \(title) 글을 영영 버릴까요? [y/N] ")
    }

    static let nothingDiscarded = Notice("nothing was discarded", "아무것도 버리지 않았습니다")
}
