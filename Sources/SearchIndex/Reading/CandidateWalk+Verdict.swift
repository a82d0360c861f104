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
        if phrases[phrase].isOpen, phrases[phrase].mayOpen {
            phrases[phrase].texts += 1
            if phrases[phrase].texts > PhraseWalk.fewTexts { try readRanges(of: phrase, from: document, view) }
        }
        return try phrases[phrase].verdict(on: document, layout, &walks, sets, view, index.tables)
    }

    /// Reads, for phrases with many candidates, the terms that begin with the last word. It pays where all candidates
    /// are visited and scored: then no text is read in vain.
    mutating func openRanges(_ view: borrowing StoreView) throws(EventStoreError) {
        if index.point.isEver || limit == 0 { return }
        for phrase in phrases.indices where phrases[phrase].isOpen {
            let holders = try holders(ofPhrase: phrase, view)
            // What is not opened now stays closed, so that scores do not follow from how often a document is looked at.
            phrases[phrase].mayOpen = holders == .max
            if holders <= PhraseWalk.fewTexts || holders == .max { continue }
            try readRanges(of: phrase, from: limit, view)
        }
    }

    /// Reads the ranges of terms that a phrase may have, for all documents that are left.
    private mutating func readRanges(
        of phrase: Int, from document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        var within = DocumentSet(upTo: document)
        let others = phrases[phrase].parts.filter { !$0.walks.isEmpty }
        if let rarest = others.first {
            for walk in rarest.walks {
                var fresh = PostingWalk(walks[walk].term, index)
                var limit = document
                while limit > 0, let found = try fresh.last(atOrBefore: limit, view, index.tables) {
                    within.insert(found)
                    limit = max(found, 1) - 1
                }
            }
        } else {
            for document in 0...document { within.insert(document) }
        }
        for part in phrases[phrase].parts.indices where phrases[phrase].parts[part].walks.isEmpty {
            sets.append(try DocumentSet(phrases[phrase].parts[part].ranges, within: within, index, view))
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
