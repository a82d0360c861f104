internal import DiaryEngine
internal import EventStore
internal import Interchange

/// The members of a JSON body, read strictly: each is asked for by its name, and a member that is left over is refused.
struct Body: Sendable {
    private var members: [JSONMember]

    init(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else {
            members = []
            return
        }
        do throws(JSONProblem) {
            var reader = try JSONReader(bytes)
            guard case .object(let members) = try reader.value(), reader.isAtEnd() else { throw JSONProblem.endsEarly }
            self.members = members
        } catch {
            throw ServerProblem.usage("body")
        }
    }

    mutating func content() throws -> ContentMembers {
        do throws(ContentMembers.UnreadableMember) { return try ContentMembers(taking: &members) } catch {
            throw ServerProblem.usage(error.name)
        }
    }

    /// A text; nil where it is missing or null.
    mutating func text(_ name: String) throws -> String? { try take(name) { $0.saidText } }

    /// A number that is not negative; nil where it is missing or null.
    mutating func number(_ name: String) throws -> UInt64? {
        try take(name) { $0.saidNumber.flatMap { UInt64(exactly: $0) } }
    }

    /// An entry's id; nil where it is missing or null.
    mutating func entry(_ name: String) throws -> EntryID? {
        try take(name) { $0.saidText.flatMap { EntryID(hexadecimal: $0) } }
    }

    /// Entries' ids, each once; none where they are missing.
    mutating func entries(_ name: String) throws -> [EntryID] {
        var seen = Set<EntryID>()
        return try (all(name) { $0.saidText.flatMap { EntryID(hexadecimal: $0) } } ?? []).filter {
            seen.insert($0).inserted
        }
    }

    /// Texts; nil where they are missing or null.
    mutating func texts(_ name: String) throws -> [String]? { try all(name) { $0.saidText } }

    /// True or false; nil where it is missing or null.
    mutating func flag(_ name: String) throws -> Bool? {
        try take(name) { if case .bool(let value) = $0 { value } else { nil } }
    }

    /// An event's id; nil where it is missing or null.
    mutating func event(_ name: String) throws -> Digest? {
        try take(name) { $0.saidText.flatMap { Digest(hexadecimal: $0) } }
    }

    /// Events' ids; nil where they are missing or null.
    mutating func events(_ name: String) throws -> [Digest]? {
        try all(name) { $0.saidText.flatMap { Digest(hexadecimal: $0) } }
    }

    func end() throws {
        if let left = members.first { throw ServerProblem.usage(left.name) }
    }

    private mutating func take<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws -> Value? {
        guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
        let value = members.remove(at: index).value
        if value == .null { return nil }
        guard let read = read(value) else { throw ServerProblem.usage(name) }
        return read
    }

    /// The values of an array.
    private mutating func all<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws -> [Value]? {
        try take(name) { value in
            guard case .array(let values) = value else { return nil }
            let all = values.compactMap(read)
            return all.count == values.count ? all : nil
        }
    }
}
