internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import EventStore

// Files of editors: handed on when the editor was closed, and found, named and written where one was left: this program
// was killed or ended while the editor had it, the editor failed, the text was refused, the disk was full.

extension Session {
    /// Hands on what was typed in a file, and removes the file where that goes well or there is nothing to see in it.
    /// Otherwise it stays, and is named.
    func take<Value>(
        _ file: EditorFile, in diary: Diary, _ use: (_ typed: [UInt8]) throws -> Value
    ) throws -> Value {
        do {
            guard let typed = file.text else { throw Problem.noText(file.path) }
            if typed.count > file.note.most { throw Problem.textTooLong(nil, most: EntryLimits.text) }
            guard TextInput.isUTF8(typed) else {
                throw Problem(
                    .notUtf8, "the text is not valid UTF-8; nothing was written",
                    "글이 올바른 UTF-8이 아니어서 아무것도 쓰지 않았습니다")
            }
            let value = try use(typed)
            remove(file)
            return value
        } catch {
            let problem = Problem(error)
            let isKept = problem.code == .forgotten && keepAnew(file, in: diary)
            // What was left may have been cut off in the middle of being saved; and of many entries, or below a header,
            // the rest says something.
            let isBlank = file.text.map { !hasVisibleCharacter(String(decoding: $0, as: UTF8.self)) } ?? true
            if problem == .nothingVisible, !file.isLeft, isBlank || file.isAsGiven {
                remove(file)
            } else if !isKept, file.saved == nil {
                file.hasLeftovers ? reportUnsaved(of: file) : file.discard()
            } else if !isKept {
                let kept = KeptText.file(file.path)
                opened.note { $0.kept = kept }
                if problem.hint?.en.contains(file.path) != true { notify(kept.sentence) }
            }
            throw problem
        }
    }

    /// Removes a file, and names what may have more.
    func remove(_ file: EditorFile) {
        file.remove()
        reportUnsaved(of: file)
    }

    /// Names what may have more than a file, and says what brings that back.
    func reportUnsaved(of file: EditorFile) {
        let left = file.leftovers
        let strays = Set(file.strays)
        for path in left {
            let word = ShellWord.quoted(path)
            notify(
                strays.contains(path)
                    ? Sentence(
                        "\(path) may have more of it; diarylog draft commit \(word) writes it, draft discard removes it",
                        "여기에 글이 더 있을 수 있습니다: \(path)\ndiarylog draft commit \(word) 명령으로 저장하고, draft discard로 버립니다")
                    : Sentence("\(path) may have more of it", "여기에 글이 더 있을 수 있습니다: \(path)"))
        }
        guard let editor = editor(for: file, left) else { return }
        let command = EditorLine.recovery(of: file.path, by: editor)
        notify(
            "what was not saved there, the editor may bring back: \(command)", "저장하지 않은 글은 편집기가 되살릴 수 있습니다: \(command)")
    }

    /// The editor that can bring back what was not saved of a file: who keeps something of it, whose swap file lies
    /// there, or who was ended with it and may keep something where nobody knows.
    private func editor(for file: EditorFile, _ left: [String]) -> String? {
        if let keeper = file.keeper { return keeper }
        let last = file.note.editor
        if left.contains(where: EditorFile.isSwap) { return last.flatMap { EditorLine.isVim($0) ? $0 : nil } ?? "vim" }
        return file.mayKeepElsewhere || (file.saved != nil && left.isEmpty && file.rescued == nil) ? last : nil
    }

