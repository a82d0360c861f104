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
            let forgotten = note.entries.filter { id in id == asked || (try? diary.entry(id))?.isForgotten == true }
            guard let first = forgotten.first else { continue }
            let isGone = removeFile(in: folder, note, of: first, isAsked: first == asked, isChanging || writing, diary)
            if !isGone, let asked, forgotten.contains(asked) {
                stay.append(
                    Sentence(
                        "\(path) still has words of it: close the editor, or remove the file",
                        "\(path)에 그 글이 아직 있습니다. 편집기를 닫거나 파일을 지우세요"))
            }
        }
        return stay
    }

    /// How many files have something typed of an entry, and nothing of others.
    func typedFiles(of id: EntryID, in diary: Diary) -> Int {
        ((try? editorFiles(in: diary)) ?? []).count { !$0.isAsGiven && $0.note.entries == [id] }
    }

    /// Removes a file that was left of a forgotten entry; whether it is gone.
    private func removeFile(
        in folder: String, _ note: EditorNote, of entry: EntryID, isAsked: Bool, _ mayWrite: Bool, _ diary: Diary
    ) -> Bool {
        // Somebody has it open, or there was nothing in it.
        guard let file = EditorFile(leftIn: folder, otherwise: note) else {
            return (try? FileSystem.kind(of: folder)) == .missing
        }
        if case .many = note.subject, !file.isAsGiven || file.hasLeftovers { return false }
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
        opened.note { $0.kept = .draft(draft.name) }
        let forgotten = OnScreen.shortID(entry.start.entry ?? draft.entry)
        notify(
            "entry \(forgotten) was forgotten; what was typed of it since is kept as \(draft.name), a draft of a new entry: diarylog draft commit \(draft.name) writes it, draft discard \(draft.name) removes it",
            "일기 \(forgotten, .topic) 영구 삭제되었습니다. 그 뒤에 쓴 글은 새 일기의 초안 \(draft.name)에 남겨 두었습니다. diarylog draft commit \(draft.name) 명령으로 저장하고, draft discard \(draft.name) 명령으로 버립니다"
        )
        var file = file
        file.note(entry, keptAs: draft)
        remove(file)
        return true
    }
}
