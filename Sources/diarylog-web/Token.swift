/// The secret of one run: whoever knows it may read and change the diary.
struct Token {
    /// 64 hexadecimal digits.
    let text: String

    /// 32 random bytes of the system.
    init() {
        var chance = SystemRandomNumberGenerator()
        text = (0..<32).map { _ in
            let byte = UInt8.random(in: .min ... .max, using: &chance)
            return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }

    /// A token that was chosen before, so that a page finds its server again after a restart. Nil unless it could have
    /// been drawn: 64 hexadecimal digits.
    init?(_ text: String) {
        let digits = Set("0123456789abcdef".utf8)
        guard text.utf8.count == 64, text.utf8.allSatisfy(digits.contains) else { return nil }
        self.text = text
    }
}
