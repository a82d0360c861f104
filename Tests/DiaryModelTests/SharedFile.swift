import FoundationEssentials

/// The bytes of a file of the `shared` folder beside this project or above the working folder; nil, said aloud, if
/// absent.
func sharedFile(_ path: String) -> Data? {
    for start in [#filePath, FileManager.default.currentDirectoryPath + "/x"] {
        var folder = start.split(separator: "/").dropLast()
        while true {
            let candidate = "/" + (folder + ["shared"]).joined(separator: "/") + "/" + path
            if let data = FileManager.default.contents(atPath: candidate) { return data }
            if folder.isEmpty { break }
            folder.removeLast()
        }
    }
    print("skipped: no shared/\(path) beside this project")
    return nil
}