    /// The files that were left of the diary, the oldest first. One whose text a draft has is removed: whoever was to
    /// do so was killed.
    func editorFiles(in diary: Diary) throws -> [EditorFile] {
        removeForgottenFiles(in: diary)
        OpenedCopies.sweep()
        let files = EditorFile.folders.compactMap { try? editorFile(in: $0) }
        let ours = files.filter { isOurs($0.note, diary) }.sorted { $0.time < $1.time }
        if ours.isEmpty { return [] }
        let drafts = try diary.drafts()
        return ours.filter { file in
            guard case .entry(let entry) = file.note.subject, !file.isAsGiven,
                let content = file.text.flatMap({ try? content($0, of: entry) }),
                let draft = drafts.first(where: { draft in
                    let isOfIt = draft.start.entry == entry.start.entry || draft.entry == entry.start.entry
                    return draft.content.inOrder == content.inOrder && isOfIt
                })
            else { return true }
            var file = file
            file.note(entry, keptAs: draft)
            file.remove()
            return file.hasLeftovers
        }
    }

    /// A note of what is typed for a diary.
    func note(_ subject: EditorNote.Subject, of diary: Diary) throws -> EditorNote {
        EditorNote(subject, in: try path(), try? diary.identity().hexadecimal)
    }

    /// Whether something was typed for a diary, wherever that lay then; or for another one that lay at its place, and
    /// is nowhere by now.
    func isOurs(_ note: EditorNote, _ diary: Diary) -> Bool {
        guard let path = try? path() else { return false }
        let isHere = note.diary == EditorNote.name(of: path)
        guard let wanted = note.identity, let own = try? diary.identity().hexadecimal else { return isHere }
        if wanted == own { return isHere || identity(at: note.diary) != wanted }
        return isHere && place(of: wanted) == nil
    }

    private func identity(at path: String) -> String? { try? Diary(at: path).identity().hexadecimal }

    /// Where the diary of an identity lies, of those that have a name.
    private func place(of identity: String) -> String? {
        ((try? namedDiaries()) ?? []).first { self.identity(at: $0.path) == identity }?.path
    }

    /// The file that was left at a path: that of the file, of another beside it, or of its folder. One that was typed
    /// for another diary is refused, unless that is gone.
    func editorFile(at path: String, in diary: Diary, action: String) throws -> EditorFile {
        let folder = (try? FileSystem.kind(of: path)) == .directory ? path : FileSystem.parent(of: path)
        try takeRenamed(path, in: folder)
        guard let file = try? editorFile(in: folder) else {
            if (try? FileSystem.kind(of: path)) == .missing { throw Problem.noFile(path) }
            throw Problem(
                .noFile, "\(path) is no file that an editor left", "\(path, .topic) 편집기가 남긴 파일이 아닙니다",
                hint: "diarylog draft list shows those that there are.", "diarylog draft list로 남은 것을 볼 수 있습니다.")
        }
        let place = file.note.identity.flatMap(place(of:)) ?? file.note.diary
        if !isOurs(file.note, diary), Diary.exists(at: place) {
            let words = "\(action) \(file.word) --diary \(ShellWord.quoted(place))"
            throw Problem(
                .otherDiary, "\(file.path) was typed for the diary at \(place); nothing was done with it",
                "\(file.path) 파일은 다른 일기장에 쓰던 글이라 건드리지 않았습니다: \(place)",
                hint: "Name that diary: diarylog \(words).", "그 일기장을 알려 주세요: diarylog \(words)")
        }
        // What the editor saved under another name takes the place of the file that is gone.
        if file.strays.contains(path) { try FileSystem.rename(from: path, to: file.path) }
        return file
    }

    /// Gives a file back its name that somebody has renamed. Where that is taken, nobody can tell which of the two is
    /// meant.
    private func takeRenamed(_ path: String, in folder: String) throws {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let given = folder + "/entry.md"
        guard name != "entry.md", name != "what", !EditorFile.isOfEditor(name), EditorFile.isOwn(folder),
            try FileSystem.kind(of: path) == .file
        else { return }
        guard try FileSystem.kind(of: given) == .missing else {
            throw Problem(
                .noFile, "\(path) lies beside the file that the editor was given; nothing was done with either",
                "\(path, .topic) 편집기에 준 파일이 아니라 그 옆의 파일이라 둘 다 건드리지 않았습니다",
                hint: "Move it onto \(given) to have it in its place; diarylog add - writes it as a new entry.",
                "\(given) 대신 쓰려면 그 이름으로 옮기고, 새 일기로 쓰려면 diarylog add -를 쓰세요.")
        }
        try FileSystem.rename(from: path, to: given)
    }

