package import EventStore

/// Looks through a place that keeps diaries, without a key: whether every file has the bytes of its name, and whether
/// each device's events are there without a gap. More nobody can tell who cannot read a word.
package struct Scrub {
    /// What is wrong with a file, or with a diary.
    package enum Fault: String, CaseIterable, Sendable {
        /// Its size is not that of its name.
        case torn
        /// Its bytes are not those of its name.
        case altered
        /// It is listed and does not come.
        case absent
        /// Its name is none of ours.
        case foreign
        /// Events of a device are in no object: DEVICE FIRST-LAST.
        case gap
        /// There are objects, and no file says of which diary.
        case noMarker
        /// Files of several diaries lie in one folder.
        case severalMarkers
    }

    /// Something that is wrong.
    package struct Finding: Equatable, Sendable {
        package var fault: Fault
        /// The file, from the place on; for a gap the device and the numbers; else the diary's folder.
        package var subject: String

        package init(fault: Fault, subject: String) { (self.fault, self.subject) = (fault, subject) }
    }

    /// A diary, as far as it can be told.
    package struct Kept: Sendable {
        /// Its folder, from the place on, with `/` at the end; empty if it is the place itself.
        package var root: String
        /// The ids that its markers say.
        package var diaries: [String] = []
        /// How many files have the key under a passphrase.
        package var keys = 0
        package var devices: Set<DeviceID> = []
        /// How many objects of events, and attached files.
        package var objects = 0
        package var files = 0
        package var bytes = 0
        /// When a file was last written, in seconds since 1970 UTC; nil if nobody says.
        package var changedAt: Int64?
        package var findings: [Finding] = []
    }

    private let tree: RemoteTree
    /// Bytes, and how many files, that are read in one call.
    private static let portion = (bytes: 32 << 20, files: 256)

    package init(of tree: RemoteTree) { self.tree = tree }

    /// Looks at every diary, in the order of their folders, and hands each to `report` when it is done.
    package func run(_ report: (Kept) throws -> Void) throws {
        let files = try tree.files()
        let roots = Set(files.compactMap { Self.root(of: $0.name) })
        var grouped: [String: [RemoteFile]] = [:]
        for file in files {
            let folder = Self.folder(of: file.name)
            if let root = [folder, Self.above(folder)].first(where: { roots.contains($0) }) {
                grouped[root, default: []].append(file)
            }
        }
        for root in roots.sorted() { try report(look(at: root, grouped[root] ?? [])) }
    }

    /// The folder of the diary that a file shows to be there; nil for any other file.
    private static func root(of path: String) -> String? {
        let folder = folder(of: path)
        let name = path.dropFirst(folder.utf8.count)
        if Listing.marked(String(name)) != nil { return folder }
        let above = above(folder)
        return ObjectName(path: String(path.dropFirst(above.utf8.count))) == nil ? nil : above
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    private static func above(_ folder: String) -> String { Self.folder(of: String(folder.dropLast())) }

    private func look(at root: String, _ files: [RemoteFile]) throws(RemoteTrouble) -> Kept {
        var kept = Kept(root: root)
        var stretches: [DeviceID: [ClosedRange<UInt64>]] = [:]
        var waiting: [(name: String, hash: String)] = []
        var size = 0
        for file in files {
            kept.bytes += file.size
            kept.changedAt = [kept.changedAt, file.changedAt].compactMap(\.self).max()
            let name = String(file.name.dropFirst(root.utf8.count))
            guard let claim = kept.claim(of: name, &stretches) else { continue }
            if claim.size != nil, claim.size != file.size {
                kept.findings.append(Finding(fault: .torn, subject: file.name))
                continue
            }
            waiting.append((name, claim.hash))
            size += file.size
            if size >= Self.portion.bytes || waiting.count == Self.portion.files {
                try prove(waiting, &kept)
                (waiting, size) = ([], 0)
            }
        }
        try prove(waiting, &kept)
        kept.noteGaps(stretches)
        if kept.diaries.isEmpty { kept.findings.append(Finding(fault: .noMarker, subject: root)) }
        if kept.diaries.count > 1 { kept.findings.append(Finding(fault: .severalMarkers, subject: root)) }
        return kept
    }

    private func prove(_ files: [(name: String, hash: String)], _ kept: inout Kept) throws(RemoteTrouble) {
        if files.isEmpty { return }
        for (file, digest) in zip(files, try tree.digests(of: files.map(\.name), below: kept.root)) {
            let isWhole = digest.map { $0.hexadecimal.hasPrefix(file.hash) }
            if isWhole == true { continue }
            kept.findings.append(
                Finding(fault: isWhole == nil ? .absent : .altered, subject: kept.root + file.name))
        }
    }
}

extension Scrub.Kept {
    /// What a file's name says of its bytes; nil for one that says nothing of them, which is noted.
    fileprivate mutating func claim(
        of name: String, _ stretches: inout [DeviceID: [ClosedRange<UInt64>]]
    ) -> (size: Int?, hash: String)? {
        if let object = ObjectName(path: name) {
            devices.insert(object.device)
            objects += 1
            stretches[object.device, default: []].append(object.first...object.last)
            return (object.size, object.hash)
        }
        if let file = FileName(path: name) {
            files += 1
            return (file.size, file.hash)
        }
        if let hash = Listing.keyHash(name) {
            keys += 1
            return (nil, hash)
        }
        if let diary = Listing.marked(name) {
            diaries.append(diary)
        } else if name != Listing.readMe {
            findings.append(Scrub.Finding(fault: .foreign, subject: root + name))
        }
        return nil
    }

    /// Notes the numbers of each device that no object has. What comes after the last one nobody misses who has no key.
    fileprivate mutating func noteGaps(_ stretches: [DeviceID: [ClosedRange<UInt64>]]) {
        for (device, stretches) in stretches.sorted(by: { $0.key < $1.key }) {
            var next: UInt64 = 1
            for stretch in stretches.sorted(by: { $0.lowerBound < $1.lowerBound }) {
                if stretch.lowerBound > next {
                    let gap = "\(device.hexadecimal) \(next)-\(stretch.lowerBound - 1)"
                    findings.append(Scrub.Finding(fault: .gap, subject: root + gap))
                }
                next = max(next, stretch.upperBound + 1)
            }
        }
    }
}
