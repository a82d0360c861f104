"""The lines of Docs/Operators.md, run as they stand, by an operator and two owners with homes of their own.

A line `NAME$ COMMAND` is run by the one it names, with bash. Each line that follows it must be said, in that order, on
either output, among others; `…` stands for anything. `[exit 7]` is how it ends, where that is not 0.
"""

import os
import re
import shlex
import subprocess

from bench import ROOT, Failure

PAGE = os.path.join(ROOT, "Docs/Operators.md")
PEOPLE = ["operator", "kim", "lee"]
END = "<<'END'"
OPERATOR = """[default]
region = us-east-1
aws_access_key_id = {access}
aws_secret_access_key = {secret}
"""
BEFORE = 'aws() {{ command aws --endpoint-url "$STORE" "$@"; }}; diarylog() {{ {program} "$@"; }}; '


class Step:
    """A command, who gives it, what it must say, how it must end."""

    def __init__(self, who, command):
        self.who, self.command, self.said, self.code = who, command, [], 0

    def differs(self, code, output):
        """What is not as the page has it; None if all is."""
        if code != self.code:
            return f"exit {code} instead of {self.code}: {output[-400:]}"
        rest = output.splitlines()
        for line in self.said:
            wanted = re.compile(".*".join(map(re.escape, line.split("…"))))
            while rest and not wanted.fullmatch(rest[0].rstrip()):
                rest.pop(0)
            if not rest:
                return f"it does not say {line!r}: {output[-400:]}"
            rest.pop(0)
        return None


def steps():
    """The commands of the page, in their order."""
    found = []
    with open(PAGE) as file:
        lines = iter(file.read().splitlines())
    step = None
    for line in lines:
        if not line.startswith("    "):
            step = None
            continue
        text = line[4:]
        if begun := re.match(r"(\w+)\$ (.*)", text):
            step = Step(*begun.groups())
            while step.command.endswith("\\"):
                step.command += "\n" + next(lines)[4:]
            if END in step.command:
                for more in lines:
                    step.command += "\n" + more[4:]
                    if more[4:] == "END":
                        break
            found.append(step)
        elif end := re.fullmatch(r"\[exit (\d+)\]", text):
            step.code = int(end[1])
        elif step:
            step.said.append(text)
    return found


def people(bench, ceph):
    """A home for each, and the surroundings of their commands."""
    found = {}
    for name in PEOPLE:
        home = bench.path(f"home-{name}")
        os.makedirs(f"{home}/.aws", exist_ok=True)
        found[name] = {**bench.environment, "HOME": home, "STORE": f"http://127.0.0.1:{ceph.gateway_port}"}
        del found[name]["RCLONE_CONFIG"]
        # What an exchange in the background has sent, `sync` does not say.
        bench.spawn([bench.program, "config", "set", "sync.auto", "no"], more={"HOME": home})
    operator = found["operator"]
    operator |= {"CEPH_CONF": ceph.settings, "CEPH_ARGS": "--name client.gateway", "AWS_PAGER": ""}
    with open(f"{operator['HOME']}/.aws/credentials", "w") as file:
        file.write(OPERATOR.format(access=ceph.operator.access, secret=ceph.operator.secret))
    return found


def run(bench, ceph):
    if bench.lacks("Docs/Operators.md", "rclone", "aws"):
        return
    with bench.case("what Docs/Operators.md says, line by line"):
        homes, story = people(bench, ceph), steps()
        for step in story:
            home = homes[step.who]
            done = subprocess.run(
                ["bash", "-c", BEFORE.format(program=shlex.quote(bench.program)) + step.command], env=home,
                cwd=home["HOME"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                timeout=300)
            why = step.differs(done.returncode, done.stdout.decode(errors="replace"))
            first = step.command.splitlines()[0]
            if not bench.check(why is None, f"{step.who}$ {first[:90]}", why):
                raise Failure("the lines after it stand on it")
