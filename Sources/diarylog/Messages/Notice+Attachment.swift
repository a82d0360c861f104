internal import EventStore

// What is said of attached files.

extension Notice {
    static func attached(_ count: Int, id: String) -> Notice {
        Notice("attached \(count, "file", "files") to \(id)", "\(id)에 파일 \(count)개를 붙였습니다")
    }

    static func detached(_ count: Int, id: String) -> Notice {
        Notice(
            "took \(count, "file", "files") off \(id); undo brings back",
            "\(id)에서 파일 \(count)개를 뗐습니다. undo로 되돌릴 수 있습니다")
    }

    /// The entry has the file already, under this name.
    static func attachedBefore(_ name: String) -> Notice {
        Notice("the entry has this file already, as \(name)", "이 파일은 이미 붙어 있습니다: \(name)")
    }

    /// A name was taken, and the file got another.
    static func attachedAs(_ name: String, _ other: String) -> Notice {
        Notice(
            "the entry has another file called \(name), so this one is called \(other)",
            "이름이 \(name)인 다른 파일이 있어 \(other, .by) 붙입니다")
    }

    static func wroteOut(_ count: Int, folder: String) -> Notice {
        Notice("wrote \(count, "file", "files") to \(folder)", "파일 \(count)개를 \(folder)에 냈습니다")
    }

    static func openedCopy(_ name: String, copy: String) -> Notice {
        Notice("opening \(name), a copy of it: \(copy)", "\(name)의 사본을 엽니다: \(copy)")
    }

    /// Files that nothing names, and their bytes.
    static func unnamedFiles(_ count: Int, bytes: UInt64) -> Notice {
        Notice(
            "\(count, "attached file is", "attached files are") named by nothing any more (\(size(Int(clamping: bytes)))): compact --attachments removes what is",
            "붙인 파일 \(count)개(\(size(Int(clamping: bytes))))는 이제 어디에도 쓰이지 않습니다. compact --attachments로 없앨 수 있습니다")
    }

    static func sweptFiles(_ count: Int, bytes: UInt64) -> Notice {
        Notice(
            "removed \(count, "attached file", "attached files") that nothing named (\(size(Int(clamping: bytes))))",
            "쓰이지 않는 붙인 파일 \(count)개(\(size(Int(clamping: bytes))))를 없앴습니다")
    }

    /// The log is damaged, so that it is not known which files are named.
    static let unsureOfFiles = Notice(
        "events cannot be read or understood that may name attached files: none was removed",
        "읽거나 이해할 수 없는 변경이 붙인 파일을 쓸지 몰라 아무것도 없애지 않았습니다")

    /// Files that go with an entry that is forgotten.
    static func goWithEntry(_ count: Int, bytes: UInt64) -> Notice {
        Notice(
            "\(count, "attached file", "attached files") (\(size(Int(clamping: bytes)))) that only it has would go, too",
            "이 일기에만 있는 붙인 파일 \(count)개(\(size(Int(clamping: bytes))))도 없어집니다")
    }

    /// Files of a backup, and how many of them were new there.
    static func backedUpFiles(_ count: Int, fresh: Int, bytes: UInt64) -> Notice {
        Notice(
            "\(count, "attached file is", "attached files are") with it (\(size(Int(clamping: bytes)))), \(fresh) of them new",
            "붙인 파일 \(count)개(\(size(Int(clamping: bytes))))가 함께 있고, 그 가운데 \(fresh)개가 새것입니다")
    }

    /// The terminal takes no pictures, as far as anybody knows.
    static let noImagesHere = Notice(
        "this terminal takes no pictures (kitty and iTerm2 do); show --open N opens one",
        "이 터미널은 그림을 보이지 못합니다(kitty와 iTerm2는 됩니다). show --open N으로 열 수 있습니다")
}

extension AttachedFileState {
    /// What became of a file.
    var words: Sentence {
        switch self {
        case .present: Sentence("is there", "있습니다")
        case .missing: Sentence("is missing", "없습니다")
        case .otherSize: Sentence("has another size than what was attached", "크기가 붙인 것과 다릅니다")
        case .otherHash: Sentence("is not what was attached", "붙인 그대로가 아닙니다")
        case .unreadable: Sentence("cannot be read", "읽을 수 없습니다")
        }
    }
}
