"""A proxy before a WebDAV server that refuses, is slow, or cuts in the middle, as it is told."""

import http.client
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

METHODS = ["GET", "HEAD", "PUT", "DELETE", "MKCOL", "PROPFIND", "PROPPATCH", "OPTIONS", "MOVE", "COPY", "LOCK",
           "UNLOCK"]


class Misdeed:
    """What is done to requests of some methods (all, if none is named): a refusal, a delay, or a cut."""

    def __init__(self, name, methods=(), status=None, seconds=0.0, cuts=False):
        self.name, self.methods, self.status, self.seconds, self.cuts = name, methods, status, seconds, cuts

    def meets(self, method):
        return not self.methods or method in self.methods


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def carry(self):
        misdeed = self.server.misdeed
        body = self.body()
        if misdeed and misdeed.meets(self.command):
            self.server.met += 1
            time.sleep(misdeed.seconds)
            if misdeed.status:
                self.answer(misdeed.status, {}, b"no\n")
                return
            if misdeed.cuts and self.command == "PUT":
                self.cut_upload(body)
                return
        behind = http.client.HTTPConnection("127.0.0.1", self.server.behind, timeout=60)
        headers = {name: text for name, text in self.headers.items()
                   if name.lower() not in ("connection", "transfer-encoding", "content-length")}
        behind.request(self.command, self.path, body=body or None, headers=headers)
        answer = behind.getresponse()
        data = answer.read()
        headers = {name: text for name, text in answer.getheaders()
                   if name.lower() not in ("connection", "transfer-encoding", "content-length")}
        behind.close()
        cuts = misdeed and misdeed.cuts and misdeed.meets(self.command) and self.command == "GET"
        self.answer(answer.status, headers, data, cuts)

    def body(self):
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        data = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            data += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return data

    def answer(self, status, headers, data, cuts=False):
        self.send_response(status)
        for name, text in headers.items():
            if name.lower() not in ("date", "server"):
                self.send_header(name, text)
        if status == 401:
            self.send_header("WWW-Authenticate", 'Basic realm="diary"')
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data[:len(data) // 2] if cuts else data)
        if cuts:
            self.hang_up()

    def cut_upload(self, body):
        """Half of what is put goes on to the server; then both connections are gone."""
        with socket.create_connection(("127.0.0.1", self.server.behind)) as behind:
            head = f"PUT {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n\r\n"
            behind.sendall(head.encode() + body[:len(body) // 2])
            time.sleep(0.1)
        self.hang_up()

    def hang_up(self):
        self.close_connection = True
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_RDWR)


for method in METHODS:
    setattr(Handler, f"do_{method}", Handler.carry)


class Proxy(ThreadingHTTPServer):
    """As long as it is entered, it listens on `port`, and does `misdeed`."""

    daemon_threads = True

    def __init__(self, behind):
        super().__init__(("127.0.0.1", 0), Handler)
        self.behind, self.misdeed, self.met = behind, None, 0
        self.port = self.server_address[1]

    def handle_error(self, request, address):
        """Connections that end early are what this is for."""

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()
