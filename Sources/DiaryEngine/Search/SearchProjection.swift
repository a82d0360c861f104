internal import DiarylogSearchIndex
package import EventStore

/// The search index as a projection: which terms each entry has and had, from which version to which, and its record.
///
/// An edit adds what came and what went, and removes nothing. So a search as of any event reads the same postings as
/// one as of the head. See Docs/Search.md.
package struct SearchProjection: TableProjection {
    package static let name = "search"

    package init() {}

    package var name: String { Self.name }
    /// It rises with every change of what units, terms or tags of a text are: an index of another version is made anew.
    package var version: UInt16 { 4 }
    package var tables: [String] { IndexTables.names }

    /// Merges: a flush has enough to do.
    package func maintain(
        in view: inout StoreView, tables: [Table], behindMany: Bool
    ) throws(EventStoreError) -> Bool {
        try IndexWriter.maintain(IndexTables(tables), behindMany: behindMany, in: &view)
    }

    package func batch(_ tables: [Table]) -> any ProjectionBatch { SearchBatch(IndexTables(tables)) }
}
