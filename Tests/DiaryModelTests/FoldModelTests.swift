import DiarylogTestSupport
import Testing

@testable import DiaryModel

/// The laws of the fold, on random histories of several devices.
@Suite("The laws of the fold", .timed) struct FoldModelTests {
    private func worlds(
        _ name: String, devices: ClosedRange<Int>, observing: Bool = false,
        _ body: (FoldWorld, inout Chance) -> String?
    ) {
        var chance = Chance(for: observing ? name + ", observed" : name)
        for run in 0..<runs(debug: 60) {
            let count = Int.random(in: devices, using: &chance)
            let world = FoldWorld(devices: count, steps: 6 + chance.below(30), observing: observing, &chance)
            let broken = body(world, &chance)
            #expect(broken == nil, "history \(run): \(broken ?? "")")
            if broken != nil { return }
        }
    }

    @Test("every order of arrival gives one view, and one state after each event", arguments: [false, true])
    func order(observing: Bool) {
        worlds("the order of arrival", devices: 2...4, observing: observing) { (world, chance) in
            var first = FoldLog(world.events)
            let picture = first.picture()
            for _ in 0..<3 {
                var log = FoldLog(shuffled(world.events, &chance))
                // Asked on the way or only at the end, it is one answer.
                if chance.below(2) == 0 { log = asked(shuffled(world.events, &chance)) }
                guard log.picture() == picture, log.parents() == first.parents() else { return "two views" }
                for event in world.events {
                    guard log.state(after: event.name) == first.state(after: event.name) else { return "two states" }
                    if let content = world.contents[event.name], log.state(after: event.name)?.content != content {
                        return "\(event.name) left another content than was written"
                    }
                }
                let names = world.events.map(\.name).shuffled(using: &chance).prefix(3)
                guard let some = log.view(of: Array(names)), let same = first.view(of: Array(names)) else {
                    return "no view of some"
                }
                guard log.picture(of: some).apartFromHeads == first.picture(of: same).apartFromHeads else {
                    return "two views of \(names)"
                }
            }
            return nil
        }
    }

    @Test func `with observations taken out, the same entry stands deleted, or contested`() {
        var observations = 0
        worlds("the unobserved", devices: 1...4, observing: true) { (world, _) in
            // Whoever was made on an observation was made on what that was made on.
            var parents: [String: [String]] = [:]
            func contracted(_ names: [String]) -> [String] {
                var result: [String] = []
                for name in names.flatMap({ parents[$0] ?? [$0] }) where !result.contains(name) { result.append(name) }
                return result
            }
            var bare: [FoldEvent] = []
            for var event in world.events {
                event.parents = maximal(contracted(event.parents), in: world.events)
                if event.isUnattended {
                    parents[event.name] = event.parents
                    observations += 1
                } else {
                    bare.append(event)
                }
            }
            var (log, other) = (FoldLog(world.events), FoldLog(bare))
            guard let seen = log.view(), let same = other.view() else { return "no view" }
            guard seen.state.isDeleted == same.state.isDeleted else { return "an observation decides who is deleted" }
            guard (seen.branches?.isContested ?? false) == (same.branches?.isContested ?? false) else {
                return "an observation contests"
            }
            return nil
        }
        #expect(observations > 0)
    }

    @Test("every word that a text has and the last common one had not is shown or listed; no other word is made up")
    func words() {
        var merges = 0
        worlds("no word is lost", devices: 2...4) { (world, _) in
            var log = FoldLog(world.events)
            guard let view = log.view() else { return "no view" }
            let texts = [view.state.content.text] + (view.branches?.alternatives.map(\.text) ?? [])
            let shown = texts.map { DiaryModelTests.words($0) }.reduce(Set()) { $0.union($1) }
            let writers = world.events.map(\.name).filter { world.texts[$0] != nil }
            let tips = maximal(writers, in: world.events)
            let common = writers.filter { writer in
                tips.allSatisfy { $0 == writer || descends($0, from: writer, in: world.events) }
            }
            let bases = tips.count > 1 ? maximal(common, in: world.events) : []
            let old = bases.map { DiaryModelTests.words(world.texts[$0] ?? []) }.reduce(Set()) { $0.union($1) }
            let all = tips.map { DiaryModelTests.words(world.texts[$0] ?? []) }.reduce(Set()) { $0.union($1) }
            if !shown.isSuperset(of: all.subtracting(old)) { return "lost: \(all.subtracting(old).subtracting(shown))" }
            if !all.isSuperset(of: shown) { return "made up: \(shown.subtracting(all))" }
            if view.branches?.status == .merged { merges += 1 }
            return nil
        }
        #expect(merges > 0)
    }

    private func maximal(_ names: [String], in events: [FoldEvent]) -> [String] {
        names.filter { name in !names.contains { $0 != name && descends($0, from: name, in: events) } }
    }

