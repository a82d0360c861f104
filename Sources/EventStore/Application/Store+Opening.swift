// Creating and opening a program's own store.

extension Store {
    /// Opens the store in a folder; never creates one. About 0.1 ms.
    ///
    /// `projections` apply what is written here, once they have caught up. A change waits up to `patience` for a change
    /// of another process. Throws `missing`, `isAFile`, `notAStore`, `newerFormat`, `networkFileSystem`,
    /// `busy`, `noPermission`, `damaged`; `otherApplication` for a store of another program; `unacceptable` for
    /// names and kinds that an application may not have; and `improperName` for a projection's name.
    public convenience init(
        at path: String, for application: some Application, projections: [any Projection] = [],
        patience: Duration = .seconds(10), allowingNetwork: Bool = false
    ) throws(EventStoreError) {
        let model = ApplicationModel(application)
        try model.check()
        for projection in projections where !RowProjection.isProper(projection.name) {
            throw .improperName(projection.name)
        }
        try self.init(
            opening: path, model: model, projections: projections.map { RowProjection($0) },
            patience: Int(patience / .milliseconds(1)),
            allowingNetwork: allowingNetwork)
    }

    /// Creates a store at a path where there is nothing, or an empty folder, and opens it.
    ///
    /// A process killed at any point leaves at the path what was there before, or a whole store. Throws `occupied`,
    /// `isALink`, `foreignFolder`, and what opening throws.
    public static func create(
        at path: String, for application: some Application, projections: [any Projection] = [],
        allowingNetwork: Bool = false, in context: WriteContext? = nil
    ) throws(EventStoreError) -> Store {
        let model = ApplicationModel(application)
        try model.check()
        var context = context ?? .now()
        let id: StoreID = context.entropy.identifier()
        try create(at: path, model: model, store: id, allowingNetwork: allowingNetwork) { writer in
            try writer.beginDevice(in: &context)
        }
        return try Store(
            at: path, for: application, projections: projections, allowingNetwork: allowingNetwork)
    }
}
