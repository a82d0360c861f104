internal import DiarylogWords
internal import Glibc
internal import NIOCore

/// What the program says beside its problems.
enum Words {
    static let onlyBehindTLS = Sentence(
        """
        warning: Others can connect here. Let only a server that speaks TLS do so: the page itself does not.
        hint: Docs/Sync.md shows one. Give the name by which it is asked with --name.
        """,
        """
        경고: 다른 사람도 여기에 접속할 수 있습니다. TLS를 쓰는 서버만 접속하게 하세요. 이 프로그램은 TLS를 쓰지 않습니다.
        도움말: Docs/Sync.md에 예가 있습니다. 그 서버의 이름은 --name으로 알려 주세요.
        """)

    static let notOpened = Sentence(
        "warning: The browser could not be opened.\nhint: Open the address above yourself.",
        "경고: 브라우저를 열 수 없습니다.\n도움말: 위의 주소를 직접 여세요.")

    /// The diary's own port is another program's.
    static func moved(from port: UInt16, to other: UInt16) -> Sentence {
        Sentence(
            """
            warning: Another program has port \(port), so the page is at \(other) from now on, with a new key.
            hint: What a browser kept of the page and could not save lies under the old address.
            """,
            """
            경고: 다른 프로그램이 \(port)번 포트를 쓰고 있어, 이제부터 화면은 \(other)번 포트에 새 열쇠로 있습니다.
            도움말: 브라우저가 저장하지 못하고 들고 있던 글은 이전 주소에 있습니다.
            """)
    }

    /// The diary's own port is another run's of the same diary.
    static func besides(_ port: UInt16, at other: UInt16) -> Sentence {
        Sentence(
            """
            warning: The page of this diary is open at port \(port) already. This run is at \(other), this time.
            hint: One server is enough for any number of windows.
            """,
            """
            경고: 이 일기장의 화면이 이미 \(port)번 포트에 열려 있습니다. 이번에는 \(other)번 포트를 씁니다.
            도움말: 창이 여럿이어도 서버는 하나면 됩니다.
            """)
    }

    static func notKept(_ reason: String) -> Sentence {
        Sentence(
            """
            warning: The address cannot be kept: \(reason).
            hint: The next run has another one; pages that are open then are not let in.
            """,
            """
            경고: 주소를 적어 둘 수 없습니다: \(reason).
            도움말: 다음에는 주소가 바뀌고, 그때 열려 있던 화면은 들어올 수 없습니다.
            """)
    }

    /// Why an address could not be had, as far as the system tells.
    static func reason(_ error: any Error) -> Sentence {
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE: Sentence("another program has it", "다른 프로그램이 쓰고 있습니다")
        case EACCES: Sentence("you may not use it", "쓸 권한이 없습니다")
        case EADDRNOTAVAIL: Sentence("this machine has no such address", "이 컴퓨터에 없는 주소입니다")
        default: Sentence("\(error)", "\(error)")
        }
    }
}
