internal import DiarylogHost
internal import DiarylogWords

/// The user's own editor, on a file that nobody else may read.
enum Editor {
    /// What takes the place of an editor where there is none: each line is in the file as soon as it is typed.
    private static let byLines = "cat >>"

    /// Opens the user's editor on a file, and waits until it was closed.
    ///
    /// The editor opens at `position`, if it can be told so. Throws if the editor failed, and ends with this program if
    /// that is to end. Then the file stays, and is named, with what brings back what was not saved.
    static func run(
        on file: inout EditorFile, at position: TextPosition? = nil, in session: Session
    ) throws {
        if session.editor == nil {
            session.notify(
                "there is no editor: what you write here goes to the end of the text; ^D on a line of its own ends it",
                "편집기가 없습니다. 여기에 쓰면 글 끝에 붙습니다. 빈 줄에서 ^D로 마치세요")
        }
        let command = session.editor ?? byLines
        file.note(editor: session.editor.map { EditorLine.program(of: $0) ?? $0 })
        let hadTerminal = Terminal.isTerminal(.input)
        let (code, signal) = try wait(for: command, on: file, at: position, session)
        if code == 0 || file.saved == nil, signal == nil { return file.note(editor: nil) }
        // A terminal that is gone has ended the editor, though nobody heard of it, as under nohup. Who ends it with 1
        // otherwise, as `:cq` does, and has saved nothing, wants nothing kept.
        let isEnded = signal != nil || hadTerminal && !Terminal.isTerminal(.input)
        let isNothing = !isEnded && [1, 126, 127].contains(code) && file.isAsGiven && !file.hasLeftovers
        if isNothing {
            file.discard()
            throw code == 1 ? Problem.editorFailed(code: code, kept: nil) : .noEditor(command)
        }
        let kept: KeptText? = file.isAsGiven || file.saved == nil ? nil : .file(file.path)
        if file.saved != nil { session.opened.note { $0.kept = .file(file.path) } }
        if let kept, signal != nil { session.notify(kept.sentence) }
        session.reportUnsaved(of: file)
        if let signal { ProcessEnd.end(bySignal: signal) }
        throw Problem.editorFailed(code: code, kept: kept)
    }

    /// Runs the editor to its end, and asks for the end of one that hands the file to a window and returns.
    private static func wait(
        for command: String, on file: EditorFile, at position: TextPosition?, _ session: Session
    ) throws -> (code: Int32, ended: Int32?) {
        let words = EditorLine.words(opening: file.path, at: position, by: command)
        let begun = WallClock.monotonic()
        let end: (code: Int32, ended: Int32?)
        do { end = try ChildProcess.runEndingWithUs(["sh", "-c", command + " \"$@\"", "sh"] + words) } catch {
            file.discard()
            throw Problem.noEditor(command)
        }
        let time = WallClock.monotonic() - begun
        let waiting = EditorLine.waitingCommand(of: command)
        // Nobody reads a text, and closes it, in a fifth of a second.
        let isWindow = time < 2_000_000_000 && waiting != nil || time < 200_000_000 && file.isAsGiven
        guard end.code == 0, isWindow, Terminal.isTerminal(.input) else { return end }
        let hint =
            waiting.map {
                $0.isEmpty ? Sentence("", "") : Sentence(" (EDITOR=\"\($0)\" would)", " (EDITOR=\"\($0)\"이면 기다립니다)")
            }
            ?? Sentence("", "")
        let asking = Sentence(
            "\(command) did not wait for you\(hint.en); what you save is kept. Press Enter once you have closed the file: ",
            "\(command) 편집기가 기다리지 않고 끝났습니다\(hint.ko). 저장하는 글은 남겨 둡니다. 파일을 닫은 다음 Enter를 누르세요: ")
        ErrorOutput.write(ErrorOutput.broken(session.text(asking)))
        _ = StandardInput.readLine()
        return end
    }
}
