internal import EventStore

/// The secret of a page: whoever knows it may read and change the diary.
package struct PageToken: Equatable, Sendable {
    /// 64 hexadecimal digits.
    package let text: String

    /// 32 random bytes of the system.
    package init() {
        text = Hexadecimal.text((0..<32).map { _ in UInt8.random(in: .min ... .max) })
    }

    /// A token that was drawn before. Nil unless it could have been: 64 hexadecimal digits.
    package init?(_ text: some StringProtocol) {
        let digits = Set("0123456789abcdef".utf8)
        guard text.utf8.count == 64, text.utf8.allSatisfy(digits.contains) else { return nil }
        self.text = String(text)
    }
}
