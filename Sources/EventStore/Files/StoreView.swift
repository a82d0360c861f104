internal import DiarylogHost
internal import DiarylogLMDB

/// What one transaction sees of a store: the transaction and the state of the log that was read in it.
///
/// All questions are asked of the view, so that none can be answered with the state of another point. It lives as long
/// as its reader or its writer, and the bytes it returns are valid until the next write, or until it ends. Only a
/// writer can change it.
package struct StoreView: ~Copyable {
    private var transaction: Transaction
    package internal(set) var log: LogState
    /// Whether a row was set or deleted in this transaction.
    private(set) var hasWritten = false

    init(_ transaction: consuming Transaction, _ log: LogState) {
        self.transaction = transaction
        self.log = log
    }

    /// The value under a key, valid until the next write or the transaction's end; nil if there is none. Some 200 ns.
    @_lifetime(borrow self)
    package func bytes(for key: Span<UInt8>, in table: Table) throws(EventStoreError) -> Span<UInt8>? {
        let database = try database(table)
        do { return try transaction.value(for: key, in: database) } catch { throw table.failure(error) }
    }

    @_lifetime(borrow self)
    package func bytes(for key: [UInt8], in table: Table) throws(EventStoreError) -> Span<UInt8>? {
        return try bytes(for: key.span, in: table)
    }

    /// A cursor that stands on no row yet.
    @_lifetime(borrow self)
    package func cursor(in table: Table) throws(EventStoreError) -> TableCursor {
        let database = try database(table)
        do { return TableCursor(try transaction.cursor(in: database), in: table) } catch { throw table.failure(error) }
    }

    /// A table as this transaction may read it: how far a table has come that follows from the log only a record tells
    /// that can be believed.
    private func database(_ table: Table) throws(EventStoreError) -> Database {
        if log.metaIsDerived, table.followsFromLog { throw .damagedTable(Meta.name) }
        return try table.inFile
    }

    /// How many pages a table has, and how many rows; read without a walk.
    package func size(of table: Table) throws(EventStoreError) -> TableSize {
        let database = try database(table)
        do { return TableSize(try transaction.statistics(of: database)) } catch { throw EventStoreError(error) }
    }

    /// The number of the last transaction it sees; for a writer, that of its own.
    package var identifier: Int { transaction.identifier }
}

extension StoreView {
    /// Sets the value of a key, whether it is there or not; `appending` promises that the key is greater than all
    /// others.
    @available(*, noasync)
    package mutating func put(
        _ value: Span<UInt8>, for key: Span<UInt8>, in table: Table, appending: Bool = false
    ) throws(EventStoreError) {
        let database = try table.inFile
        hasWritten = true
        do { try transaction.put(value, for: key, in: database, appending: appending) } catch {
            // A key that is greater than all others is not what was written.
            throw error == .keyExists ? table.damage : table.failure(error)
        }
    }

    /// Deletes a row; false if it was not there.
    @available(*, noasync)
    package mutating func delete(_ key: Span<UInt8>, in table: Table) throws(EventStoreError) -> Bool {
        let database = try table.inFile
        hasWritten = true
        do { return try transaction.delete(key, in: database) } catch { throw table.failure(error) }
    }

    /// Deletes every row of a table. Costs a visit to each of its pages.
    @available(*, noasync)
    package mutating func removeAll(in table: Table) throws(EventStoreError) {
        let database = try table.inFile
        hasWritten = true
        do { try transaction.removeAll(in: database) } catch { throw table.failure(error) }
    }

    @available(*, noasync)
    consuming func commit() throws(EventStoreError) {
        do { try transaction.commit() } catch { throw EventStoreError(error) }
    }
}
