internal import DiaryServer
internal import Synchronization

/// The diary's server, from the moment the place is known at which it is asked.
///
/// The exact values of `Host` have the port in them, which with `--port 0` only the bound socket knows. No connection
/// is accepted before the diary is open.
final class Opening: Sendable {
    private let state = Mutex<Result<DiaryServer, Problem>?>(nil)
    private let page = Mutex<BrowserPage?>(nil)

    var server: DiaryServer? { try? state.withLock { $0 }?.get() }

    /// What kept the diary from being opened.
    var problem: Problem? {
        guard case .failure(let problem) = state.withLock({ $0 }) else { return nil }
        return problem
    }

    func open(_ folder: String, _ options: ServerOptions) -> Bool {
        do {
            let server = try DiaryServer(diary: folder, options)
            state.withLock { $0 = .success(server) }
            return true
        } catch {
            state.withLock { $0 = .failure(.diary("\(error)")) }
            return false
        }
    }

    /// Remembers a file that is to be gone at the end.
    func keep(_ file: BrowserPage?) { page.withLock { $0 = file } }

    /// Removes what a run leaves in folders: the file for the browser, and the socket.
    func end(_ place: Place) {
        page.withLock { file in
            file?.remove()
            file = nil
        }
        if case .socket(let path) = place, server != nil { SystemCalls.remove(path) }
    }
}
