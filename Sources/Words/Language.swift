/// The languages that are spoken and read.
package enum Language: String, Sendable, CaseIterable {
    case ko
    case en

    /// The one of a locale, as `ko_KR.UTF-8`.
    package init(locale: String?) { self = locale?.hasPrefix("ko") == true ? .ko : .en }

    /// The one that `--lang` names among words that nobody has read as options yet.
    package static func named(in words: [String]) -> Language? {
        for (index, word) in words.prefix(while: { $0 != "--" }).enumerated() {
            if word == "--lang", index + 1 < words.count { return Language(rawValue: words[index + 1]) }
            if word.hasPrefix("--lang=") { return Language(rawValue: String(word.dropFirst(7))) }
        }
        return nil
    }
}
