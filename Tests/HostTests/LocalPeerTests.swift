/// Who is connected from this machine, told by the kernel's tables.

import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite(.timed) struct LocalPeerTests {
    private static let tcp = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 11 1 0 100 0 0 10 0
           1: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 12 1 0 20 4 30 10 -1
           2: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 13 1 0 20 4 30 10 -1
           3: 0200007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1002        0 14 1 0 20 4 30 10 -1
           4: 0100007F:C351 0100007F:1F91 01 00000000:00000000 00:00000000 00000000  1003        0 15 1 0 20 4 30 10 -1
           5: 0100007F:C352 0100007F:1F90 06 00000000:00000000 03:00000F00 00000000     0        0 0 3 0
        """
    private static let tcp6 = """
          sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0000000000000000FFFF00000100007F:C353 0000000000000000FFFF00000100007F:1F90 01 00000000:00000000 00:00000000 00000000  1004        0 16 1 0 20 4 30 10 -1
           1: 00000000000000000000000001000000:C354 00000000000000000000000001000000:1F90 01 00000000:00000000 00:00000000 00000000  1005        0 17 1 0 20 4 30 10 -1
        """

    @Test(
        "each end has its own user, whatever else has its port",
        arguments: [
            ("127.0.0.1", 50_000, 1001), ("127.0.0.2", 50_000, 1002), ("127.0.0.1", 50_003, 1004),
            ("::1", 50_004, 1005),
        ])
    func users(address: String, port: UInt16, user: UInt32) {
        #expect(LocalPeers([Self.tcp, Self.tcp6], connectedTo: 8080).user(at: address, port: port) == user)
    }

    @Test(
        "who is connected elsewhere, gone, or on another machine is not known",
        arguments: [
            ("127.0.0.1", 50_001), ("127.0.0.1", 50_002), ("127.0.0.1", 8080), ("192.0.2.1", 50_000),
            ("fe80::1", 50_000),
            ("", 0),
        ])
    func strangers(address: String, port: UInt16) {
        #expect(LocalPeers([Self.tcp, Self.tcp6], connectedTo: 8080).user(at: address, port: port) == nil)
    }

    @Test("no table, and one that is none, knows nobody", arguments: [[], [""], ["a b c\n\n0: :1F90 :1F90"]])
    func nothing(tables: [String]) {
        #expect(LocalPeers(tables, connectedTo: 8080).user(at: "127.0.0.1", port: 50_000) == nil)
    }
}
