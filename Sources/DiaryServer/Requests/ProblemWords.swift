internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange

// What the page says of a problem, in both languages: what happened, and what can be done.

/// What a problem is told as: its status, the name by which the page knows it, and what the page says.
struct Told {
    let status: Int
    let name: String
    let sentence: Sentence

    init(_ status: Int, _ name: String, _ sentence: Sentence) {
        (self.status, self.name, self.sentence) = (status, name, sentence)
    }

    init(_ status: Int, _ name: String, _ english: String, _ korean: String) {
        self.init(status, name, Sentence(english, korean))
    }
}

extension ServerProblem {
    var told: Told {
        switch self {
        case .usage(let name):
            Told(400, "usage", "The request says “\(name)”, which cannot be read.", "요청의 “\(name)” 값을 읽을 수 없습니다.")
        case .query(let problem, _): Told(400, "query", problem.sentence.whole)
        case .token:
            Told(
                401, "token", "This page is of another run. Open the address that diarylog serve prints.",
                "이 화면은 이미 끝난 실행의 것입니다. diarylog serve가 알려 주는 주소를 여세요.")
        case .crossSite:
            Told(403, "cross-site", "Another site asked. Nothing was done.", "다른 사이트의 요청입니다. 아무것도 하지 않았습니다.")
        case .readOnly:
            Told(
                403, "read-only", "The diary is open for reading only. Nothing was written.",
                "읽기 전용으로 열었습니다. 아무것도 쓰지 않았습니다.")
        case .host:
            Told(
                421, "host",
                "The server is not known by this name. Use the address it printed; behind a tunnel, start it with --name NAME:PORT.",
                "서버의 이름이 아닙니다. 서버가 알려 준 주소를 쓰세요. 터널을 거치면 --name 이름:포트로 시작하세요.")
        case .type: Told(415, "type", "The request is not JSON.", "요청이 JSON이 아닙니다.")
        case .method: Told(405, "method", "That cannot be asked here.", "여기서는 그렇게 할 수 없습니다.")
        case .notFound: Told(404, "not-found", "There is no such entry or page.", "그런 일기나 화면이 없습니다.")
        case .tooLarge:
            Told(
                413, "too-large",
                "This is too long for one entry: a text may have 1 MiB. Nothing was written. Attach a long text as a file.",
                "일기 하나로는 너무 깁니다. 글은 1 MiB까지입니다. 아무것도 쓰지 않았습니다. 긴 글은 파일로 붙일 수 있습니다.")
        case .draftGone:
            Told(404, "draft-gone", "This draft was committed or discarded elsewhere.", "이 초안은 다른 곳에서 저장되었거나 버려졌습니다.")
        case .draftConflict:
            Told(409, "draft-conflict", "This draft was changed in another window.", "다른 창에서 이 초안을 고쳤습니다.")
        case .conflict:
            Told(
                409, "conflict", "The entry was changed elsewhere. Both texts are kept: choose.",
                "다른 곳에서 이 일기를 고쳤습니다. 두 글이 다 있으니 고르세요.")
        case .undecided(let number, let line):
            Told(
                422, "undecided",
                "Line \(number) still stands between two texts: \(line.prefix(60)). Nothing was written; it is a draft.",
                "\(number)번째 줄이 아직 두 글 사이에 남아 있습니다: \(line.prefix(60)). 쓰지 않고 초안으로 두었습니다.")
        case .keyTaken: Told(409, "key-taken", "This key was used for another text.", "이 키는 다른 글에 쓰였습니다.")
        case .undoConflicts:
            Told(
                409, "undo-conflicts", "It was changed since and cannot be taken back alone.",
                "그 뒤에 다시 고쳐서 그것만 되돌릴 수 없습니다.")
        case .movedOn:
            Told(409, "moved-on", "Something else was done since. Look again.", "그사이에 다른 일이 있었습니다. 다시 보세요.")
        case .refused(.noSuchEntry): Told(404, "not-found", Self.words(.noSuchEntry))
        case .refused(let refusal): Told(422, "refused", Self.words(refusal))
        case .engine(let error): Self.told(error)
        }
    }

