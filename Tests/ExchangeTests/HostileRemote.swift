import DiarylogExchange
import DiarylogHost
import DiarylogTestSupport
import Synchronization

/// A remote in memory that does what remotes do: it tears, flips, doubles, hides, refuses, and loses answers.
final class HostileRemote: Remote {
    fileprivate struct State {
        var files: [String: [UInt8]] = [:]
        var chance: Chance
        var fault = 0

        /// Whether something goes wrong now: so many times rarer than the least rare.
        mutating func isBad(_ rarity: Int = 1) -> Bool { fault > 0 && chance.isLucky(oneIn: fault * rarity) }
    }

    private let state: Mutex<State>

    init(seed: UInt64) { state = Mutex(State(chance: Chance(seed: seed))) }

    /// One call in so many goes wrong; 0: none.
    var faults: Int {
        get { state.withLock { $0.fault } }
        set { state.withLock { $0.fault = newValue } }
    }

    /// What lies there.
    var files: [String: [UInt8]] {
        get { state.withLock { $0.files } }
        set { state.withLock { $0.files = newValue } }
    }

    func list() throws(RemoteTrouble) -> [RemoteFile] {
        guard let files = state.withLock({ $0.list() }) else { throw .unreachable("away") }
        return files
    }

    func get(_ names: [String], into folder: String) throws(RemoteTrouble) {
        for name in names {
            guard let bytes = state.withLock({ $0.get(name) }) else { continue }
            try? FileSystem.write(bytes.span, to: "\(folder)/\(name)", sync: false)
        }
    }

    func put(_ names: [String], from folder: String) throws(RemoteTrouble) {
        for name in names {
            guard let bytes = try? FileSystem.read("\(folder)/\(name)") else { throw .unreachable("no file") }
            if !state.withLock({ $0.put(name, bytes) }) { throw .unreachable("refused, cut, or without an answer") }
        }
    }

    func delete(_ names: [String]) throws(RemoteTrouble) {
        state.withLock { state in names.forEach { state.files[$0] = nil } }
    }
}

extension HostileRemote.State {
    fileprivate mutating func list() -> [RemoteFile]? {
        if isBad(8) { return nil }
        var listed: [RemoteFile] = []
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            if name.contains("/"), isBad(2) { continue }
            listed.append(RemoteFile(name: name, size: bytes.count))
        }
        return listed
    }

    fileprivate mutating func get(_ name: String) -> [UInt8]? {
        guard var bytes = files[name], !isBad() else { return nil }
        if isBad() { bytes = Array(bytes.prefix(bytes.count / 2)) }
        if isBad(), !bytes.isEmpty { bytes[bytes.count / 2] ^= 4 }
        return bytes
    }

    /// Whether the one who puts hears that it is there.
    fileprivate mutating func put(_ name: String, _ bytes: [UInt8]) -> Bool {
        var bytes = bytes
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

    init(seed: UInt64) { chance = Mutex(Chance(seed: seed)) }

    func seal(_ path: String, as sealed: String) throws(SealTrouble) {
        guard let bytes = try? FileSystem.read(path) else { throw .refused }
        try write(chance.withLock { $0.bytes(Self.salt) } + bytes, sealed)
    }

    func open(_ sealed: String, as path: String) throws(SealTrouble) -> Bool {
        guard let bytes = try? FileSystem.read(sealed), bytes.count > Self.salt else { return false }
        try write(Array(bytes.dropFirst(Self.salt)), path)
        return true
    }

    private func write(_ bytes: [UInt8], _ path: String) throws(SealTrouble) {
        do throws(SystemError) { try FileSystem.write(bytes.span, to: path, sync: false) } catch {
            throw .local(error)
        }
    }
}
