import DiaryEngine
import DiarylogExchange
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Synchronization

/// A clock and chance that a run owns.
final class Instruments: Sendable {
    private let state: Mutex<(clock: Int64, chance: Chance)>

    init(seed: UInt64) { state = Mutex((1_770_000_000_000_000, Chance(seed: seed))) }

    static let day: Int64 = 86_400_000_000

    func pass(_ time: Int64) { state.withLock { $0.clock += time } }

    func context() -> WriteContext {
        state.withLock { state in
            state.clock += 1_000_000
            return WriteContext(wall: state.clock, offset: 0, zone: "", entropy: .seeded(state.chance.bytes(32)))
        }
    }
}

/// A copy of a diary on some device.
struct Copy {
    let path: String
    let diary: Diary
    private let instruments: Instruments
    /// What the last round did.
    private(set) var report = ExchangeReport()

    init(at path: String, _ instruments: Instruments) throws {
        (self.path, self.instruments) = (path, instruments)
        diary = try Diary(at: path, context: { instruments.context() })
    }

    /// Exchanges once; a remote that does not answer is no failure.
    mutating func exchange(_ remote: any Remote, _ seal: any Seal, all: Bool = false) throws {
        var exchange = Exchange(
            diary, with: remote, seal: seal, folder: SyncFolder(of: path), name: "copy",
            in: instruments.context())
        do throws(ExchangeTrouble) { try exchange.round(puttingAll: all) } catch {
            guard case .remote(.unreachable) = error else { throw error }
        }
        report = exchange.report
    }

    /// Writes something by chance.
    func write(_ chance: inout Chance, _ number: Int) throws {
        let entries = try diary.list().entries
        let entry = entries.isEmpty ? nil : chance.pick(entries)
        switch (chance.below(12), entry) {
        case (4...6, let entry?): try diary.edit(entry.id) { $0.text += "\n덧붙인 줄 \(number)" }
        case (7, let entry?): try diary.delete(entry.id)
        case (8, let entry?): _ = try diary.write(.undo(entry: entry.id))
        case (9, let entry?): _ = try diary.forget(entry.id)
        default: try diary.add(Self.words(number))
        }
    }

    /// A text that is found again wherever it lies.
    static func words(_ number: Int) -> String { "비밀스러운 낱말 <\(number)> 하나와 둘과 셋" }

    /// What it says, in whatever order its events came.
    func state() throws -> [String] {
        try [diary.replay().stateHash.hexadecimal] + diary.list().entries.map { $0.id.hexadecimal + $0.text }
    }
}
