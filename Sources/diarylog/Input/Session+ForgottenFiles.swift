internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost

// Files of editors that are of forgotten entries. The log says which entries these are, so that whoever looks next ends
// what a run that was killed began, or what another device did.

extension Session {
    /// Removes the files that were left of forgotten entries, with what editors keep of them. What was typed here and
    /// whoever forgot the entry had not seen is kept as a draft of a new entry, by a command that changes the diary or
    /// has just brought the forgetting; unless this very entry is `asked` to be forgotten. Returns what may have words
    /// of that and stays.
    @discardableResult
    func removeForgottenFiles(in diary: Diary, of asked: EntryID? = nil, writing: Bool = false) -> [Sentence] {
        var stay: [Sentence] = []
        for folder in EditorFile.folders {
            let path = folder + "/entry.md"
            guard let note = EditorNote(at: folder + "/what") else {
                if asked != nil, (try? FileSystem.kind(of: path)) == .file {
                    stay.append(
                        Sentence(
                            "\(path) may have words of it, as nobody can tell of which entry it is: look into it, or remove it",
                            "어느 일기의 글인지 알 수 없는 파일이 있습니다. 그 글이 있는지 보거나 지우세요: \(path)"))
                }
                continue
            }
            guard isOurs(note, diary) else { continue }
            for id in note.entries where id == asked || (try? diary.entry(id))?.isForgotten == true {
                let isGone = remove(id, from: folder, note, isAsked: id == asked, isChanging || writing, diary)
                if isGone || id != asked { continue }
                stay.append(
                    Sentence(
                        "\(path) still has words of it: close the editor, or remove the file",
                        "\(path)에 그 글이 아직 있습니다. 편집기를 닫거나 파일을 지우세요"))
            }
        }
        return stay
    }

    /// How many files have something typed of an entry.
    func typedFiles(of id: EntryID, in diary: Diary) -> Int {
        ((try? editorFiles(in: diary)) ?? []).count { file in
            guard case .many(let parts, _) = file.note.subject else {
                return !file.isAsGiven && file.note.entries == [id]
            }
            let texts = file.text.flatMap { try? EntryBuffer.changes(in: $0, given: parts) } ?? []
            return zip(parts, texts).contains { $0.id == id && $1 != nil }
        }
    }

    /// Removes a file that was left of a forgotten entry, or takes the entry out of it where it has others as well;
    /// whether it is gone.
    private func remove(
        _ entry: EntryID, from folder: String, _ note: EditorNote, isAsked: Bool, _ mayWrite: Bool, _ diary: Diary
    ) -> Bool {
        // Somebody has it open, or there was nothing in it.
        guard let file = EditorFile(leftIn: folder, otherwise: note) else {
            return (try? FileSystem.kind(of: folder)) == .missing
        }
        if case .many(let parts, let head) = file.note.subject, !file.isAsGiven || file.hasLeftovers {
            return take(entry, outOf: file, parts, at: head, isAsked: isAsked, mayWrite, diary)
        }
        if !isAsked, isUnseen(file, forgetting: entry, diary) {
            if !file.isAsGiven { return mayWrite && keepAnew(file, in: diary) }
            // An editor may bring back what was typed.
            if file.hasLeftovers { return false }
        }
        if isAsked, file.mayKeepElsewhere, let editor = file.note.editor {
            notify(
                "\(editor) may have words of it in a folder of its own, under the name of \(file.path)",
                "\(editor, .subject) 따로 둔 폴더에 그 글이 있을 수 있습니다. 이름: \(file.path)")
        }
        file.discard()
        return true
    }

    /// Takes a forgotten entry out of a file of many; what was typed of the others stays there. Whether it is out: what
    /// an editor may bring back, and lines that cannot be told apart, stay.
    private func take(
        _ entry: EntryID, outOf file: EditorFile, _ parts: [EntryBuffer.Part], at head: SequenceNumber, isAsked: Bool,
        _ mayWrite: Bool, _ diary: Diary
    ) -> Bool {
        guard !file.hasLeftovers, let typed = file.text else { return false }
        let others = parts.filter { $0.id != entry }
        // Who was killed behind the first step has taken it out.
        let without = EntryBuffer.taking(entry, outOf: typed, given: parts)
        guard let texts = try? EntryBuffer.changes(in: without, given: others) else { return false }
        if without != typed {
            guard let all = try? EntryBuffer.changes(in: typed, given: parts) else { return false }
            let index = parts.firstIndex { $0.id == entry }
            if !isAsked, let text = index.flatMap({ all[$0] }), isUnseen(file, forgetting: entry, diary) {
                guard mayWrite, let then = try? entries([entry], at: head, in: diary).first,
                    let draft = try? keep(text, of: then, isForgotten: true, from: file, in: diary)
                else { return false }
                reportKept(draft, of: entry)
            }
        }
        if texts.allSatisfy({ $0 == nil }) {
            file.discard()
            return true
        }
        return (try? file.cut(to: without, .many(others, at: head))) != nil
    }

    /// Says that what was typed of a forgotten entry is a draft of a new one.
    private func reportKept(_ draft: Draft, of entry: EntryID) {
        opened.note { $0.kept = .draft(draft.name) }
        let forgotten = OnScreen.shortID(entry)
        notify(
            "entry \(forgotten) was forgotten; what was typed of it since is kept as \(draft.name), a draft of a new entry: diarylog draft commit \(draft.name) writes it, draft discard \(draft.name) removes it",
            "일기 \(forgotten, .topic) 영구 삭제되었습니다. 그 뒤에 쓴 글은 새 일기의 초안 \(draft.name)에 남겨 두었습니다. diarylog draft commit \(draft.name) 명령으로 저장하고, draft discard \(draft.name) 명령으로 버립니다"
        )
    }

    /// Whether what was typed may be unknown to whoever forgot the entry: another device, or this one earlier.
    private func isUnseen(_ file: EditorFile, forgetting entry: EntryID, _ diary: Diary) -> Bool {
        guard let versions = try? diary.history(of: entry), let devices = try? diary.devices() else { return true }
        return !versions.contains { version in
            version.act == .forgotten && devices.contains { $0.id == version.device && $0.isOwn }
                && version.recordedAt.wall >= file.time * 1_000_000
        }
    }

    /// Keeps what was typed of an entry that is forgotten by now as a draft of a new entry, and removes the file.
    func keepAnew(_ file: EditorFile, in diary: Diary) -> Bool {
        guard case .entry(let entry) = file.note.subject, let typed = file.text,
            var content = try? content(typed, of: entry)
        else { return false }
        // Its files are gone.
        content.attachments = []
        var start = DraftStart()
        start.sitting = file.name
        guard let draft = try? keep(content, as: TypedEntry(content, start), in: diary) else { return false }
        reportKept(draft, of: entry.start.entry ?? draft.entry)
        var file = file
        file.note(entry, keptAs: draft)
        remove(file)
        return true
    }
}
