internal import DiarylogArguments
internal import Interchange

// What several commands say of the same option.

extension Sentence {
    static let anEntry = Sentence(
        "An id or the beginning of one, or @1 for the newest by date.", "식별자나 그 앞부분, 또는 날짜로 가장 새로운 것은 @1.")
    static let anEntryOrVersion = Sentence(
        "An id or the beginning of one, @1 for the newest by date, or ENTRY@v3 for a version.",
        "식별자나 그 앞부분, 날짜로 가장 새로운 것은 @1, 버전은 일기@v3.")
    static let aSetting = Sentence("The setting.", "설정.")
    static let atMost = Sentence("At most this many.", "최대 N개.")
    static let itsTimeFormat = Sentence(
        "How its dates are written, as \"%d.%m.%Y %H:%M\".", "날짜를 쓴 모양, \"%d.%m.%Y %H:%M\"처럼.")
    static let unasked = Sentence("Do not ask.", "묻지 않습니다.")
}

/// What the help says of formats: their names come from `EntryFormat`, so that none is left out.
enum FormatWords {
    /// The names of all that are read, and of those that are written.
    static let read = EntryFormat.readable.joined(separator: ", ")
    static let written = EntryFormat.writable.joined(separator: ", ")

    static let importing = Sentence(
        """
        Formats: \(read), and the log that export --events writes, alone and into a free place or its own diary. \
        The content tells the format; --format overrules. An entry that this program exported keeps its id, its times and its versions. \
        Rows imported before are skipped, and so are entries that are here already; those whose import was undone \
        come back with the ids they had. What cannot be kept is said by name and number.
        """,
        """
        형식은 \(read), 그리고 export --events가 쓴 기록입니다. 기록은 그것만, 빈 곳이나 제 일기장으로 가져옵니다. 형식은 \
        내용으로 알고, --format이 앞섭니다. 이 프로그램이 내보낸 일기는 식별자와 시각과 버전을 그대로 지닙니다. 이미 가져온 행과 이미 있는 일기는 \
        건너뛰고, 가져오기를 되돌린 것은 전의 식별자로 돌아옵니다. 지키지 못한 것은 이름과 수를 알려 줍니다.
        """)

    static let exporting = Sentence(
        """
        Entries come oldest first. As json they are an array, or with --jsonl one a line, a changed one with what \
        it was before; import reads that into another diary and keeps ids, times and versions, and of the log \
        everything. Formats: \(written). Those that are folders are made by --output. What a format cannot hold is \
        said by name and number.
        """,
        """
        일기는 오래된 것부터 내보냅니다. json은 배열, --jsonl이면 한 줄에 하나씩이고, 고친 것은 그 전의 모습도 함께 내보냅니다. import로 \
        다른 일기장에 가져오면 식별자와 시각과 버전을, 기록은 모든 것을 지킵니다. 형식은 \(written)이고, 폴더인 것은 --output이 \
        만듭니다. 형식이 담지 못하는 것은 이름과 수를 알려 줍니다.
        """)
}

/// What is typed for an option or an argument, as help and messages call it between `<` and `>`.
enum ValueWords {
    private static let korean: [String: String] = [
        "action": "동작", "address": "주소", "color": "방식", "cursor": "이어보기", "date-style": "모양", "day": "날",
        "destination": "곳",
        "device": "기기", "draft": "초안", "entries": "일기", "entry": "일기", "file": "파일", "files": "파일", "folder": "폴더",
        "format": "형식", "from": "출처", "how": "방법", "interval": "간격", "key": "키", "lang": "언어", "language": "언어",
        "limit": "N", "remote": "원격",
        "n": "N", "name": "이름", "op": "작업", "options": "옵션", "part=name": "부분=이름", "path": "경로",
        "place": "장소", "port": "포트", "query": "검색어", "seconds": "초", "shell": "셸", "sort": "순서", "tag": "태그",
        "text": "글", "time format": "날짜 모양", "title": "제목", "topic": "주제", "vN|id": "vN|식별자", "value": "값",
        "version": "버전", "what": "무엇", "when": "때", "where": "곳", "year": "해", "zone": "시간대",
    ]

    /// What a value is called, in both languages.
    static func word(_ name: String) -> Sentence { Sentence(name, korean[name] ?? name) }

    /// A text with such words in it, as `--limit <n>`.
    static func text(_ text: String) -> Sentence {
        var (told, rest) = ("", text[...])
        while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
            told += rest[...start] + word(String(rest[rest.index(after: start)..<end])).ko
            rest = rest[end...]
        }
        return Sentence(text, told + rest)
    }
}
