internal import SearchIndex
internal import TextSearch

/// A tree that is searched for, and what it takes to decide it.
struct SearchPlan {
    let tree: SearchTree
    /// An entry of which a text answers to this one is left out.
    let excluded: SearchTree?
    /// What the index is asked.
    let indexQuery: IndexQuery
    /// What counts towards the score, in the order of the scored parts of the index's query.
    let patterns: [Pattern]
    /// Whether terms and record of an unchanged entry decide, so that its text need not be read.
    let isDecidedByIndex: Bool
    /// Whether text and date decide, without tags and star.
    let isDecidedByText: Bool
    /// Whether texts must be cut into units to decide.
    let needsUnits: Bool
    /// Whether two points of an unchanged entry may differ.
    let asksForMore: Bool

    init(_ tree: SearchTree, excluding excluded: SearchTree? = nil) {
        self.tree = tree
        self.excluded = excluded
        indexQuery = tree.indexQuery
        patterns = tree.patterns
        isDecidedByIndex = tree.isDecidedByIndex
        isDecidedByText = tree.isDecidedByText
        needsUnits = tree.needsUnits
        asksForMore = tree.asksForMore
    }
}
