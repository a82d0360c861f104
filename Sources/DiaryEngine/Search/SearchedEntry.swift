internal import DiaryModel
internal import DiarylogTextSearch

/// An entry as a search sees it: its content, its status, and in a conflict the texts that are not shown.
///
/// An entry is found if one of its texts matches, as if that one were shown.
struct SearchedEntry: Sendable {
    var content: EntryContent
    var status = EntryStatus.one
    /// Whether it lives though one device deleted it.
    var isContested = false
    /// In a conflict, the texts that are not shown.
    var others: [[UInt8]] = []

    init(_ content: EntryContent) { self.content = content }

    init(_ content: EntryContent, _ branches: EntryBranches?) {
        self.content = content
        guard let branches else { return }
        (status, isContested) = (branches.status, branches.isContested)
        others = branches.alternatives.map(\.text)
    }

    /// How many texts it has.
    var count: Int { 1 + others.count }

    /// The text at an index: 0 is the one shown, with the name of its place, the others follow.
    func text(_ index: Int) -> [UInt8] { index == 0 ? content.searchedText : others[index - 1] }

    /// The index of its first text that matches a tree; nil if none does.
    ///
    /// With `needsUnits`, `units` has the matching text afterwards, or the last one if none matches.
    func answering(_ tree: SearchTree, _ units: inout TextUnits, needsUnits: Bool = true) -> Int? {
        for index in 0..<count {
            let text = text(index)
            if needsUnits { units.read(text.span) }
            if answers(tree, index, units) { return index }
        }
        return nil
    }

    /// Whether the text at an index matches a tree.
    func answers(_ tree: SearchTree, _ index: Int, _ units: borrowing TextUnits) -> Bool {
        let text = text(index)
        return tree.matches(
            text.span, units, date: content.date.seconds, content, status, isContested: isContested)
    }
}
