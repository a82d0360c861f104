internal import DiaryServer
internal import DiarylogHost
internal import DiarylogWords
internal import Glibc
internal import NIOCore

// Where a run listens, so that a browser finds the page again after a restart.

extension Run {
    /// The port and the token that the diary's page has on this machine; nil where they cannot be kept, which is said,
    /// or where the options name others.
    func keptAddress() -> KeptAddress? {
        if chosenToken != nil, !listenAddress.isOwnPort { return nil }
        do throws(SystemError) {
            guard let state = Self.stateFolder else { throw SystemError.refusal(of: "~/.local/state") }
            return try KeptAddress(
                of: FileSystem.canonicalPath(folder), in: state + "/diarylog/page", drawsToken: options.newToken)
        } catch {
            // A diary that is not there is a problem of its own.
            if (try? FileSystem.kind(of: folder)) == .directory {
                Terminal.say(Words.notKept("\(error)").text(language), to: .error)
            }
            return nil
        }
    }

    private static var stateFolder: String? {
        let named = ProcessEnvironment.value("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        return named ?? ProcessEnvironment.value("HOME").map { $0 + "/.local/state" }
    }

    /// Listens where the options say, or at the diary's own port; where another program has that, at the next, which is
    /// then the diary's own.
    func listen(_ kept: inout KeptAddress?) async throws(Problem) -> Listening {
        // A socket is made with the rights that this leaves: its owner's alone.
        let usual = umask(0o177)
        defer { umask(usual) }
        guard listenAddress.isOwnPort, let own = kept?.port else { return try await listen(at: listenAddress) }
        var port = own
        while true {
            do throws(Problem) {
                let listening = try await listen(at: .port(host: options.host, port))
                if port != own { move(&kept, to: port) }
                return listening
            } catch {
                guard error.isTaken, let next = kept?.port(after: port), next != own else { throw error }
                port = next
            }
        }
    }

    private func listen(at place: ListenAddress) async throws(Problem) -> Listening {
        do {
            return try await Listening(at: place, patience: .seconds(Int64(options.patience)))
        } catch {
            let (address, reason) = (place.spelled, Words.reason(error))
            var problem = Problem(
                6, "\(address) cannot be had: \(reason.en)", "\(address)에서 들을 수 없습니다: \(reason.ko)",
                hint: "Choose another --port, or leave it out for the diary's own.",
                "다른 --port를 고르거나, 빼서 이 일기장의 포트를 쓰세요.")
            problem.isTaken = (error as? IOError)?.errnoCode == EADDRINUSE
            throw problem
        }
    }

    /// The diary's own port is another program's; or another run's of this diary, which goes on serving there.
    private func move(_ kept: inout KeptAddress?, to port: UInt16) {
        guard let own = kept?.port else { return }
        if kept?.isAlone == true {
            Terminal.say(Words.moved(from: own, to: port).text(language), to: .error)
            try? kept?.move(to: port)
        } else {
            Terminal.say(Words.besides(own, at: port).text(language), to: .error)
        }
    }
}
