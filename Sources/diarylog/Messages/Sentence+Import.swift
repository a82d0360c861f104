internal import Interchange

// What is said of an import besides its numbers: what of a file could not be kept, and why.

extension Sentence {
    /// Entries whose ids are not of our kind.
    static func newIDs(_ count: Int) -> Sentence {
        Sentence(
            "\(count, "entry gets a new id: its own is", "entries get new ids: theirs are") not 32 hexadecimal digits",
            "일기 \(count)편은 식별자가 16진수 32자리가 아니어서 새 식별자를 받습니다")
    }

    /// Entries with times that are none, and versions with times that cannot be.
    static func newTimes(_ count: Int) -> Sentence {
        Sentence(
            "\(count, "time", "times") of createdAt, modifiedAt or recordedAt cannot be, or lie in the future: the present stands for them",
            "createdAt, modifiedAt, recordedAt 가운데 \(count)개는 있을 수 없거나 앞날의 시각이어서 지금 시각으로 적습니다")
    }

    /// Entries of which the file has not all versions.
    static func fewerVersions(_ count: Int) -> Sentence {
        Sentence(
            "\(count, "entry has", "entries have") fewer versions than before: the file lacks the others; export without --newest-only has them",
            "일기 \(count)편은 파일에 없는 버전이 빠집니다. --newest-only 없이 export하면 모두 있습니다")
    }

    /// Versions that were no other than the one before.
    static func equalVersions(_ count: Int) -> Sentence {
        Sentence(
            "\(count, "version", "versions") left out: no different from the one before",
            "앞 버전과 똑같은 버전 \(count)개는 뺐습니다")
    }

    /// Entries with other texts than the one shown.
    static func lesserTexts(_ count: Int) -> Sentence {
        Sentence(
            "\(count, "entry in conflict keeps", "entries in conflict keep") only the text that was shown; export --events keeps all",
            "충돌한 일기 \(count)편은 보이던 글만 남습니다. export --events로 내보내면 모두 남습니다")
    }

    /// `reason` is why they cannot be taken out now, where that is known.
    static func stillHeld(_ count: Int, _ names: String, _ reason: Sentence?) -> Sentence {
        let (en, ko) = (reason.map { " (\($0.en))" } ?? "", reason.map { " (\($0.ko))" } ?? "")
        return Sentence(
            "\(count, "entry was", "entries were") forgotten on another device; no answer shows what it said, but this diary's file still has it: \(names)\(en). The next change takes it out, as soon as that is possible; diarylog engine compact tries now",
            "다른 기기에서 영구 삭제한 일기가 \(count)편 있습니다. 그 내용은 어디에도 보이지 않지만 이 일기장 파일에는 아직 남아 있습니다: \(names)\(ko). 할 수 있게 되는 대로 다음에 일기장을 바꿀 때 지웁니다. diarylog engine compact로 지금 해 볼 수 있습니다"
        )
    }

    /// One thing that could not be read, and where it stands.
    static func leftOut(_ problem: ReadProblem) -> Sentence {
        let said = problem.problem.message
        return Sentence("left out: \(OnScreen.safe(said.en))", "뺀 것: \(OnScreen.safe(said.ko))")
    }
}
