/// What is wrong with a line of what stands above the text in the editor.
package enum HeaderMistake {
    static let endless = Sentence("the header does not end: --- is missing", "머리말을 끝내는 ---가 없습니다")

    static let beginless = Sentence(
        "the file does not begin with ---, which opens the header", "파일이 머리말을 여는 ---로 시작하지 않습니다")

    static func unknown(_ line: String) -> Sentence {
        Sentence(
            "“\(line)” is none of date, tags, star, place", "\(quoted: line, .topic) 날짜, 태그, 별, 장소 가운데 아무것도 아닙니다")
    }

    static func twice(_ name: String) -> Sentence {
        Sentence("\(name) stands there twice", "\(name, .subject) 두 번 있습니다")
    }

    static func neither(_ value: String) -> Sentence {
        Sentence("“\(value)” is neither yes nor no", "\(quoted: value, .topic) 예도 아니요도 아닙니다")
    }

    package static let samples = [endless, beginless, unknown("x"), twice("x"), neither("x")]
}
