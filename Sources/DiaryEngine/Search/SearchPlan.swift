internal import DiarylogSearchIndex
internal import DiarylogTextSearch

/// A tree to search for, and what is needed to decide whether an entry matches it.
struct SearchPlan {
    let tree: SearchTree
    /// Entries with a text that matches this tree are left out.
    let excluded: SearchTree?
    /// The query to the index.
    let indexQuery: IndexQuery
    /// Whether terms and document record decide, so that no text need be read.
    let isDecidedByIndex: Bool
    /// Whether text and date alone decide, without tags, star and status.
    let isDecidedByText: Bool
    /// Whether texts must be split into units to decide.
    let needsUnits: Bool
    /// Whether it asks only for words and phrases that a text must hold. Then a deleted entry cannot match, as no term
    /// finds it.
    let asksForTermsAlone: Bool
    /// Whether an entry may match at one point and not at another, though its text, date and tags are the same.
    let asksForStar: Bool

    /// With `decidesAbsence`, the index also tells which entries do not hold a term.
    init(_ tree: SearchTree, excluding excluded: SearchTree? = nil, decidesAbsence: Bool) {
        self.tree = tree
        self.excluded = excluded
        indexQuery = tree.indexQuery
        isDecidedByIndex = tree.isDecidedByIndex(decidesAbsence: decidesAbsence)
        let leaves = tree.leaves()
        let filters = leaves.compactMap { if case .filter(let filter) = $0 { filter } else { nil } }
        isDecidedByText = filters.allSatisfy(\.isByDate)
        asksForStar = filters.contains(where: \.asksForStar)
        needsUnits = leaves.contains(where: \.isOfUnits)
        asksForTermsAlone = tree.asksForTerms && leaves.allSatisfy { if case .text = $0 { true } else { false } }
    }
}