    private func editorFile(in folder: String) throws -> EditorFile {
        let path = try path()
        let new = TypedEntry(EntryContent(text: [], date: try dateNow()), DraftStart())
        // Whatever else a folder has is not ours to commit, or to remove.
        guard EditorFile.isOwn(folder) || EditorNote(at: folder + "/what") != nil,
            let file = EditorFile(leftIn: folder, otherwise: EditorNote(.entry(new), in: path, nil))
        else {
            throw Problem.noFile(folder)
        }
        return file
    }

    /// Names the files that were left, to whoever writes or checks.
    func reportEditorFiles() {
        guard let diary = try? open(), let files = try? editorFiles(in: diary) else { return }
        for file in files { report(file) }
    }

    /// Names a file that was left.
    func report(_ file: EditorFile) {
        if file.saved != nil {
            notify(
                file.isAsGiven
                    ? Sentence(
                        "nothing was saved yet to \(file.path); diarylog draft edit \(file.word) opens it again, draft discard removes it",
                        "아직 아무것도 저장하지 않은 파일이 있습니다: \(file.path)\ndiarylog draft edit \(file.word) 명령으로 다시 열고, draft discard로 버립니다"
                    )
                    : Sentence(
                        "unsaved text was found: \(file.path); diarylog draft commit \(file.word) writes it, draft discard removes it",
                        "저장하지 않은 글을 찾았습니다: \(file.path)\ndiarylog draft commit \(file.word) 명령으로 저장하고, draft discard로 버립니다"
                    ))
        }
        reportUnsaved(of: file)
    }

    /// Writes the text of a file as what it is of. Where the diary does not take it, the file or its draft stays.
    func commit(_ file: EditorFile, in diary: Diary) throws {
        if file.isLeft, file.isAsGiven {
            throw Problem(
                .draft, "nothing was saved yet to \(file.path); nothing was written",
                "파일에 아직 아무것도 저장하지 않아서 아무것도 쓰지 않았습니다: \(file.path)",
                hint: "diarylog draft edit \(file.word) opens it again, draft discard removes it.",
                "diarylog draft edit \(file.word) 명령으로 다시 열고, draft discard로 버립니다.")
        }
        // What two diaries were before they became one lies at the same place.
        let path = try path()
        let known = try [diary.identity().hexadecimal] + TogetherPlace.before(path).compactMap { identity(at: $0) }
        guard file.note.identity.map({ known.contains($0) }) ?? true else {
            throw Problem(
                .otherDiary, "\(file.path) was typed for another diary, which lay at \(path); nothing was written",
                "\(file.path) 파일은 \(path)에 있던 다른 일기장에 쓰던 글이라 아무것도 쓰지 않았습니다",
                hint:
                    "Name that diary by --diary; or diarylog draft show \(file.word) | diarylog add - writes it here.",
                "그 일기장을 --diary로 알려 주세요. 여기에 쓰려면 diarylog draft show \(file.word) | diarylog add -를 쓰세요.")
        }
        switch file.note.subject {
        case .many(let parts, let head):
            let late = try take(file, in: diary) { typed in
                let texts = try EntryBuffer.changes(in: typed, given: parts)
                let changes = try zip(entries(parts.map(\.id), at: head, in: diary), texts)
                return try write(changes.compactMap { entry, text in text.map { (entry, $0) } }, of: file, in: diary)
            }
            guard let first = late.first?.name else { return }
            opened.note { $0.kept = .draft(first) }
            let all = late.map(\.name).joined(separator: ", ")
            throw Problem(
                .conflict,
                "\(late.count, "entry was", "entries were") changed meanwhile; what was typed of \(late.count == 1 ? "it" : "them") is kept as \(all), and nothing of that was written",
                "그사이에 바뀐 일기가 \(late.count)편 있습니다. 쓴 글은 초안 \(all)에 남겨 두었고, 아직 저장하지 않았습니다",
                hint:
                    "diarylog draft diff \(first) shows how they differ; draft commit \(first) --merge puts both together.",
                "diarylog draft diff \(first, .by) 차이를 보고, draft commit \(first) --merge로 합치세요.")
        case .entry(var entry):
            // What was begun as a new entry has been written since, or never will be.
            if let id = entry.start.entry, entry.start.base == nil, try diary.entry(id) == nil {
                entry.start.entry = nil
            }
            var file = file
            let draft = try take(file, in: diary) { typed in
                // Of a file whose note is lost nobody knows that it is of a new entry.
                if file.note.identity == nil, EntryBuffer.begins(typed) {
                    throw Problem(
                        .manyEntries,
                        "\(file.path) has several entries, and which texts they had is lost; nothing was written",
                        "\(file.path)에 일기가 여러 편 있고 원래 글이 무엇이었는지 알 수 없어 아무것도 쓰지 않았습니다",
                        hint: "diarylog draft show \(file.path) shows them; write each anew by diarylog edit.",
                        "diarylog draft show \(file.path, .by) 보고, 한 편씩 diarylog edit으로 쓰세요.")
                }
                let draft = try keep(try content(typed, of: entry), as: entry, in: diary)
                file.note(entry, keptAs: draft)
                return draft
            }
            try commit(draft, in: diary)
            file.note(entry, keptAs: draft, standingOn: try diary.entry(draft.entry)?.event)
        }
    }

