"""A wire between clients and a server on loopback that can be cut: what is open ends at once, nothing new is let in."""

import contextlib
import socket
import threading


class Wire:
    """As long as it is entered, it listens on `port` and carries bytes both ways while `is_cut` is false."""

    def __init__(self, behind):
        self.behind, self.is_cut = behind, False
        self.ends, self.lock = set(), threading.Lock()
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = self.door.getsockname()[1]

    def __enter__(self):
        threading.Thread(target=self.listen, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.cut()
        self.door.close()

    def cut(self):
        self.is_cut = True
        with self.lock:
            for end in self.ends:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def mend(self):
        self.is_cut = False

    def listen(self):
        while True:
            try:
                client, _ = self.door.accept()
            except OSError:
                return
            if self.is_cut:
                client.close()
                continue
            try:
                server = socket.create_connection(("127.0.0.1", self.behind))
            except OSError:
                client.close()
                continue
            with self.lock:
                self.ends |= {client, server}
            for one, other in [(client, server), (server, client)]:
                threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    def carry(self, one, other):
        with contextlib.suppress(OSError):
            while data := one.recv(1 << 16):
                other.sendall(data)
        for end in [one, other]:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        with self.lock:
            self.ends.discard(one)
        one.close()
