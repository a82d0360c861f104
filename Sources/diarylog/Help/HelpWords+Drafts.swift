/// The Korean of the help of drafts.

extension HelpWords {
    /// What the command of drafts says of itself, and of its arguments.
    static let drafts: [String: String] = [
        "List, show, change, write or discard what was typed and is not written yet.":
            "쓰다 만 글을 보이고, 고치고, 적고, 버립니다.",
        "While an editor is open, what it saves is kept as a draft; the draft goes when its text is written. One stays where something went wrong: commit writes it, edit changes its text, discard removes it for ever. If the entry has changed since the draft was begun, commit wants --expect with the version it is to be written over.":
            "편집기가 열려 있는 동안 저장하는 글은 초안으로 남고, 일기에 적으면 없어집니다. 무언가 잘못되면 초안이 남습니다. commit은 그것을 적고, edit은 글을 고치고, discard는 영영 버립니다. 초안을 시작한 뒤에 일기가 바뀌었으면 commit에는 --expect로 어느 버전 위에 적을지 씁니다.",
        "list, show, edit, commit or discard.": "list(목록), show(보기), edit(고치기), commit(적기), discard(버리기).",
        "A draft, as d1.": "초안, d1처럼.",
        "commit: write it over this version, or event id.": "commit: 이 버전이나 이 사건 위에 적습니다.",
        "discard: do not ask.": "discard: 묻지 않습니다.",
    ]
}
