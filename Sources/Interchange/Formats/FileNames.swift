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

    /// A title as part of a name: its letters and digits in small, a dash for whatever stands between; at most forty.
    package static func slug(_ title: String) -> String {
        var slug = ""
        for scalar in title.lowercased().unicodeScalars {
            if scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
            {
                slug.unicodeScalars.append(scalar)
            } else if !slug.isEmpty, !slug.hasSuffix("-") {
                slug += "-"
            }
            if slug.unicodeScalars.count >= 40 { break }
        }
        while slug.hasSuffix("-") { slug.removeLast() }
        return slug.isEmpty ? "entry" : slug
    }
}
