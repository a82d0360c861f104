/// Docs/cli-schema.json, and as much of JSON Schema as it uses.

import DiarylogHost
import DiarylogTestSupport
import Interchange

/// The promises, and a way to hold a value against one of them.
struct Schema {
    private let root: JSONValue

    init() throws {
        var reader = try JSONReader(try FileSystem.read(projectFile("Docs/cli-schema.json")))
        root = try reader.value()
    }

    /// The definitions' names.
    var definitions: [String] { names(root["$defs"]) }

    /// The values that a member of a definition may have.
    func values(of definition: String, _ member: String) -> [JSONValue] {
        root["$defs"]?[definition]?["properties"]?[member]?["enum"]?.items ?? []
    }

    /// The values that a definition allows.
    func values(of definition: String) -> [JSONValue] { root["$defs"]?[definition]?["enum"]?.items ?? [] }

    /// What is wrong with a value, each with its path; empty where it is as promised.
    func complaints(of value: JSONValue, as definition: String) -> [String] {
        guard let schema = root["$defs"]?[definition] else { return ["there is no definition \(definition)"] }
        return complaints(value, schema, at: definition)
    }

    private func complaints(_ value: JSONValue, _ schema: JSONValue, at path: String) -> [String] {
        if let reference = schema["$ref"]?.saidText {
            guard let target = root["$defs"]?[String(reference.dropFirst("#/$defs/".count))] else {
                return ["\(path): \(reference) leads nowhere"]
            }
            return complaints(value, target, at: path)
        }
        if case .array(let choices)? = schema["anyOf"] {
            let all = choices.map { complaints(value, $0, at: path) }
            return all.contains { $0.isEmpty } ? [] : ["\(path): fits none: \(all)"]
        }
        var found: [String] = []
        let types = list(schema["type"])
        if !types.isEmpty, !types.contains(where: { Self.value(value, is: $0) }) {
            found.append("\(path): not \(types)")
        }
        if case .array(let allowed)? = schema["enum"], !allowed.contains(value) { found.append("\(path): not in enum") }
        if case .array(let items) = value, let each = schema["items"] {
            for (index, item) in items.enumerated() { found += complaints(item, each, at: "\(path)[\(index)]") }
        }
        if case .object(let members) = value { found += complaints(members, schema, at: path) }
        return found
    }

    private func complaints(_ members: [JSONMember], _ schema: JSONValue, at path: String) -> [String] {
        var found: [String] = []
        for name in list(schema["required"]) where !members.contains(where: { $0.name == name }) {
            found.append("\(path): no \(name)")
        }
        for member in members {
            if let promised = schema["properties"]?[member.name] {
                found += complaints(member.value, promised, at: path + "." + member.name)
            } else if schema["additionalProperties"] == .bool(false) {
                found.append("\(path): \(member.name) was not promised")
            } else if let each = schema["additionalProperties"] {
                found += complaints(member.value, each, at: path + "." + member.name)
            }
        }
        return found
    }

    private static func value(_ value: JSONValue, is type: String) -> Bool {
        switch (type, value) {
        case ("null", .null), ("boolean", .bool), ("integer", .integer), ("number", .integer), ("number", .decimal),
            ("string", .string), ("array", .array), ("object", .object):
            true
        default: false
        }
    }

    /// One word, or a list of them.
    private func list(_ value: JSONValue?) -> [String] {
        value?.saidText.map { [$0] } ?? value?.items.compactMap(\.saidText) ?? []
    }
}
