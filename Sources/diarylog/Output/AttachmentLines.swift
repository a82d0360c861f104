internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import EventStore
internal import Interchange

/// The files of an entry as people read them: a line each, with the number by which `show --open` knows it.
enum AttachmentLines {
    static func of(
        _ entry: Entry, _ session: Session, _ state: (Attachment) -> AttachedFileState = { _ in .present }
    ) -> [String] {
        let files = entry.content.attachments
        let names = files.map { OnScreen.cut(OnScreen.safe($0.name), to: 48) }
        let room = names.map { OnScreen.width(of: $0) }.max() ?? 0
        return zip(files.indices, zip(files, names)).map { index, pair in
            let (file, name) = pair
            var line = session.paint("[\(index + 1)]", 33) + " " + OnScreen.padded(name, to: room) + "  "
            line += "\(bytes: file.size)  " + OnScreen.safe(file.mediaType)
            let state = state(file)
            if state != .present {
                line += "  " + session.paint(session.text(state.words), 31)
            }
            return line
        }
    }

    /// A file by the first of its names, or by its hash where nobody has given it one.
    static func name(_ file: NamedAttachment) -> String {
        file.names.first.map { OnScreen.cut(OnScreen.safe($0), to: 48) } ?? file.file.hash.hexadecimal
    }
}

/// Opening an attached file with the program that the desktop, or the user, has for it.
extension Session {
    /// Opens the n-th file of an entry, from 1: a copy of it, under its name, in a folder that only this user can
    /// enter.
    ///
    /// The diary's own file is never handed out, as a program could change it. The copy may not be run, and what a
    /// desktop runs by its name is refused. The copy stays for a while, because programs go on reading after they were
    /// started.
    func openAttachment(_ number: Int, of entry: Entry, in diary: Diary) throws {
        let files = entry.content.attachments
        guard files.indices.contains(number - 1) else {
            throw Problem(
                .noAttachment, "entry \(OnScreen.shortID(entry.id)) has no file [\(number)]",
                "일기 \(OnScreen.shortID(entry.id))에 [\(number)]번 파일이 없습니다",
                hint: "diarylog files \(OnScreen.shortID(entry.id)) lists them.",
                "diarylog files \(OnScreen.shortID(entry.id), .by) 볼 수 있습니다.")
        }
        let file = files[number - 1]
        let name = Attachment.properName(file.name)
        let ending = name.lowercased().split(separator: ".", omittingEmptySubsequences: false).last.map(String.init)
        if let ending, Self.runnable.contains(ending) { throw Problem.runnable(OnScreen.safe(name)) }
        let folder = try OpenedCopies.makeFolder(of: file)
        guard let copy = try diary.writeOut(file, into: folder) else {
            try? FileSystem.removeTree(folder)
            throw Problem.attachmentsLost([OnScreen.safe(file.name)])
        }
        let opener = Self.variable("DIARYLOG_OPENER") ?? "xdg-open"
        let words = opener.split(separator: " ").map(String.init)
        try flush()
        notify(
            "opening \(OnScreen.safe(file.name)), a copy of it: \(OnScreen.safe(copy))",
            "\(OnScreen.safe(file.name))의 사본을 엽니다: \(OnScreen.safe(copy))")
        let code: Int32
        do throws(SystemError) { code = try ChildProcess.run(words + [copy]) } catch {
            try? FileSystem.removeTree(folder)
            throw Problem.noOpener(OnScreen.safe(opener))
        }
        if code == 127 { throw Problem.noOpener(OnScreen.safe(opener)) }
        if code != 0 {
            throw Problem(
                .opener, "\(OnScreen.safe(opener)) ended with \(code)",
                "\(OnScreen.safe(opener), .subject) \(code, .by) 끝났습니다")
        }
    }

    /// Endings of files that a desktop may run when they are opened.
    private static let runnable: Set = [
        "desktop", "sh", "bash", "run", "appimage", "exe", "msi", "bat", "cmd", "com", "jar", "py", "pl", "rb", "js",
        "vbs", "ps1", "lnk", "scr", "application", "action", "workflow", "command", "deb", "rpm",
    ]

    /// Shows the pictures of an entry below its text, each under its number and name; says so where a terminal takes
    /// none.
    func showImages(of entry: Entry, in diary: Diary) throws {
        let files = entry.content.attachments
        guard files.contains(where: { $0.mediaType.hasPrefix("image/") }) else { return }
        guard let images = TerminalImages.ofTerminal else {
            return notify(
                "this terminal takes no pictures (kitty and iTerm2 do); show --open N opens one",
                "이 터미널은 그림을 보이지 못합니다(kitty와 iTerm2는 됩니다). show --open N으로 열 수 있습니다")
        }
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
