internal import Glibc
internal import NIOCore

/// What the program says beside its problems.
enum Words {
    static func onlyBehindTLS(_ language: Language) -> String {
        switch language {
        case .en:
            """
            warning: Others can connect here. Let only a server that speaks TLS do so: the page itself does not.
            hint: Docs/Sync.md shows one. Give the name by which it is asked with --name.
            """
        case .ko:
            """
            경고: 다른 사람도 여기에 접속할 수 있습니다. TLS를 쓰는 서버만 접속하게 하세요. 이 프로그램은 TLS를 쓰지 않습니다.
            도움말: Docs/Sync.md에 예가 있습니다. 그 서버의 이름은 --name으로 알려 주세요.
            """
        }
    }

    static func notOpened(_ language: Language) -> String {
        switch language {
        case .en: "warning: The browser could not be opened.\nhint: Open the address above yourself."
        case .ko: "경고: 브라우저를 열 수 없습니다.\n도움말: 위의 주소를 직접 여세요."
        }
    }

    /// Why an address could not be had, as far as the system tells.
    static func reason(_ error: any Error, _ language: Language) -> String {
        switch ((error as? IOError)?.errnoCode, language) {
        case (EADDRINUSE, .en): "another program has it"
        case (EADDRINUSE, .ko): "다른 프로그램이 쓰고 있습니다"
        case (EACCES, .en): "you may not use it"
        case (EACCES, .ko): "쓸 권한이 없습니다"
        case (EADDRNOTAVAIL, .en): "this machine has no such address"
        case (EADDRNOTAVAIL, .ko): "이 컴퓨터에 없는 주소입니다"
        default: "\(error)"
        }
    }
}
