internal import DiarylogTextSearch
internal import EventStore

// The frequent terms of an index: a row beside the manifest, written when the index begins with many documents.
//
//     value   FrequentTerms ‖ crc32c u32 over key and all before

extension IndexManifest {
    /// The key of the frequent terms.
    static let frequentTermsKey: [UInt8] = [0, 0, 0, 0, 1]
}

extension StoreView {
    /// The frequent terms of an index with a manifest. Throws `damaged`.
    func frequentTerms(
        _ manifest: IndexManifest, in tables: IndexTables
    ) throws(EventStoreError) -> FrequentTerms {
        if !manifest.hasFrequentTerms { return .none }
        let key = IndexManifest.frequentTermsKey
        guard let value = try bytes(for: key, in: tables.leaves), let bytes = SealedValue.open(value, under: key.span),
            let terms = FrequentTerms(bytes)
        else { throw IndexTables.damage }
        return terms
    }

    mutating func put(_ terms: FrequentTerms, in tables: IndexTables) throws(EventStoreError) {
        let key = IndexManifest.frequentTermsKey
        var writer = ByteWriter(capacity: terms.bytes.count + SealedValue.sealLength)
        writer.append(terms.bytes)
        writer.seal(under: key.span)
        try put(writer.bytes.span, for: key.span, in: tables.leaves)
    }
}
