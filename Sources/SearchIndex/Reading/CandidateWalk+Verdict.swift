internal import DiarylogTextSearch
internal import EventStore

// Whether the index knows that a document matches.

extension CandidateWalk {
    /// Whether a document matches a node; it is at or before all that were asked for.
    mutating func verdict(
        _ node: Int, _ document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> PhraseWalk.Verdict {
        switch nodes[node] {
        case .every: return .yes
        case .term(let walk):
            guard try walks[walk].last(atOrBefore: document, view, index.tables) == document else { return .no }
            return walks[walk].isKnown ? .yes : .unknown
        case .terms(let all):
            var isKnown = true
            for walk in all {
                guard try walks[walk].last(atOrBefore: document, view, index.tables) == document else { return .no }
                isKnown = isKnown && walks[walk].isKnown
            }
            return isKnown ? .yes : .unknown
        case .set(let set):
            guard sets[set].contains(document) else { return .no }
            return sets[set].unknown.contains(document) ? .unknown : .yes
        case .all(let parts):
            var verdict = PhraseWalk.Verdict.yes
            for part in parts {
                let one = try self.verdict(part, document, view)
                if one == .no { return .no }
                if one == .unknown { verdict = .unknown }
            }
            return verdict
        case .any(let parts):
            var verdict = PhraseWalk.Verdict.no
            for part in parts {
                let one = try self.verdict(part, document, view)
                if one == .yes { return .yes }
                if one == .unknown { verdict = .unknown }
            }
            return verdict
        case .not:
            guard try last(node, document, view) == document else { return .no }
            return searched[node].isKnown ? .yes : .unknown
        case .phrases(let all, let narrower):
            let narrow = try verdict(narrower, document, view)
            if narrow == .no { return .no }
            let verdict = try verdict(ofAll: all, on: document, view)
            return verdict == .yes ? narrow : verdict
        }
    }

    /// Whether a document holds all of some phrases. Those behind one that it does not hold are not looked at.
    mutating func verdict(
        ofAll phrases: [Int], on document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> PhraseWalk.Verdict {
        var verdict = PhraseWalk.Verdict.yes
        for phrase in phrases {
            let one = try self.verdict(phrase, on: document, view)
            if one == .no { return .no }
            if one == .unknown { verdict = .unknown }
        }
        return verdict
    }

    mutating func verdict(
        _ phrase: Int, on document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> PhraseWalk.Verdict {
        if index.point.isEver { return .unknown }
        if phrases[phrase].found.document == document { return phrases[phrase].verdictThere }
        let layout = try layout(of: document, view)
        let verdict = try phrases[phrase].verdict(on: document, layout, &walks, sets, view, index.tables)
        guard verdict == .unknown, phrases[phrase].isOpen, phrases[phrase].mayOpen else { return verdict }
        phrases[phrase].texts += 1
        if phrases[phrase].texts <= PhraseWalk.fewTexts { return verdict }
        try readRanges(of: phrase, within: try documents(offeredBy: phrase, from: document, view).all, view)
        return try phrases[phrase].verdict(on: document, layout, &walks, sets, view, index.tables)
    }

    /// Reads, for phrases with many candidates, the terms that begin with the last word. It pays where all candidates
    /// are visited and scored: then no text is read in vain.
    mutating func openRanges(_ view: borrowing StoreView) throws(EventStoreError) {
        if index.point.isEver || limit == 0 { return }
        var many: [Int] = []
        for phrase in phrases.indices where phrases[phrase].isOpen {
            let holders = try holders(phrases[phrase].rarity, view)
            // What is not opened now stays closed, so that scores do not follow from how often a document is looked at.
            phrases[phrase].mayOpen = holders == .max
            if holders > PhraseWalk.fewTexts, holders < .max { many.append(phrase) }
        }
        if many.isEmpty { return }
        var ahead = self
        if try ahead.hasFew(view) { return }
        for phrase in many {
            let (all, unknown) = try documents(offeredBy: phrase, from: limit, view)
            if unknown > PhraseWalk.fewTexts { try readRanges(of: phrase, within: all, view) }
        }
    }

    /// Whether so few candidates are left that their texts may decide.
    private mutating func hasFew(_ view: borrowing StoreView) throws(EventStoreError) -> Bool {
        for _ in 0...PhraseWalk.fewTexts { if try next(view) == nil { return true } }
        return false
    }

    /// The documents up to one that may hold a phrase, by its parts that are no ranges of terms; and of how many of
    /// them these do not tell that they do.
    private mutating func documents(
        offeredBy phrase: Int, from newest: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> (all: DocumentSet, unknown: Int) {
        var (set, unknown) = (DocumentSet(upTo: newest), 0)
        let parts = apart(phrases[phrase].parts)
        let closed = parts.filter { !$0.walks.isEmpty }
        if closed.isEmpty {
            for document in 0...newest { set.insert(document) }
            set.settle()
            return (set, set.count)
        }
        let narrower = try add(termsOf: closed, view)
        var copy = PhraseWalk(parts: parts, holders: phrases[phrase].holders, phrases[phrase].rarity)
        copy.mayOpen = false
        phrases.append(copy)
        let number = phrases.count - 1
        var limit = newest
        while limit > 0, let found = try last(narrower, limit, view), found > 0 {
            let verdict = try verdict(number, on: found, view)
            if verdict != .no { set.insert(found) }
            if verdict == .unknown { unknown += 1 }
            limit = found - 1
        }
        set.settle()
        return (set, unknown)
    }

    /// Reads the ranges of terms that a phrase may have in some documents.
    private mutating func readRanges(
        of phrase: Int, within documents: DocumentSet, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        for part in phrases[phrase].parts.indices where phrases[phrase].parts[part].walks.isEmpty {
            sets.append(try DocumentSet(phrases[phrase].parts[part].ranges, within: documents, index, view))
            phrases[phrase].put(sets.count - 1, at: part)
        }
    }

    /// The layout of a document's tokens as of the point; nil for the plain one.
    mutating func layout(
        of document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> TokenLayout? {
        let laidOut: DocumentFlags = index.point.past == nil ? .laidOut : .changed
        if let briefs, !briefs[document].flags.contains(laidOut) { return nil }
        let event = try documents.layout(of: document, view)
        return event == 0 ? nil : try index.memory.layout(of: event, index, view)
    }
}
