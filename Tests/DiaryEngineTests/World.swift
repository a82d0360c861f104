import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// One step of a history. It names entries and drafts by their place in line, so that any other step can be left out.
struct WorldStep: CustomStringConvertible {
    /// What belongs together: each meets each other one.
    enum Feature: CaseIterable {
        case entries, files, rows, undo, drafts, forgetting, copies, snapshots, tables, reading
    }

    enum Kind: String, CaseIterable {
        case add, edit, attach, detach, delete, restore, become, several, observe, bring
        case undo, redo, undoEntry, undoOperation, restoreAll, restoreEntry
        case begin, keep, commit, discard
        case forget, sweep, sweepWhileAttaching, stopWhileAttaching
        case compact, backUp, takeSnapshot, pruneSnapshots, rebuild, catchUp, reopen, page, search

        fileprivate var weight: Int {
            switch self {
            case .add, .edit, .undo: 5
            case .delete, .attach, .redo, .undoEntry, .undoOperation, .begin, .keep, .commit, .search: 3
            case .restore, .bring, .observe, .detach, .page: 2
            default: 1
            }
        }

        var feature: Feature {
            switch self {
            case .add, .edit, .delete, .restore, .become, .several, .observe: .entries
            case .attach, .detach, .sweep, .sweepWhileAttaching, .stopWhileAttaching: .files
            case .bring: .rows
            case .undo, .redo, .undoEntry, .undoOperation, .restoreAll, .restoreEntry: .undo
            case .begin, .keep, .commit, .discard: .drafts
            case .forget: .forgetting
            case .compact, .backUp: .copies
            case .takeSnapshot, .pruneSnapshots: .snapshots
            case .rebuild, .catchUp, .reopen: .tables
            case .page, .search: .reading
            }
        }

        /// Steps that a diary may answer with no, and changes nothing.
        var mayBeRefused: Bool {
            switch self {
            case .edit, .attach, .delete, .restore, .become, .several, .observe, .bring, .undo, .redo, .undoEntry,
                .undoOperation, .restoreAll, .restoreEntry, .keep, .commit, .forget, .takeSnapshot,
                .pruneSnapshots:
                true
            default: false
            }
        }

        fileprivate static let byWeight = allCases.flatMap { Array(repeating: $0, count: $0.weight) }
    }

    var kind: Kind
    /// What the step does in detail follows from it.
    var seed: UInt64
    /// Whether another handle does it, as another process would.
    var isElsewhere: Bool
    /// Rows of an import; nil: a few that come again.
    var rows: Int?

    init(_ kind: Kind, _ chance: inout Chance, rows: Int? = nil) {
        (self.kind, seed, isElsewhere) = (kind, chance.next(), chance.isLucky(oneIn: 3))
        self.rows = rows
    }

    static func any(_ chance: inout Chance) -> WorldStep { WorldStep(chance.pick(Kind.byWeight), &chance) }

    var description: String { "\(kind)\(rows.map { " of \($0)" } ?? "")\(isElsewhere ? " elsewhere" : "")" }
}

/// A diary and the naive one, which live through one history. It is split by subject over the files `World+….swift`.
final class World {
    enum Effect { case applied, refused, nothingToDo }

    var naive = NaiveDiary()
    let scratch: Scratch
    let second: Diary
    /// The handle that carries out the step.
    var diary: Diary
    /// What the step, or the questions, draw from.
    var chance: Chance
    /// A list that is paged through while the diary changes, and the entries that were shown.
    var pager: (cursor: ListCursor, shown: Set<EntryID>)?
    /// The last draft's number, which is never given again.
    var lastDraft: UInt64 = 0
    /// What each step did, in words.
    private(set) var trace: [String] = []
    private(set) var problem: String?

    private init(seed: UInt64) throws {
        chance = Chance(seed: seed)
        scratch = try Scratch(seed: seed)
        second = try Diary(at: scratch.path, patience: 20)
        diary = scratch.diary
        naive.mark(at: scratch.wall)
    }

