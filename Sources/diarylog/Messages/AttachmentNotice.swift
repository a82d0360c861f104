internal import EventStore

/// What is said of attached files.
package enum AttachmentNotice: Equatable, Sendable {
    case attached(Int, id: String)
    case detached(Int, id: String)
    /// The entry has the file already, under this name.
    case attachedBefore(String)
    /// A name was taken, and the file got another.
    case renamed(String, String)
    case wroteOut(Int, folder: String)
    case opened(String, copy: String)
    /// Files that nothing names, and their bytes.
    case unnamed(Int, bytes: UInt64)
    case swept(Int, bytes: UInt64)
    /// The log is damaged, so that it is not known which files are named.
    case unsure
    /// Files that go with an entry that is forgotten.
    case goWithEntry(Int, bytes: UInt64)
    /// Files of a backup, and how many of them were new there.
    case backedUp(Int, fresh: Int, bytes: UInt64)
    /// The terminal takes no pictures, as far as anybody knows.
    case noImagesHere

    package static let samples: [AttachmentNotice] = [
        .attached(1, id: "x"), .attached(2, id: "x"), .detached(1, id: "x"), .attachedBefore("x"), .renamed("x", "y"),
        .wroteOut(1, folder: "x"), .opened("x", copy: "y"), .unnamed(1, bytes: 1), .swept(2, bytes: 1), .unsure,
        .goWithEntry(1, bytes: 1), .backedUp(2, fresh: 1, bytes: 1), .noImagesHere,
    ]

    package var sentence: Sentence {
        switch self {
        case .attached(let count, let id):
            Sentence("attached \(count, "file", "files") to \(id)", "\(id)에 파일 \(count)개를 붙였습니다")
        case .detached(let count, let id):
            Sentence(
                "took \(count, "file", "files") off \(id); undo brings back",
                "\(id)에서 파일 \(count)개를 뗐습니다. undo로 되돌릴 수 있습니다")
        case .attachedBefore(let name):
            Sentence("the entry has this file already, as \(name)", "이 파일은 이미 붙어 있습니다: \(name)")
        case .renamed(let name, let other):
            Sentence(
                "the entry has another file called \(name), so this one is called \(other)",
                "이름이 \(name)인 다른 파일이 있어 \(other, .by) 붙입니다")
        case .wroteOut(let count, let folder):
            Sentence("wrote \(count, "file", "files") to \(folder)", "파일 \(count)개를 \(folder)에 냈습니다")
        case .opened(let name, let copy):
            Sentence("opening \(name), a copy of it: \(copy)", "\(name)의 사본을 엽니다: \(copy)")
        case .noImagesHere:
            Sentence(
                "this terminal takes no pictures (kitty and iTerm2 do); show --open N opens one",
                "이 터미널은 그림을 보이지 못합니다(kitty와 iTerm2는 됩니다). show --open N으로 열 수 있습니다")
        case .unnamed(let count, let bytes):
            Sentence(
                "\(count, "attached file is", "attached files are") named by nothing any more (\(size(bytes))): compact --attachments removes what is",
                "붙인 파일 \(count)개(\(size(bytes)))는 이제 어디에도 쓰이지 않습니다. compact --attachments로 없앨 수 있습니다")
        case .swept(let count, let bytes):
            Sentence(
                "removed \(count, "attached file", "attached files") that nothing named (\(size(bytes)))",
                "쓰이지 않는 붙인 파일 \(count)개(\(size(bytes)))를 없앴습니다")
        case .unsure:
            Sentence(
                "events cannot be read or understood that may name attached files: none was removed",
                "읽거나 이해할 수 없는 사건이 붙인 파일을 쓸지 몰라 아무것도 없애지 않았습니다")
        case .goWithEntry(let count, let bytes):
            Sentence(
                "\(count, "attached file", "attached files") (\(size(bytes))) that only it has would go, too",
                "이 일기에만 있는 붙인 파일 \(count)개(\(size(bytes)))도 없어집니다")
        case .backedUp(let count, let fresh, let bytes):
            Sentence(
                "\(count, "attached file is", "attached files are") with it (\(size(bytes))), \(fresh) of them new",
                "붙인 파일 \(count)개(\(size(bytes)))가 함께 있고, 그 가운데 \(fresh)개가 새것입니다")
        }
    }

    private func size(_ bytes: UInt64) -> String { UpkeepNotice.size(Int(clamping: bytes)) }

    /// What became of a file.
    static func state(_ state: AttachedFileState) -> Sentence {
        switch state {
        case .present: Sentence("is there", "있습니다")
        case .missing: Sentence("is missing", "없습니다")
        case .otherSize: Sentence("has another size than what was attached", "크기가 붙인 것과 다릅니다")
        case .otherHash: Sentence("is not what was attached", "붙인 그대로가 아닙니다")
        case .unreadable: Sentence("cannot be read", "읽을 수 없습니다")
        }
    }

    /// All states, for the test that every sentence is there in both languages.
    package static var states: [Sentence] { AttachedFileState.allCases.map(state) }
}
