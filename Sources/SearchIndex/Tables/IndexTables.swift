package import EventStore

// The tables of the index, and what they hold.
//
//     search           00000000                          ->  the manifest
//                      segment u32be ‖ key of a leaf     ->  the leaf ‖ checksum u32 over key and leaf
//     searchdocuments  page u32be                        ->  a page of document records
//     searchbriefs     page u32be                        ->  lengths and flags of 2,000 documents
//     searchchanges    first event u64be                 ->  a page of what documents were before they changed
//     searchdates      page u32be                        ->  the newest dates of stretches of documents

/// The tables of an index.
package struct IndexTables: Sendable {
    /// Their names, in the order in which `init` expects the tables.
    package static let names = ["search", "searchdocuments", "searchbriefs", "searchchanges", "searchdates"]

    /// What is thrown where a row of any of them is not what was written.
    package static let damage = EventStoreError.damagedTable("search")

    /// The manifest and the leaves of all segments.
    let leaves: Table
    let documents: Table
    let briefs: Table
    let changes: Table
    let dates: Table
    /// What is read in the place of some rows; nil for who writes.
    var tail: TailRows?

    /// Takes the tables in the order of `names`.
    package init(_ tables: [Table]) {
        leaves = tables[0]
        documents = tables[1]
        briefs = tables[2]
        changes = tables[3]
        dates = tables[4]
    }
}
