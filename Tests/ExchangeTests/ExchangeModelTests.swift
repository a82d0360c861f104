import DiaryEngine
import DiarylogExchange
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// Copies of one diary that write, are restored and cloned, and exchange through a hostile remote.
@Suite(.timed) struct ExchangeModelTests {
    @Test("all copies, and one made of the remote alone, end with one state; forgotten words are nowhere")
    func converges() throws {
        var chance = Chance(for: "ExchangeModelTests")
        for _ in 0..<runs(debug: 200) / 10 {
            var run = try Run(seed: chance.next())
            try run.play()
        }
    }
}

/// One history.
private struct Run {
    let seed: UInt64
    private let folder: Folder
    private let instruments: Instruments
    private let remote: HostileRemote
    private let seal: PlainSeal
    private var chance: Chance
    private var copies: [Copy] = []
    private var number = 0
    /// Whether the remote loses for good what it had. Then what a restored device alone had may be lost.
    private var isLossy = false
    private var acknowledged: Set<Digest> = []

    init(seed: UInt64) throws {
        self.seed = seed
        folder = try Folder()
        instruments = Instruments(seed: seed)
        remote = HostileRemote(seed: seed &+ 1)
        chance = Chance(seed: seed &+ 2)
        seal = PlainSeal(seed: seed &+ 3)
    }

    mutating func play() throws {
        var context = instruments.context()
        try Diary.create(at: folder("a"), in: &context)
        copies = [try Copy(at: folder("a"), instruments)]
        for _ in 0..<3 { try write(0) }
        try Beginning(of: remote, folder: SyncFolder(of: folder("a"))).make(diary: copies[0].diary.identity())
        try copies[0].exchange(remote, seal, all: true)
        for name in ["b", "c", "d", "e"].prefix(chance.pick([1, 1, 1, 2, 2, 2, 3, 4])) { try join(name) }
        remote.faults = 4 + chance.below(12)
        isLossy = chance.isLucky(oneIn: 2)
        for _ in 0..<(3 + chance.below(4)) {
            var index = 0
            while index < copies.count {
                try live(index)
                index += 1
            }
        }
        remote.faults = 0
        try settle()
        try check()
    }

    /// What happens to a copy between two exchanges, and the next one.
    private mutating func live(_ index: Int) throws {
        for _ in 0..<chance.below(5) { try write(index) }
        if chance.isLucky(oneIn: 8) { try restore(index) }
        if chance.isLucky(oneIn: 14), copies.count < 5 { try clone(index) }
        if chance.isLucky(oneIn: 6) {
            try FileSystem.removeTree(SyncFolder(of: copies[index].path).path)
            try FileSystem.makeDirectory(SyncFolder(of: copies[index].path).path)
        }
        if isLossy, chance.isLucky(oneIn: 12) { loseHalf() }
        if isLossy, chance.isLucky(oneIn: 6) { swap() }
        if chance.isLucky(oneIn: 5) { instruments.pass(Instruments.day) }
        if chance.isLucky(oneIn: 4) {
            try copies[index].dieExchanging(
                remote, seal, after: chance.below(12), remembering: chance.isLucky(oneIn: 2))
        }
        if chance.isLucky(oneIn: 15) {
            do {
                try copies[index].check(remote, seal, repairing: chance.isLucky(oneIn: 2))
            } catch ExchangeTrouble.remote(.unreachable) {}
        } else {
            try copies[index].exchange(remote, seal)
        }
        try noteAcknowledged(index)
    }

    /// Notes the newest events of a copy once all of it was read back: they must be there in the end.
    private mutating func noteAcknowledged(_ index: Int) throws {
        let remembered = copies[index].remembered
        guard remembered.failure == nil, remembered.unsent == 0, remembered.exchangedAt == remembered.triedAt else {
            return
        }
        for device in try copies[index].diary.devices() { acknowledged.formUnion(device.tips.map(\.id)) }
    }