    private static func told(_ error: EventStoreError) -> Told {
        switch error {
        case .beyondHead:
            Told(404, "beyond-head", "The diary has not come so far yet.", "일기장이 아직 거기까지 오지 않았습니다.")
        case .busy:
            Told(503, "busy", "Another program is writing. It is tried again.", "다른 프로그램이 쓰고 있습니다. 다시 시도합니다.")
        // No 503: the same request must not be sent again before a person has been told.
        case .replaced:
            Told(
                409, "replaced",
                "The diary's folder was replaced while it was open. Nothing was written; the page keeps your text. "
                    + "Reload it to see the diary that is there now.",
                "열어 둔 사이에 일기장 폴더가 바뀌었습니다. 쓰지 못했지만 글은 이 화면에 있습니다. 새로 고치면 지금 있는 일기장이 보입니다.")
        case .damagedTable:
            Told(
                500, "damaged-table",
                "A table of the diary is not what was written. Nothing that you wrote is lost: it can be made anew.",
                "일기장의 표 하나가 쓴 그대로가 아닙니다. 쓴 글은 하나도 잃지 않았고, 다시 만들 수 있습니다.")
        case .damaged, .damagedEvents:
            Told(
                500, "damaged", "The diary is damaged here. diarylog verify tells more.",
                "일기장의 이 부분이 손상되었습니다. diarylog verify로 살펴보세요.")
        case .locked:
            Told(
                423, "locked",
                "The diary is locked. diarylog unlock, on a terminal, opens it; the page keeps your text.",
                "일기장이 잠겨 있습니다. 터미널에서 diarylog unlock으로 엽니다. 글은 이 화면에 있습니다.")
        case .readOnly, .noPermission:
            Told(
                403, "read-only", "The diary can only be read here. Nothing was written.",
                "여기서는 읽을 수만 있습니다. 아무것도 쓰지 않았습니다.")
        // No 503 either: sent again, it would be refused again.
        case .needsNewerProgram:
            Told(
                422, "refused",
                "A newer diarylog wrote here, so this one may only read it. Update diarylog. The page keeps your text.",
                "더 새로운 diarylog가 쓴 것이라 여기서는 읽을 수만 있습니다. diarylog를 업데이트하세요. 글은 이 화면에 있습니다.")
        case .diskFull:
            Told(
                503, "storage", "The disk is full. Nothing was written; the page keeps your text.",
                "디스크가 가득 찼습니다. 쓰지 못했지만 글은 이 화면에 있습니다.")
        case .overLimit: Told(422, "refused", unusable)
        default: Told(503, "storage", unusable)
        }
    }

    private static let unusable = Sentence(
        "The diary could not be read or written. The page keeps your text.", "일기장을 읽거나 쓸 수 없습니다. 글은 이 화면에 있습니다.")

    private static func words(_ refusal: Refusal) -> Sentence {
        switch refusal {
        case .noSuchEntry, .alreadyExists: Sentence("There is no such entry.", "그런 일기가 없습니다.")
        case .isDeleted:
            Sentence("The entry was deleted, and stays so. Restore it first.", "지워진 일기입니다. 먼저 되살리세요.")
        case .isForgotten: Sentence("The entry was forgotten for ever.", "영구 삭제된 일기입니다.")
        case .nothingVisible: Sentence("The text is empty.", "보이는 글자가 없습니다.")
        case .notUTF8: Sentence("The text is not UTF-8.", "글이 UTF-8이 아닙니다.")
        case .textTooLong(let bytes):
            Sentence(
                "A text may have 1 MiB (\(EntryLimits.text) bytes), and this one has \(bytes). Make it shorter, or save it "
                    + "as a file and attach that. The page keeps your text.",
                "글은 1 MiB(\(EntryLimits.text)바이트)까지인데 이 글은 \(bytes)바이트입니다. 줄이거나, 파일로 저장해서 붙이세요. 글은 이 "
                    + "화면에 있습니다."
            )
        case .contentTooLarge:
            Sentence(
                "An entry may have \(EntryLimits.content >> 20) MiB in all. Take something off. The page keeps your text.",
                "일기 하나는 모두 합쳐 \(EntryLimits.content >> 20) MiB까지입니다. 무엇이든 빼 주세요. 글은 이 화면에 있습니다."
            )
        case .tagTooLong, .emptyTag: Sentence("A tag is empty or too long.", "태그가 비었거나 너무 깁니다.")
        case .tooManyTags:
            Sentence(
                "An entry may be given \(EntryLimits.tags) tags. Take some off first.",
                "일기 하나에 태그는 \(EntryLimits.tags)개까지 붙일 수 있습니다. 먼저 몇 개를 떼세요."
            )
        case .zoneTooLong, .improperDate: Sentence("There is no such date.", "그런 날짜가 없습니다.")
        case .improperPlace: Sentence("There is no such place on earth.", "지구 위에 없는 자리입니다.")
        case .improperWeather, .improperExtra, .improperAttachment:
            Sentence("A field cannot be kept.", "저장할 수 없는 항목이 있습니다.")
        }
    }
}
