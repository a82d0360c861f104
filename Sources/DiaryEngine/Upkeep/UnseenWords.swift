internal import DiaryModel
internal import EventStore

/// What a device wrote of an entry while another device, which had not seen it, forgot the entry.
struct UnseenWords {
    enum Source {
        case event(Digest)
        case draft(DraftNumber)
    }

    var entry: EntryID
    var source: Source
    var content: EntryContent
}

extension StoreView {
    /// What was written here that the device which forgot the entry had not seen: the newest of the versions that say
    /// something else, though they were taken back since, and the drafts. A copy of this file, whose events were taken
    /// in, is here as well.
    func unseenWords(of row: StreamRow) throws(EventStoreError) -> [UnseenWords] {
        let lineage = try ownLineage()
        let copies = try writersInCopies(of: lineage)
        var parents: [UInt64: [UInt64]] = [:]
        var contents: [UInt64: EntryContent] = [:]
        var forgets: [UInt64] = []
        var written: [UInt64] = []
        for sequence in try events(of: row) {
            _ = try withEvent(sequence) { event in
                let step = try step(event)
                parents[sequence] = step.parents
                if step.act == .forget { forgets.append(sequence) }
                guard event.frame.state == .whole, let content = step.act.content else { return }
                contents[sequence] = content
                let device = DeviceID(high: step.stamp.deviceHigh, low: step.stamp.deviceLow)
                if lineage.contains(device, event.frame) || copies.contains(device) { written.append(sequence) }
            }
        }
        let seenEvents = ancestors(of: forgets, parents)
        let seen = contents.filter { seenEvents.contains($0.key) }.map(\.value)
        let unseen = written.filter { !seenEvents.contains($0) }
        let kept = newest(unseen.map { ($0, contents[$0]?.without(seen)) }, parents)
        var words: [UnseenWords] = []
        func keep(_ content: EntryContent, of source: UnseenWords.Source) {
            guard let rest = content.without(seen), !words.contains(where: { $0.content == rest }) else { return }
            words.append(UnseenWords(entry: row.object, source: source, content: rest))
        }
        for sequence in unseen where kept.contains(sequence) {
            guard let entry = try self.written(of: row, at: sequence), !entry.isForgotten else { continue }
            keep(entry.content, of: .event(entry.event))
        }
        for draft in try allDrafts() where draft.entry == row.object {
            keep(draft.content, of: .draft(draft.number))
        }
        return words
    }

    /// What a log from elsewhere says of entries that are forgotten here, in events that are not here: the newest of
    /// its texts. As these events come in, what they say is dropped. Of attached files those are kept that are `here`.
    func unseenWords(
        in read: ForeignLog, here: (Attachment) -> Bool
    ) throws(EventStoreError) -> [UnseenWords] {
        var known: [EntryID: Set<Digest>] = [:]
        for id in try forgottenEntries(after: 0) {
            known[id] = []
            guard let row = try stream(id) else { continue }
            for sequence in try events(of: row) {
                if let event = try soundFrame(sequence)?.id { known[id]?.insert(event) }
            }
        }
        if known.isEmpty { return [] }
        var parents: [Digest: [Digest]] = [:]
        var seen: [EntryID: [EntryContent]] = [:]
        var unseen: [(event: Digest, entry: EntryID, content: EntryContent)] = []
        var index = 0
        while let record = try bridging("", { try read(index) }) {
            index += 1
            guard case .event(let event) = record, let header = try? EventHeader(canonical: event.header.span),
                let events = known[header.object]
            else { continue }
            if !events.contains(event.id) { parents[event.id] = header.parents }
            guard var content = event.content(under: header) else { continue }
            content.attachments = content.attachments.filter(here)
            if events.contains(event.id) {
                seen[header.object, default: []].append(content)
            } else {
                unseen.append((event.id, header.object, content))
            }
        }
        let kept = newest(unseen.map { ($0.event, $0.content.without(seen[$0.entry] ?? [])) }, parents)
        return unseen.compactMap { event, entry, content in
            if !kept.contains(event) { return nil }
            return content.without(seen[entry] ?? []).map {
                UnseenWords(entry: entry, source: .event(event), content: $0)
            }
        }
    }