    private mutating func write(_ index: Int) throws {
        number += 1
        try copies[index].write(&chance, number)
    }

    private mutating func join(_ name: String) throws {
        var join = Join(from: remote, seal: seal, folder: SyncFolder(of: folder(name + ".joining")))
        _ = try join.make(at: folder(name), in: instruments.context())
        copies.append(try Copy(at: folder(name), instruments, off: off()))
    }

    /// How far a clock is off: most are right.
    private mutating func off() -> Int64 {
        chance.isLucky(oneIn: 3) ? Int64(chance.below(1460) - 730) * Instruments.day : 0
    }

    /// A machine is copied whole, and both go on as the same device.
    private mutating func clone(_ index: Int) throws {
        let path = folder("clone\(number)")
        _ = try copies[index].diary.backUp(to: path)
        copies.append(try Copy(at: path, instruments, off: copies[index].skew))
        try write(copies.count - 1)
        try write(index)
    }

    /// An object gets the bytes of another one, or a carrier's name.
    private mutating func swap() {
        let names = remote.files.keys.filter { $0.contains("/") }.sorted()
        if names.isEmpty { return }
        let (one, other) = (chance.pick(names), chance.pick(names))
        if chance.isLucky(oneIn: 2) {
            remote.files[one] = remote.files[other]
        } else {
            remote.files[one.dropLast(4) + " (1).age"] = remote.files[one]
            remote.files[one] = nil
        }
    }

    /// A backup takes the place of a copy: what was written since is gone here, and may be on the remote.
    private mutating func restore(_ index: Int) throws {
        let path = copies[index].path
        _ = try copies[index].diary.backUp(to: path + ".bak")
        try write(index)
        try copies[index].exchange(remote, seal)
        try FileSystem.removeTree(path)
        try FileSystem.rename(from: path + ".bak", to: path)
        copies[index] = try Copy(at: path, instruments, off: copies[index].skew)
        try write(index)
    }

    /// Half of what lies there is gone for good.
    private mutating func loseHalf() {
        for name in remote.files.keys.sorted() where name.contains("/") && chance.isLucky(oneIn: 2) {
            remote.files[name] = nil
        }
    }

    /// Exchanges without faults until nothing moves.
    private mutating func settle() throws {
        for _ in 0..<8 {
            instruments.pass(Instruments.day)
            for index in copies.indices { try copies[index].exchange(remote, seal) }
        }
    }

    private var hasForgotten: Bool {
        get throws { try !copies[0].diary.news(after: 0).forgotten.isEmpty }
    }

    private mutating func check() throws {
        let states = try copies.map { try $0.state() }
        #expect(Set(states).count == 1, "seed \(seed)")
        for copy in copies {
            #expect(copy.report.unsent == 0 && copy.report.waiting.isEmpty, "seed \(seed)")
        }
        try join("new")
        #expect(try copies.last?.state() == states[0], "seed \(seed)")
        if !isLossy {
            var ids: Set<Digest> = []
            try copies[0].diary.exportEvents(from: SequenceNumber(1)) { event in
                if case .event(let event, _) = event { ids.insert(event.id) }
            }
            #expect(acknowledged.isSubset(of: ids), "seed \(seed)")
        }
        let telling = try remote.words(of: copies[0], seal, in: folder("look"))
        #expect(telling.isEmpty, "seed \(seed): \(telling)")
        // Nor what a carrier made of them, nor a file that only forgotten entries named.
        let copied = try remote.copiedWords(of: copies[0])
        #expect(copied.isEmpty, "seed \(seed): \(copied)")
        let named = try Set(copies[0].diary.news(after: 0).files.map { try copies[0].diary.remoteName(of: $0) })
        let unnamed = remote.files.keys.filter { path in FileName(path: path).map { !named.contains($0.name) } ?? false
        }
        #expect(try unnamed.isEmpty || !hasForgotten, "seed \(seed): \(unnamed)")
    }
}
