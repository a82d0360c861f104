internal import DiaryEngine
internal import DiarylogHost

// Where else a diary's words lie: logs that a carrier laid beside the diary's own, and what two diaries were before
// they became one.

extension Forget {
    /// Names each of them that has what an entry said, or may have it. What a `sync join --into` that was not ended has
    /// brought together goes: it brings it anew.
    func copies(of id: EntryID, _ diary: Diary, _ session: Session) -> [Sentence] {
        guard let path = try? session.path() else { return [] }
        try? TogetherPlace(of: path).empty()
        var found: [Sentence] = []
        func note(_ place: String, _ isTaken: Bool, _ has: Bool?) {
            if has == false { return }
            let (place, words) = (
                OnScreen.safe(place),
                has == true ? Sentence("has", "그 글이 있습니다") : Sentence("may have", "그 글이 있을 수 있습니다")
            )
            found.append(
                isTaken
                    ? Sentence("\(place) \(words.en) its words, too: remove it", "\(place)에도 \(words.ko). 지우세요")
                    : Sentence(
                        "\(place) \(words.en) its words, too: diarylog sync take takes the rest in; then remove the file",
                        "\(place)에도 \(words.ko). 나머지는 diarylog sync take로 받아들인 뒤 그 파일을 지우세요"))
        }
        if let logs = try? OtherLogs(of: diary, at: path) {
            for name in logs.names + logs.taken {
                note("\(path)/\(name)", logs.taken.contains(name), try? logs.open(name) { log, _ in try log.tells(id) })
            }
        }
        for place in TogetherPlace.before(path) {
            note(place, true, try? Diary(at: place, allowingNetwork: Session.allowsNetwork).tells(id))
        }
        return found
    }
}

extension Diary {
    /// Whether it has what an entry said.
    fileprivate func tells(_ id: EntryID) throws -> Bool { try entry(id).map { !$0.isForgotten } ?? false }
}
