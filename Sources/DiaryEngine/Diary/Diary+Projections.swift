public import EventStore

// The tables that follow from the log, and how far they have come.

extension Diary {
    /// The status of the diary's own tables, `streams`, and of each projection that this program keeps.
    public func projections() throws(EventStoreError) -> [ProjectionStatus] {
        try [store.ownStatus()] + store.projectionStatus()
    }

    /// Lets a projection catch up, or builds it anew, by the name under which `projections` lists it.
    ///
    /// The diary's own tables are always current; building them anew holds up writers until it is done.
    package func catchUp(
        _ name: String, anew: Bool, _ report: (ProjectionProgress) -> Bool
    ) throws(EventStoreError) {
        if name == Store.ownTables {
            if anew { try store.rebuildTables { _ = report($0) } }
            return
        }
        _ = try store.catchUp(name, anew: anew, report)
    }
}
