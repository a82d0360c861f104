internal import EventStore
internal import Interchange

/// What is said of damage that an answer met.
enum DamageWords {
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
