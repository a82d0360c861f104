internal import DiaryModel

/// A sentence in both languages, so that none is said in one and forgotten in the other.
package struct Sentence: Equatable, Sendable {
    package let en: String
    package let ko: String

    init(_ en: String, _ ko: String) {
        self.en = en
        self.ko = ko
    }

    /// What it says of drafts, for whoever named the diary by an option: the same command without it would be about
    /// another diary.
    func about(diary: String?) -> Sentence {
        guard let diary else { return self }
        func about(_ text: String) -> String {
            text.replacing("diarylog draft", with: "diarylog --diary \(ShellWord.quoted(diary)) draft")
        }
        return Sentence(about(en), about(ko))
    }

    func text(_ language: Language) -> String {
        switch language {
        case .en: en
        case .ko: ko
        }
    }
}
