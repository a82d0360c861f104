import Foundation

/// Another port of this machine that leads to a server's, as `ssh -L` has it.
final class Tunnel {
    private let process = Process()
    let port: Int

    /// At a port of its own, or at one that it had before.
    init(to server: Int, at port: Int = 0) throws {
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", Self.script, String(server), String(port)]
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(said.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw Programs.Failed(description: "the tunnel said \(said.debugDescription)")
        }
        self.port = port
    }

    deinit { close() }

    func close() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private static let script = """
        import socket, sys, threading
        def pour(one, other):
            try:
                while some := one.recv(65536): other.sendall(some)
            except OSError: pass
            finally:
                for end in one, other:
                    try: end.shutdown(socket.SHUT_RDWR)
                    except OSError: pass
        listener = socket.create_server(("127.0.0.1", int(sys.argv[2])))
        print(listener.getsockname()[1], flush=True)
        while True:
            near = listener.accept()[0]
            far = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
            for ends in (near, far), (far, near): threading.Thread(target=pour, args=ends, daemon=True).start()
        """
}
