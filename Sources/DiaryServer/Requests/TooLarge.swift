internal import DiaryModel
internal import Interchange

/// The answer to a body over its limit.
enum TooLarge {
    static func reply(in language: Language) -> PageReply {
        let words =
            switch language {
            case .en:
                "This is too long for one entry: a text may have 1 MiB. Nothing was written. Attach a long text as a file."
            case .ko: "일기 하나로는 너무 깁니다. 글은 1 MiB까지입니다. 아무것도 쓰지 않았습니다. 긴 글은 파일로 붙일 수 있습니다."
            }
        return .json(["error": ["code": .text("too-large"), "message": .text(words)]], status: 413)
    }
}
