internal import DiaryModel

/// What `jrnl-diarylog --help` says.
enum JrnlHelp {
    static func text(_ language: Language) -> String { sentence.text(language) }

    private static let sentence = Sentence(
        """
        jrnl-diarylog: jrnl's command line over a diary of diarylog

          jrnl-diarylog [DATE:] TEXT        write an entry; a * before or behind the first line marks it
          jrnl-diarylog JOURNAL TEXT        the same in the diary of that name
          jrnl-diarylog                     write in the editor, or what comes through a pipe
          jrnl-diarylog @TAG #TAG           the entries with one of the tags

        Choose:  -on -from -to -year -month -day DATE, -today-in-history, -contains TEXT, -starred, -tagged,
                 -not TAG, -not -starred, -not -tagged, -and (all conditions), -n NUMBER or -NUMBER
        Change:  --edit, --delete, --change-time [DATE]; diarylog undo takes any of it back
        Show:    --short, --tags, --format pretty|short|txt|json|xml|yaml|md|dates|tags|boxed|fancy, --file PATH
        Else:    --list, --import [--file PATH], --template FILE, --config-file FILE, --config-override KEY VALUE,
                 --version, --help; what follows -- is text

        jrnl's settings are heeded: journals (by name), timeformat, default_hour, default_minute, tagsymbols, editor,
        template, linewrap, indent_character, display_format. What is different, and why: Docs/Formats.md
        """,
        """
        jrnl-diarylog: diarylog 일기장을 jrnl의 명령으로 쓰기

          jrnl-diarylog [날짜:] 글          일기 쓰기. 첫 줄의 앞이나 뒤에 *를 붙이면 별표
          jrnl-diarylog 일기장 글           그 이름의 일기장에 쓰기
          jrnl-diarylog                     편집기에서 쓰거나, 파이프로 들어온 글 쓰기
          jrnl-diarylog @꼬리표 #꼬리표     그 꼬리표 가운데 하나가 있는 일기

        고르기:   -on -from -to -year -month -day 날짜, -today-in-history, -contains 글, -starred, -tagged,
                  -not 꼬리표, -not -starred, -not -tagged, -and (모두 맞는 것만), -n 수 또는 -수
        바꾸기:   --edit, --delete, --change-time [날짜]. diarylog undo가 무엇이든 되돌립니다
        보기:     --short, --tags, --format pretty|short|txt|json|xml|yaml|md|dates|tags|boxed|fancy, --file 경로
        그 밖에:  --list, --import [--file 경로], --template 파일, --config-file 파일, --config-override 키 값,
                  --version, --help. -- 뒤는 모두 글입니다

        jrnl의 설정도 따릅니다: journals(이름), timeformat, default_hour, default_minute, tagsymbols, editor, template,
        linewrap, indent_character, display_format. 다른 점과 까닭: Docs/Formats.md
        """)
}
