internal import DiaryModel

/// `help json`: every JSON object that the program writes, by command, with the meaning of its fields.
package enum JSONTopic {
    /// The commands that write an object, its fields, and what they mean.
    struct Subject {
        let name: String
        let fields: String
        let meaning: Sentence
    }

    static let subjects: [Subject] = [
        Subject(
            name: "entry",
            fields: """
                {"id","title","body","text","preview","date","dateOffsetSeconds","datePrecision","zone","createdAt",
                 "modifiedAt","version","seq","event","tags","textTags","starred","deleted","place":{"lat","lon"},
                 "weather":{"main","icon","description","temperature","source","observedAt"},
                 "status":"one"|"merged"|"conflict"|"forgotten"|"notUnderstood","contested","heads":[id],
                 "alternatives":[{"event","seq","text"}],
                 "shown":id|null,"base":{"event","seq","text"}|null,"deletedBy":[id],
                 "devices":[{"event","seq","version","device","name","recordedAt"}],
                 "lost":[{"field":"date"|"starred"|"place"|"weather","value","event","kept","keptBy"}],
                 "attachments":[{"name","mediaType","size","sha256"}]}
                """,
            meaning: Sentence(
                "An entry. date is 1660-01-01 for a whole day, else RFC 3339; null where nothing is. event is the id of its newest event. What begins with status is there only where the entry stands on other events than that one: alternatives are the texts of a conflict that are not shown. From shown on, only in show and conflicts: the event of the text that is shown, the one text all were made of, who deleted it though it lives, who wrote each of these events, and values that gave way. tags were given, textTags are said by the text alone. list leaves out body and text unless --full.",
                "일기 한 편. date는 하루 전체면 1660-01-01, 아니면 RFC 3339이며 없는 값은 null입니다. event는 가장 새로운 사건의 id입니다. status부터는 일기가 그 사건 하나에만 서 있지 않을 때만 있고, alternatives는 충돌에서 보이지 않는 글들입니다. shown부터는 show와 conflicts에만 있습니다. 보이는 글의 사건, 모두의 바탕이 된 글, 살아 있는데 지운 사건, 저마다 쓴 기기와 때, 밀린 값입니다. tags는 붙인 태그, textTags는 글에만 적힌 태그입니다. list는 --full이 없으면 body와 text를 뺍니다."
            )),
        Subject(
            name: "add, edit, attach, detach, delete, restore",
            fields: #"{"operation","events":{"first","last","count"},"entry","entries":[id],"unchanged"}"#,
            meaning: Sentence(
                "The receipt of a change; entry where one entry was changed, operation null where nothing was written.",
                "변경의 영수증. 일기 한 편이 바뀌면 entry가 있고, 쓴 것이 없으면 operation이 null입니다.")),
        Subject(
            name: "attachments",
            fields: """
                {"at","attachments":[{"entry","version","name","mediaType","size","sha256",
                 "state":"present"|"missing"|"otherSize"|"otherHash"|"unreadable"}]}
                {"folder","written":[{"entry","name","path"}]}
                """,
            meaning: Sentence(
                "The files of entries, and whether each is there; with --output, where each was written. An entry has attachments only where there are any.",
                "일기에 붙은 파일과 그것이 있는지. --output이면 낸 곳입니다. 일기의 attachments는 파일이 있을 때만 있습니다.")),
        Subject(
            name: "draft list, show, edit, discard",
            fields: """
                {"drafts":[{"draft","entry"|null,"base"|null,"version"|null,"title","preview","date","dateOffsetSeconds",
                 "datePrecision","zone","tags","starred","place","weather","begunAt","keptAt"}]}
                {"draft",…,"text"}   {"discarded":{…}}
                """,
            meaning: Sentence(
                "Drafts: entry, base and version are null for a new entry, else the entry, the event it stood on and that event's version. An error whose text was kept names it as draft, or as file. draft commit prints a receipt.",
                "초안. 새 일기면 entry, base, version이 null이고, 아니면 고치던 일기와 그때의 사건과 버전입니다. 글을 남겨 둔 오류는 draft나 file로 그곳을 알립니다. draft commit은 영수증을 냅니다."
            )),
        Subject(
            name: "list, show, conflicts",
            fields: #"{"at","entries":[entry],"next"}"#,
            meaning: Sentence(
                "The entries as of event at; next is the cursor for --after. show of one ENTRY is the entry alone, of several or of a day this document. --jsonl: one entry a line, then {\"at\",\"next\"}.",
                "사건 at 시점의 일기들. next는 --after에 줄 이어보기 표시입니다. show는 ENTRY가 하나면 그 일기만, 여럿이거나 날이면 이 문서를 냅니다. --jsonl은 한 줄에 한 편씩, 끝에 {\"at\",\"next\"}입니다."
            )),
        Subject(
            name: "search, search --count",
            fields:
                #"{"at","hits":[{"entry","snippet","matches":[[start,end]],"loose","score","current"}],"next","count","exact"}   {"at","count","exact"}"#,
            meaning: Sentence(
                "What was found as of event at; matches are bytes of the snippet, next is the cursor for --after, count how many hits there are in all. score is null unless sorted by relevance; current, with --all-versions, says whether the entry is at this version now. --jsonl: one hit a line, then {\"at\",\"next\"}.",
                "사건 at 시점에 찾은 것. matches는 snippet의 바이트 자리, next는 --after에 줄 이어보기 표시, count는 모두 몇인지입니다. score는 관련도순이 아니면 null이고, --all-versions의 current는 지금 그 버전인지입니다. --jsonl은 한 줄에 하나씩, 끝에 {\"at\",\"next\"}입니다."
            )),
        Subject(
            name: "log",
            fields: """
                {"events":[{"seq","id","operation","kind","entry","version","recordedAt","device","command","undoes","size",
                 "understood"}]}
                {"operations":[{"id","command","recordedAt","undoes","events":{"first","last","count"},"device","entry"}]}
                """,
            meaning: Sentence(
                "Events, newest first, or with --operations what one command wrote together. undo --list and redo --list: operations too.",
                "사건, 새로운 것부터. --operations는 한 명령이 함께 쓴 것끼리 보여 줍니다. undo --list와 redo --list도 operations입니다.")),
        Subject(
            name: "undo, redo, restore --to",
            fields: #"{"operation","events","entry","entries":[id],"unchanged","undoes"}"#,
            meaning: Sentence(
                "A receipt, with the operation that was taken back. A conflict's error also has \"conflicts\":[{\"entry\",\"title\",\"fields\"}] and \"more\", the number not listed.",
                "되돌린 작업이 함께 든 영수증. 충돌의 error에는 \"conflicts\":[{\"entry\",\"title\",\"fields\"}]와 적지 않은 수 \"more\"가 더 있습니다."
            )),
        Subject(
            name: "history",
            fields:
                #"{"entry","versions":[{"version","seq","id","device","parents":[version],"recordedAt","kind","act","title","size","understood"}]}"#,
            meaning: Sentence(
                "The versions of an entry, newest first; parents are those it was made on (0: not in this log), act is what each did, size is bytes of text.",
                "일기의 버전들, 새로운 것부터. parents는 바탕이 된 버전(0이면 이 기록에 없음), act는 한 일, size는 글의 바이트 수입니다.")),
        Subject(
            name: "diff",
            fields: """
                {"from","to","entries":[{"id","change":"added"|"removed"|"changed","title",
                 "fields":{name:{"before","after"}},
                 "hunks":[{"oldStart","oldCount","newStart","newCount","lines":[{"kind":"same"|"removed"|"added","text"}],
                 "pieces"}]}]}
                """,
            meaning: Sentence(
                "What differs after event to from what was after event from; fields are those besides the text. With --words pieces as lines, of words.",
                "사건 from 뒤와 사건 to 뒤의 차이. fields는 글 밖의 항목입니다. --words면 낱말의 pieces도 lines처럼 있습니다.")),
        Subject(
            name: "blame", fields: #"{"lines":[{"text","seq","version","recordedAt"}]}"#,
            meaning: Sentence("The lines, each with the event that wrote it.", "줄마다 그 줄을 쓴 사건.")),
        Subject(
            name: "stats",
            fields: """
                {"at","entries","words","days","firstDay","lastDay","currentStreak","longestStreak",
                 "months":[{"month":"2026-11","entries"}]}
                {"at","of","count","mean","least","most","weeks":[{"from","count","mean"}],"months":[…]}
                """,
            meaning: Sentence(
                "Counts as of event at; days are days with entries, streaks are days in a row. The second form with --of.",
                "사건 at 시점의 수. days는 쓴 날의 수, streak는 이어 쓴 날의 수입니다. --of면 둘째 꼴입니다.")),
        Subject(
            name: "calendar", fields: #"{"at","days":[{"day":"2026-11-01","entries"}]}"#,
            meaning: Sentence("The days that have entries.", "일기를 쓴 날들.")),
        Subject(
            name: "tags", fields: #"{"at","tags":[{"tag","entries","with":[{"tag","entries"}]}]}"#,
            meaning: Sentence(
                "The tags, the most frequent first, each with those that stand beside it. today is a list, random an entry.",
                "태그, 많이 쓴 것부터, 함께 쓰인 것과. today는 목록, random은 일기 한 편입니다.")),
        Subject(
            name: "config", fields: #"{"file","settings":[{"name","value","source"}]}"#,
            meaning: Sentence("The settings in force, and where each comes from.", "지금 쓰는 설정과 그 출처.")),
        Subject(
            name: "diaries", fields: #"{"diaries":[{"name","path","exists","inUse"}]}"#,
            meaning: Sentence("The diaries that have names.", "이름이 있는 일기장들.")),
        Subject(
            name: "place list, place add, place remove", fields: #"{"places":[{"name","lat","lon"}]}"#,
            meaning: Sentence("The places that have names.", "이름이 있는 장소들.")),
        Subject(
            name: "sync, sync init, sync join, sync check",
            fields: """
                {"sent","received","unsent","waiting":[object],"unreadable":[object],"absent":[object],
                 "sealed":[object],"checked","lost":[object],"ignored","conflicts":[id],"useless":[object],"files","missingFiles",
                 "heldApart":[{"device","events"}],"notPassedOn":[device],"refused":[object],"forgotten":[id],"drafts":[name]}
                """,
            meaning: Sentence(
                "Events that went and came, and that nothing proven on the remote has yet; objects there that wait for others, cannot be read, or have an operation that is no part of this diary; files there that are not ours, and what was removed because it was of no use; entries that are in conflict since; attached files that came, and that have not; entries that another device forgot, and the drafts that keep what was written here since.",
                "보내고 받은 사건의 수와 아직 원격에 확인된 것이 없는 사건의 수, 다른 것을 기다리거나 읽을 수 없거나 이 일기의 것일 수 없는 작업이 든 묶음, 우리 것이 아닌 파일의 수, 쓸 데가 없어 지운 것, 이번에 충돌하게 된 일기, 온 첨부 파일과 아직 오지 않은 것의 수, 다른 기기에서 잊은 일기와 여기서 쓴 글을 남긴 초안."
            )),
        Subject(
            name: "sync --all, sync scrub",
            fields: """
                {"diary","path","exit","error":{"code","message"}|null,"sent",…}
                {"diaries":[{"place","diaries":[id],"keys","devices","objects","files","bytes","changedAt",
                 "findings":[{"fault":"torn"|"altered"|"absent"|"foreign"|"gap"|"noMarker"|"severalMarkers","subject"}]}]}
                """,
            meaning: Sentence(
                "sync --all: an object a diary, with what sync says of it. sync scrub: what lies below a place, and which files are not what their names say.",
                "sync --all은 일기마다 sync가 말하는 것을 한 줄씩, sync scrub은 그곳에 있는 것과 이름과 다른 파일을 씁니다.")),
        Subject(
            name: "sync status, sync devices",
            fields: """
                {"remote","triedAt","exchangedAt","failedAt","failure","devices":[device],
                 "unsent","waiting":[object],"unreadable":[object],"forgets":[{"entry","unaware":[device]}],
                 "drafts":[name],"conflicts"}
                {"devices":[{"id","name","own","events","heardAt","struck","heldApart","notPassedOn"}]}
                """,
            meaning: Sentence(
                "Where this copy stands, as far as it knows without asking: when the last exchange ended well, when each device was last heard of, and which devices may not have heard that an entry was forgotten. sync key writes identities, sync leave left.",
                "묻지 않고 아는 만큼의 형편. 마지막으로 끝까지 주고받은 때, 기기마다 마지막 소식, 일기를 잊었다는 소식을 아직 못 들었을 기기. sync key는 identities, sync leave는 left를 씁니다."
            )),
        Subject(
            name: "weather backfill", fields: #"{"observed","without","left"}"#,
            meaning: Sentence(
                "Entries that were given a weather, for which none is known, and that are left. weather attach writes a receipt.",
                "날씨를 받은 일기, 알 수 없던 일기, 남은 일기의 수. weather attach는 receipt를 씁니다.")),
        Subject(
            name: "replay",
            fields: """
                {"events","from","entries","notUnderstood","stateHash","seconds","damaged":[seq],"differences":[text]|null,
                 "searchIndex":"compared"|"missing"|null,"unproven":[{"seq","reason"}]|null}
                """,
            meaning: Sentence(
                "What the log folds to; from is the snapshot it began with, or 0; differences and searchIndex are null without --check, unproven without --verify. A search index that is behind or missing was not compared.",
                "기록을 접은 결과. from은 시작한 스냅숏(없으면 0), --check가 없으면 differences와 searchIndex, --verify가 없으면 unproven이 null입니다. behind나 missing인 검색 색인은 견주지 않은 것입니다."
            )),
        Subject(
            name: "verify",
            fields: """
                {"sound","deep","events","entries","stateHash","newerEvents","notUnderstood","seconds",
                 "findings":[{"event","table","row","reason"}],
                 "findingCount","damaged":[seq],"searchIndex":"compared"|"missing",
                 "clockLeaps":{"count","event","seconds"},
                 "file":{"path","bytes","pageSize","pages","freePages","freeListBytes","compactionPays"},
                 "tables":[{"name","rows","bytes"}],"readers":[{"pid","commitsBehind","slow"}],"unfinishedForgettings":[id],
                 "deadReaders":[pid],"next"}
                """,
            meaning: Sentence(
                "What a check found: of each finding either event or table is there; row is a number, or a key in hexadecimal digits; all three are null for the diary's record of itself. damaged are the events that cannot be trusted. clockLeaps says where a device's clock went back by a minute or more, the farthest as event and seconds. next is the command to run next.",
                "검사 결과. finding마다 event나 table이 있고 row는 번호이거나 16진수 열쇠이며, 셋 다 null이면 파일의 머리 기록입니다. damaged는 믿을 수 없는 사건입니다. clockLeaps는 기기 시계가 1분 이상 뒤로 간 곳이고 가장 멀리 간 것이 event와 seconds입니다. next는 다음에 쓸 명령입니다."
            )),
        Subject(
            name: "verify --repair, --salvage",
            fields: #"{"diary","events","healed":[seq],"holes":[seq],"lost":[seq],"forgotten","found","copies"}"#,
            meaning: Sentence(
                "The diary that was made: how many events it has, which came from elsewhere, where holes keep the place of an event that could not be had, and of which not even the place could be told. forgotten counts events whose content was left out because their entry was forgotten. found and copies are of --salvage: numbers of events, and frames in all.",
                "새로 만든 일기. 사건 수, 다른 곳에서 온 사건, 구하지 못해 자리만 남은 사건, 자리조차 모르는 사건입니다. forgotten은 영구 삭제된 일기라서 내용을 뺀 사건 수입니다. found와 copies는 --salvage에서 찾은 사건 번호의 수와 프레임 전체의 수입니다."
            )),
        Subject(
            name: "rebuild",
            fields: #"{"projections":[{"name","version","seq","failures":[{"seq","reason"}]}],"seconds"}"#,
            meaning: Sentence(
                "How the tables stand: seq is the last event followed, null where rebuild is to make them; failures are events that could not be followed. seconds is null with --list.",
                "표의 상태. seq는 마지막으로 따라온 사건이고 rebuild로 만들어야 하면 null입니다. failures는 따라오지 못한 사건입니다. --list면 seconds가 null입니다."
            )),
        Subject(
            name: "snapshot list, take, prune",
            fields: #"{"snapshots":[{"name","version","seq","bytes","sound"}]}   {"snapshot":{…}|null}   {"removed"}"#,
            meaning: Sentence(
                "The snapshots there are, the one taken, or how many were removed.",
                "있는 스냅숏, 새로 뜬 스냅숏, 또는 없앤 수.")),
        Subject(
            name: "backup",
            fields: #"{"backup","events","bytes","copySeconds","proveSeconds","damaged":[seq]}"#,
            meaning: Sentence(
                "Where the backup is, how many events and bytes it has, and the events damaged in it; with --every a line each.",
                "백업한 곳과 그 안의 사건 수, 바이트 수, 손상된 사건. --every면 한 줄에 하나씩.")),
        Subject(
            name: "compact", fields: #"{"before","after","followed","waitSeconds"}"#,
            meaning: Sentence(
                "The file's bytes before and after, the events written meanwhile, and how long writers waited.",
                "전과 후의 파일 바이트 수, 그사이 쓰인 사건의 수, 쓰는 쪽이 기다린 시간.")),
        Subject(
            name: "forget",
            fields: """
                {"entry","events","bytes","snapshots","drafts","backups":[path],"forgotten",
                 "oldFileIsLeft"|null,"processes":[pid]}
                """,
            meaning: Sentence(
                "What goes: events that lose their words, snapshots and drafts; whether the old file could not be removed, and who still has it.",
                "사라지는 것: 말을 잃는 사건, 스냅숏과 초안의 수. 옛 파일을 지우지 못했는지, 아직 열어 둔 프로세스는 무엇인지.")),
        Subject(
            name: "import",
            fields: """
                {"operation","events":{…},"format","rows","added","skipped","unknown":{name:count},"dryRun",
                 "notKept":{"ids","times","versions","equalVersions","texts"},"lost":{name:count},
                 "lostAt":{name:[{"file","row"|null,"line"|null}]},"leftOut":{kind:count},"leftOutAt":[{"file","row"|null,"line"|null}],"differing","changed","conflicts":[id],"forgotten":[id],"drafts":[name]}
                """,
            meaning: Sentence(
                "What was taken in; unknown counts members that were not understood, and of a log the events that a newer diarylog wrote by kind and schema, notKept what rows say and could not be kept, lost what of a format could not be carried, lostAt where the first ten of some of that stand, leftOut what could not be read, by kind, leftOutAt where the first twenty of that stand, differing entries that were here before and say something else and were left, conflicts those that changed both here and at the source, changed those whose source changed since their import, which --update edits. Of a log, operation and events are null and what follows dryRun is not there, but forgotten and drafts are where another device forgot entries: their ids, and the drafts that keep what was written here since.",
                "가져온 결과. unknown은 모르는 항목의 수(기록이면 더 새로운 diarylog가 쓴 사건을 종류와 판으로 센 수), notKept는 지키지 못한 것의 수, lost는 형식에서 옮기지 못한 것의 수, lostAt은 그 가운데 몇 가지가 있는 곳 열 군데까지, leftOut은 읽지 못해 뺀 것의 종류별 수, leftOutAt은 그것이 있는 곳 스무 군데까지, differing은 이미 있지만 내용이 달라 그대로 둔 일기의 수, conflicts는 그 가운데 여기서도 원본에서도 바뀐 것, changed는 가져온 뒤에 원본이 바뀌어 --update로 고칠 일기의 수입니다. 기록을 가져오면 operation과 events는 null이고 dryRun 뒤의 것은 없습니다. 다만 다른 기기에서 잊은 일기가 있으면 forgotten에 그 id, drafts에 여기서 쓴 글을 남긴 초안이 있습니다."
            )
        ),
        Subject(
            name: "export, export --events",
            fields: #"[entry…]   {event…,"header":base64,"payload":base64|null}"#,
            meaning: Sentence(
                "Entries with text and body, oldest first, a changed one with what it was before in earlier; or the log, one event a line. import reads both.",
                "글이 든 일기들, 오래된 것부터. 고친 일기에는 그 전의 모습이 earlier에 있습니다. 또는 한 줄에 한 사건인 기록. 둘 다 import가 읽습니다.")),
        Subject(
            name: "init", fields: #"{"diary","events"}"#,
            meaning: Sentence("Where the diary is, and how many events it began with.", "일기가 있는 곳과 처음 사건의 수.")),
        Subject(
            name: "error", fields: #"{"error":{"code","message","hint"}}"#,
            meaning: Sentence("On standard error, with the exit code.", "표준 오류에, 종료 코드와 함께.")),
    ]

    static func text(_ language: Language) -> String {
        subjects.map { "\($0.name)\n  \($0.fields)\n  \($0.meaning.text(language))\n" }.joined(separator: "\n")
    }

    /// All sentences, for the test that each is there in both languages.
    package static var sentences: [Sentence] { subjects.map(\.meaning) }
}
