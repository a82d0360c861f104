"""Ceph on loopback: one monitor, three storage daemons in memory, two copies of everything, one S3 gateway.

Everything lies in one folder, its settings and keys as well; nothing of a Ceph that the machine may have is read. Each
storage daemon stands for a machine. One that was killed has lost what it had, and comes back empty.
"""

import json
import os
import re
import subprocess
import time
import uuid

import s3
from bench import Failure, wait_until
from servers import answers, free_port

PROGRAMS = ["ceph", "ceph-mon", "ceph-osd", "radosgw", "radosgw-admin", "monmaptool", "ceph-authtool"]
STORES = 3
# Seconds until what a daemon writes into its log is in the file.
LAG = 2
# A killed daemon is noticed after some four seconds, and a day of a lifecycle rule lasts one.
SETTINGS = """
[global]
fsid = {id}
mon host = [v2:127.0.0.1:{monitor},v1:127.0.0.1:{older}]
mon initial members = a
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
auth allow insecure global id reclaim = false
mon warn on insecure global id reclaim allowed = false
keyring = {home}/keyring
public addr = 127.0.0.1
cluster addr = 127.0.0.1
run dir = {home}
pid file =
admin socket =
log file = {home}/$name.log
mon cluster log file = {home}/cluster.log
mon data = {home}/monitor
mon data avail warn = 1
mon data avail crit = 1
mon max pg per osd = 1000
mon osd min down reporters = 1
mon osd reporter subtree level = osd
osd data = {home}/store$id
osd objectstore = memstore
memstore device bytes = 2147483648
osd heartbeat grace = 4
osd heartbeat interval = 1
osd crush chooseleaf type = 0
osd pool default size = 2
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pg autoscale mode = off
rgw frontends = beast endpoint=127.0.0.1:{gateway} tcp_nodelay=1
rgw data = {home}
rgw lc debug interval = 1
rgw bucket quota ttl = 1
rgw user quota bucket sync interval = 1
{more}
"""
CAPABILITIES = {
    "mon.": {"mon": "allow *"},
    "client.admin": {part: "allow *" for part in ["mon", "osd", "mgr", "mds"]},
    "client.gateway": {"mon": "allow rw", "osd": "allow rwx"},
    **{f"osd.{number}": {"mon": "allow profile osd", "osd": "allow *"} for number in range(STORES)},
}


class Ceph:
    """The daemons, by their names, and what they are asked."""

    def __init__(self, bench, name="ceph", more=""):
        self.bench, self.home = bench, bench.path(name)
        os.mkdir(self.home)
        self.running = {}
        self.gateway_port, self.settings = free_port(), f"{self.home}/ceph.conf"
        self.id = str(uuid.uuid4())
        self.monitor, older = free_port(), free_port()
        with open(self.settings, "w") as file:
            file.write(SETTINGS.format(id=self.id, home=self.home, monitor=self.monitor, older=older,
                                       gateway=self.gateway_port, more=more))

    def __enter__(self):
        """Starts them; `ready` is how many seconds that took."""
        started = time.monotonic()
        try:
            self.make_keys()
            self.start_monitor(f"[v2:127.0.0.1:{self.monitor}]")
            for number in range(STORES):
                self.make_store(number)
            for number in range(STORES):
                self.start_store(number)
            self.start_gateway()
            if self.up() < STORES and not wait_until(lambda: self.up() == STORES, 60, 1):
                raise Failure(f"of {STORES} storage daemons {self.up()} are up")
            made = self.admin("user", "create", "--uid=operator", "--display-name=operator", "--caps=users=*")
            self.operator = s3.Client(self.gateway_port, **keys_of(made))
        except BaseException:
            self.__exit__()
            raise
        self.ready = time.monotonic() - started
        return self

    def __exit__(self, *_):
        # What they hold is in memory, and nobody wants it any more.
        for name in list(self.running):
            self.kill(name)

    # MARK: What is asked

    def run(self, *words, data=None):
        outcome = self.bench.spawn([*words, "-c", self.settings], data)
        if outcome.code != 0:
            raise Failure(f"{' '.join(words)}: {outcome}")
        return outcome.out

    def ask(self, *words, data=None):
        return self.run("ceph", "--connect-timeout", "30", *words, data=data)

    def admin(self, *words):
        """What radosgw-admin answers."""
        out = self.run("radosgw-admin", "-n", "client.gateway", *words)
        return json.loads(out) if out.strip() else None

    def up(self):
        """How many storage daemons are up."""
        return json.loads(self.ask("osd", "stat", "--format", "json"))["num_up_osds"]

    def requests(self, work):
        """The requests that the gateway answers during some work, as it writes them down: `PUT /diaries/…`."""
        path = f"{self.home}/client.gateway.log"
        time.sleep(LAG)
        before = os.path.getsize(path)
        work()
        time.sleep(LAG)
        with open(path, errors="replace") as file:
            file.seek(before)
            return re.findall(r'"((?:GET|PUT|HEAD|DELETE|POST) [^" ]*) HTTP', file.read())

    # MARK: Daemons

    def make_keys(self):
        for name, capabilities in CAPABILITIES.items():
            words = ["ceph-authtool", f"{self.home}/keyring", "--gen-key", "-n", name]
            if name == "mon.":
                words.insert(1, "--create-keyring")
            for part, capability in capabilities.items():
                words += ["--cap", part, capability]
            self.run(*words)

    def start_monitor(self, address):
        map_path = f"{self.home}/monmap"
        self.run("monmaptool", "--create", "--fsid", self.id, "--addv", "a", address, map_path)
        self.run("ceph-mon", "--mkfs", "-i", "a", "--monmap", map_path)
        self.start("monitor", "ceph-mon", "-i", "a", "-f")

    def make_store(self, number):
        name, home = str(uuid.uuid4()), f"{self.home}/store{number}"
        os.mkdir(home)
        self.ask("osd", "new", name, str(number))
        self.run("ceph-osd", "-i", str(number), "--mkfs", "--osd-uuid", name)

    def start_store(self, number):
        self.start(f"store{number}", "ceph-osd", "-i", str(number), "-f",
                   "--crush-location", f"root=default host=machine{number}")

    def start_gateway(self):
        self.start("gateway", "radosgw", "-n", "client.gateway", "-f")
        if not wait_until(lambda: answers(self.gateway_port) or not self.is_alive("gateway"), 120) \
                or not self.is_alive("gateway"):
            raise Failure(f"the gateway does not start: {self.last_words('gateway')}")

    def start(self, name, *words):
        with open(f"{self.home}/{name}.out", "ab") as output:
            self.running[name] = subprocess.Popen(
                [*words, "-c", self.settings], env=self.bench.environment, stdin=subprocess.DEVNULL, stdout=output,
                stderr=output, start_new_session=True)

    def is_alive(self, name):
        return name in self.running and self.running[name].poll() is None

    def last_words(self, name):
        with open(f"{self.home}/{name}.out", errors="replace") as output:
            return output.read()[-600:]

    def kill(self, name):
        """Ends a daemon as a power cut does."""
        if process := self.running.pop(name, None):
            process.kill()
            process.wait()

    def memory(self):
        """Bytes that the daemons have in memory."""
        total = 0
        for process in self.running.values():
            with open(f"/proc/{process.pid}/statm") as file:
                total += int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        return total


def keys_of(user):
    key = user["keys"][0]
    return {"access": key["access_key"], "secret": key["secret_key"]}
