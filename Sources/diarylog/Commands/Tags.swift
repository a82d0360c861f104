internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import Interchange

/// Counts the tags, and what each stands with.
struct Tags: ReadingCommand {
    static let about = CommandWords(
        "tags",
        abstract: HelpText(
            "The tags, the most used first, and which occur together.", "태그를 많이 쓴 것부터, 함께 쓰인 태그와 보입니다."),
        discussion: HelpText(
            "In a pipe a tag, its number, and the tags beside it with theirs, with tabs between.",
            "파이프에서는 태그, 편수, 함께 쓰인 태그와 그 편수를 탭을 사이에 두고 출력합니다."))

    @OptionGroup var filters: FilterOptions

    @OptionGroup var reading: ReadingOptions

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        let request = try filters.request(session)
        let diary = try session.open()
        let (counts, at, leftOut) = try diary.tags(request)
        if session.isJSON {
            try session.write(["at": .number(at.rawValue), "tags": StatisticsJSON.tags(counts)])
        } else if session.isTerminal {
            if counts.sorted.isEmpty { session.notify(.noTags) }
            try session.page(counts.onTerminal(session))
        } else {
            try session.write(counts.sorted.map { counts.plain($0) }.joined())
        }
        if leftOut > 0 { throw Problem.leftOut(leftOut) }
    }
}

extension TagCounts {
    /// A tag, its number, and the tags beside it with theirs, with tabs between.
    fileprivate func plain(_ tag: (tag: String, count: Int)) -> String {
        let columns = ["\(tag.count)"] + beside(tag.tag).map { "\($0.tag) \($0.count)" }
        return ([tag.tag] + columns).map { $0.replacing("\t", with: " ").replacing("\n", with: " ") }
            .joined(separator: "\t") + "\n"
    }

    /// A row for each of the first tags: name, number, bar, and what stands with it most.
    func onTerminal(_ session: Session, first: Int = .max) -> String {
        let shown = sorted.prefix(first).map {
            ($0.tag, OnScreen.cut(OnScreen.safe(Tag($0.tag).shown), to: 24), "\($0.count)")
        }
        let room = shown.map { OnScreen.width(of: $0.1) }.max() ?? 0
        let digits = shown.map { $0.2.count }.max() ?? 0
        let width = Terminal.width(of: .output) ?? 80
        var text = ""
        for (tag, name, count) in shown {
            text += session.paint(OnScreen.padded(name, to: room), 32) + "  "
            text += String(repeating: " ", count: digits - count.count) + session.paint(count, 1)
            let beside = beside(tag).prefix(5).map { "\(Tag($0.tag).shown) \($0.count)" }.joined(separator: "  ")
            let left = width - room - digits - 6
            if !beside.isEmpty, left > 8 {
                text += "    " + session.paint(OnScreen.cut(OnScreen.safe(beside), to: left), 2)
            }
            text += "\n"
        }
        return text
    }
}
