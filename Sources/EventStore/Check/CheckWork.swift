internal import DiarylogHost
internal import Synchronization

/// A check shared out to threads: tables, each as a whole, and the log slice by slice.
///
/// Events are never changed, so the slices fit together however the log grows meanwhile.
struct CheckWork<Part: Sendable>: Sendable {
    private let slices: [ClosedRange<UInt64>]
    /// The checks of tables that nobody has begun, the longest last.
    private var tables: [TableCheck]
    private var parts: [Int: Part] = [:]
    private var ofTables = CheckFindings()
    private var failure: EventStoreError?
    private var taken = 0

    /// The log through an event.
    init(through head: UInt64, slice size: UInt64, _ tables: [TableCheck] = []) {
        slices = stride(from: 1, through: head, by: UInt64.Stride(size)).map { $0...min(head, $0 + (size - 1)) }
        self.tables = tables
    }

    /// Does it: the tables first, then the slices; returns what these gave, in the order of the log.
    consuming func done(
        threads: Int, _ check: @escaping @Sendable (ClosedRange<UInt64>) throws(EventStoreError) -> Part
    ) throws(EventStoreError) -> (parts: [Part], ofTables: CheckFindings) {
        let count = slices.count
        let work = Mutex(self)
        Threads.run(max(1, threads)) { _ in
            do throws(EventStoreError) {
                while let table = work.withLock({ $0.tables.popLast() }) {
                    var found = CheckFindings()
                    if let own = try found.attempt(.table("log"), table.findings) { found.append(own) }
                    work.withLock { $0.ofTables.append(found) }
                }
                while let (index, range) = work.withLock({ $0.next() }) {
                    let part = try check(range)
                    work.withLock { $0.parts[index] = part }
                }
            } catch {
                work.withLock { $0.failure = $0.failure ?? error }
            }
        }
        let (parts, ofTables, failure) = work.withLock { ($0.parts, $0.ofTables, $0.failure) }
        if let failure { throw failure }
        return ((0..<count).compactMap { parts[$0] }, ofTables)
    }

    /// The next slice; nil if none is left, or a thread has failed.
    private mutating func next() -> (Int, ClosedRange<UInt64>)? {
        guard failure == nil, taken < slices.count else { return nil }
        taken += 1
        return (taken - 1, slices[taken - 1])
    }
}

/// A check of tables that the program keeps, which may run beside others on a thread of its own.
package struct TableCheck: Sendable {
    /// The tables that it walks, by their names in version 1; nil for all.
    package var tables: [String]?
    package var findings: @Sendable () throws -> CheckFindings

    package init(
        of tables: [String]?, _ findings: @escaping @Sendable () throws -> CheckFindings
    ) {
        (self.tables, self.findings) = (tables, findings)
    }

    /// Whether it walks a table of these, in whatever version.
    func walks(_ broken: Set<String>) -> Bool {
        guard let tables else { return !broken.isEmpty }
        return broken.contains { name in tables.contains(String(name.prefix { $0 != "." })) }
    }
}
