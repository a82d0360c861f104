internal import DiaryModel

/// The Korean of the help: of each English text that the commands declare of themselves.
package enum HelpWords {
    /// A text of the help in a language; what has no Korean stays English.
    static func text(_ english: String, _ language: Language) -> String {
        language == .ko ? korean(english) ?? english : english
    }

    /// The Korean of a text; nil if there is none.
    package static func korean(_ english: String) -> String? {
        commands[english] ?? writing[english] ?? drafts[english] ?? serving[english] ?? attaching[english]
            ?? weathering[english] ?? FormatWords.korean[english] ?? options[english]
    }

    private static let options: [String: String] = [
        "Show the version.": "버전을 보입니다.", "Show help information.": "도움말을 보입니다.",
        "The diary's folder.": "일기 폴더.",
        "Answer as of then: e1234, 2026-11-01, yesterday, \"2 hours ago\".":
            "그때의 답을 줍니다: e1234, 2026-11-01, 어제, \"2시간 전\".",
        "One JSON document.": "JSON 문서 하나로.", "JSON, one object a line.": "JSON을 한 줄에 하나씩.",
        "Say nothing but results and errors.": "결과와 오류만 말합니다.",
        "Colour: auto, always or never.": "색: auto(알아서), always(늘), never(안 씀).",
        "Never open a pager.": "페이저를 열지 않습니다.", "Language: ko or en.": "말: ko나 en.",
        "Time zone, as Asia/Seoul.": "시간대, Asia/Seoul처럼.",
        "Dates on screen: long or numeric.": "화면의 날짜: long(2026년 11월 1일)이나 numeric(2026. 11. 01.).",
        "Where; without it, as --diary.": "만들 곳. 없으면 --diary와 같습니다.",
        "A log written by `export --events`, or - for standard input.":
            "`export --events`로 낸 기록, 또는 표준 입력이면 -.",
        "The text, or - for standard input.": "글, 또는 표준 입력이면 -.",
        "The entry's date, instead of now.": "지금 대신 쓸 일기의 날짜.",
        "A tag; may be given again.": "태그. 여러 번 쓸 수 있습니다.", "Mark it with a star.": "별을 붙입니다.",
        "Write it once: the same key and text again write nothing.": "한 번만 씁니다. 같은 키와 글이 또 오면 쓰지 않습니다.",
        "Use the key once more, for another entry.": "그 키를 다른 일기에 다시 씁니다.",
        "An id or the beginning of one, or @1 for the newest by date.": "식별자나 그 앞부분, 또는 날짜로 가장 새로운 것은 @1.",
        "The new text, or - for standard input.": "새 글, 또는 표준 입력이면 -.", "The new date.": "새 날짜.",
        "Add a tag; may be given again.": "태그를 더합니다. 여러 번 쓸 수 있습니다.", "Take a tag off.": "태그를 뗍니다.",
        "Take the star off.": "별을 뗍니다.",
        "Write only if it is still at this version, or event id.": "아직 이 버전이나 이 사건일 때만 씁니다.",
        "A text that comes too late for --expect becomes a draft; on a terminal it always does.":
            "--expect보다 늦은 글을 초안으로 남깁니다. 터미널에서는 늘 남깁니다.",
        "Ids or beginnings of them, or @1 for the newest by date.": "식별자나 그 앞부분들, 또는 날짜로 가장 새로운 것은 @1.",
        "Do not ask.": "묻지 않습니다.",
        "Delete only if it is still at this version, or event id.": "아직 이 버전이나 이 사건일 때만 지웁니다.",
        "Only the last change of this entry.": "이 일기의 마지막 변경만.",
        "This operation, by its id or an event of it (e12).": "이 작업. 식별자나 그 안의 사건(e12)으로 가리킵니다.",
        "Go back over what was changed since.": "그 뒤에 바뀐 것 위로도 되돌립니다.",
        "Leave out the entries that were changed since.": "그 뒤에 바뀐 일기는 그대로 둡니다.",
        "Only if this operation is the next.": "다음 작업이 이것일 때만.",
        "Ids or beginnings of them, with @v3 for a version.": "식별자나 그 앞부분들. 버전은 @v3을 붙입니다.",
        "Make the diary, or ENTRY, what it was then.": "일기 전체나 ENTRY를 그때 모습으로 만듭니다.",
        "Of this day, month (2026-11) or year (2026).": "이날, 이달(2026-11), 이해(2026)의 것.",
        "Of this day or later.": "이날부터.", "Of this day or earlier.": "이날까지.", "Of this year.": "이해의 것.",
        "Of this month, in any year.": "어느 해든 이달의 것.", "Of this day of the month.": "달마다 이날의 것.",
        "Of today's month and day, in any year.": "어느 해든 오늘과 같은 날의 것.",
        "With this tag; may be given again.": "이 태그가 있는 것. 여러 번 쓸 수 있습니다.", "Without this tag.": "이 태그가 없는 것.",
        "With a star.": "별이 있는 것.", "Without a star.": "별이 없는 것.", "Whose texts are in conflict.": "글이 충돌하는 것.",
        "By date, created or modified.": "date(날짜), created(쓴 때), modified(고친 때) 순서.", "Oldest first.": "오래된 것부터.",
        "The deleted entries instead.": "지운 일기를 대신.", "At most this many.": "많아야 이만큼.",
        "At most this many; -3 is short for it.": "많아야 이만큼. -3처럼 줄여 쓸 수 있습니다.",
        "Go on where an earlier list ended.": "앞선 목록이 끝난 데서 이어 봅니다.",
        "With text and body, in JSON.": "JSON에 글과 본문도.", "Whole entries, with their texts.": "글까지 일기를 통째로.",
        "This many lines of each text below its row.": "줄마다 그 아래에 글을 이만큼.", "What to look for.": "찾을 말.",
        "Exactly these characters, not a query; capitals count only if there is one. May be given again.":
            "질의가 아니라 꼭 이 글자들. 대문자가 있을 때만 대소문자를 가립니다. 여러 번 쓸 수 있습니다.",
        "With --contains: capitals and small letters always differ.": "--contains에서 대소문자를 늘 가립니다.",
        "newest or relevance.": "newest(새로운 것부터)나 relevance(관련도).",
        "Go on where an earlier search ended.": "앞선 검색이 끝난 데서 이어 찾습니다.",
        "Every version that ever said so, of deleted entries too.": "그렇게 말한 적 있는 모든 버전, 지운 일기도.",
        "Only how many; from some size on about how many.": "몇인지만. 많으면 어림수로.",
        "With --count: count all, however long it takes.": "--count에서 오래 걸려도 모두 셉니다.",
        "An id or the beginning of one, @1 for the newest by date, or ENTRY@v3 for a version.":
            "식별자나 그 앞부분, 날짜로 가장 새로운 것은 @1, 버전은 ENTRY@v3.",
        "An id or the beginning of one, @1 for the newest by date, ENTRY@v3 for a version, or a day.":
            "식별자나 그 앞부분, 날짜로 가장 새로운 것은 @1, 버전은 ENTRY@v3, 또는 날.",
        "txt, md or json.": "txt, md, json 가운데 하나.", "Only those of this entry.": "이 일기의 것만.",
        "Operations instead of events.": "사건 대신 작업을.", "A moment, ENTRY@v3, or ENTRY.": "시점, ENTRY@v3, 또는 ENTRY.",
        "A moment or ENTRY@v3, instead of now.": "지금 대신 견줄 시점이나 ENTRY@v3.", "Stop there.": "여기서 멈춥니다.",
        "Begin with a snapshot.": "스냅숏에서 시작합니다.", "Compare with the living tables.": "지금 쓰는 표와 견줍니다.",
        "Compute all hashes, on all cores.": "모든 코어로 해시를 모두 계산합니다.",
        "Compute all hashes, and compare the search index term by term.": "해시를 모두 계산하고 검색 색인을 낱낱이 견줍니다.",
        "Make a mended diary with what another copy has.": "다른 사본에 있는 것으로 고친 일기를 만듭니다.",
        "Make a diary of what lies in the damaged file's pages.": "상한 파일에 남은 것으로 일기를 만듭니다.",
        "Where to make it; without it, beside the damaged one.": "만들 곳. 없으면 상한 일기 옆.",
        "One of those that --list names; all of them without.": "--list에 나오는 것 가운데 하나. 없으면 모두.",
        "Only show how they stand.": "어떤 상태인지만 보입니다.", "list, take or prune.": "list, take, prune 가운데 하나.",
        "prune: remove all of them.": "prune: 모두 없앱니다.",
        "The folder of the backup; best on another disk.": "백업할 폴더. 다른 디스크가 가장 좋습니다.",
        "Again and again, until interrupted: 30s, 10m, 2h, 1d.": "멈출 때까지 되풀이합니다: 30s, 10m, 2h, 1d.",
        "How many backups stay: those before the newest as DEST.1, DEST.2…": "남길 백업 수. 앞선 것은 DEST.1, DEST.2…",
        "Also where events are damaged: what may be left of them in the file is then gone.":
            "사건이 상했어도 합니다. 파일에 남은 그 나머지는 사라집니다.",
        "Only say what would go.": "무엇이 사라질지만 말합니다.",
        "Files and folders, or - for standard input.": "파일과 폴더들, 또는 표준 입력이면 -.",
        "How the file is written, as jrnl; without it the content tells.":
            "파일의 형식, jrnl처럼. 없으면 내용으로 압니다.",
        "How its dates are written, as \"%d.%m.%Y %H:%M\".": "날짜를 쓴 모양, \"%d.%m.%Y %H:%M\"처럼.",
        "Only say what would happen.": "어떻게 될지만 말합니다.",
        "now: rows of a sample without created_at take the present.": "now: created_at이 없는 행은 지금 날짜로 가져옵니다.",
        "Take over what changed at its source since it was imported.": "가져온 뒤에 원본에서 바뀐 것을 반영합니다.",
        "Import once more what was imported before, as other entries.": "이미 가져온 것을 다른 일기로 한 번 더 가져옵니다.",
        "json, or one that another program reads, as jrnl.": "json, 또는 jrnl처럼 다른 프로그램이 읽는 것.",
        "With --format markdown: each version, as a stream for `git fast-import`.":
            "--format markdown과 함께: 모든 버전을 `git fast-import`가 읽는 것으로.",
        "The name of the diary in a site or a book.": "사이트나 책에 적을 일기장 이름.",
        "The log, one event a line, for `init --from-events`.":
            "`init --from-events`로 읽을 기록, 한 줄에 한 사건.",
        "Write there instead of standard output; whole, or not at all.": "표준 출력 대신 여기에 씁니다. 다 쓰거나 아예 안 씁니다.",
        "bash, zsh or fish.": "bash, zsh, fish 가운데 하나.", "A command or a topic.": "명령이나 주제.",
        "Show it anew whenever the diary has changed.": "일기가 바뀔 때마다 새로 보입니다.",
        "Only list what undo would take back, the next one first.": "undo로 되돌릴 것을 다음 것부터 늘어놓기만 합니다.",
        "Only list what redo would bring back, the next one first.": "redo로 다시 할 것을 다음 것부터 늘어놓기만 합니다.",
        "With --list: at most this many.": "--list에서 많아야 이만큼.",

        "Show subcommand help information.": "명령의 도움말을 보입니다.",
        "The map of this year.": "이해의 지도.",
        "A month (2026-11) or a year; without it, this month.":
            "달(2026-11)이나 해. 없으면 이달.",
        "A day, instead of today.": "오늘 대신 볼 날.",
    ]
}
