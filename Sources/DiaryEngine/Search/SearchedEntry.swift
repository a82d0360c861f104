internal import DiaryModel
internal import EventStore
internal import TextSearch

/// What a search asks of an entry: its content, how that came about, and in a conflict the texts that are not shown.
///
/// An entry is found if one of its texts answers, as though that one stood there.
struct SearchedEntry: Sendable {
    var content: EntryContent
    var status = EntryStatus.one
    /// In a conflict the texts that are not shown.
    var others: [[UInt8]] = []

    init(_ content: EntryContent) { self.content = content }

    init(_ content: EntryContent, _ branches: EntryBranches?) {
        self.content = content
        guard let branches else { return }
        status = branches.status
        others = branches.alternatives.map(\.text)
    }

    /// How many texts it has.
    var count: Int { 1 + others.count }

    /// The one shown, then the others.
    func text(_ index: Int) -> [UInt8] { index == 0 ? content.text : others[index - 1] }

    /// The first of its texts that answers to a tree; nil for none. `units` are that text's then, and those of any of
    /// its texts otherwise.
    func answering(_ tree: SearchTree, _ units: inout TextUnits, needsUnits: Bool = true) -> Int? {
        for index in 0..<count {
            let text = text(index)
            if needsUnits { units.read(text.span) }
            if answers(tree, index, units) { return index }
        }
        return nil
    }

    /// Whether one of its texts answers to a tree.
    func answers(_ tree: SearchTree, _ index: Int, _ units: borrowing TextUnits) -> Bool {
        let text = text(index)
        return tree.matches(text.span, units, date: content.date.seconds, content, status)
    }
}
