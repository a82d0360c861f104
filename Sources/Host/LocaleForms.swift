/// How the country of a locale writes dates and times, as glibc knows it.

internal import DiarylogCHost

package enum LocaleForms {
    /// The forms of days and of times of a locale, as strftime takes them: "%d/%m/%y" and "%T".
    ///
    /// Nil if the system has no such locale. Opens its files; nothing else of this process changes its locale.
    package static func timeForms(of locale: String) -> (days: String, times: String)? {
        var days = [CChar](repeating: 0, count: 64)
        var times = [CChar](repeating: 0, count: 64)
        guard unsafe chost_locale_forms(locale, &days, &times, 64) == 0 else { return nil }
        return (text(days), text(times))
    }

    private static func text(_ bytes: [CChar]) -> String {
        String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
