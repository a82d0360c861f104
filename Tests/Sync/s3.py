"""S3 over plain HTTP, as much of it as the lab asks by itself: requests signed by version 4, without any package."""

import datetime
import hashlib
import hmac
import http.client
import urllib.parse
import xml.etree.ElementTree as ElementTree

REGION = "us-east-1"


class Answer:
    """What the store said."""

    def __init__(self, status, data):
        self.status, self.data = status, data

    @property
    def code(self):
        """The name of an error, as `QuotaExceeded`; empty where there is none."""
        found = [part.text for part in self.tree().iter() if part.tag.endswith("Code")] if self.status >= 300 else []
        return found[0] if found else ""

    def tree(self):
        try:
            return ElementTree.fromstring(self.data)
        except ElementTree.ParseError:
            return ElementTree.Element("none")

    def __repr__(self):
        return f"{self.status} {self.data[:300]!r}"


class Client:
    """One account at a store on loopback. Each thread has a client of its own: it carries one request at a time."""

    def __init__(self, port, access, secret):
        self.port, self.access, self.secret = port, access, secret
        self.connection = None

    def another(self):
        return Client(self.port, self.access, self.secret)

    def ask(self, method, path, body=b"", **query):
        """Sends one request. Throws OSError or HTTPException."""
        words = "&".join(f"{urllib.parse.quote(name, safe='')}={urllib.parse.quote(str(value), safe='')}"
                         for name, value in sorted(query.items()))
        path = urllib.parse.quote(path)
        headers = self.signed(method, path, words, body)
        # The store may have ended a connection that was idle; a new one has no such excuse.
        was_open = self.connection is not None
        try:
            return self.send(method, path + (f"?{words}" if words else ""), body, headers)
        except (OSError, http.client.HTTPException):
            if not was_open:
                raise
            return self.send(method, path + (f"?{words}" if words else ""), body, headers)

    def send(self, method, path, body, headers):
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            return Answer(answer.status, answer.read())
        except (OSError, http.client.HTTPException):
            self.connection.close()
            self.connection = None
            raise

    def signed(self, method, path, words, body):
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")
        day, digest = now[:8], hashlib.sha256(body).hexdigest()
        headers = {"host": f"127.0.0.1:{self.port}", "x-amz-content-sha256": digest, "x-amz-date": now}
        names = ";".join(headers)
        lines = "".join(f"{name}:{value}\n" for name, value in headers.items())
        request = "\n".join([method, path, words, lines, names, digest])
        scope = f"{day}/{REGION}/s3/aws4_request"
        text = "\n".join(["AWS4-HMAC-SHA256", now, scope, hashlib.sha256(request.encode()).hexdigest()])
        key = f"AWS4{self.secret}".encode()
        for part in scope.split("/"):
            key = hmac.digest(key, part.encode(), "sha256")
        signature = hmac.new(key, text.encode(), "sha256").hexdigest()
        return {**headers, "Authorization": f"AWS4-HMAC-SHA256 Credential={self.access}/{scope}, "
                                            f"SignedHeaders={names}, Signature={signature}"}

    def objects(self, bucket, prefix=""):
        """The names and sizes of all objects whose names begin so."""
        found, more = {}, {}
        while True:
            answer = self.ask("GET", f"/{bucket}", **{"list-type": 2, "prefix": prefix, **more})
            if answer.status != 200:
                raise OSError(f"a list of {bucket}/{prefix}: {answer}")
            tree = answer.tree()
            space = tree.tag.partition("}")[0] + "}" if tree.tag.startswith("{") else ""
            for part in tree.iter(f"{space}Contents"):
                found[part.findtext(f"{space}Key")] = int(part.findtext(f"{space}Size"))
            token = tree.findtext(f"{space}NextContinuationToken")
            if not token:
                return found
            more = {"continuation-token": token}