    func check(_ isRight: Bool, _ what: @autoclosure () -> String) {
        if !isRight, problem == nil { problem = what() }
    }

    /// Says in words what the step does.
    func tell(_ what: String) { trace.append(what) }

    // MARK: Histories

    /// Plays a history from the beginning; what is wrong, and what had been done by then.
    private static func play(
        _ steps: [WorldStep], seed: UInt64, _ tally: inout WorldTally
    ) -> (problem: String, trace: [String])? {
        var done: [String] = []
        do {
            let world = try World(seed: seed)
            defer { done = world.trace }
            do {
                for step in steps where world.problem == nil { try world.live(step, &tally) }
                world.tell("at the end")
                if world.problem == nil { try world.compare() }
            } catch {
                world.check(false, "\(error) was thrown")
            }
            return world.problem.map { ($0, world.trace) }
        } catch {
            return ("\(error) was thrown", done)
        }
    }

    private func live(_ step: WorldStep, _ tally: inout WorldTally) throws {
        chance = Chance(seed: step.seed)
        diary = step.isElsewhere ? second : scratch.diary
        scratch.seed &+= 1
        // Ten minutes back and more are a leap, which the naive diary does not know; ClockTests has those.
        scratch.wall = max(scratch.wall + Int64(chance.below(5) - 1) * 60_000_000, naive.arrivedAt - 9 * 60_000_000)
        tell("\(step)")
        let effect = try carryOut(step)
        tally.note(step.kind, effect)
        if problem == nil { try compareNow() }
        if problem == nil { try turnPage() }
    }

    /// Plays a history; if something is wrong, the test fails with as few steps as still show it.
    static func live(_ steps: [WorldStep], seed: UInt64, _ tally: inout WorldTally) -> Bool {
        tally.begin()
        guard var failure = play(steps, seed: seed, &tally) else { return true }
        var (steps, ignored) = (steps, WorldTally())
        var length = steps.count
        while length > 0 {
            var start = 0
            while start < steps.count {
                var fewer = steps
                fewer.removeSubrange(start..<min(steps.count, start + length))
                if let still = play(fewer, seed: seed, &ignored) {
                    (steps, failure) = (fewer, still)
                } else {
                    start += length
                }
            }
            length /= 2
        }
        Issue.record("\(failure.problem)\nseed \(seed), steps:\n\(failure.trace.joined(separator: "\n"))")
        return false
    }
}

/// How often each step was drawn, applied and refused, and which features met in one history.
struct WorldTally {
    private var counts: [WorldStep.Kind: (drawn: Int, applied: Int, refused: Int)] = [:]
    private var applied: Set<WorldStep.Kind> = []
    private var met: Set<[WorldStep.Feature]> = []

    mutating func begin() { applied = [] }

    /// Adds what other worlds did.
    mutating func add(_ other: WorldTally) {
        counts.merge(other.counts) { ($0.drawn + $1.drawn, $0.applied + $1.applied, $0.refused + $1.refused) }
        met.formUnion(other.met)
    }

    mutating func note(_ kind: WorldStep.Kind, _ effect: World.Effect) {
        counts[kind, default: (0, 0, 0)].drawn += 1
        if effect == .refused { counts[kind]?.refused += 1 }
        guard effect == .applied else { return }
        counts[kind]?.applied += 1
        for before in applied { met.insert([before.feature, kind.feature]) }
        applied.insert(kind)
    }

    /// Every step was applied and, where it may be, refused; and each feature was used after each other one.
    func expectAll() {
        for kind in WorldStep.Kind.allCases {
            let count = counts[kind] ?? (0, 0, 0)
            print("\(kind): drawn \(count.drawn), applied \(count.applied), refused \(count.refused)")
            #expect(count.applied > 0, "\(kind) was never applied")
            #expect(count.refused > 0 || !kind.mayBeRefused, "\(kind) was never refused")
        }
        for first in WorldStep.Feature.allCases {
            let missing = WorldStep.Feature.allCases.filter { !met.contains([first, $0]) }
            #expect(missing.isEmpty, "\(missing) never came after \(first)")
        }
    }
}
