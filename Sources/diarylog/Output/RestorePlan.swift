internal import DiaryEngine

/// What going back to a moment does, in numbers of entries.
package struct RestorePlan: Equatable, Sendable {
    package var deleted = 0
    package var changed = 0
    package var broughtBack = 0

    package init(deleted: Int = 0, changed: Int = 0, broughtBack: Int = 0) {
        (self.deleted, self.changed, self.broughtBack) = (deleted, changed, broughtBack)
    }

    /// Compares the diary as it is with what it was at a point.
    init(to point: DiaryPoint, in diary: Diary) throws {
        try diary.forEachDifference(from: diary.resolve(.head), to: diary.resolve(point)) { item in
            switch item.change {
            case .added: broughtBack += 1
            case .removed: deleted += 1
            case .changed: changed += 1
            }
        }
    }

    var isEmpty: Bool { self == RestorePlan() }
}
