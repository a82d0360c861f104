package import EventStore

// The tables of the index, and what stands in them.
//
//     search           00000000                          ->  the manifest
//                      segment u32be ‖ key of a leaf     ->  the leaf ‖ checksum u32 over key and leaf
//     searchdocuments  page u32be                        ->  a page of document records
//     searchdates      page u32be                        ->  the newest dates of stretches of documents

/// The tables of an index.
package struct IndexTables: Sendable {
    /// What they are called, in the order in which they are taken up.
    package static let names = ["search", "searchdocuments", "searchdates"]

    /// The manifest and the leaves of all segments.
    let leaves: Table
    let documents: Table
    let dates: Table

    /// Takes up tables in the order of their names.
    package init(_ tables: [Table]) {
        leaves = tables[0]
        documents = tables[1]
        dates = tables[2]
    }
}
