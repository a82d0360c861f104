extension HelpWords {
    /// What the commands say of themselves.
    static let commands: [String: String] = [
        "A diary that forgets nothing unless you say so.": "시키지 않는 한 아무것도 잊지 않는 일기장.",
        "Every change is an event; every reading command can answer as of any of them (--at).":
            "바뀐 것은 모두 사건으로 남고, 읽는 명령은 어느 사건 때의 답이든 줍니다(--at).",
        "Make a diary, or the same diary again from its exported log.": "일기를 만들거나, 내보낸 기록에서 같은 일기를 다시 만듭니다.",
        "Refuses to touch anything that is not an empty place.": "빈 곳이 아니면 아무것도 건드리지 않습니다.",
        "Write a new entry.": "새 일기를 씁니다.",
        "Without TEXT a pipe is read, and on a terminal the editor opens. TEXT may begin with its date and a colon, as in \"yesterday 3pm: …\".":
            "글이 없으면 파이프를 읽고, 터미널에서는 편집기를 엽니다. 글은 \"어제 오후 3시: …\"처럼 날짜와 쌍점으로 시작할 수 있습니다.",
        "Change an entry; without options the editor opens.": "일기를 고칩니다. 옵션이 없으면 편집기를 엽니다.",
        "With --where and the filters of list (--tagged for its --tag), all living entries for which each of them holds, as one operation. What changes nothing writes nothing; but where several texts stand, a saved text decides, even the one shown.":
            "--where와 list의 거르는 옵션(--tag는 --tagged)을 쓰면 모두에 맞는 일기를 한 작업으로 고칩니다. 바뀐 것이 없으면 쓰지 않습니다. 다만 글이 여럿 서 있으면, 보이는 글 그대로라도 저장한 글이 정해집니다.",
        "Delete entries; restore brings them back.": "일기를 지웁니다. restore로 되살릴 수 있습니다.",
        "With --where and the filters of list, all living entries for which each of them holds, as one operation. Asks on a terminal; elsewhere it wants --yes.":
            "--where와 list의 거르는 옵션을 쓰면 모두에 맞는 일기를 한 작업으로 지웁니다. 터미널에서는 묻고, 다른 데서는 --yes가 필요합니다.",
        "Take the last change back; once more, the one before it.": "마지막 변경을 되돌립니다. 또 하면 그 앞의 것을.",
        "With ENTRY the last change of that entry; with --operation any one, whatever came after it. Nothing is lost: an undo is a change of its own, and redo takes it back.":
            "ENTRY를 주면 그 일기의 마지막 변경을, --operation을 주면 뒤에 무엇이 왔든 그 작업을 되돌립니다. 잃는 것은 없습니다. 되돌리기도 변경이라 redo로 다시 할 수 있습니다.",
        "Bring back what undo took; once more, the one before it.": "undo로 되돌린 것을 다시 합니다. 또 하면 그 앞의 것을.",
        "After any other change there is nothing to bring back.": "다른 변경을 하고 나면 다시 할 것이 없습니다.",
        "Bring back deleted entries, an earlier version, or an earlier moment.": "지운 일기나 지난 버전, 지난 시점을 되살립니다.",
        "restore ENTRY brings a deleted entry back with the id it had; restore ENTRY@v3 makes it what it was then; restore --to WHEN makes the whole diary, or one ENTRY, what it was at that moment; it asks first where the clock had leapt about then. undo takes any of them back.":
            "restore ENTRY는 지운 일기를 같은 식별자로 되살리고, restore ENTRY@v3은 그때 모습으로 만들며, restore --to 시점은 일기 전체나 한 편을 그 시점으로 되돌립니다. 그때 시계가 어긋나 있었으면 먼저 묻습니다. 모두 undo로 취소할 수 있습니다.",
        "List the entries, newest date first.": "일기 목록을 새로운 날짜부터 보입니다.",
        "Find entries by what they say.": "내용으로 일기를 찾습니다.",
        "Show entries.": "일기를 보입니다.",
        "In a pipe one ENTRY is exactly its text, byte for byte. A day (yesterday, 2026-11-01), a month or a year shows all entries of it.":
            "파이프에서 ENTRY 하나는 그 글만 한 바이트도 다르지 않게 냅니다. 날(어제, 2026-11-01)이나 달, 해를 주면 그때의 일기를 모두 보입니다.",
        "Print an entry to give away: txt, md or json.": "나누어 줄 일기를 냅니다: txt, md, json.",
        "txt is exactly the text, byte for byte, and nothing else.": "txt는 글만, 한 바이트도 다르지 않습니다.",
        "Show what happened, newest first.": "있었던 일을 새로운 것부터 보입니다.",
        "Show a month, or a year, with the days that have entries.": "한 달이나 한 해의 달력에 일기를 쓴 날을 보입니다.",
        "In a pipe each such day and its number of entries, with a tab between.": "파이프에서는 쓴 날과 편수를 탭을 사이에 두고 냅니다.",
        "Show what was written on this day, this year and in years before.": "올해와 지난 해들의 오늘 쓴 것을 보입니다.",
        "Show an entry by chance.": "아무 일기 한 편을 보입니다.",
        "With the filters of list, one of those.": "list의 조건을 주면 그 가운데 하나입니다.",
        "Show the tags, by how many entries have them, and what they stand with.":
            "태그를 많이 쓴 것부터, 함께 쓰인 태그와 보입니다.",
        "In a pipe a tag, its number, and the tags beside it with theirs, with tabs between.":
            "파이프에서는 태그, 편수, 함께 쓰인 태그와 그 편수를 탭을 사이에 두고 냅니다.",
        "With --at as of then, streaks too. On a terminal with the years side by side, a map of the last weeks or of a --year, and the tags.":
            "--at이면 이어 쓴 날도 그때의 것입니다. 터미널에서는 해마다의 달, 지난 주들이나 --year의 지도, 태그가 있습니다.",
        "Show the versions of an entry, newest first.": "일기 한 편의 버전들을 새로운 것부터 보입니다.",
        "show ENTRY@v3 shows one of them, diff ENTRY@v3 what it changed, diff ENTRY@v2 ENTRY@v3 what changed between two. A version that was not made on just the one before it says on which.":
            "show ENTRY@v3은 그 버전을, diff ENTRY@v3은 그것이 바꾼 것을, diff ENTRY@v2 ENTRY@v3은 둘의 차이를 보입니다. 바로 앞 버전이 아닌 것을 바탕으로 한 버전은 그 바탕을 말합니다.",
        "Show what changed between two moments, or two versions of an entry.": "두 시점이나 두 버전의 차이를 보입니다.",
        "A and B are moments (e12, yesterday) or versions (ENTRY@v3); B is now where it is left out. ENTRY@v3 alone shows what that version changed of the one it was made on, ENTRY what its newest version changed.":
            "A와 B는 시점(e12, 어제)이나 버전(ENTRY@v3)이고, B가 없으면 지금입니다. ENTRY@v3만 쓰면 그 버전이 바탕에서 바꾼 것을, ENTRY만 쓰면 가장 새로운 버전이 바꾼 것을 보입니다.",
        "Show which event wrote each line of an entry.": "일기의 줄마다 어느 사건이 썼는지 보입니다.",
        "Count entries, words, days, streaks and months.": "편수, 낱말, 쓴 날, 이어 쓴 날, 달마다의 수를 셉니다.",
        "Fold the log from nothing, and say what comes out.": "기록을 처음부터 다시 접고 결과를 말합니다.",
        "With --check the living tables and the search index are compared with it, with --verify every hash is computed; exit 5 if something differs. --from begins with the newest snapshot up to then, if it can be believed.":
            "--check는 지금 쓰는 표와 검색 색인을 견주고, --verify는 해시를 모두 계산하며, 다른 것이 있으면 5로 끝납니다. --from은 그때까지의 가장 새로운 스냅숏을 믿을 수 있으면 거기서 시작합니다.",
        "Check every event and every table; name what is damaged.": "모든 사건과 표를 검사하고 상한 것을 말합니다.",
        "diarylog search 날씨 바다           both words, anywhere\ndiarylog search 'walk* OR 산책'     either; a word that begins so\ndiarylog search '\"좋은 날\" -비'      a phrase, and not this word\ndiarylog search '제목:여행 tag:가족 after:2026-01-01 star:yes'\ndiarylog search 날ㅆ                what is half typed; ㄴㅆ finds 날씨, too\ndiarylog search --contains '…!'    exactly these characters; may stand beside words, and again\ndiarylog search --starred --on 2026-11\n\nKorean is found within words, words of other scripts whole; case and accents make no difference. Nothing found is exit 1. Docs/Search.md says more.":
            "diarylog search 날씨 바다           두 낱말이 다 있는 것\ndiarylog search 'walk* OR 산책'     둘 가운데 하나. *는 그렇게 시작하는 낱말\ndiarylog search '\"좋은 날\" -비'      이어진 말, 그리고 뒤의 낱말은 없는 것\ndiarylog search '제목:여행 tag:가족 after:2026-01-01 star:yes'\ndiarylog search 날ㅆ                쓰다 만 말. ㄴㅆ도 날씨를 찾습니다\ndiarylog search --contains '…!'    꼭 이 글자들. 낱말과 함께, 여러 번 쓸 수 있습니다\ndiarylog search --starred --on 2026-11\n\n한국어는 낱말 안에서도 찾고, 다른 글자의 말은 낱말째로 찾습니다. 대소문자와 악센트는 가리지 않습니다. 찾은 것이 없으면 1로 끝납니다. Docs/Search.md에 더 있습니다.",
        "Nothing is written. --deep computes every hash as well, and compares the search index with the log term by term. Each damaged event and row is named with its reason; exit 5 if there is any. In a pipe a line is finding, place and reason, or a name and its figure, with tabs between.\n\n--repair and --salvage make a new diary and only read the damaged one. --repair takes what can be read, and from FROM (a backup, another copy, or what export --events wrote) the events that cannot, where their hashes match. --salvage searches the file's pages where the diary cannot be opened any more; both together do both.":
            "아무것도 쓰지 않습니다. --deep는 해시도 모두 계산하고 검색 색인을 기록과 낱낱이 견줍니다. 상한 사건과 행마다 까닭을 말하고, 하나라도 있으면 5로 끝납니다. 파이프에서는 finding, 곳, 까닭, 또는 이름과 값을 탭을 사이에 두고 한 줄에 냅니다.\n\n--repair와 --salvage는 상한 일기를 읽기만 하고 새 일기를 만듭니다. --repair는 읽을 수 있는 것을, 읽을 수 없는 사건은 해시가 맞으면 FROM(백업, 다른 사본, export --events로 낸 것)에서 가져옵니다. --salvage는 일기를 열 수 없을 때 파일의 페이지를 뒤집니다. 둘을 함께 쓸 수 있습니다.",
        "Build what follows from the log anew, beside the old.": "기록에서 나온 것을 옛것 옆에 새로 만듭니다.",
        "The old rows serve until the new ones take their place. Reading goes on meanwhile, and so does writing, but for streams, the entries themselves; stopped anywhere, the next rebuild goes on. Events that cannot be followed are listed, and exit is 5.":
            "새 행이 자리를 잡을 때까지 옛 행을 씁니다. 그동안 읽을 수 있고, 일기 자체인 streams만 빼면 쓸 수도 있습니다. 어디서 멈춰도 다음 rebuild가 이어 갑니다. 따라갈 수 없는 사건은 알려 주고 5로 끝납니다.",
        "Show, take or remove snapshots of the list.": "목록의 스냅숏을 보거나, 뜨거나, 없앱니다.",
        "They are what a list falls back on while its rows are not there. They are taken by themselves, one in 65,536 events, and thinned out to a tenth of the diary at most. Without them every answer is the same.":
            "목록의 행이 없을 때 대신 쓰는 것입니다. 사건 65,536개마다 저절로 뜨고, 일기의 10분의 1을 넘지 않게 솎아 냅니다. 없어도 답은 같습니다.",
        "Copy the diary to a folder, while it is in use.": "쓰는 중에도 일기를 폴더에 복사합니다.",
        "The backup is a diary by itself: read it with --diary, and bring it back by cp -r. Every event in it is proven before it counts, and an earlier backup of this diary at the same place is replaced at once: one of the two is always there, whole. Nothing else is ever replaced.":
            "백업은 그 자체로 일기입니다. --diary로 읽고 cp -r로 되돌립니다. 사건을 모두 확인한 뒤에야 백업으로 치고, 같은 곳의 앞선 백업은 한 번에 바꿉니다. 둘 가운데 하나는 늘 온전히 있습니다. 다른 것은 바꾸지 않습니다.",
        "Write the diary's file anew, without its gaps.": "빈자리 없이 일기 파일을 새로 씁니다.",
        "Pays after big imports, rebuilds and deletions of snapshots. Reading and writing go on meanwhile; writers wait some milliseconds at the end. Needs room for a second file until it is done. Stopped anywhere, the diary is as it was, or done.":
            "크게 가져오거나 다시 만들거나 스냅숏을 지운 뒤에 좋습니다. 그동안 읽고 쓸 수 있고, 쓰는 쪽만 끝에 몇 밀리초 기다립니다. 끝날 때까지 파일 하나만큼 자리가 더 듭니다. 어디서 멈춰도 일기는 전과 같거나 다 되어 있습니다.",
        "Forget an entry for ever: what it ever said is gone from the diary's files.":
            "일기 한 편을 영영 잊습니다. 그 일기가 하던 말이 일기 파일에서 모두 사라집니다.",
        "Says first what will go. Its events stay in the log with their times and hashes, and without their words; nothing brings those back: no undo, no import, no backup. All files of the diary are then searched for anything that only this entry said. Backups, exports and copies on other devices are yours to remove. Only a whole entry can be forgotten, because its versions are told by their differences: to lose a passage, forget the entry and write it anew without it.":
            "무엇이 사라질지 먼저 말합니다. 사건은 시각과 해시만 남고 말은 사라지며, 무엇으로도 되살릴 수 없습니다. 그런 다음 일기의 모든 파일에서 이 일기만 하던 말을 찾아봅니다. 백업, 내보낸 파일, 다른 기기의 사본은 직접 지워야 합니다. 버전은 차이로 적혀 있어 한 편을 통째로만 잊을 수 있습니다. 한 대목만 없애려면 잊은 뒤 그 대목 없이 새로 쓰세요.",
        "Take entries from files and folders: all of them, or none.": "파일과 폴더에서 일기를 가져옵니다. 모두 가져오거나 하나도 안 가져옵니다.",
        "Write the entries in a format of choice, or the log itself.": "일기를 고른 형식으로, 또는 기록을 냅니다.",
        "Leave out what entries were before their newest version.": "가장 새로운 버전보다 전의 모습은 뺍니다.",
        "Print the completions for bash, zsh or fish.": "bash, zsh, fish의 자동 완성을 냅니다.",
        "bash: source <(diarylog completions bash). zsh: diarylog completions zsh >\"${fpath[1]}/_diarylog\". fish: diarylog completions fish >~/.config/fish/completions/diarylog.fish. They offer commands and options, ids with titles, tags, days, diaries, templates and drafts.":
            "bash에서는 source <(diarylog completions bash), zsh에서는 diarylog completions zsh >\"${fpath[1]}/_diarylog\", fish에서는 diarylog completions fish >~/.config/fish/completions/diarylog.fish라고 씁니다. 명령과 옵션, 제목이 딸린 식별자, 태그, 날짜, 일기장, 템플릿, 초안을 제안합니다.",
        "Print the manual page.": "설명서를 냅니다.",
        "Made from the same words as the help: diarylog man >diarylog.1; man ./diarylog.1":
            "도움말과 같은 글로 만듭니다: diarylog man >diarylog.1; man ./diarylog.1",
        "Show the settings in force, and where each comes from.": "지금 쓰는 설정과 그 출처를 보입니다.",
        "The file $XDG_CONFIG_HOME/diarylog/config has a line for each: diary, lang, tz, color, date-style and pager, as in \"lang = ko\". Options come first, then DIARYLOG_DIARY and DIARYLOG_PAGER, then the file, then LANG, TZ, NO_COLOR and PAGER.":
            "$XDG_CONFIG_HOME/diarylog/config 파일에 diary, lang, tz, color, date-style, pager를 한 줄에 하나씩 \"lang = ko\"처럼 씁니다. 옵션이 먼저이고, DIARYLOG_DIARY와 DIARYLOG_PAGER, 파일, LANG·TZ·NO_COLOR·PAGER 순서입니다.",
        "Show help on a command, or on a topic: \(HelpTopic.names).": "명령이나 주제의 도움말을 보입니다: \(HelpTopic.names).",
    ]
}
