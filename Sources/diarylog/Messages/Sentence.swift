internal import DiaryModel

/// A sentence in both languages, so that none is said in one and forgotten in the other.
package struct Sentence: Equatable, Sendable {
    package let en: String
    package let ko: String

    init(_ en: String, _ ko: String) {
        self.en = en
        self.ko = ko
    }

    func text(_ language: Language) -> String {
        switch language {
        case .en: en
        case .ko: ko
        }
    }
}
