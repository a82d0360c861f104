/// XML property lists, as Day One Classic writes an entry: read strictly, into the values that JSON has.

/// Where a property list is wrong; lines are counted from 1.
struct PropertyListProblem: Error, Equatable {
    var line: Int
}

/// Reads one property list: dict, array, string, date, integer, real, true, false and data. Dates and data stay the
/// text they are.
enum PropertyList {
    /// The value of a whole file, which must be UTF-8.
    static func value(_ bytes: [UInt8]) throws(PropertyListProblem) -> JSONValue {
        let root: XMLElement
        do throws(XMLProblem) { root = try XMLElement.root(of: bytes, allowsType: true) } catch {
            throw PropertyListProblem(line: error.line)
        }
        let values = try parts(of: root)
        guard root.name == "plist", values.count == 1 else { throw PropertyListProblem(line: root.line) }
        return try value(of: values[0])
    }

    /// The elements in an element that has nothing else in it.
    private static func parts(of element: XMLElement) throws(PropertyListProblem) -> [XMLElement] {
        guard element.text.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
            throw PropertyListProblem(line: element.line)
        }
        return element.elements
    }

    /// The text in an element that has nothing else in it.
    private static func text(of element: XMLElement) throws(PropertyListProblem) -> [UInt8] {
        guard element.elements.isEmpty else { throw PropertyListProblem(line: element.line) }
        return element.text
    }

    private static func value(of element: XMLElement) throws(PropertyListProblem) -> JSONValue {
        let problem = PropertyListProblem(line: element.line)
        switch element.name {
        case "true", "false":
            guard element.children.isEmpty else { throw problem }
            return .bool(element.name == "true")
        case "dict": return .object(try members(of: element))
        case "array":
            var values: [JSONValue] = []
            for part in try parts(of: element) { values.append(try value(of: part)) }
            return .array(values)
        case "string", "date", "data": return .string(try text(of: element))
        case "integer":
            guard let number = Int64(String(decoding: try text(of: element), as: UTF8.self)) else { throw problem }
            return .integer(number)
        case "real":
            guard let number = Double(String(decoding: try text(of: element), as: UTF8.self)), number.isFinite else {
                throw problem
            }
            return .decimal(number)
        default: throw problem
        }
    }

    private static func members(of element: XMLElement) throws(PropertyListProblem) -> [JSONMember] {
        var members: [JSONMember] = []
        var names: Set<String> = []
        var key: XMLElement?
        for part in try parts(of: element) {
            if let name = key {
                let text = String(decoding: try text(of: name), as: UTF8.self)
                guard names.insert(text).inserted else { throw PropertyListProblem(line: name.line) }
                members.append(JSONMember(text, try value(of: part)))
                key = nil
            } else {
                guard part.name == "key" else { throw PropertyListProblem(line: part.line) }
                key = part
            }
        }
        if let key { throw PropertyListProblem(line: key.line) }
        return members
    }
}
