"""Stands in for the weather services on this machine: says its port, then answers everybody as its argument says.

Each request's path is written to standard error, so that a test can see what was asked. Replies are of the shapes that
the services document; none was recorded from them.
"""
import http.server
import json
import os
import sys
import time

KIND = sys.argv[1]
RAIN = {"weather": [{"id": 500, "main": "Rain", "description": "light rain", "icon": "10n"}],
        "main": {"temp": 5.25, "humidity": 81}, "dt": 1764000000, "name": "Seoul", "cod": 200}


def meteo(path):
    """Open-Meteo: what is now, or a day by the hour."""
    if "current=" in path:
        return {"latitude": 37.55, "current_units": {"time": "unixtime"},
                "current": {"time": 1764000000, "interval": 900, "temperature_2m": -3.5, "weather_code": 71, "is_day": 1}}
    day = path.split("start_date=")[1][:10]
    start = int(time.mktime(time.strptime(day + " UTC", "%Y-%m-%d %Z"))) - time.timezone
    hours = [start + 3600 * hour for hour in range(24)]
    return {"latitude": 37.55, "hourly": {"time": hours, "temperature_2m": [float(hour) for hour in range(24)],
                                          "weather_code": [3] * 24, "is_day": [0] * 6 + [1] * 12 + [0] * 6}}


class Answer(http.server.BaseHTTPRequestHandler):
    """One request."""

    def log_message(self, *_):
        pass

    def send(self, status, body, headers=(), kind="application/json"):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        print(self.path, file=sys.stderr, flush=True)
        kind = KIND
        if kind == "held":
            while not os.path.exists(os.environ["HOME"] + "/answer"):
                time.sleep(0.02)
            kind = "ok"
        if kind == "twice":
            Answer.asked = getattr(Answer, "asked", 0) + 1
            kind = "wait-1" if Answer.asked == 1 else "ok"
        if kind == "ok":
            reply = RAIN if self.path.startswith("/data/2.5/weather") else meteo(self.path)
            self.send(200, json.dumps(reply).encode())
        elif kind == "401":
            self.send(401, b'{"cod":401, "message": "Invalid API key."}')
        elif kind == "404":
            self.send(404, b'{"cod":"404","message":"city not found"}')
        elif kind == "200-404":
            self.send(200, b'{"cod":"404","message":"city not found"}')
        elif kind == "429":
            self.send(429, b'{"cod":429,"message":"too many"}')
        elif kind.startswith("wait-"):
            self.send(429, b'{"cod":429}', [("Retry-After", kind[5:])])
        elif kind == "500":
            self.send(500, b"<html><body>Internal Server Error</body></html>", kind="text/html")
        elif kind == "slow":
            time.sleep(30)
        elif kind == "cut":
            self.send_response(200)
            self.send_header("Content-Length", "500")
            self.end_headers()
            self.wfile.write(b'{"weather": [')
            self.wfile.flush()
            self.connection.close()
        elif kind == "redirect":
            self.send(302, b"", [("Location", "http://127.0.0.1:1/elsewhere")])
        elif kind == "html":
            self.send(200, b"<html>maintenance</html>", kind="text/html")
        elif kind == "shape":
            self.send(200, b'{"weather": [], "main": {}, "cod": 200, "current": {"time": "noon"}}')
        elif kind == "nothing":
            self.send(200, b'{"hourly":{"time":[],"temperature_2m":[],"weather_code":[]}}')
        elif kind == "huge":
            self.send(200, b"[" + b" " * 1_000_000 + b"]")


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
server.daemon_threads = True
print(server.server_port, flush=True)
server.serve_forever()
