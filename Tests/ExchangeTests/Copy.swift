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

    /// What a device writes whose clock is off by a time.
    func context(off skew: Int64 = 0) -> WriteContext {
        state.withLock { state in
            state.clock += 1_000_000
            return WriteContext(wall: state.clock + skew, offset: 0, zone: "", entropy: .seeded(state.chance.bytes(32)))
        }
    }
}

/// A copy of a diary on some device.
struct Copy {
    let path: String
    let diary: Diary
    private let instruments: Instruments
    /// How far its clock is off.
    let skew: Int64
    /// What the last round did.
    private(set) var report = ExchangeReport()

    init(at path: String, _ instruments: Instruments, off skew: Int64 = 0) throws {
        (self.path, self.instruments, self.skew) = (path, instruments, skew)
        diary = try Diary(at: path, context: { instruments.context(off: skew) })
    }

    /// Exchanges once; a remote that does not answer is no failure.
    mutating func exchange(
        _ remote: any Remote, _ seal: any Seal, all: Bool = false, files: AttachedFileChoice = .all,
        taking device: DeviceID? = nil
    ) throws {
        var exchange = makeExchange(remote, seal, files)
        exchange.taking = device
        do throws(ExchangeTrouble) { try exchange.round(puttingAll: all) } catch {
            guard case .remote(.unreachable) = error else { throw error }
        }
        report = exchange.report
    }

    /// Reads everything on the remote.
    mutating func check(_ remote: any Remote, _ seal: any Seal, repairing: Bool = false) throws {
        var exchange = makeExchange(remote, seal, .all)
        try exchange.check(repairing: repairing)
        report = exchange.report
    }

    private func makeExchange(_ remote: any Remote, _ seal: any Seal, _ files: AttachedFileChoice) -> Exchange {
        Exchange(
            diary, with: remote, seal: seal, folder: SyncFolder(of: path), name: "copy", files: files,
            in: instruments.context(off: skew))
    }

    /// Exchanges and dies in the middle: after so many calls of the remote. What it remembers may be of before.
    mutating func dieExchanging(_ remote: HostileRemote, _ seal: any Seal, after calls: Int, remembering: Bool) throws {
        let state = SyncFolder(of: path).state
        let before = try? FileSystem.read(state)
        remote.callsLeft = calls
        defer { remote.callsLeft = nil }
        do { try exchange(remote, seal) } catch let trouble as ExchangeTrouble {
            switch trouble {
            case .local(HostileRemote.kill), .remote(.local(HostileRemote.kill)): break
            default: throw trouble
            }
            if remembering { return }
            try? FileSystem.removeFile(state)
            if let before { try FileSystem.write(before.span, to: state) }
        }
    }

    /// What it remembers of its exchanges.
    var remembered: SyncState { SyncState(at: SyncFolder(of: path).state) }

    /// Attaches a file to a new entry.
    @discardableResult
    func attach(_ bytes: [UInt8], named name: String) throws -> EntryID {
        let entry = try diary.add("붙인 것: \(name)")
        let intake = try diary.beginAttaching()
        let file = try intake.put(bytes)
        intake.end()
        var content = entry.content
        content.attachments = [try diary.attachment(file, name: name)]
        let request = EntryRequest(entry: entry.id, command: .revise(from: entry.content, to: content))
        _ = try diary.write(.perform([request]))
        return entry.id
    }

    /// Adds an entry, and exchanges once.
    @discardableResult
    mutating func write(_ text: String, on desk: Desk) throws -> Entry {
        let entry = try diary.add(text)
        try exchange(desk.remote, desk.seal)
        return entry
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
        case (10, _) where chance.isLucky(oneIn: 3): try attach(chance.bytes(99), named: "\(number)")
        default: try diary.add(Self.words(number))
        }
    }

    /// A text that is found again wherever it lies.
    static func words(_ number: Int) -> String { "비밀스러운 낱말 <\(number)> 하나와 둘과 셋" }

    /// What it says, in whatever order its events came.
    func state() throws -> [String] {
        var request = ListRequest()
        request.deleted = true
        let lists = try [diary.list().entries, diary.list(request).entries]
        let found = try SearchRequest(containing: "덧붙인").map { try diary.search($0) }
        var lines = [try diary.replay().stateHash.hexadecimal]
        for entry in lists.joined() { lines.append("\(entry.id.hexadecimal) \(entry.status) \(entry.text)") }
        lines += (found?.hits ?? []).map { "\($0.date)" }.sorted()
        return lines
    }
}
