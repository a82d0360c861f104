internal import DiaryEngine
internal import DiarylogExchange
internal import EventStore
internal import Interchange

// What an exchange did, said or as JSON.

extension ExchangeReport {
    /// Says what a round did; throws where objects are unreadable.
    func write(of place: SyncPlace, _ session: Session) throws {
        if session.isJSON {
            try session.write(.object(members))
        } else {
            if sent + received + files > 0 || unsent == 0 && problem == nil { session.notify(outcome) }
            if unsent > 0 { session.notify(.unsentEvents(unsent)) }
            if !waiting.isEmpty { session.notify(.waitingObjects(waiting.count)) }
            if !heldApart.isEmpty || !notPassedOn.isEmpty {
                let devices = try SyncDevices(place)
                for (device, count) in heldApart.sorted(by: { $0.key < $1.key }) {
                    session.notify(.heldApart(devices.name(of: device), count))
                }
                for device in notPassedOn { session.notify(.notPassedOn(devices.name(of: device))) }
            }
            if hasNewKey, sealed.isEmpty { session.notify(.newKeyThere) }
            if missingFiles > 0 { session.notify(.missingFiles(missingFiles)) }
            if !conflicts.isEmpty { session.notify(.newConflicts(conflicts.map { OnScreen.shortID($0) })) }
            if !useless.isEmpty { session.notify(.uselessRemoved(useless)) }
            for one in refused { session.notify(.refusedOperation(one.object, Sentence(.never(one.refusal)))) }
        }
        if let problem { throw problem }
    }

    /// What is not as it should be, though all else was done; the first that a person has to hear of.
    var problem: Problem? {
        if refusedPuts > 0 { return .putsRefused(refusedPuts) }
        if !absent.isEmpty { return .absentObjects(absent) }
        if isShared { return .severalDiaries }
        if !sealed.isEmpty { return .sealedObjects(sealed) }
        return unreadable.isEmpty ? nil : .unreadableObjects(unreadable)
    }

    /// What came and went, in a sentence.
    var outcome: Notice { .exchanged(sent: sent, received: received, files: files) }

    /// As JSON shows it.
    var members: [JSONMember] {
        [
            JSONMember("sent", .number(sent)), JSONMember("received", .number(received)),
            JSONMember("unsent", .number(unsent)), JSONMember("waiting", .array(waiting.map { .text($0) })),
            JSONMember("unreadable", .array(unreadable.map { .text($0) })),
            JSONMember("absent", .array(absent.map { .text($0) })),
            JSONMember("sealed", .array(sealed.map { .text($0) })), JSONMember("checked", .number(checked)),
            JSONMember("lost", .array(lost.map { .text($0) })), JSONMember("ignored", .number(ignored)),
            JSONMember("conflicts", .array(conflicts.map { .text($0.hexadecimal) })),
            JSONMember("useless", .array(useless.map { .text($0) })),
            JSONMember("files", .number(files)), JSONMember("missingFiles", .number(missingFiles)),
            JSONMember(
                "heldApart",
                .array(
                    heldApart.sorted { $0.key < $1.key }.map { device, count in
                        ["device": .text(device.hexadecimal), "events": .number(count)]
                    })),
            JSONMember("notPassedOn", .array(notPassedOn.map { .text($0.hexadecimal) })),
            JSONMember("refused", .array(refused.map { .text($0.object) })),
            JSONMember("forgotten", .array((forgotten?.entries ?? []).map { .text($0.hexadecimal) })),
            JSONMember("drafts", .array((forgotten?.rescued ?? []).map { .text($0.draft.number.description) })),
        ]
    }
}