    /// The devices that wrote in copies of this file: the chain of the lineage's device was forked there, or one began
    /// with one event of the lineage and nothing else. A device that joined when there was no third one looks the same.
    private func writersInCopies(of lineage: Lineage) throws(EventStoreError) -> Set<DeviceID> {
        var copies: Set<DeviceID> = []
        var begun: [Digest: Set<DeviceID>] = [:]
        var greatest: [DeviceID: UInt64] = [:]
        try forEachEvent { frame, bytes in
            let last = greatest[frame.device] ?? 0
            if frame.deviceSequence <= last, lineage.devices.contains(frame.device) { copies.insert(frame.device) }
            greatest[frame.device] = max(last, frame.deviceSequence)
            if frame.kind == StoreKind.deviceBegin, let body = try? DeviceBegin(bytes.extracting(frame.body)),
                body.continued.count == 1, !lineage.devices.contains(frame.device)
            {
                begun[body.continued[0], default: []].insert(frame.device)
            }
        }
        if begun.isEmpty { return copies }
        try forEachEvent { frame, _ in
            if let devices = begun[frame.id], lineage.contains(frame.device, frame) { copies.formUnion(devices) }
        }
        return copies
    }
}

/// Those of some events, in their order, that are to be kept for what they say, if it is anything: the newest, and the
/// newest that said it first. Where a person has gone back to an older text, these are two.
private func newest<Name: Hashable>(
    _ events: [(name: Name, content: EntryContent?)], _ parents: [Name: [Name]]
) -> Set<Name> {
    var said: Set<[UInt8]> = []
    let telling = events.filter { $0.content != nil }
    let new = telling.filter { event in
        guard let content = event.content else { return false }
        return said.insert(content.text + content.attachments.flatMap(\.hash)).inserted
    }
    return [telling, new].reduce(into: []) { kept, events in
        let names = events.map(\.name)
        kept.formUnion(Set(names).subtracting(ancestors(of: names, parents)))
    }
}

/// What events descend from, as far as their parents are known.
private func ancestors<Name: Hashable>(of events: [Name], _ parents: [Name: [Name]]) -> Set<Name> {
    var found: Set<Name> = []
    var waiting = events.flatMap { parents[$0] ?? [] }
    while let next = waiting.popLast() {
        if found.insert(next).inserted { waiting += parents[next] ?? [] }
    }
    return found
}

extension PortableEvent {
    /// What an event says that its entry is; nil if it says nothing of that, or came without its payload.
    fileprivate func content(under header: EventHeader) -> EntryContent? {
        guard let payload, EntryEventCodec.understands(kind: header.kind, schema: header.schema) else { return nil }
        let stored = Array(payload.dropFirst(EventLimits.salt))
        let lifted = try? Upcasting.upcast(kind: header.kind, schema: header.schema, body: stored.span)
        let body = lifted ?? stored
        return try? EntryEventCodec.decode(kind: header.kind, body: body.span).content
    }
}

extension EntryContent {
    /// What it says beyond what was seen: a new text, without the files that were seen; under a text that was seen, the
    /// other files alone, with their names as the text. Nil if that is nothing.
    fileprivate func without(_ seen: [EntryContent]) -> EntryContent? {
        let files = Set(seen.flatMap { $0.attachments.map(\.hash) })
        let unseen = attachments.filter { !files.contains($0.hash) }
        var rest = self
        if seen.contains(where: { $0.text == text }) {
            if unseen.isEmpty { return nil }
            rest = EntryContent(text: Array(unseen.map(\.name).joined(separator: "\n").utf8), date: date)
        }
        rest.attachments = unseen
        return rest
    }
}