    @Test("a fold from a cut is the fold from the creation", arguments: [false, true])
    func cut(observing: Bool) {
        var cuts = 0
        worlds("the cut", devices: 1...4, observing: observing) { (world, chance) in
            let events = shuffled(world.events, &chance)
            var whole = FoldLog(events)
            for (index, event) in events.enumerated() where whole.graph.isPlain(index) {
                let before = whole.graph.ancestors(of: [index])
                guard !before.contains(false) else { continue }
                let rest = events[(index + 1)...]
                guard rest.allSatisfy({ later in descends(later.name, from: event.name, in: events) }) else { continue }
                var log = FoldLog(at: event, of: &whole)
                for later in rest { log.add(later) }
                guard log.picture() == whole.picture() else { return "from \(event.name) another entry" }
                for later in rest where log.state(after: later.name) != whole.state(after: later.name) {
                    return "from \(event.name) another state after \(later.name)"
                }
                if log.graph.heads.count > 1 { cuts += 1 }
            }
            return nil
        }
        #expect(cuts > 0)
    }

    @Test func `a save that names all heads leaves one head, the text saved, and nothing undecided`() {
        worlds("a save decides", devices: 2...4) { (world, _) in
            var log = FoldLog(world.events)
            guard let view = log.view() else { return "no view" }
            let parents = log.parents()
            let base = log.state(after: parents[0])?.content.text ?? []
            let text = view.state.content.text + Array(" 끝".utf8)
            let content = with(view.state.content) { $0.text = text }
            log.add(
                event(
                    "save", "z", 1_000, on: parents,
                    .event(.edited(content, hunks: textHunks(from: base, to: text)))))
            guard let after = log.view(), after.branches == nil else { return "still undecided" }
            guard after.state.content.text == text, after.state.content.tags == view.state.content.tags,
                !after.state.isDeleted, after.state.content.date == view.state.content.date,
                after.state.content.isStarred == view.state.content.isStarred
            else { return "the save changed what it did not say" }
            return nil
        }
    }

    @Test("whatever events are lost, the content of every other one is exact, and what is called certain is true")
    func lost() {
        var (certain, views) = (0, 0)
        worlds("lost events", devices: 1...4) { (world, chance) in
            var truth = FoldLog(world.events)
            let names = world.events.map(\.name).shuffled(using: &chance).prefix(1 + chance.below(3))
            let damaged = losing(Set(names), in: world)
            var first = FoldLog(damaged)
            var other = asked(shuffled(damaged, &chance))
            guard first.picture() == other.picture() else { return "two views" }
            for event in damaged where event.act != .lost {
                let left = first.state(after: event.name)
                guard left == other.state(after: event.name) else { return "two states after \(event.name)" }
                if let content = world.contents[event.name], left?.content != content {
                    return "\(event.name): not what it says"
                }
                let isCertain = !first.graph.isDoubtful(first.number(of: event.name))
                if isCertain, left != truth.state(after: event.name) { return "\(event.name): certain, and not true" }
            }
            views += 1
            guard !first.graph.isDoubtful else { return nil }
            certain += 1
            return first.picture() == truth.picture() ? nil : "a view that is certain, and not true"
        }
        #expect(certain > 0 && certain < views)
    }

    @Test func `on one device lost events make no branch`() {
        worlds("lost events on one device", devices: 1...1) { (world, chance) in
            guard world.devices.count == 1 else { return nil }
            let names = world.events.map(\.name).shuffled(using: &chance).prefix(1 + chance.below(3))
            var log = FoldLog(losing(Set(names), in: world))
            let heads = log.picture().heads
            return heads.count == 1 ? nil : "a branch"
        }
    }

    /// The events of a world with some of them unreadable: its device's event before is all that is known of the
    /// parents of each.
    private func losing(_ names: Set<String>, in world: FoldWorld) -> [FoldEvent] {
        world.events.map { event in
            var event = event
            if names.contains(event.name) {
                (event.act, event.isUnattended) = (.lost, false)
                let known = world.previous[event.name] ?? world.events[0].name
                event.parents = known == event.name ? [] : [known]
            }
            return event
        }
    }

    /// A log that was asked for everything after each event.
    private func asked(_ events: [FoldEvent]) -> FoldLog {
        var log = FoldLog()
        for event in events {
            log.add(event)
            _ = log.picture()
            _ = log.state(after: event.name)
        }
        return log
    }

    private func descends(_ name: String, from ancestor: String, in events: [FoldEvent]) -> Bool {
        var reached: Set<String> = [ancestor]
        for event in events where !reached.isDisjoint(with: event.parents) { reached.insert(event.name) }
        return reached.contains(name)
    }

    private func shuffled(_ events: [FoldEvent], _ chance: inout Chance) -> [FoldEvent] {
        var rest = events.shuffled(using: &chance)
        var order: [FoldEvent] = []
        var has: Set<String> = []
        while let index = rest.firstIndex(where: { has.isSuperset(of: $0.parents) }) {
            has.insert(rest[index].name)
            order.append(rest.remove(at: index))
        }
        return order
    }
}

extension FoldPicture {
    /// The picture of some events: its heads are not those of the whole graph.
    fileprivate var apartFromHeads: FoldPicture { with(self) { $0.heads = [] } }
}
