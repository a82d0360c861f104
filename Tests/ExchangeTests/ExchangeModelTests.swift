import DiaryEngine
import DiarylogExchange
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// Copies of one diary that write, are restored and cloned, and exchange through a hostile remote.
struct ExchangeModelTests {
    @Test("all copies, and one made of the remote alone, end with one state; forgotten words are nowhere")
    func converges() throws {
        var chance = Chance(for: "ExchangeModelTests")
        for _ in 0..<runs(debug: 400) / 10 {
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
        for name in ["b", "c"].prefix(1 + chance.below(2)) { try join(name) }
        remote.faults = 4 + chance.below(12)
        for _ in 0..<(3 + chance.below(4)) {
            for index in copies.indices {
                for _ in 0..<chance.below(5) { try write(index) }
                if chance.isLucky(oneIn: 8) { try restore(index) }
                if chance.isLucky(oneIn: 6) {
                    try FileSystem.removeTree(SyncFolder(of: copies[index].path).path)
                    try FileSystem.makeDirectory(SyncFolder(of: copies[index].path).path)
                }
                if chance.isLucky(oneIn: 12) { loseHalf() }
                if chance.isLucky(oneIn: 5) { instruments.pass(Instruments.day) }
                try copies[index].exchange(remote, seal)
            }
        }
        remote.faults = 0
        try settle()
        try check()
    }

    private mutating func write(_ index: Int) throws {
        number += 1
        try copies[index].write(&chance, number)
    }

    private mutating func join(_ name: String) throws {
        var join = Join(from: remote, seal: seal, folder: SyncFolder(of: folder(name + ".joining")))
        _ = try join.make(at: folder(name), in: instruments.context())
        copies.append(try Copy(at: folder(name), instruments))
    }

    /// A backup takes the place of a copy: what was written since is gone here, and may be on the remote.
    private mutating func restore(_ index: Int) throws {
        let path = copies[index].path
        _ = try copies[index].diary.backUp(to: path + ".bak")
        try write(index)
        try copies[index].exchange(remote, seal)
        try FileSystem.removeTree(path)
        try FileSystem.rename(from: path + ".bak", to: path)
        copies[index] = try Copy(at: path, instruments)
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

    private mutating func check() throws {
        let states = try copies.map { try $0.state() }
        #expect(Set(states).count == 1, "seed \(seed)")
        for copy in copies {
            #expect(copy.report.unsent == 0 && copy.report.waiting.isEmpty, "seed \(seed)")
        }
        try join("new")
        #expect(try copies.last?.state() == states[0], "seed \(seed)")
        let forgotten = try copies[0].diary.forgottenEvents(of: copies[0].diary.news(after: 0).forgotten)
        let blank = Set(forgotten.values.flatMap { $0.blank.map(\.id) })
        let opener = ObjectOpener(
            seal: seal, folder: SyncFolder(of: copies[0].path), diary: try copies[0].diary.identity())
        for (path, bytes) in remote.files {
            guard let name = ObjectName(path: path), bytes.count == name.size else { continue }
            let place = folder("look")
            try FileSystem.makeDirectory(place + "/events", withParents: true)
            try FileSystem.write(bytes.span, to: "\(place)/\(path)")
            guard case .segment(let segment) = try opener.open(name, in: place) else { continue }
            for event in segment.events where event.payload != nil {
                #expect(!blank.contains(EventHeader.id(ofCanonical: event.header)), "seed \(seed): \(path)")
            }
        }
    }
}
