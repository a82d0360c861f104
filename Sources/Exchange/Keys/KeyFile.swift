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
        case exchange(ExchangeTrouble)
    }

    /// Puts a key under a passphrase that age asks for, reads it back, and removes the others.
    package func put(_ key: SyncKey) throws(Trouble) {
        guard let age = ExternalProgram("age") else { throw .exchange(.seal(.noProgram)) }
        let (plain, sealed) = (folder.spool + "/sealing", folder.spool + "/sealed")
        defer { try? FileSystem.removeFile(plain) }
        try exchange { () throws(ExchangeTrouble) in
            try local { () throws(SystemError) in
                try folder.prepare()
                try? FileSystem.removeFile(sealed)
                try key.write(to: plain)
            }
        }
        guard try run(age, ["-p", "-o", sealed, plain]) == 0 else { throw .closed }
        try exchange { () throws(ExchangeTrouble) in
            let name = try local { () throws(SystemError) in
                let name = "key-\(try Digest.ofFile(sealed).hexadecimal.prefix(16)).age"
                try FileSystem.rename(from: sealed, to: "\(folder.outgoing)/\(name)")
                return name
            }
            defer { try? FileSystem.removeFile("\(folder.outgoing)/\(name)") }
            guard try remote.isThere(after: [name], folder) else { throw .remote(.unreachable(name)) }
            let others = try Listing(from: remote).keys.filter { $0 != name }
            try remotely { () throws(RemoteTrouble) in try remote.delete(others) }
        }
    }

    /// Opens a key file of the remote; age asks for the passphrase. Whoever has the most identities comes first.
    package func open(of listing: Listing) throws(Trouble) -> SyncKey {
        guard let age = ExternalProgram("age") else { throw .exchange(.seal(.noProgram)) }
        if listing.keys.isEmpty { throw .absent }
        try exchange { () throws(ExchangeTrouble) in
            try local { () throws(SystemError) in try folder.prepare() }
            try remotely { () throws(RemoteTrouble) in try remote.get(listing.keys, into: folder.back) }
        }
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
        for file in whole.sorted(by: { ($0.size, $0.path) > ($1.size, $1.path) }) {
            try? FileSystem.removeFile(opened)
            if try run(age, ["-d", "-o", opened, file.path]) == 0, let key = SyncKey(at: opened) { return key }
        }
        throw .closed
    }

    /// Runs age on the user's terminal.
    private func run(_ age: ExternalProgram, _ words: [String]) throws(Trouble) -> Int32 {
        do throws(SystemError) { return try ChildProcess.run([age.path] + words) } catch {
            throw .exchange(.seal(.local(error)))
        }
    }

    private func exchange<Value>(_ body: () throws(ExchangeTrouble) -> Value) throws(Trouble) -> Value {
        do throws(ExchangeTrouble) { return try body() } catch { throw .exchange(error) }
    }
}
