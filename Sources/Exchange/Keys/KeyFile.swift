internal import DiarylogHost
internal import EventStore

/// A diary's key on its remote, under a passphrase: `key-<16 hex>.age`, where the digits are the first of the SHA-256
/// of its bytes.
///
/// age asks for the passphrase itself, on the terminal, so that it passes through no program of ours. Several may
/// stand: each opens by itself.
package struct KeyFile {
    let remote: any Remote
    let folder: SyncFolder

    package init(on remote: any Remote, folder: SyncFolder) { (self.remote, self.folder) = (remote, folder) }

    /// Why there is none, or none that opens.
    package enum Trouble: Error, Sendable {
        /// The remote has no key file.
        case absent
        /// The passphrase opens none, or none could be read.
        case closed
        /// age sealed nothing: the passphrase was typed differently the second time, or not at all.
        case notSealed
        /// Another device has put one that this copy has not opened.
        case newer
        case exchange(ExchangeTrouble)
    }

    /// Throws `newer` if a key file lies there that this copy neither made nor opened: one that replaced it would lock
    /// its device out. A copy that has forgotten which it knows believes all.
    package func check() throws(Trouble) {
        let known = SyncState(at: folder.state).keys
        let listing = try listing()
        if !known.isEmpty, !listing.keys.allSatisfy(known.contains) { throw .newer }
    }

    private func listing() throws(Trouble) -> Listing {
        try exchange(Listing(from: remote))
    }

    private func note(_ change: (inout SyncState) -> Void) throws(Trouble) {
        var state = SyncState(at: folder.state)
        change(&state)
        try exchange(local(state.write(to: folder.state)))
    }

    /// Puts a key under a passphrase that age asks for, reads it back, and removes the others that were there before.
    package func put(_ key: SyncKey) throws(Trouble) {
        guard let age = ExternalProgram("age") else { throw .exchange(.seal(.noProgram)) }
        try check()
        let before = try listing().keys
        let (plain, sealed) = (folder.spool + "/sealing", folder.spool + "/sealed")
        defer { try? FileSystem.removeFile(plain) }
        try exchange(local(folder.prepare()))
        try? FileSystem.removeFile(sealed)
        try exchange(local(key.write(to: plain)))
        guard try run(age, ["-p", "-o", sealed, plain]) == 0 else { throw .notSealed }
        try exchange(hand(sealed, replacing: before))
    }

    private func hand(_ sealed: String, replacing before: [String]) throws(ExchangeTrouble) {
        let name = "key-\(try local(Digest.ofFile(sealed)).hexadecimal.prefix(16)).age"
        try local(FileSystem.rename(from: sealed, to: "\(folder.outgoing)/\(name)"))
        defer { try? FileSystem.removeFile("\(folder.outgoing)/\(name)") }
        var why: String?
        guard try remote.isThere(after: [name], folder, or: &why) else { throw .remote(.unreachable(why ?? name)) }
        // One that another device puts at this moment stays: each takes over the other's.
        try remotely(remote.delete(before.filter { $0 != name }))
        var state = SyncState(at: folder.state)
        state.keys = [name]
        try local(state.write(to: folder.state))
    }

    /// Removes the key files that lie there: the key is handed on otherwise.
    package func withdraw() throws(Trouble) {
        let names = try listing().keys
        try exchange(remotely(remote.delete(names)))
        try note { $0.keys = [] }
    }

    /// Opens a key file of the remote; age asks for the passphrase. One that this copy does not know comes first, then
    /// whichever has the most identities.
    package func open(of listing: Listing) throws(Trouble) -> SyncKey {
        guard let age = ExternalProgram("age") else { throw .exchange(.seal(.noProgram)) }
        if listing.keys.isEmpty { throw .absent }
        try exchange(local(folder.prepare()))
        try exchange(remotely(remote.get(listing.keys, into: folder.back)))
        let opened = folder.spool + "/opened"
        defer {
            try? FileSystem.removeFile(opened)
            for name in listing.keys { try? FileSystem.removeFile("\(folder.back)/\(name)") }
        }
        let whole = listing.keys.compactMap { name -> (path: String, size: Int)? in
            let path = "\(folder.back)/\(name)"
            guard let hash = try? Digest.ofFile(path), Listing.keyHash(name) == String(hash.hexadecimal.prefix(16)),
                let size = try? FileSystem.size(of: path)
            else { return nil }
            return (path, size)
        }
        let known = SyncState(at: folder.state).keys
        func rank(_ file: (path: String, size: Int)) -> (Int, Int, String) {
            (known.contains(file.path.split(separator: "/").last.map(String.init) ?? "") ? 0 : 1, file.size, file.path)
        }
        for file in whole.sorted(by: { rank($0) > rank($1) }) {
            try? FileSystem.removeFile(opened)
            if try run(age, ["-d", "-o", opened, file.path]) == 0, let key = SyncKey(at: opened) {
                try note { $0.keys.insert(file.path.split(separator: "/").last.map(String.init) ?? "") }
                return key
            }
        }
        throw .closed
    }

    /// Runs age on the user's terminal.
    private func run(_ age: ExternalProgram, _ words: [String]) throws(Trouble) -> Int32 {
        do throws(SystemError) { return try ChildProcess.run([age.path] + words) } catch {
            throw .exchange(.seal(.local(error)))
        }
    }

    private func exchange<Value>(_ step: @autoclosure () throws(ExchangeTrouble) -> Value) throws(Trouble) -> Value {
        do throws(ExchangeTrouble) { return try step() } catch { throw .exchange(error) }
    }
}
