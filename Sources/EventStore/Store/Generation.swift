internal import Host
internal import LMDB
internal import Synchronization

/// One LMDB file of a store. Another takes its place when the store is compacted or an entry is forgotten.
final class Generation: Sendable {
    let number: UInt32
    let environment: Environment
    private let projections: [any TableProjection]
    private let known: Mutex<Tables>

    init(number: UInt32, environment: Environment, tables: Tables) {
        self.number = number
        self.environment = environment
        projections = tables.projections.map(\.projection)
        known = Mutex(tables)
    }

    var tables: Tables { known.withLock { $0 } }

    /// Makes tables that are missing, in a transaction of their own. The thread must hold none.
    func make(_ names: [String]) throws(EventStoreError) {
        _ = try storing { () throws(LMDBError) in try environment.databases(names, create: true) }
        try lookAgain()
    }

    /// Looks for tables that another process has made.
    func lookAgain() throws(EventStoreError) {
        let tables = try Tables.open(in: environment, projections: projections, creating: false)
        known.withLock { $0 = tables }
    }

    /// Opens the current generation, under a shared lock on the gate, following `next` where CURRENT lags.
    static func open(
        in path: String, projections: [any TableProjection], patience: Int, mapSize: Int
    ) throws(EventStoreError) -> Generation {
        // A lock of its own: threads that shared one would end it for each other.
        let gate = try Surroundings.gate(in: path)
        if let gate {
            let held = try Surroundings.run(path) { () throws(SystemError) in
                try gate.lock(byte: 0, .shared, timeoutMilliseconds: patience)
            }
            guard held else { throw .busy }
        }
        defer { try? gate?.unlock(byte: 0) }
        var number = try current(in: path)
        while true {
            let generation = try open(number, in: path, projections: projections, mapSize: mapSize)
            let transaction = try storing { () throws(LMDBError) in try generation.environment.beginRead() }
            let meta = try transaction.meta()
            guard meta.generation == number else {
                throw .damaged("the log calls itself generation \(meta.generation)")
            }
            if meta.next == 0 {
                if gate != nil { return generation }
                guard try Surroundings.gate(in: path) != nil else { return generation }
                // A writer has made the gate meanwhile: what was opened without it is opened again under its lock.
                return try open(in: path, projections: projections, patience: patience, mapSize: mapSize)
            }
            guard meta.next > number else { throw .damaged("generation \(number) names \(meta.next) as the next") }
            number = meta.next
        }
    }

    private static func open(
        _ number: UInt32, in path: String, projections: [any TableProjection], mapSize: Int
    ) throws(EventStoreError) -> Generation {
        let file = Layout.generation(number, path)
        guard try Surroundings.run(file, { () throws(SystemError) in try FileSystem.kind(of: file) }) == .file else {
            throw .damaged("\(file) is missing")
        }
        // LMDB would leave a lock file beside whatever this is, and make a database of an empty file.
        let start = try Surroundings.run(file) { () throws(SystemError) in try FileSystem.read(file, limit: 20) }
        guard start.count == 20, start[16...].elementsEqual([0xDE, 0xC0, 0xEF, 0xBE]) else {
            throw .damaged("\(file) is not an LMDB file")
        }
        var options = Environment.Options()
        options.mapSize = mapSize
        options.isReadOnly = !FileSystem.isWritable(file)
        do {
            let environment = try storing { () throws(LMDBError) in try Environment.open(file, options) }
            // Read before the tables are opened: a newer format may lack them.
            try checkFormat(environment)
            let tables = try Tables.open(in: environment, projections: projections, creating: false)
            return Generation(number: number, environment: environment, tables: tables)
        } catch {
            throw Surroundings.sharpen(error, path: file)
        }
    }

    private static func checkFormat(_ environment: Environment) throws(EventStoreError) {
        let transaction = try storing { () throws(LMDBError) in try environment.beginRead() }
        _ = try transaction.meta()
    }

    private static func current(in path: String) throws(EventStoreError) -> UInt32 {
        let bytes = try Surroundings.run(path) { () throws(SystemError) in
            try FileSystem.read(Layout.current(path), limit: 64)
        }
        let digits = bytes.prefix { $0 != UInt8(ascii: "\n") }
        guard let number = UInt32(String(decoding: digits, as: UTF8.self)), number > 0 else {
            throw .damaged("\(Layout.current(path)) names no generation")
        }
        return number
    }
}