    /// Writes changed texts as one operation. One whose entry was changed meanwhile, which would keep the others from
    /// being written for ever, becomes a draft of that entry, or of a new one where it was forgotten; these are
    /// returned.
    private func write(
        _ changes: [(entry: Entry, text: [UInt8])], of file: EditorFile, in diary: Diary
    ) throws -> [Draft] {
        var (requests, late): ([EntryRequest], [Draft]) = ([], [])
        for (entry, text) in changes {
            let now = try diary.entry(entry.id)
            var edit = EntryEdit()
            edit.text = text
            if now?.event == entry.event {
                requests.append(
                    EntryRequest(entry: entry.id, command: .edit(edit), expecting: .version(entry.version)))
                continue
            }
            // A run that was killed may have written it.
            if now?.content.text == text { continue }
            late.append(try keep(text, of: entry, isForgotten: now?.isForgotten == true, from: file, in: diary))
        }
        if requests.isEmpty, !late.isEmpty { return late }
        try report(diary.perform(requests, in: context()), of: requests) { .changedMany($0) }
        return late
    }

    /// Keeps the text of one of many entries as a draft of that, or of a new one where it was forgotten.
    func keep(
        _ text: [UInt8], of entry: Entry, isForgotten: Bool, from file: EditorFile, in diary: Diary
    ) throws -> Draft {
        var typed = TypedEntry(entry.content, DraftStart(of: isForgotten ? nil : entry.id))
        typed.content.text = text
        if isForgotten { typed.content.attachments = [] } else { typed.start.base = entry.event }
        typed.start.sitting = "\(file.name)-\(entry.id.hexadecimal)"
        return try keep(typed.content, as: typed, in: diary)
    }

    /// The entries of a file of many, as it was given to the editor.
    func entries(_ ids: [EntryID], at head: SequenceNumber, in diary: Diary) throws -> [Entry] {
        try ids.map { id in
            guard let entry = try diary.entry(id, at: .event(head)) else { throw Problem.noEntry(OnScreen.shortID(id)) }
            return entry
        }
    }
}
