import DiarylogTestSupport
import Testing

@testable import EventStore

/// One bit flipped anywhere in a store's file is told, or changes nothing: to who reads, to who checks, to who makes
/// the tables anew, to who writes.
///
/// Every bit of a table that has few, and a choice of the others; `DIARYLOG_RUNS` says how many of each table.
@Suite(.timed) struct FlipLawTests {
    /// What rows of streams and of projections say is compared by who knows it.
    private static let unchecked: Set = [
        "streams", "ids", "failures", "byvalue", "byvalue-history", "unwilling", "unwilling-history",
    ]

    private func flips(of store: FlippedStore, _ count: Int, without left: Set<String> = []) -> [BitFlip] {
        var chance = Chance(for: "flips of a store, \(store.form)")
        let tables = Dictionary(grouping: store.rows.filter { !left.contains($0.table) }, by: \.table)
        return tables.sorted { $0.key < $1.key }.flatMap { _, rows in
            if rows.reduce(0, { $0 + $1.bits }) <= count {
                return rows.flatMap { row in (0..<row.bits).map { BitFlip(row: row, bit: $0) } }
            }
            return (0..<count).map { turn in
                let row = chance.pick(rows)
                let keyed = row.key.count * 8
                let isInKey = turn % 2 == 0 || row.bits == keyed
                return BitFlip(row: row, bit: isInKey ? chance.below(keyed) : keyed + chance.below(row.bits - keyed))
            }
        }
    }

    /// Who asks so goes by an index alone, and is not told where a row of it stands under another key: a check tells
    /// it, or the question that searches.
    private static let trusting: [String: Set<String>] = [
        "ids key": ["streams", "streams as of", "events of streams"],
        "devices key": ["events by id", "devices"], "devices": ["events by id"],
    ]

    /// Whether an answer may be wrong without a word.
    private func isTrusted(_ flip: BitFlip, _ question: StoreQuestion, _ form: FlippedStore.Form) -> Bool {
        switch flip.row.table {
        // A draft under the number nought is taken for the row that counts drafts.
        case "drafts" where flip.flipped.key == StoredDraft.key(0): question.name.hasPrefix("drafts")
        // The event that a device names as the one it goes on from is passed over.
        case "log" where form == .holed: question.name == "devices"
        default: Self.trusting[flip.row.table + (flip.isInKey ? " key" : "")]?.contains(question.name) == true
        }
    }

    /// Questions that find out which table is not what was written.
    private static let telling: [String: String] = [
        "streams": "streams", "ids key": "streams that are known to be", "keys": "events by key and target",
        "keys key": "events by key and target",
    ]

    /// Whether a flip may cost no answer: events are read without any other table.
    private func mustBeRight(_ flip: BitFlip, _ question: StoreQuestion) -> Bool {
        if ["log", "tail"].contains(flip.row.table) { return false }
        return ["head", "events in a row", "events by number"].contains(question.name)
    }

    @Test("whoever reads has the right answer, or one that says what is damaged", arguments: FlippedStore.Form.allCases)
    func reading(form: FlippedStore.Form) throws {
        let store = try FlippedStore(form)
        let questions = store.questions()
        let truth = try questions.map { try $0.ask(store.store) }
        var wrong: [String] = []
        for flip in flips(of: store, runs(debug: 60)) {
            let table = flip.row.table + (flip.isInKey ? " key" : "")
            _ = try store.flipping(flip) { flipped in
                for (question, right) in zip(questions, truth) {
                    // Nothing traps, whoever is trusted.
                    let (result, damage) = FoundDamage.collecting { () throws in try question.ask(flipped) }
                    if isTrusted(flip, question, form) { continue }
                    let isRight = (try? result.get()).map { $0 == right }
                    let isTold = !damage.isNone || isRight == nil
                    let isWrongWord = if case .failure(EventStoreError.newerFormat) = result { true } else { false }
                    if isRight != true, !isTold || isWrongWord || mustBeRight(flip, question) {
                        wrong.append("\(flip): \(question.name) \(damage)")
                    }
                    if let event = flip.event, question.name == "events by number", damage.events != [event] {
                        wrong.append("\(flip): \(damage)")
                    }
                    if Self.telling[table] == question.name, !Self.names(result, flip.row.table) {
                        wrong.append("\(flip): \(question.name) does not name the table")
                    }
                }
            }
        }
        #expect(wrong == [])
    }

    private static func names(_ result: Result<[[UInt8]], any Error>, _ table: String) -> Bool {
        if case .failure(let error as EventStoreError) = result { error == .damagedTable(table) } else { false }
    }

    @Test("a check finds it, in whatever table it goes through", arguments: FlippedStore.Form.allCases)
    func checking(form: FlippedStore.Form) throws {
        let store = try FlippedStore(form)
        let sound = try store.store.check(isDeep: true, threads: 1).findings.all
        #expect(sound.map(\.reason) == (form == .holed ? [.hole] : []))
        for flip in flips(of: store, runs(debug: 60), without: Self.unchecked) {
            _ = try store.flipping(flip) { flipped in
                let found = try flipped.check(isDeep: true, threads: 1).findings.all
                #expect(found != sound, "\(flip)")
            }
        }
    }

