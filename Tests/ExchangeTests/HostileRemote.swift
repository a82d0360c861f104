import DiarylogExchange
import DiarylogHost
import DiarylogTestSupport
import Synchronization

/// A remote in memory that does what remotes do: it tears, flips, doubles, hides, refuses, and loses answers.
@dynamicMemberLookup
final class HostileRemote: Remote {
    struct State {
        /// What lies there.
        var files: [String: [UInt8]] = [:]
        fileprivate var chance: Chance
        /// One call in so many goes wrong; 0: none.
        var faults = 0
        /// What was asked of it.
        var calls = Calls()
        /// Files that are neither listed nor handed out.
        var hidden: Set<String> = []
        /// So many of the next files that are put are changed by a bit, and nobody hears of it.
        var flips = 0
        /// What was ever put, refused or not, and wherever it is now.
        var everPut: [String: [UInt8]] = [:]
        /// So many of the next files that are put are refused.
        var refusals = 0
        /// Whether it refuses to remove anything.
        var keepsAll = false
        fileprivate var stale: [RemoteFile]?
        /// The process that asks dies at the call after so many; nil: it lives.
        var callsLeft: Int?

        /// Whether something goes wrong now: so many times rarer than the least rare.
        fileprivate mutating func isBad(_ rarity: Int = 1) -> Bool {
            faults > 0 && chance.isLucky(oneIn: faults * rarity)
        }
    }

    /// How often each call was made, and bytes that were put.
    struct Calls: Equatable {
        var lists = 0
        var gets = 0
        var puts = 0
        var deletes = 0
        var bytes = 0
    }

    private let state: Mutex<State>

    init(seed: UInt64) { state = Mutex(State(chance: Chance(seed: seed))) }

    subscript<Value: Sendable>(dynamicMember member: WritableKeyPath<State, Value>) -> Value {
        get { state.withLock { $0[keyPath: member] } }
        set { state.withLock { $0[keyPath: member] = newValue } }
    }

    /// What stands for a kill: this machine itself says no.
    static let kill = SystemError(code: 4, call: "kill")

    private func live(_ note: (inout Calls) -> Void) throws(RemoteTrouble) {
        let isDead = state.withLock { state in
            note(&state.calls)
            guard let left = state.callsLeft else { return false }
            state.callsLeft = max(0, left - 1)
            return left == 0
        }
        if isDead { throw .local(Self.kill) }
    }

    func list() throws(RemoteTrouble) -> [RemoteFile] {
        try live { $0.lists += 1 }
        guard let files = state.withLock({ $0.list() }) else { throw .unreachable("away") }
        return files
    }

    func get(_ names: [String], into folder: String) throws(RemoteTrouble) {
        if names.isEmpty { return }
        try live { $0.gets += 1 }
        for name in names {
            guard let bytes = state.withLock({ $0.get(name) }) else { continue }
            try? FileSystem.write(bytes.span, to: "\(folder)/\(name)", sync: false)
        }
    }

    func put(_ names: [String], from folder: String) throws(RemoteTrouble) {
        try live { $0.puts += 1 }
        for name in names {
            guard let bytes = try? FileSystem.read("\(folder)/\(name)") else { throw .unreachable("no file") }
            if !state.withLock({ $0.put(name, bytes) }) { throw .unreachable("refused, cut, or without an answer") }
        }
    }

    func delete(_ names: [String]) throws(RemoteTrouble) {
        try live { $0.deletes += 1 }
        if self.keepsAll { throw .unreachable("refused") }
        state.withLock { state in names.forEach { state.files[$0] = nil } }
    }
}

extension HostileRemote.State {
    fileprivate mutating func list() -> [RemoteFile]? {
        if isBad(8) { return nil }
        // What it said the last time.
        if let stale, isBad(3) { return stale }
        var listed: [RemoteFile] = []
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            if hidden.contains(name) || name.contains("/") && isBad(2) { continue }
            listed.append(RemoteFile(name: name, size: bytes.count))
        }
        stale = listed
        return listed
    }

    fileprivate mutating func get(_ name: String) -> [UInt8]? {
        guard var bytes = files[name], !hidden.contains(name), !isBad() else { return nil }
        if isBad() { bytes = Array(bytes.prefix(bytes.count / 2)) }
        if isBad(), !bytes.isEmpty { bytes[bytes.count / 2] ^= 4 }
        return bytes
    }

    /// Whether the one who puts hears that it is there.
    fileprivate mutating func put(_ name: String, _ bytes: [UInt8]) -> Bool {
        var bytes = bytes
        calls.bytes += bytes.count
        everPut[name] = bytes
        if refusals > 0 {
            refusals -= 1
            return false
        }
        if flips > 0 {
            flips -= 1
            bytes[bytes.count / 2] ^= 1
        }
        if isBad() { return false }
        if isBad() {
            files[name] = Array(bytes.prefix(bytes.count / 3))
            return false
        }
        if isBad() { files[name.dropLast(4) + " (conflicted copy).age"] = bytes }
        // It says nothing, and is torn or flipped all the same.
        if isBad() { bytes = Array(bytes.prefix(bytes.count / 2)) }
        if isBad(), !bytes.isEmpty { bytes[bytes.count / 2] ^= 1 }
        files[name] = bytes
        return !isBad()
    }
}

/// Seals nothing, but gives other bytes each time, as age does: the simulator looks into objects. It stands in tests
/// alone; there is no plain mode.
final class PlainSeal: Seal {
    private static let salt = 16
    private let chance: Mutex<Chance>

    /// Which keys it has, the newest first; none: each opens by whichever.
    private let keys: [UInt8]

    init(seed: UInt64, keys: [UInt8] = []) {
        chance = Mutex(Chance(seed: seed))
        self.keys = keys
    }

    func seal(_ path: String, as sealed: String) throws(SealTrouble) {
        guard let bytes = try? FileSystem.read(path) else { throw .refused }
        var salt = chance.withLock { $0.bytes(Self.salt) }
        if let key = keys.first { salt[0] = key }
        try write(salt + bytes, sealed)
    }

    func open(_ sealed: String, as path: String) throws(SealTrouble) -> SealOpening {
        guard let bytes = try? FileSystem.read(sealed), bytes.count > Self.salt,
            let place = keys.isEmpty ? 0 : keys.firstIndex(of: bytes[0])
        else { return .closed }
        try write(Array(bytes.dropFirst(Self.salt)), path)
        return place == 0 ? .newest : .older
    }

    private func write(_ bytes: [UInt8], _ path: String) throws(SealTrouble) {
        do throws(SystemError) { try FileSystem.write(bytes.span, to: path, sync: false) } catch {
            throw .local(error)
        }
    }
}
