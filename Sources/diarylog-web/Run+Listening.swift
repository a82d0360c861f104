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
                language.warn(
                    "The address cannot be kept: \(error).", "주소를 적어 둘 수 없습니다: \(error).",
                    hint: "The next run has another one; pages that are open then are not let in.",
                    "다음에는 주소가 바뀌고, 그때 열려 있던 화면은 들어올 수 없습니다.")
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
            let (address, reason) = (place.spelled, Self.reason(error))
            var problem = Problem(
                6, "\(address) cannot be had: \(reason.en)", "\(address)에서 들을 수 없습니다: \(reason.ko)",
                hint: "Choose another --port, or leave it out for the diary's own.",
                "다른 --port를 고르거나, 빼서 이 일기장의 포트를 쓰세요.")
            problem.isTaken = (error as? IOError)?.errnoCode == EADDRINUSE
            throw problem
        }
    }

    /// Why an address could not be had, as far as the system tells.
    private static func reason(_ error: any Error) -> Sentence {
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE: Sentence("another program has it", "다른 프로그램이 쓰고 있습니다")
        case EACCES: Sentence("you may not use it", "쓸 권한이 없습니다")
        case EADDRNOTAVAIL: Sentence("this machine has no such address", "이 컴퓨터에 없는 주소입니다")
        default: Sentence("\(error)", "\(error)")
        }
    }

    /// The diary's own port is another program's; or another run's of this diary, which goes on serving there.
    private func move(_ kept: inout KeptAddress?, to port: UInt16) {
        guard let own = kept?.port else { return }
        if kept?.isAlone == true {
            language.warn(
                "Another program has port \(own), so the page is at \(port) from now on, with a new key.",
                "다른 프로그램이 \(own)번 포트를 쓰고 있어, 이제부터 화면은 \(port)번 포트에 새 열쇠로 있습니다.",
                hint: "What a browser kept of the page and could not save lies under the old address.",
                "브라우저가 저장하지 못하고 들고 있던 글은 이전 주소에 있습니다.")
            try? kept?.move(to: port)
        } else {
            language.warn(
                "The page of this diary is open at port \(own) already. This run is at \(port), this time.",
                "이 일기장의 화면이 이미 \(own)번 포트에 열려 있습니다. 이번에는 \(port)번 포트를 씁니다.",
                hint: "One server is enough for any number of windows.", "창이 여럿이어도 서버는 하나면 됩니다.")
        }
    }
}
