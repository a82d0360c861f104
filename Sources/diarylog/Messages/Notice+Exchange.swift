internal import Interchange

// What is said of an import besides its numbers: what of a file could not be kept, and why.

extension Notice {
    /// Events of a log that were imported, and that were here before.
    static func importedEvents(added: Int, known: Int) -> Notice {
        Notice(
            "imported \(added, "event", "events"), skipped \(known) known before",
            "변경 \(added)건을 가져오고, 이미 있는 \(known)개는 건너뛰었습니다")
    }

    static func wouldImportEvents(_ count: Int) -> Notice {
        Notice("would import \(count, "event", "events") that are not here yet", "변경 \(count)건 가운데 아직 없는 것을 가져올 것입니다")
    }

    /// Entries whose ids are not of our kind.
    static func newIDs(_ count: Int) -> Notice {
        Notice(
            "\(count, "entry gets a new id: its own is", "entries get new ids: theirs are") not 32 hexadecimal digits",
            "일기 \(count)편은 식별자가 16진수 32자리가 아니어서 새 식별자를 받습니다")
    }

    /// Entries with times that are none, and versions with times that cannot be.
    static func newTimes(_ count: Int) -> Notice {
        Notice(
            "\(count, "time", "times") of createdAt, modifiedAt or recordedAt cannot be, or lie in the future: the present stands for them",
            "createdAt, modifiedAt, recordedAt 가운데 \(count)개는 있을 수 없거나 앞날의 시각이어서 지금 시각으로 적습니다")
    }

    /// Entries of which the file has not all versions.
    static func fewerVersions(_ count: Int) -> Notice {
        Notice(
            "\(count, "entry has", "entries have") fewer versions than before: the file lacks the others; export without --newest-only has them",
            "일기 \(count)편은 파일에 없는 버전이 빠집니다. --newest-only 없이 export하면 모두 있습니다")
    }

    /// Versions that were no other than the one before.
    static func equalVersions(_ count: Int) -> Notice {
        Notice(
            "\(count, "version", "versions") left out: no different from the one before",
            "앞 버전과 똑같은 버전 \(count)개는 뺐습니다")
    }

    /// Entries with other texts than the one shown.
    static func lesserTexts(_ count: Int) -> Notice {
        Notice(
            "\(count, "entry in conflict keeps", "entries in conflict keep") only the text that was shown; export --events keeps all",
            "충돌한 일기 \(count)편은 보이던 글만 남습니다. export --events로 내보내면 모두 남습니다")
    }

    /// Entries that are here already and say something else.
    static func differingEntries(_ count: Int) -> Notice {
        Notice(
            "\(count, "entry", "entries") here before with other content: left as they are",
            "이미 있지만 내용이 다른 일기 \(count)편은 그대로 두었습니다")
    }

    /// Entries that changed at their source since they were imported, and what became of them.
    static func changedAtSource(_ count: Int) -> Notice {
        Notice(
            "\(count, "entry has", "entries have") changed at the source since the import; --update takes that over",
            "일기 \(count)편은 가져온 뒤에 원본이 바뀌었습니다. --update를 쓰면 바뀐 대로 고칩니다")
    }

    static func updated(_ count: Int) -> Notice {
        Notice("updated \(count, "entry", "entries") that changed at the source", "원본이 바뀐 일기 \(count)편을 고쳤습니다")
    }

    static func wouldUpdate(_ count: Int) -> Notice {
        Notice("would update \(count, "entry", "entries") that changed at the source", "원본이 바뀐 일기 \(count)편을 고칠 것입니다")
    }

    /// Entries that changed both here and at their source, with the first ids.
    static func changedBothWays(_ count: Int, _ names: String) -> Notice {
        Notice(
            "\(count, "entry was", "entries were") changed both here and at the source, and left as here: \(names)",
            "일기 \(count)편은 여기서도 원본에서도 바뀌어 여기 것을 그대로 두었습니다: \(names)")
    }

    /// Entries that were forgotten elsewhere, with the first ids: their words are gone here, too, or cannot be removed.
    static func forgottenElsewhere(_ count: Int, _ names: String) -> Notice {
        Notice(
            "\(count, "entry was", "entries were") forgotten on another device, and what it said is gone from this diary's files, too: \(names)",
            "다른 기기에서 영구 삭제한 일기 \(count)편의 말을 이 일기장 파일에서도 지웠습니다: \(names)")
    }

    /// `reason` is why they cannot be taken out now, where that is known.
    static func stillHeld(_ count: Int, _ names: String, _ reason: Sentence?) -> Notice {
        let (en, ko) = (reason.map { " (\($0.en))" } ?? "", reason.map { " (\($0.ko))" } ?? "")
        return Notice(
            "\(count, "entry was", "entries were") forgotten on another device; no answer shows what it said, but this diary's file still has it: \(names)\(en). The next change takes it out, as soon as that is possible; diarylog engine compact tries now",
            "다른 기기에서 영구 삭제한 일기가 \(count)편 있습니다. 그 내용은 어디에도 보이지 않지만 이 일기장 파일에는 아직 남아 있습니다: \(names)\(ko). 할 수 있게 되는 대로 다음에 일기를 바꿀 때 지웁니다. diarylog engine compact로 지금 해 볼 수 있습니다"
        )
    }

    /// What was written here in such an entry is kept as a draft.
    static func rescued(id: String, draft: String) -> Notice {
        Notice(
            "entry \(id) was forgotten on another device, unaware of what was written here since; that is kept as draft \(draft) of a new entry: diarylog draft commit \(draft) writes it, diarylog draft discard \(draft) drops it",
            "다른 기기에서 일기 \(id)의 새 글을 모른 채 그 일기를 잊었습니다. 여기서 쓴 글은 새 일기의 초안 \(draft)에 남겨 두었습니다. diarylog draft commit \(draft) 명령으로 적거나, diarylog draft discard \(draft) 명령으로 버립니다"
        )
    }

    /// What a format cannot hold.
    /// What a format could not carry, with the first places where that stands.
    /// One thing that could not be read, and where it stands.
    static func leftOut(_ problem: ReadProblem) -> Notice {
        let said = problem.problem.message
        return Notice("left out: \(OnScreen.safe(said.en))", "뺀 것: \(OnScreen.safe(said.ko))")
    }

    static func lostInFormat(_ loss: FormatLoss, _ count: Int, at places: [RowOrigin] = []) -> Notice {
        let sentence = loss.sentence(count)
        if places.isEmpty { return Notice(sentence) }
        let more = count > places.count ? ", …" : ""
        let (en, ko) = (places.map(\.words.en).joined(separator: "; "), places.map(\.words.ko).joined(separator: "; "))
        return Notice("\(sentence.en): \(OnScreen.safe(en))\(more)", "\(sentence.ko): \(OnScreen.safe(ko))\(more)")
    }

}
