package import EventStore
internal import SearchIndex

/// The search index as a projection: which words an entry ever had, and what little else decides a search.
///
/// An edit brings the terms that were not there before, and takes none away: so a search as of any event asks the same
/// postings as one of now, and the entry's text as of that event decides. See Docs/Search.md.
package struct SearchProjection: TableProjection {
    package static let name = "search"

    package init() {}

    package var name: String { Self.name }
    /// Another number for every change of what a text's units or terms are: the index is then built anew.
    package var version: UInt16 { 1 }
    package var tables: [String] { IndexTables.names }

    package func apply(
        _ event: ProjectedEvent, in view: inout StoreView, tables: [Table]
    ) throws(EventStoreError) -> String? {
        let batch = SearchBatch(IndexTables(tables))
        if let reason = try batch.apply(event, in: &view) { return reason }
        _ = try batch.finish(in: &view)
        return nil
    }

    package func batch(_ tables: [Table]) -> any ProjectionBatch { SearchBatch(IndexTables(tables)) }
}
