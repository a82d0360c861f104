/// Presents a program's `Projection` as one with the table `projection.NAME`.
package struct RowProjection: TableProjection {
    package let projection: any Projection

    package init(_ projection: any Projection) { self.projection = projection }

    package var name: String { Self.prefix + projection.name }
    package var version: UInt16 { projection.version }
    package var tables: [String] { [name] }

    private static let prefix = "projection."
    private static let longestKey = 511

    /// Whether a name is one that a projection may have.
    package static func isProper(_ name: String) -> Bool {
        (1...32).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }

    package func apply(
        _ event: AppliedEvent, in view: inout StoreView, tables: [Table]
    ) throws(EventStoreError) -> String? {
        let changes: [RowChange]
        guard let shown = try view.projected(event) else { return "the event cannot be read" }
        do {
            var rows = try view.projectionRows(in: tables[0])
            switch try Self.changes(projection, shown, &rows) {
            case .success(let found): changes = found
            case .failure(let reason): return reason.text
            }
        }
        for change in changes { try Self.write(change, to: tables[0], in: &view) }
        return nil
    }

    /// Why a projection could not apply an event, in its own words.
    struct Reason: Error { var text: String }

    /// The changes that a projection returns for an event, or why it could not; a failure of the store beneath it is
    /// thrown, not noted.
    @_lifetime(rows: copy rows)
    static func changes(
        _ projection: any Projection, _ event: ProjectedEvent, _ rows: inout ProjectionRows
    ) throws(EventStoreError) -> Result<[RowChange], Reason> {
        let result: Result<[RowChange], Reason>
        do {
            let changes = try projection.changes(after: event, in: &rows)
            let isSound = changes.allSatisfy { (1...longestKey).contains($0.key.count) }
            result = isSound ? .success(changes) : .failure(Reason(text: "a key of 0 or more than 511 bytes"))
        } catch {
            result = .failure(Reason(text: "\(error)"))
        }
        if let failure = rows.failure { throw failure }
        return result
    }

    private static func write(
        _ change: RowChange, to table: Table, in view: inout StoreView
    ) throws(EventStoreError) {
        switch change {
        case .put(let key, let value): try view.put(value.span, for: key.span, in: table)
        case .remove(let key): _ = try view.delete(key.span, in: table)
        }
    }
}

extension StoreView {
    /// An event as a program's projection is shown it; nil if its body cannot be lifted to the newest layout.
    func projected(_ event: AppliedEvent) throws(EventStoreError) -> ProjectedEvent? {
        guard let bytes = event.bytes else { return nil }
        var shown: ProjectedEvent?
        _ = try look(at: event.frame, bytes.span) { view in
            shown = ProjectedEvent(event: StoredEvent(view), rowBefore: event.rowBefore, rowAfter: event.rowAfter)
        }
        return shown
    }
}
