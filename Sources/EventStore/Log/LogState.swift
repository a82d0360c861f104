/// What one transaction sees of the log: its tables, its meta record and its newest event.
///
/// `StoreView` keeps it together with that transaction.
package struct LogState: Sendable {
    package var tables: Tables
    package var meta: Meta
    package let model: any StreamModel
    /// Counts the frames that this transaction looks up, if anyone asks.
    var meter = ReadMeter.current
    /// Whether the meta record cannot be believed: then this one is derived from the log, and the next write makes the
    /// file anew.
    package internal(set) var metaIsDerived = false
    /// How often another file than the open one was found at its path before this transaction: what was read of the
    /// log before that may be another log's.
    package internal(set) var replacements = 0
    /// The newest event of a commit that this log lacks, as the lock file names it; nil if none is hidden.
    var hidden: EventReference?
    /// Where it is noted what could not be believed.
    package let damage: FoundDamage

    package init(tables: Tables, meta: Meta, model: any StreamModel, damage: FoundDamage = FoundDamage()) {
        self.tables = tables
        self.meta = meta
        self.model = model
        self.damage = damage
    }
}

/// Which file a number of an event is of: the same number may stand for another event in another one.
struct LogEdition: Hashable, Sendable {
    var generation: UInt32 = 0
    /// How often another file took the place of the open one.
    var replacements = 0
}

extension LogState {
    /// The newest event; 0 for an empty log.
    package internal(set) var head: UInt64 {
        get { meta.head }
        set { meta.head = newValue }
    }

    /// The numbers of the events of the tail.
    var tail: Range<UInt64> { meta.flushed < head ? meta.flushed + 1..<head + 1 : 0..<0 }

    var edition: LogEdition { LogEdition(generation: meta.generation, replacements: replacements) }
}
