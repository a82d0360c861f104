internal import DiaryEngine
internal import EventStore
internal import Interchange

/// The members of a JSON body, read strictly: each is asked for by its name, and a member that is left over is refused.
struct Body {
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
    mutating func text(_ name: String) throws -> String? {
        switch take(name) {
        case .string(let bytes): return String(decoding: bytes, as: UTF8.self)
        case .null, nil: return nil
        default: throw ServerProblem.usage(name)
        }
    }

    /// A number that is not negative; nil where it is missing or null.
    mutating func number(_ name: String) throws -> UInt64? {
        switch take(name) {
        case .integer(let number) where number >= 0: return UInt64(number)
        case .null, nil: return nil
        default: throw ServerProblem.usage(name)
        }
    }

    /// An entry's id; nil where it is missing or null.
    mutating func entry(_ name: String) throws -> EntryID? {
        guard let text = try text(name) else { return nil }
        guard let id = EntryID(hexadecimal: text) else { throw ServerProblem.usage(name) }
        return id
    }

    /// Entries' ids, each once; none where they are missing.
    mutating func entries(_ name: String) throws -> [EntryID] {
        var seen = Set<EntryID>()
        return try (texts(name) ?? []).map { text in
            guard let id = EntryID(hexadecimal: text) else { throw ServerProblem.usage(name) }
            return id
        }.filter { seen.insert($0).inserted }
    }

    /// Texts; nil where they are missing or null.
    mutating func texts(_ name: String) throws -> [String]? {
        switch take(name) {
        case .array(let values):
            return try values.map { value in
                guard case .string(let bytes) = value else { throw ServerProblem.usage(name) }
                return String(decoding: bytes, as: UTF8.self)
            }
        case .null, nil: return nil
        default: throw ServerProblem.usage(name)
        }
    }

    /// True or false; nil where it is missing or null.
    mutating func flag(_ name: String) throws -> Bool? {
        switch take(name) {
        case .bool(let value): return value
        case .null, nil: return nil
        default: throw ServerProblem.usage(name)
        }
    }

    /// An event's id; nil where it is missing or null.
    mutating func event(_ name: String) throws -> Digest? {
        guard let text = try text(name) else { return nil }
        guard let id = Digest(hexadecimal: text) else { throw ServerProblem.usage(name) }
        return id
    }

    /// Events' ids; nil where they are missing or null.
    mutating func events(_ name: String) throws -> [Digest]? {
        try texts(name)?.map { text in
            guard let id = Digest(hexadecimal: text) else { throw ServerProblem.usage(name) }
            return id
        }
    }

    /// Refuses what is left.
    func end() throws {
        if let left = members.first { throw ServerProblem.usage(left.name) }
    }

    private mutating func take(_ name: String) -> JSONValue? {
        guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
        return members.remove(at: index).value
    }
}
