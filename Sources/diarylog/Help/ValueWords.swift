internal import DiarylogArguments

/// What is typed for an option or an argument, as help and messages call it between `<` and `>`.
enum ValueWords {
    private static let korean: [String: String] = [
        "action": "동작", "address": "주소", "color": "방식", "cursor": "이어보기", "date-style": "모양", "day": "날",
        "destination": "곳",
        "draft": "초안", "entries": "일기", "entry": "일기", "file": "파일", "files": "파일", "folder": "폴더",
        "format": "형식", "from": "출처", "how": "방법", "interval": "간격", "key": "키", "lang": "말", "language": "말",
        "limit": "N",
        "n": "N", "name": "이름", "op": "작업", "options": "옵션", "part=name": "부분=이름", "path": "경로",
        "place": "장소", "port": "포트", "query": "검색어", "seconds": "초", "shell": "셸", "sort": "순서", "tag": "태그",
        "text": "글", "time format": "날짜 모양", "title": "제목", "topic": "주제", "vN|id": "vN|식별자", "value": "값",
        "version": "버전", "what": "무엇", "when": "때", "where": "곳", "year": "해", "zone": "시간대",
    ]

    /// What a value is called, in both languages.
    static func word(_ name: String) -> HelpText { HelpText(name, korean[name] ?? name) }

    /// A text with such words in it, as `--limit <n>`.
    static func text(_ text: String) -> HelpText {
        var (told, rest) = ("", text[...])
        while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
            told += rest[...start] + word(String(rest[rest.index(after: start)..<end])).ko
            rest = rest[end...]
        }
        return HelpText(text, told + rest)
    }
}
