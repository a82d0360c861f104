/// Devices that write one entry and exchange what they wrote, at random: the histories that the fold's laws are tried
/// on.

import DiarylogTestSupport

@testable import DiaryModel

/// What honest writers made of one entry.
struct FoldWorld {
    /// What a device has, in the order in which it came.
    struct Device {
        var name: String
        var log = FoldLog()
        var lamport: UInt64 = 0

        var has: Set<String> { Set(log.events.map(\.name)) }
    }

    private(set) var devices: [Device]
    /// The text that each person saved.
    private(set) var texts: [String: [UInt8]] = [:]
    /// The content of each creation and edit, as it was when it was written.
    private(set) var contents: [String: EntryContent] = [:]
    /// The event before on the same device, if it has one.
    private(set) var previous: [String: String] = [:]
    private var last: [Int: String] = [:]
    private var count = 0

    /// Lives through so many steps, and at the end all devices have all events. With `observing`, the weather comes by
    /// itself now and then, and people say otherwise.
    init(devices count: Int, steps: Int, observing: Bool = false, _ chance: inout Chance) {
        devices = (0..<count).map { Device(name: "device\($0)") }
        let first = content("처음 쓴 글 one two three\n둘째 줄 four five six", tags: ["가"])
        write(0, .created(first), by: [])
        for other in 1..<max(count, 1) where other < count { receive(other, from: 0, limit: 1, &chance) }
        for _ in 0..<steps {
            step(&chance)
            if observing, chance.below(3) == 0 { weather(&chance) }
        }
        for device in devices.indices {
            for other in devices.indices { receive(device, from: other, limit: .max, &chance) }
        }
        for other in devices.indices { receive(0, from: other, limit: .max, &chance) }
    }

    /// All events, in the order in which they came to the first device.
    var events: [FoldEvent] { devices[0].log.events }

    private mutating func step(_ chance: inout Chance) {
        let device = chance.below(devices.count)
        guard let view = devices[device].log.view() else { return }
        let isGone = view.state.isDeleted
        switch chance.below(20) {
        case 0...7 where !isGone: write(device, text: edited(view.state.content.text, &chance))
        case 8 where view.branches != nil && !isGone: write(device, text: view.state.content.text)
        case 9 where !isGone: write(device) { $0.isStarred.toggle() }
        case 10 where !isGone: write(device) { [day = chance.below(99)] in $0.date = .day(day) }
        case 11...12 where !isGone: write(device) { [tag = Tag(chance.pick(["가", "나", "다"]))] in $0.turn(tag) }
        case 13 where !isGone: delete(device)
        case 13, 14: if isGone { write(device) }
        case 15 where devices.count > 1 && devices.count < 5:
            // A backup restored in place: two that write under one name.
            devices.append(devices[device])
            last[devices.count - 1] = last[device]
        default:
            receive(device, from: chance.below(devices.count), limit: chance.below(2) == 0 ? .max : 3, &chance)
        }
    }

    /// The weather arrives at a device, or a person there sets it or takes it off.
    private mutating func weather(_ chance: inout Chance) {
        let device = chance.below(devices.count)
        guard let state = devices[device].log.view()?.state, !state.isDeleted else { return }
        if chance.below(5) == 0 { return delete(device) }
        let before = state.content.weather
        if before == nil, chance.below(4) > 0 {
            let said = Weather(main: "observed \(count)", icon: "")
            return write(device, isAttended: false) { $0.weather = said }
        }
        let after = chance.below(2) == 0 ? nil : Weather(main: "said \(count)", icon: "")
        if before != after { write(device) { $0.weather = after } }
    }

    /// Writes an edit that names all heads: with a text, a person saves that; else the first parent's text stays.
    private mutating func write(
        _ device: Int, text: [UInt8]? = nil, isAttended: Bool = true, _ change: (inout EntryContent) -> Void = { _ in }
    ) {
        let parents = devices[device].log.parents()
        guard var content = devices[device].log.view()?.state.content else { return }
        let base = devices[device].log.state(after: parents[0])?.content.text ?? []
        content.text = text ?? base
        change(&content)
        let hunks = text.map { textHunks(from: base, to: $0) }
        write(device, .edited(content, hunks: hunks), by: parents, isUnattended: !isAttended)
    }

    private mutating func delete(_ device: Int) { write(device, .deleted, by: devices[device].log.parents()) }

    private mutating func write(_ device: Int, _ said: EntryEvent, by parents: [String], isUnattended: Bool = false) {
        count += 1
        devices[device].lamport += 1
        // Names that do not ascend as they are written.
        let name = "\(count * 7_919 % 1_000)-\(count)"
        let event = FoldEvent(
            name: name, device: devices[device].name, lamport: devices[device].lamport, parents: parents,
            act: .event(said), isUnattended: isUnattended)
        if let content = said.content {
            contents[name] = content
            if said.hunks != nil || parents.isEmpty { texts[name] = content.text }
        }
        previous[name] = last[device]
        last[device] = name
        devices[device].log.add(event)
    }

    /// Takes some events of another device, each after its parents, in an order of its own.
    private mutating func receive(_ device: Int, from other: Int, limit: Int, _ chance: inout Chance) {
        var has = devices[device].has
        var missing = devices[other].log.events.filter { !has.contains($0.name) }
        for _ in 0..<min(limit, missing.count) {
            let ready = missing.indices.filter { has.isSuperset(of: missing[$0].parents) }
            guard !ready.isEmpty else { return }
            let event = missing.remove(at: chance.pick(ready))
            has.insert(event.name)
            devices[device].log.add(event)
            devices[device].lamport = max(devices[device].lamport, event.lamport)
        }
    }

    private func edited(_ text: [UInt8], _ chance: inout Chance) -> [UInt8] {
        var words = String(decoding: text, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
            .map(String.init)
        let new = chance.pick(["새", "말", "word", "é"]) + "\(count)"
        let position = chance.below(words.count)
        switch chance.below(8) {
        case 0...3: words[position] = new
        case 4: words.insert(new, at: position)
        case 5 where words.count > 3: words.remove(at: position)
        case 6: words.append(new + "\n끝\(count)\n")
        default: words[position] += new
        }
        return Array(words.joined(separator: " ").utf8)
    }
}

extension EntryContent {
    /// Takes a tag off, or puts it on.
    fileprivate mutating func turn(_ tag: Tag) {
        tags = tags.contains(tag) ? tags.filter { $0 != tag } : (tags + [tag]).sorted()
    }
}

/// The words of a text as the fold parts them.
func words(_ text: [UInt8]) -> Set<String> {
    let separators: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
    return Set(text.split { separators.contains($0) }.map { String(decoding: $0, as: UTF8.self) })
}
