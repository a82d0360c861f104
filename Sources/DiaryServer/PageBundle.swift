/// The modules of the page as two files: what the first list needs, and all else. As files of their own they would be
/// some forty requests, of which a browser sends six at a time.
///
/// Each module becomes a function that runs once, after those that it imports, and gives what it exports. That holds
/// for modules as ours are written: an import is one line, an export begins a line and has one name, no module imports
/// itself by others, and nothing that is exported is another later (`PageFileTests`).
struct PageBundle {
    private let modules: [String: [UInt8]]
    private(set) var first: [UInt8] = []
    private(set) var rest: [UInt8] = []

    /// `modules`: by name, without comments and the space that lines begin with.
    init(_ modules: [String: [UInt8]]) {
        self.modules = modules
        var done: Set<String> = []
        first = Array("export const modules = {};\n".utf8) + bundled("page.js", &done)
        rest = Array("import { modules } from \"./page.js\";\n".utf8) + bundled("parts.js", &done)
        // What is imported while the page runs is what its own file exports.
        rest += Array("export const { startRest } = modules[\"parts.js\"];\n".utf8)
    }

    /// A module behind all that it imports, but for those that are done.
    private func bundled(_ name: String, _ done: inout Set<String>) -> [UInt8] {
        guard done.insert(name).inserted, let module = modules[name] else { return [] }
        var before: [UInt8] = []
        var body = "modules[\"\(name)\"] = (() => {\n"
        var exports: [String] = []
        for line in String(decoding: module, as: UTF8.self).split(separator: "\n") {
            if let (names, file) = Self.imported(line) {
                before += bundled(file, &done)
                if names.isEmpty { continue }
                body += "const { \(names.replacing(" as ", with: ": "))} = modules[\"\(file)\"];\n"
            } else if line.hasPrefix("export {") {
                // `own as name`: what it is called here, and elsewhere.
                let names = line.dropFirst("export { ".count).prefix { $0 != "}" }.split(separator: " ")
                exports.append("\(names.last ?? ""): \(names.first ?? "")")
            } else if line.hasPrefix("export ") {
                let code = line.dropFirst("export ".count)
                exports.append(Self.declared(code))
                body += code + "\n"
            } else {
                body += line + "\n"
            }
        }
        return before + Array((body + "return { \(exports.joined(separator: ", ")) };\n})();\n").utf8)
    }

    /// What a line imports, nothing where the module is only to run, and from where; nil of another line.
    private static func imported(_ line: Substring) -> (names: Substring, file: String)? {
        let parts = line.split(separator: "\"")
        guard line.hasPrefix("import "), parts.count > 1 else { return nil }
        return (parts[0].dropFirst("import { ".count).prefix { $0 != "}" }, String(parts[1].dropFirst("./".count)))
    }

    /// The name in `async function name(…`, `class Name …` or `const name = …`.
    private static func declared(_ code: Substring) -> String {
        let words = code.split(separator: " ")
        let name = words.first { !["async", "function", "class", "const"].contains($0) } ?? ""
        return String(name.prefix { $0.isLetter || $0.isNumber || $0 == "$" || $0 == "_" })
    }
}
