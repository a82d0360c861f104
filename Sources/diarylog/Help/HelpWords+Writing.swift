/// The Korean of the help of writing: of many entries, tags, templates and settings.

extension HelpWords {
    /// What the commands of writing say of themselves, and of their options for many entries, tags and settings.
    static let writing: [String: String] = [
        "Without TEXT a pipe is read, and on a terminal the editor opens. TEXT may begin with its date and a colon, as in \"yesterday 3pm: …\". What cannot be an option is text, quoted or not: add -5도, add it snowed; what follows -- is text, whatever it looks like.":
            "글이 없으면 파이프를 읽고, 터미널에서는 편집기를 엽니다. 글은 \"어제 오후 3시: …\"처럼 날짜와 쌍점으로 시작할 수 있습니다. 옵션일 수 없는 것은 따옴표가 없어도 글입니다: add -5도, add 눈이 왔다. -- 뒤의 것은 무엇이든 글입니다.",
        "Begin with this template of the settings' folder.": "설정 폴더에 있는 이 템플릿으로 시작합니다.",
        "Keep the place as exact as it is given, not to about a kilometre.":
            "장소를 1킬로미터쯤으로 반올림하지 않고 준 그대로 둡니다.",
        "The editor shows date, tags, star and place above the text, to be changed there.":
            "편집기에서 글 위에 날짜, 태그, 별, 장소를 보이고 거기서 고칩니다.",
        "All entries that a query finds.": "검색어로 찾은 일기 모두.",
        "The entries that a query finds.": "검색어로 찾은 일기들.",
        "Do not ask before many entries are changed.": "여러 일기를 바꾸기 전에 묻지 않습니다.",
        "Take the place off.": "장소를 뗍니다.",
        "Rename a tag, or give it to many entries, or take it off.": "태그의 이름을 바꾸거나, 여러 일기에 붙이거나, 뗍니다.",
        "diarylog tag rename 여행 나들이                  in texts as well: #여행 becomes #나들이\ndiarylog tag add 바다 @1 7f3a                    to these entries\ndiarylog tag remove 바다 --where 'after:2026-01-01'\ndiarylog tag add 가을 --tag 여행 --on 2026-11    to those that list shows with these filters\n\nEach is one operation, which undo takes back. A question comes before many entries are changed; elsewhere than on a terminal it wants --yes. What a text says itself is taken off by editing the text.":
            "diarylog tag rename 여행 나들이                  글에서도: #여행이 #나들이가 됩니다\ndiarylog tag add 바다 @1 7f3a                    이 일기들에 붙입니다\ndiarylog tag remove 바다 --where 'after:2026-01-01'\ndiarylog tag add 가을 --tag 여행 --on 2026-11    list가 이 옵션들로 보이는 일기들에\n\n저마다 작업 하나라 undo로 되돌립니다. 여러 일기를 바꾸기 전에 묻고, 터미널이 아니면 --yes가 필요합니다. 글에 적힌 태그는 글을 고쳐 뗍니다.",
        "rename, add or remove.": "rename(이름 바꾸기), add(붙이기), remove(떼기).",
        "rename: the tag and its new name; else the tag, and entries.": "rename이면 태그와 새 이름, 아니면 태그와 일기들.",
        "Show the settings in force, and where each comes from; get, set or unset one.":
            "지금 쓰는 설정과 그 출처를 보이고, 하나를 보거나 바꾸거나 지웁니다.",
        "The file $XDG_CONFIG_HOME/diarylog/config has a line for each: diary, lang, tz, color, date-style, pager, weather.service and weather.key, as in \"lang = ko\", diaries.NAME for each diary with a name, and places.NAME for each place. A key is never shown. set and unset change one line of it; everything else in it stays. Options come first, then DIARYLOG_DIARY and DIARYLOG_PAGER, then the file, then LANG, TZ, NO_COLOR and PAGER.":
            "$XDG_CONFIG_HOME/diarylog/config 파일에 한 줄씩 있습니다: diary, lang, tz, color, date-style, pager, weather.service, weather.key는 \"lang = ko\"처럼, 이름 있는 일기장은 diaries.이름으로, 장소는 places.이름으로 적습니다. 키는 보여 주지 않습니다. set과 unset은 한 줄만 바꾸고 나머지는 그대로 둡니다. 옵션이 먼저이고, 다음이 DIARYLOG_DIARY와 DIARYLOG_PAGER, 파일, LANG, TZ, NO_COLOR, PAGER입니다.",
        "get, set or unset.": "get(보기), set(바꾸기), unset(지우기).",
        "The setting.": "설정.", "set: its value.": "set: 그 값.",
        "List the diaries that have names.": "이름이 있는 일기장들을 보입니다.",
        "A name is the folder of that name where your diaries are, or what the settings say: diarylog config set diaries.work ~/diaries/work. Then --diary work is that one; ./work is a folder here.":
            "이름은 일기장들이 있는 곳의 그 이름 폴더이거나 설정이 말하는 것입니다: diarylog config set diaries.work ~/diaries/work. 그러면 --diary work가 그 일기장이고, ./work는 여기 있는 폴더입니다.",
    ]
}
