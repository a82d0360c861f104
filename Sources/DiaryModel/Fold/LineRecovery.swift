/// The states of an entry some of whose events are lost, where each event was made on the one before it.
///
/// Changes can be undone as well as done, so states are reached from both sides of a lost event: forwards from each
/// keyframe, and backwards from the next one.
package struct LineRecovery: Sendable {
    /// The state after each event; nil if it cannot be reached.
    package private(set) var states: [EntryState?]
    /// Events reached forwards from a creation or a keyframe, with no lost event between.
    package private(set) var whole: Set<Int> = []

    /// Nil if the events do not form one line. `newest` is the state after the last one, as the entry's row has it.
    package init?(_ steps: [EntryStep], newest: EntryState?) {
        for index in steps.indices {
            guard index == 0 ? steps[0].parents.isEmpty : steps[index].parents == [steps[index - 1].number] else {
                return nil
            }
        }
        states = steps.map { _ in nil }
        if let newest, let last = steps.indices.last, steps[last].vouches?(newest.content.text) ?? true {
            states[last] = newest
        }
        for index in steps.indices { reachForwards(index, steps[index]) }
        for index in steps.indices.reversed() where index > 0 && states[index - 1] == nil {
            guard let after = states[index], let before = steps[index].state(before: after),
                steps[index - 1].vouches?(before.content.text) ?? true
            else { continue }
            states[index - 1] = before
        }
    }

    private mutating func reachForwards(_ index: Int, _ step: EntryStep) {
        let own = step.wholeState
        let before = index > 0 ? states[index - 1] : nil
        guard let state = own ?? before.flatMap({ step.state(after: $0) }),
            step.vouches?(state.content.text) ?? true
        else { return }
        if own != nil || whole.contains(index - 1) { whole.insert(index) }
        states[index] = state
    }
}

extension EntryStep {
    /// The whole state after the event, if the event holds it.
    package var wholeState: EntryState? {
        switch act {
        case .create(let content): EntryState(createdWith: content)
        case .change(let change): change.keyframe
        case .observe, .forget, .notUnderstood, .lost: nil
        }
    }

    /// The state after this event, which was decided on a single event that left `state`. Nil if it cannot follow.
    ///
    /// With `checking`, a text that the event writes must pass its check too: an event before it may be lost.
    package func state(after state: EntryState, checking: Bool = true) -> EntryState? {
        switch act {
        case .create, .lost: return nil
        case .notUnderstood: return state
        case .observe(let weather): return try? evolve(state, .observed(weather))
        case .forget: return .forgotten
        case .change(let change):
            if let keyframe = change.keyframe { return keyframe }
            guard var next = try? evolve(state, .changed(change.fields)) else { return nil }
            if let isDeleted = change.isDeleted { next.isDeleted = isDeleted || next.content.isBlanked }
            if checking, change.splices != nil, vouches?(next.content.text) == false { return nil }
            return next
        }
    }

    /// The state before this event, given the state it left; nil if the event does not tell.
    package func state(before state: EntryState) -> EntryState? {
        switch act {
        case .create, .forget, .lost: return nil
        case .notUnderstood: return state
        case .observe(let weather):
            // An entry that had a weather would not have been given one.
            var before = state
            if weather != nil, before.content.weather == weather { before.content.weather = nil }
            return before
        case .change(let change):
            var before = state
            if let isDeleted = change.isDeleted { before.isDeleted = !isDeleted }
            for field in change.fields.reversed() {
                guard (try? before.content.apply(field.inverse)) != nil else { return nil }
            }
            return before
        }
    }
}
