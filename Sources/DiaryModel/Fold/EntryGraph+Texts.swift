// Texts of events: built from the nearest known text, and recovered around events that are lost.

extension EntryGraph {
    /// The text of a writer.
    mutating func text(of writer: Int) -> [UInt8] {
        if isUnsettled { settleTexts() }
        if let known = texts[writer] { return known }
        var way: [Int] = []
        var index = writer
        while texts[index] == nil, let base = base(of: index), ownText(of: index) == nil {
            way.append(index)
            index = base
        }
        var text = texts[index] ?? ownText(of: index) ?? []
        if texts[index] == nil { texts[index] = text }
        for index in way.reversed() {
            guard let next = splices(of: index).flatMap({ try? apply($0, toText: text) }) else {
                // The log contradicts itself: from now on only checked texts, and what follows from them, are believed.
                doubt()
                return self.text(of: writer)
            }
            text = next
        }
        texts[writer] = text
        return text
    }

    /// The writer on whose text an event's splices were made.
    func base(of writer: Int) -> Int? { nodes[writer].parents.first.map { nodes[$0].main } }

    func splices(of writer: Int) -> [TextSplice]? {
        if case .change(let change) = nodes[writer].act { return change.splices }
        return nil
    }

    /// The text that an event holds whole, if it does.
    private func ownText(of writer: Int) -> [UInt8]? {
        switch nodes[writer].act {
        case .create(let content): content.text
        case .change(let change): change.keyframe?.content.text
        case .observe, .forget, .notUnderstood, .lost: nil
        }
    }

    // MARK: Around damage

    /// Whether an event is lost or does not fit, so that some texts are not certain.
    package var isDoubtful: Bool { sureness != nil }

    /// Whether an event of the entry is lost.
    package var hasLost: Bool { nodes.contains(where: \.isLost) }

    /// The graph without the events that came after this one; texts that were recovered are kept.
    package func restricted(through number: UInt64) -> EntryGraph {
        var result = EntryGraph()
        for node in nodes where node.number <= number {
            result.add(
                EntryStep(
                    number: node.number, stamp: node.stamp, parents: node.parents.map { nodes[$0].number },
                    act: node.act, vouches: node.vouches))
        }
        var whole = self
        for index in result.nodes.indices where nodes[index].isWriter {
            let text = whole.text(of: index)
            guard whole.sureness?[index] ?? true else { continue }
            result.texts[index] = text
            result.sureness?[index] = true
        }
        return result
    }

    /// Begins to hold each text against its event's check.
    mutating func doubt() {
        guard sureness == nil else { return }
        sureness = nodes.map { _ in false }
        isUnsettled = true
        changes = [:]
        // An event without parents holds its text whole; all other texts are rebuilt.
        texts = texts.filter { nodes[$0.key].parents.isEmpty }
    }

    /// Supplies a writer's text from outside its event, the entry's row, if it is in doubt and passes the check.
    package mutating func settle(_ number: UInt64, text: [UInt8]) {
        guard sureness != nil, let index = index(of: number) else { return }
        if isUnsettled { settleTexts() }
        let writer = nodes[index].main
        guard sureness?[writer] == false, nodes[writer].vouches?(text) ?? true else { return }
        texts[writer] = text
        sureness?[writer] = true
        isUnsettled = true
    }

    /// Finds the text of an event that was just added; has the others searched again only if it may help them.
    mutating func settle(newest index: Int) {
        guard !isUnsettled else { return }
        let writer = nodes[index].main
        if writer != index {
            isUnsettled = sureness?[writer] == false && ownText(of: index) != nil
        } else if settleForwards(index) {
            isUnsettled = base(of: index).map { sureness?[$0] == false } ?? false
        } else {
            texts[index] = base(of: index).flatMap { texts[$0] } ?? []
        }
    }

    /// Recovers texts until no more can be found. A text that is not found is assumed to equal the one before it.
    ///
    /// A round has the same result for every order of arrival: first everything that follows from certain texts, then
    /// splices tried on assumed texts, where the event's check confirms the result.
    private mutating func settleTexts() {
        isUnsettled = false
        repeat {
            for index in nodes.indices where sureness?[index] == false { texts[index] = nil }
            settleFromSureTexts()
        } while settleFromTakenTexts()
    }

    /// Finds texts forwards where a keyframe, a check or a certain base confirms them, and backwards from certain
    /// texts.
    private mutating func settleFromSureTexts() {
        var hasMoved = true
        while hasMoved {
            hasMoved = false
            for index in nodes.indices where sureness?[nodes[index].main] == false {
                if settleForwards(index) { hasMoved = true }
            }
            for index in nodes.indices.reversed() where nodes[index].isWriter && sureness?[index] == true {
                if settleBackwards(from: index) { hasMoved = true }
            }
        }
    }

    private mutating func settleFromTakenTexts() -> Bool {
        var hasMoved = false
        for index in nodes.indices where nodes[index].isWriter && sureness?[index] == false {
            if settleForwards(index) {
                hasMoved = true
            } else {
                texts[index] = base(of: index).flatMap { texts[$0] } ?? []
            }
        }
        return hasMoved
    }

    private mutating func settleForwards(_ index: Int) -> Bool {
        let writer = nodes[index].main
        // The keyframe of an event that wrote no text holds its writer's text.
        if let own = ownText(of: index) {
            guard nodes[writer].vouches?(own) ?? true else { return false }
            return settle(writer, own)
        }
        guard writer == index, let base = base(of: index), let known = texts[base], let splices = splices(of: index),
            let text = try? apply(splices, toText: known)
        else { return false }
        // On a text that is not certain, only the check can confirm the result.
        guard let vouches = nodes[index].vouches else { return sureness?[base] == true && settle(index, text) }
        return vouches(text) && settle(index, text)
    }

    private mutating func settleBackwards(from index: Int) -> Bool {
        guard let base = base(of: index), sureness?[base] == false, let after = texts[index],
            let splices = splices(of: index), let before = try? apply(inverse(of: splices), toText: after),
            nodes[base].vouches?(before) ?? true
        else { return false }
        return settle(base, before)
    }

    private mutating func settle(_ index: Int, _ text: [UInt8]) -> Bool {
        texts[index] = text
        sureness?[index] = true
        return true
    }
}
