internal import EventStore
internal import Interchange

/// What is said of damage that an answer met.
enum DamageWords {
    static func told(_ damage: Damage, made: Bool) -> Told {
        guard !damage.events.isEmpty else { return rows(damage) }
        let events = PlaceProblem.list(damage.events)
        let sentence =
            made
            ? Sentence(
                "damaged events: \(events); a change is made on what can be read without them",
                "손상된 사건: \(events). 바꿀 때는 이것들 없이 읽을 수 있는 데까지를 바탕으로 합니다")
            : Sentence(
                "damaged events: \(events); what they said may be missing here",
                "손상된 사건: \(events). 그 사건이 말한 것은 여기에 없을 수 있습니다")
        return Told(
            .damaged, "damaged-events", sentence,
            hint: Sentence(
                "diarylog verify says more; verify --repair FROM takes them from a backup or another copy.",
                "diarylog verify가 자세히 알려 줍니다. verify --repair FROM은 백업이나 다른 사본에서 되찾습니다."),
            details: members(damage))
    }

    private static func rows(_ damage: Damage) -> Told {
        let tables = damage.tables.joined(separator: ", ")
        if damage.tables.contains("drafts") {
            return Told(
                .damaged, "damaged-rows",
                Sentence(
                    "damaged rows: \(tables); drafts may be missing, all else is whole",
                    "손상된 표: \(tables). 초안이 빠졌을 수 있고, 다른 것은 모두 온전합니다"),
                hint: Sentence(
                    "diarylog verify says more; a backup may have the drafts.",
                    "diarylog verify가 자세히 알려 줍니다. 초안은 백업에 있을 수 있습니다."),
                details: members(damage))
        }
        return Told(
            .damaged, "damaged-rows",
            Sentence(
                "damaged rows: \(tables); what they held was taken from the log, and is whole",
                "손상된 표: \(tables). 들어 있던 것은 사건 기록에서 다시 알아냈고, 온전합니다"),
            hint: Sentence("diarylog rebuild writes them anew.", "diarylog rebuild가 새로 만듭니다."),
            details: members(damage))
    }

    /// The damage as members of a JSON object; none where nothing is damaged.
    static func members(_ damage: Damage) -> [JSONMember] {
        var members: [JSONMember] = []
        if !damage.events.isEmpty {
            members.append(JSONMember("damaged", .array(damage.events.map { .number($0.rawValue) })))
        }
        if !damage.tables.isEmpty {
            members.append(JSONMember("damagedTables", .array(damage.tables.map { .text($0) })))
        }
        return members
    }
}
