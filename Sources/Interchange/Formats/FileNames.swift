/// Names of files that are written beside each other, each of them once.
package struct FileNames {
    private var used: [String: Int] = [:]

    package init() {}

    /// The name, or the same with a number behind it.
    package mutating func next(_ stem: String, _ ending: String) -> String {
        var count = used[stem.lowercased(), default: 0] + 1
        var name = count == 1 ? stem : "\(stem)-\(count)"
        while count > 1, used[name.lowercased()] != nil {
            count += 1
            name = "\(stem)-\(count)"
        }
        used[stem.lowercased()] = count
        used[name.lowercased(), default: 0] += name == stem ? 0 : 1
        return name + "." + ending
    }

    /// A title as part of a name: its letters and digits in small, a dash for whatever stands between.
    package static func slug(_ title: String, most: Int = 40) -> String {
        var slug = ""
        var count = 0
        for scalar in title.lowercased().unicodeScalars {
            if isOfWord(scalar) {
                slug.unicodeScalars.append(scalar)
            } else if !slug.isEmpty, !slug.hasSuffix("-") {
                slug += "-"
            } else {
                continue
            }
            count += 1
            if count >= most { break }
        }
        while slug.hasSuffix("-") { slug.removeLast() }
        return slug.isEmpty ? "entry" : slug
    }

    /// Whether it is a letter, a digit, or a mark of one.
    static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
    }
}

extension String {
    /// The last step of a path.
    var lastStep: String { split(separator: "/").last.map(String.init) ?? "" }

    /// The last step of a path without its ending.
    var stem: String {
        let last = lastStep
        return String(last[..<(last.lastIndex(of: ".") ?? last.endIndex)])
    }

    /// The folder in which a path ends; empty for one of a single step.
    var folder: String { split(separator: "/").dropLast().joined(separator: "/") }
}
