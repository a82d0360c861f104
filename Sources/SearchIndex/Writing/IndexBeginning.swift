internal import DiarylogTextSearch

/// The first documents of an index, held back until it is known whether they are many: then the terms that stand in
/// many of them become the index's frequent terms (decision 0055).
struct IndexBeginning {
    /// What was put.
    struct Put {
        var document: DocumentID
        var after: IndexedDocument
        var before: IndexedDocument?
        var event: UInt64
    }

    /// The puts, in order.
    private(set) var puts: [Put] = []
    private var bytes = 0

    /// So many puts, or bytes of texts, are held back.
    private static let (most, mostBytes) = (4_096, 8 << 20)
    /// An index that begins with fewer documents has no frequent terms.
    static let fewest = 2_048
    /// One document of so many must hold a term that is frequent.
    private static let share = 100

    mutating func note(_ put: Put) {
        puts.append(put)
        bytes += put.after.text.count
    }

    var isFull: Bool { puts.count >= Self.most || bytes >= Self.mostBytes }

    /// The frequent terms of the documents as they were made; none if they are fewer than `fewest`.
    func frequentTerms(fewest: Int) -> FrequentTerms {
        let made = puts.filter { $0.before == nil }
        if made.count < fewest { return .none }
        var builder = SegmentBuilder()
        for put in made { builder.add(put.document, put.after.terms) }
        return builder.mostFrequent(atLeast: max(1, made.count / Self.share))
    }
}
