extension StoreView {
    /// Asks a question of a projection's rows as of an event; events that they have not applied are applied in memory.
    package func askRows<Answer>(
        of projection: some Projection, known name: String, asOf sequence: UInt64,
        _ question: (inout ProjectionRows, UInt64) throws -> Answer
    ) throws(EventStoreError) -> Answer {
        guard let known = log.projection(name) else { throw .unknownProjection(name) }
        let serving = known.serving(log.meta)
        let table = serving.flatMap { known[$0.slot]?.first }
        var rows = try projectionRows(in: table)
        var states = StreamStates(after: serving?.sequence ?? 0)
        while states.position < sequence {
            // An event that it cannot apply changes nothing, as in the table.
            guard case .event(let event) = try states.next(in: self) else { continue }
            guard let shown = try projected(event),
                case .success(let changes) = try RowProjection.changes(projection, shown, &rows)
            else { continue }
            rows.lay(changes)
        }
        do { return try question(&rows, sequence) } catch { throw EventStoreError(error) }
    }
}
