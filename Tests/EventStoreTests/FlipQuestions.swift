/// What is asked of a store with a flipped bit, and of the same store before: every road that reads.

import DiarylogHost
import DiarylogTestSupport

@testable import EventStore

/// A question, and its answer in bytes, so that two of them can be compared.
struct StoreQuestion {
    var name: String
    var ask: (Store) throws -> [[UInt8]]
}

extension FlippedStore {
    /// All questions; the first ask for events alone.
    func questions() -> [StoreQuestion] { ofEvents() + ofStreams() + ofTheRest() }

    private func ofEvents() -> [StoreQuestion] {
        let known = frames.enumerated().compactMap { try? Frame($1.span, expecting: UInt64($0 + 1)) }
        let head = UInt64(frames.count)
        let now = (known.map(\.arrivedAt).max() ?? 0) + 1
        return [
            StoreQuestion(name: "head") { [number(try $0.head)] },
            StoreQuestion(name: "events by number") { store in
                let reader = try store.beginRead()
                return try (1...head).map { sequence in
                    guard try reader.view.soundFrame(sequence) != nil else { return [] }
                    return try reader.view.frameCopy(sequence) ?? []
                }
            },
            StoreQuestion(name: "events in a row") { store in
                let reader = try store.beginRead()
                var said: [[UInt8]] = []
                for sequence in 1...head {
                    let slot = try reader.view.withEvent(sequence) { event in
                        said.append(number(sequence) + event.frame.object.bytes + [UInt8](copying: event.body))
                    }
                    if case .event = slot {} else { said.append(number(sequence)) }
                }
                return said
            },
            StoreQuestion(name: "events by id") { store in
                let reader = try store.beginRead()
                return try known.map { frame in
                    let event = try reader.view.event(
                        frame.id, number: frame.deviceSequence, of: frame.device, isForked: true)
                    return event.map { number($0.sequence) } ?? []
                }
            },
            StoreQuestion(name: "events by key and target") { store in
                let reader = try store.beginRead()
                let keyed = try self.codes.map { code in try reader.view.events(keyed: code).flatMap { number($0) } }
                let targeting = try known.map { try reader.view.events(targeting: $0.id).flatMap { number($0) } }
                return keyed + targeting
            },
            StoreQuestion(name: "totals") { store in
                try (0...head).map { sequence in
                    let totals = try store.totals(asOf: sequence)
                    return number(totals.first) + number(totals.second)
                }
            },
            StoreQuestion(name: "moments") { store in
                try known.map { number(try store.head(notAfter: $0.arrivedAt, now: now)) }
            },
        ]
    }

    private func ofStreams() -> [StoreQuestion] {
        let streams = streams + [stream(8)]
        let head = UInt64(frames.count)
        return [
            StoreQuestion(name: "streams") { store in
                try streams.map { id in try store.stream(id).map { number($0.head) + $0.state } ?? [] }
            },
            StoreQuestion(name: "streams that are known to be") { store in
                let reader = try store.beginRead()
                return try streams.map { id in try reader.view.stream(id, isNamed: true)?.bytes ?? [] }
            },
            StoreQuestion(name: "streams as of") { store in
                try streams.flatMap { id in
                    try [head / 3, head / 2, head - 1].map { sequence in
                        try store.stream(id, asOf: sequence).map { number($0.head) + $0.state } ?? []
                    }
                }
            },
            StoreQuestion(name: "events of streams") { store in
                try streams.map { id in
                    try store.events(of: id).flatMap { number($0.sequence) + $0.body }
                }
            },
            StoreQuestion(name: "streams by ordinal") { store in
                let reader = try store.beginRead()
                let last = try reader.view.storedStreams()
                return try (1...7).map { try reader.view.storedRow(ordinal: $0).bytes } + [number(UInt64(last))]
            },
            StoreQuestion(name: "streams by beginning") { store in
                let reader = try store.beginRead()
                return try (1...head).map { number(UInt64(try reader.view.newestOrdinal(createdBy: $0))) }
            },
        ]
    }

    private func ofTheRest() -> [StoreQuestion] {
        let head = UInt64(frames.count)
        return [
            StoreQuestion(name: "a fold") { store in
                let reader = try store.beginRead()
                return [try reader.view.fold(SumOfNumbers.self, to: head).value.bytes]
            },
            StoreQuestion(name: "drafts") { store in
                let reader = try store.beginRead()
                let (all, first) = (try reader.view.drafts(), try reader.view.draft(1))
                return (all + [first].compactMap(\.self)).map { number($0.number) + $0.object.bytes + $0.body }
            },
            StoreQuestion(name: "drafts by number") { store in
                let reader = try store.beginRead()
                return try (1...3).map { try reader.view.draft($0)?.value ?? [] }
            },
            StoreQuestion(name: "devices") { store in
                let reader = try store.beginRead()
                let own = try reader.view.ownLineage().devices
                return try reader.view.devices().map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }
                    + own.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) } + [reader.view.secret()]
            },
        ]
    }
}

private func number(_ number: UInt64) -> [UInt8] {
    var writer = ByteWriter(capacity: 8)
    writer.bigEndian(number)
    return writer.bytes
}
