internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import Interchange

extension Session {
    /// Shows the pictures of an entry below its text, each under its number and name; says so where a terminal takes
    /// none.
    func showImages(of entry: Entry, in diary: Diary) throws {
        let files = entry.content.attachments
        guard files.contains(where: { $0.mediaType.hasPrefix("image/") }) else { return }
        guard let images = TerminalImages.ofTerminal else { return notify(.noImagesHere) }
        for (index, file) in files.enumerated() {
            guard let parts = images.sequence(for: file, of: diary) else { continue }
            try write("[\(index + 1)] " + OnScreen.cut(OnScreen.safe(file.name), to: 48) + "\n")
            for part in parts { try write(part) }
        }
    }
}

/// Pictures on a terminal that takes them as they are: PNG by kitty's protocol, PNG, JPEG and GIF by iTerm2's.
///
/// Both are handed the file's bytes in base64, so no picture is decoded here. Sixel would need that, and is left out.
enum TerminalImages: Sendable {
    case kitty, iterm

    /// What the terminal says of itself in its variables; nil if it takes no pictures, or nobody knows.
    static var ofTerminal: TerminalImages? {
        func variable(_ name: String) -> String { ProcessEnvironment.value(name) ?? "" }
        // A multiplexer stands between us and the terminal.
        if !variable("TMUX").isEmpty || variable("TERM").hasPrefix("screen") { return nil }
        let program = variable("TERM_PROGRAM")
        if program == "iTerm.app" || program == "WezTerm" || variable("LC_TERMINAL") == "iTerm2" { return .iterm }
        if variable("TERM") == "xterm-kitty" || !variable("KITTY_WINDOW_ID").isEmpty || program == "ghostty" {
            return .kitty
        }
        return nil
    }

    /// The largest file that is shown, in bytes.
    private static let most = 32 << 20

    /// Whether it takes files of a media type.
    private func takes(_ type: String) -> Bool {
        switch self {
        case .kitty: type == "image/png"
        case .iterm: ["image/png", "image/jpeg", "image/gif"].contains(type)
        }
    }

    /// What shows a file, in parts to be written one after the other; nil if the terminal does not take it, or the
    /// file is not what was attached.
    func sequence(for file: Attachment, of diary: Diary) -> [[UInt8]]? {
        guard takes(file.mediaType), file.size <= UInt64(Self.most),
            diary.state(of: file, proving: true) == .present,
            let reader = try? diary.openAttachment(file.hash),
            let bytes = try? reader.read(at: 0, count: reader.size)
        else { return nil }
        let text = Base64.text(bytes)
        switch self {
        case .iterm:
            return [Array("\u{1B}]1337;File=inline=1;size=\(bytes.count):".utf8), text, Array("\u{07}\n".utf8)]
        case .kitty:
            var parts: [[UInt8]] = []
            let portion = 4096
            for start in stride(from: 0, to: text.count, by: portion) {
                let end = min(start + portion, text.count)
                let head = (start == 0 ? "a=T,f=100," : "") + "m=\(end < text.count ? 1 : 0);"
                parts.append(Array("\u{1B}_G\(head)".utf8) + text[start..<end] + Array("\u{1B}\\".utf8))
            }
            return parts + [[0x0A]]
        }
    }
}
