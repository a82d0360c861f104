"""Servers that a remote may lie on, started on loopback and on free ports, and ended by their ids."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree

from bench import ROOT, Failure, wait_until

VENV = os.environ.get("DIARYLOG_SYNC_VENV", os.path.join(ROOT, ".build-tests/test-sync-venv"))
PYTHON_PACKAGES = ["wsgidav==4.4.0", "cheroot==11.1.2", "moto[server,s3]==5.2.5"]
APACHE = """
ServerRoot {home}
ServerName localhost
Listen 127.0.0.1:{port}
PidFile {home}/pid
ErrorLog {home}/errors
LoadModule mpm_event_module {modules}/mod_mpm_event.so
LoadModule authz_core_module {modules}/mod_authz_core.so
LoadModule dav_module {modules}/mod_dav.so
LoadModule dav_fs_module {modules}/mod_dav_fs.so
LoadModule dav_lock_module {modules}/mod_dav_lock.so
{user}
DocumentRoot {root}
DavLockDB {home}/locks
<Directory {root}>
    Dav On
    Require all granted
</Directory>
"""
NGINX = """
load_module {modules}/ngx_http_dav_ext_module.so;
{user}
daemon off;
pid {home}/pid;
error_log {home}/errors;
events {{ }}
http {{
    access_log off;
    client_max_body_size 0;
    client_body_temp_path {home}/bodies;
    server {{
        listen 127.0.0.1:{port};
        location / {{
            root {root};
            dav_methods PUT DELETE MKCOL COPY MOVE;
            dav_ext_methods PROPFIND OPTIONS;
            create_full_put_path on;
        }}
    }}
}}
"""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def answers(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
        return True
    except OSError:
        return False


@contextlib.contextmanager
def running(bench, words, port, name, more=None):
    """A server as long as it is needed: ready once its port answers, ended with its children at the end."""
    started = time.monotonic()
    with open(bench.path(f"{name}.out"), "wb") as output:
        process = subprocess.Popen(words, env={**bench.environment, **(more or {})}, stdin=subprocess.DEVNULL,
                                   stdout=output, stderr=output)
    try:
        if not wait_until(lambda: answers(port) or process.poll() is not None, 15) or process.poll() is not None:
            with open(bench.path(f"{name}.out"), errors="replace") as output:
                raise Failure(f"{name} does not start: {output.read()[-300:]}")
        bench.step(f"{name} answers after {time.monotonic() - started:.1f} s")
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def served_folder(bench, name):
    root = bench.path(f"{name}-root")
    os.mkdir(root)
    os.chmod(root, 0o777)
    return root


@contextlib.contextmanager
def rclone_webdav(bench, name="rclone-webdav"):
    root, port = served_folder(bench, name), free_port()
    with running(bench, [shutil.which("rclone"), "serve", "webdav", "--addr", f"127.0.0.1:{port}", root], port, name):
        bench.remote_of(name, type="webdav", url=f"http://127.0.0.1:{port}", vendor="other")
        yield f"rclone:{name}:diary", os.path.join(root, "diary"), port


@contextlib.contextmanager
def rclone_sftp(bench, name="rclone-sftp"):
    root, port = served_folder(bench, name), free_port()
    words = [shutil.which("rclone"), "serve", "sftp", "--addr", f"127.0.0.1:{port}", "--user", "u", "--pass", "p", root]
    with running(bench, words, port, name):
        bench.remote_of(name, type="sftp", host="127.0.0.1", port=port, user="u",
                        **{"pass": bench.rclone("obscure", "p").out.strip()})
        yield f"rclone:{name}:diary", os.path.join(root, "diary"), port


@contextlib.contextmanager
def rclone_s3(bench, name="rclone-s3"):
    root, port = served_folder(bench, name), free_port()
    os.mkdir(os.path.join(root, "bucket"))
    words = [shutil.which("rclone"), "serve", "s3", "--addr", f"127.0.0.1:{port}", "--auth-key", "id,secret", root]
    with running(bench, words, port, name):
        bench.remote_of(name, type="s3", provider="Other", access_key_id="id", secret_access_key="secret",
                        endpoint=f"http://127.0.0.1:{port}")
        yield f"rclone:{name}:bucket/diary", os.path.join(root, "bucket/diary"), port


@contextlib.contextmanager
def apache(bench, name="apache"):
    root, port, home = served_folder(bench, name), free_port(), served_folder(bench, f"{name}-home")
    with open(f"{home}/conf", "w") as file:
        file.write(APACHE.format(home=home, port=port, root=root, modules="/usr/lib/apache2/modules",
                                 user="User www-data\nGroup www-data" if os.getuid() == 0 else ""))
    with running(bench, ["/usr/sbin/apache2", "-f", f"{home}/conf", "-DFOREGROUND"], port, name):
        bench.remote_of(name, type="webdav", url=f"http://127.0.0.1:{port}", vendor="other")
        yield f"rclone:{name}:diary", os.path.join(root, "diary"), port


@contextlib.contextmanager
def nginx(bench, name="nginx"):
    root, port, home = served_folder(bench, name), free_port(), served_folder(bench, f"{name}-home")
    with open(f"{home}/conf", "w") as file:
        file.write(NGINX.format(home=home, port=port, root=root, modules="/usr/lib/nginx/modules",
                                user="user www-data;" if os.getuid() == 0 else ""))
    with running(bench, ["/usr/sbin/nginx", "-c", f"{home}/conf", "-p", home, "-e", f"{home}/errors"], port, name):
        bench.remote_of(name, type="webdav", url=f"http://127.0.0.1:{port}", vendor="other")
        yield f"rclone:{name}:diary", os.path.join(root, "diary"), port


@contextlib.contextmanager
def wsgidav(bench, name="wsgidav"):
    root, port = served_folder(bench, name), free_port()
    words = [f"{VENV}/bin/wsgidav", "--host", "127.0.0.1", "--port", str(port), "--root", root, "--auth", "anonymous",
             "--server", "cheroot", "--no-config", "-q"]
    with running(bench, words, port, name):
        bench.remote_of(name, type="webdav", url=f"http://127.0.0.1:{port}", vendor="other")
        yield f"rclone:{name}:diary", os.path.join(root, "diary"), port


@contextlib.contextmanager
def moto(bench, name="moto"):
    port = free_port()
    with running(bench, [f"{VENV}/bin/moto_server", "-H", "127.0.0.1", "-p", str(port)], port, name):
        bench.remote_of(name, type="s3", provider="Other", access_key_id="id", secret_access_key="secret",
                        endpoint=f"http://127.0.0.1:{port}")
        made = bench.rclone("mkdir", f"{name}:bucket")
        if made.code != 0:
            raise Failure(f"no bucket can be made: {made}")

        def fetched():
            """What lies there, whole, copied to the disk."""
            folder = bench.path(f"{name}-fetched")
            shutil.rmtree(folder, ignore_errors=True)
            copied = bench.rclone("copy", f"{name}:bucket", folder)
            if copied.code != 0:
                raise Failure(f"the bucket cannot be copied: {copied}")
            return folder

        yield f"rclone:{name}:bucket/diary", fetched, port


def has_python_packages(bench):
    """Makes a venv with the servers that PyPI has, once; whether they can be had."""
    if os.path.exists(f"{VENV}/bin/moto_server"):
        return True
    print(f"A venv is made with {', '.join(PYTHON_PACKAGES)}.", flush=True)
    made = subprocess.run([sys.executable, "-m", "venv", VENV], capture_output=True)
    if made.returncode == 0:
        made = subprocess.run([f"{VENV}/bin/pip", "install", "-q", *PYTHON_PACKAGES], capture_output=True)
    return made.returncode == 0


# MARK: Syncthing


class Syncthing:
    """One device of Syncthing: a home, a folder that it carries, and nothing but loopback."""

    def __init__(self, bench, name):
        self.bench, self.name = bench, f"syncthing-{name}"
        self.home, self.folder = bench.path(f"{self.name}-home"), bench.path(f"{self.name}-folder")
        os.mkdir(self.folder)
        made = bench.spawn(["syncthing", "generate", "--home", self.home, "--no-default-folder", "--skip-port-probing"])
        if made.code != 0:
            raise Failure(f"syncthing generate: {made}")
        self.port, self.page = free_port(), free_port()
        self.settings = ElementTree.parse(f"{self.home}/config.xml").getroot()
        self.id = self.settings.find("device").get("id")

    def pair_with(self, others):
        """Writes its settings: the others, one folder, no discovery, no relay, no NAT."""
        root = self.settings
        for old in root.findall("folder"):
            root.remove(old)
        for other in others:
            device = ElementTree.SubElement(root, "device", id=other.id, name=other.name, compression="metadata")
            ElementTree.SubElement(device, "address").text = f"tcp://127.0.0.1:{other.port}"
        folder = ElementTree.SubElement(root, "folder", id="diary", path=self.folder, type="sendreceive",
                                        rescanIntervalS="3600", fsWatcherEnabled="true", fsWatcherDelayS="1")
        for one in [self, *others]:
            ElementTree.SubElement(folder, "device", id=one.id)
        root.find("gui/address").text = f"127.0.0.1:{self.page}"
        options = root.find("options")
        for name in ["listenAddress", "globalAnnounceEnabled", "localAnnounceEnabled", "relaysEnabled", "natEnabled",
                     "urAccepted", "startBrowser", "crashReportingEnabled", "autoUpgradeIntervalH",
                     "reconnectionIntervalS"]:
            for old in options.findall(name):
                options.remove(old)
        for name, text in [("listenAddress", f"tcp://127.0.0.1:{self.port}"), ("globalAnnounceEnabled", "false"),
                           ("localAnnounceEnabled", "false"), ("relaysEnabled", "false"), ("natEnabled", "false"),
                           ("urAccepted", "-1"), ("startBrowser", "false"), ("crashReportingEnabled", "false"),
                           ("autoUpgradeIntervalH", "0"), ("reconnectionIntervalS", "2")]:
            ElementTree.SubElement(options, name).text = text
        ElementTree.ElementTree(root).write(f"{self.home}/config.xml")

    def running(self):
        words = ["syncthing", "serve", "--home", self.home, "--no-browser", "--no-restart", "--no-upgrade"]
        return running(self.bench, words, self.port, self.name, {"STNOUPGRADE": "1"})
