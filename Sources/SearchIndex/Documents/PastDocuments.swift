internal import EventStore

/// What documents were as of an event, for those that have changed since: made once for each point that is searched.
package final class PastDocuments: Sendable {
    /// What a document was.
    struct Document: Sendable {
        var version: UInt32
        var length: UInt8
        var flags: DocumentFlags
        /// Its date then; nil if that has not changed since.
        var date: Int64?
        /// The change that told its layout then; nil if that has not changed since.
        var layout: UInt64?
    }

    /// For each document, the position of what it was in `states` plus one; 0 if it is as it was.
    private let positions: [UInt32]
    private let states: [Document]

    /// Reads the changes behind an event. Costs a pass over all of them, and four bytes for each document.
    /// Throws `damaged`.
    init(
        asOf event: UInt64, documents: DocumentID, _ tables: IndexTables, in view: borrowing StoreView
    ) throws(EventStoreError) {
        var positions = [UInt32](repeating: 0, count: Int(documents) + 1)
        var states: [Document] = []
        var isSound = true
        var cursor = try view.cursor(in: tables.changes)
        var isHere = try cursor.seekAtOrBefore(ChangePage.key(event).span)
        if !isHere { isHere = try cursor.first() }
        while isHere, isSound {
            let visited = ChangePage.forEachChange(cursor.key, cursor.value) { change in
                guard change.event > event, Int(change.document) < positions.count else { return true }
                let position = Int(positions[Int(change.document)])
                if position == 0 {
                    states.append(
                        Document(
                            version: change.version, length: change.length, flags: change.flags, date: change.date,
                            layout: change.layoutBefore))
                    positions[Int(change.document)] = UInt32(states.count)
                } else {
                    // The first change behind the point tells what there was; a date may change later than a text.
                    if states[position - 1].date == nil { states[position - 1].date = change.date }
                    if states[position - 1].layout == nil { states[position - 1].layout = change.layoutBefore }
                }
                return true
            }
            isSound = visited != nil
            isHere = try cursor.next()
        }
        if !isSound { throw .damaged("a page of the search index") }
        self.positions = positions
        self.states = states
    }

    /// What a document was; nil if it is as it was.
    @inline(__always)
    subscript(document: DocumentID) -> Document? {
        let index = Int(document)
        guard index < positions.count, positions[index] > 0 else { return nil }
        return states[Int(positions[index]) - 1]
    }
}