    @Test("what follows from the log is what it was once it is made anew", arguments: FlippedStore.Form.allCases)
    func rebuilding(form: FlippedStore.Form) throws {
        let store = try FlippedStore(form)
        let copy = try #require(try store.copy(nil, "whole"))
        try copy.rebuild()
        let questions = store.questions()
        let (truth, whole) = (try questions.map { try $0.ask(copy) }, try copy.tables())
        let others: Set = ["tail", "meta", "names", "snapshots", "drafts"]
        for flip in flips(of: store, runs(debug: 12), without: others) {
            guard let copy = try store.copy(flip, "copy"), storeError({ try copy.rebuild() }) == nil else { continue }
            let fresh = try FlippedStore.open(copy.path)
            let isOfEvent = flip.row.table == "log"
            if !isOfEvent { #expect(try differences(fresh.tables(), whole) == [], "\(flip)") }
            for (question, right) in zip(questions, truth) where !isOfEvent || !isTrusted(flip, question, form) {
                // What streams are there follows from the events that are left.
                if isOfEvent, ["streams by ordinal", "streams by beginning"].contains(question.name) { continue }
                let (result, damage) = FoundDamage.collecting { () throws in try question.ask(fresh) }
                let isRight = (try? result.get()).map { $0 == right } ?? false
                #expect(isOfEvent ? isRight || !damage.isNone : isRight && damage.isNone, "\(flip): \(question.name)")
            }
        }
    }

    @Test("whoever writes loses nothing, and what is acknowledged is there", arguments: FlippedStore.Form.allCases)
    func writing(form: FlippedStore.Form) throws {
        var chance = Chance(for: "writing into a flipped store, \(form)")
        let store = try FlippedStore(form)
        for flip in flips(of: store, runs(debug: 16), without: ["names"]) {
            guard let copy = try store.copy(flip, "copy") else { continue }
            let object = chance.pick(store.streams)
            let (before, damage) = FoundDamage.collecting { () throws(EventStoreError) in try copy.row(of: object) }
            let row = flip.row.table == "ids" && flip.isInKey ? nil : try? before.get()
            if let row, damage.isNone { #expect(try row == store.store.row(of: object), "\(flip)") }
            var receipts: [OperationReceipt] = []
            let error = storeError {
                var events = [Counter.open(stream(100), 7)]
                if let row { events.append(Counter.set(object, 70, from: 0, after: row.version)) }
                receipts.append(try copy.append(events, in: context(100)))
                // So many that the tail is flushed.
                for number in 101...120 {
                    receipts.append(try copy.openStream(number))
                }
            }
            // LMDB puts no row behind one whose key is greater than all.
            let isInTheWay = flip.isInKey && ["log", "streams"].contains(flip.row.table)
            #expect(error == nil || isInTheWay, "\(flip)")
            try look(at: copy.path, after: flip, of: store, receipts, row)
            guard storeError({ try copy.rebuild() }) == nil else { continue }
            try look(at: copy.path, after: flip, of: store, receipts, row)
        }
    }

    /// Looks whether each event of before is where it was, and each that was taken is there, proven, and believed.
    private func look(
        at path: String, after flip: BitFlip, of store: FlippedStore, _ receipts: [OperationReceipt], _ row: StreamRow?
    ) throws {
        let fresh = try FlippedStore.open(path)
        let problems = try Set(fresh.problems().filter { !store.problems.contains($0) }.compactMap(\.event))
        let frames = try fresh.frames()
        for (index, frame) in store.frames.enumerated() where frames[index] != frame {
            let (number, isFlipped) = (UInt64(index + 1), flip.event?.rawValue == UInt64(index + 1))
            // A damaged event is flushed as it is.
            #expect(problems.contains(number), "\(flip): event \(number) is not what it was")
            #expect(isFlipped ? frames[index] == flip.flipped.value : flip.isInKey, "\(flip): event \(number)")
        }
        #expect(problems.count <= 1 || flip.isInKey, "\(flip): \(problems)")
        for (number, receipt) in receipts.enumerated() {
            let last = receipt.last.rawValue
            #expect(last > UInt64(store.frames.count) && !problems.contains(last), "\(flip): \(receipt)")
            let (found, damage) = FoundDamage.collecting { () throws(EventStoreError) in
                try fresh.row(of: stream(100 + number))
            }
            // What could not be read when it was flushed is in no row: every answer says so, until a rebuild puts the
            // event right.
            if flip.row.table == "tail", let event = flip.event, problems.contains(event.rawValue), receipts.count > 16
            {
                #expect(damage.events.contains(event), "\(flip)")
            }
            let value = (try? found.get()).map { CounterState($0.state).value }
            #expect(value == (number == 0 ? 7 : 1) || !damage.isNone, "\(flip): stream \(100 + number)")
        }
        if let row, !receipts.isEmpty {
            let (now, damage) = FoundDamage.collecting { () throws(EventStoreError) in try fresh.row(of: row.object) }
            let isRight = (try? now.get()).map { $0.version == row.version + 1 && CounterState($0.state).value == 70 }
            #expect(isRight == true || !damage.isNone, "\(flip): the stream written to")
        }
    }
}
