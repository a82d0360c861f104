/// Which of a projection's two sets of tables: while one serves, the other can be built.
///
/// The names of the second one's tables and checkpoint end with `~`.
package enum ProjectionSlot: Int, CaseIterable, Sendable {
    case first = 0
    case second = 1

    var mark: String { self == .first ? "" : "~" }
    var other: ProjectionSlot { self == .first ? .second : .first }
}

extension TableProjection {
    /// The names of its tables in a slot: `spans`, `spans~`, `spans.2`, `spans.2~`.
    func tableNames(_ slot: ProjectionSlot) -> [String] {
        tables.map { $0 + (version == 1 ? "" : ".\(version)") + slot.mark }
    }

    func checkpointName(_ slot: ProjectionSlot) -> String { name + slot.mark }
}

/// A projection that this program keeps, and its tables; nil for a slot that was never made.
///
/// Its names and version are asked for once, when the store is opened: every commit needs them.
package struct ProjectionTables: Sendable {
    package let projection: any TableProjection
    package let name: String
    package let version: UInt16
    private let checkpointNames: [String]
    private let slots: [[Table]?]

    init(_ projection: any TableProjection, slots: [[Table]?]) {
        (self.projection, name, version) = (projection, projection.name, projection.version)
        checkpointNames = ProjectionSlot.allCases.map { projection.checkpointName($0) }
        self.slots = slots
    }

    package subscript(slot: ProjectionSlot) -> [Table]? { slots[slot.rawValue] }

    func checkpointName(_ slot: ProjectionSlot) -> String { checkpointNames[slot.rawValue] }

    /// The checkpoint of a slot; nil if the slot is not in use.
    func checkpoint(_ slot: ProjectionSlot, _ meta: Meta) -> UInt64? {
        meta.checkpoint(checkpointName(slot), version)
    }

    /// The slot that serves: the one that has come farther, or the first if they are even.
    package func serving(_ meta: Meta) -> (slot: ProjectionSlot, sequence: UInt64)? {
        let first = self[.first] == nil ? nil : checkpoint(.first, meta)
        let second = self[.second] == nil ? nil : checkpoint(.second, meta)
        if let second, first.map({ second > $0 }) ?? true { return (.second, second) }
        return first.map { (.first, $0) }
    }

    /// The slot that is being built beside the one that serves.
    func building(_ meta: Meta) -> ProjectionSlot? {
        guard checkpoint(.first, meta) != nil, checkpoint(.second, meta) != nil else { return nil }
        return serving(meta)?.slot.other
    }
}

extension Tables {
    /// Whether the store has tables in use that were made after this process opened it.
    func lacks(_ meta: Meta) -> Bool {
        !lost.isEmpty
            || projections.contains { projection in
                ProjectionSlot.allCases.contains { slot in
                    projection[slot] == nil && projection.checkpoint(slot, meta) != nil
                }
            }
    }
}

extension Meta {
    func checkpoint(_ name: String, _ version: UInt16) -> UInt64? {
        checkpoints.first { $0.name == name && $0.version == version }?.sequence
    }

    mutating func setCheckpoint(_ name: String, _ version: UInt16, to sequence: UInt64?) {
        let index = checkpoints.firstIndex { $0.name == name && $0.version == version }
        switch (index, sequence) {
        case (let index?, let sequence?): checkpoints[index].sequence = sequence
        case (let index?, nil): checkpoints.remove(at: index)
        case (nil, let sequence?):
            checkpoints.append(Checkpoint(name: name, version: version, sequence: sequence))
        case (nil, nil): break
        }
    }
}

extension LogState {
    /// The projection of a name that this program keeps.
    package func projection(_ name: String) -> ProjectionTables? {
        tables.projections.first { $0.name == name }
    }

    /// The tables of a projection that has applied the last flushed event; nil if it lags, or does not exist.
    package func tables(of name: String) -> [Table]? {
        guard let projection = projection(name), let serving = projection.serving(meta),
            serving.sequence == meta.flushed
        else { return nil }
        return projection[serving.slot]
    }
}
