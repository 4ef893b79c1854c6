"""Three PostgreSQL servers with Patroni and etcd, each on a machine of its own, by the files in the manual's chapter on storage."""
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

import namespaces
import postgres
import service

MANUAL = pathlib.Path(__file__).resolve().parents[2] / "Sources/Manual/storage.md"
USER = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
CONFIGURATION = "/etc/patroni/config.yml"


def manual_file(name):
    """What a block of the manual has: ```yaml NAME."""
    return re.search(rf"^```\w+ {re.escape(name)}\n(.*?)^```$", MANUAL.read_text(), re.M | re.S).group(1)


class Servers:
    """The first three machines of a network: db-1, db-2 and db-3."""

    def __init__(self, folder, network):
        self.folder, self.network = folder, network
        self.numbers = [1, 2, 3]
        self.passwords = f"{folder}/pgpass"
        with open(self.passwords, "w") as file:
            file.write(re.search(r"`(\*:5432:.*?)`", MANUAL.read_text()).group(1) + "\n")
        os.chmod(self.passwords, 0o600)
        self.address = re.search(r"'(postgresql://\S*10\.0\.0\.1,\S*)'", MANUAL.read_text()).group(1)
        self.proxied = re.search(r"'(postgresql://\S*127\.0\.0\.1/\S*)'", MANUAL.read_text()).group(1)
        self.etcd, self.patroni = {}, {}
        for number in self.numbers:
            for name in ("etc", "lib", "run", "etcd"):
                os.makedirs(f"{folder}/{number}/{name}")
                shutil.chown(f"{folder}/{number}/{name}", "postgres")
            self.write(number, "etc/config.yml", manual_file("patroni.yml"))
            self.write(number, "etc/etcd", manual_file("etcd"))

    def start(self):
        for number in self.numbers:
            self.start_etcd(number)
        for number in self.numbers:
            self.start_patroni(number)
        self.wait(lambda: self.primary() and self.synchronous(), "the servers do not begin")
        self.make_database()

    def write(self, number, name, text):
        path = pathlib.Path(f"{self.folder}/{number}/{name}")
        path.write_text(text.replace("NODE", f"db-{number}").replace("ADDRESS", f"10.0.0.{number}"))
        shutil.chown(path, "postgres")

    def on(self, number, command, variables={}, **options):
        """Starts a program on a machine, which has its own /etc/patroni, /var/lib/postgresql and /var/run/postgresql, as systemd would."""
        place = f"{self.folder}/{number}"
        mounts = [("etc", "/etc/patroni"), ("lib", "/var/lib/postgresql"), ("run", "/var/run/postgresql")]
        script = " && ".join(f"mount --bind {place}/{name} {target}" for name, target in mounts) + ' && exec "$@"'
        started = subprocess.Popen(
            [*self.network.inside(number), "unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh", *USER, *command],
            cwd="/tmp", text=True, start_new_session=True, env={**os.environ, "HOME": "/var/lib/postgresql", **variables}, **options)
        service.processes.append(started)
        return started

    def log(self, number, name):
        return open(f"{self.folder}/{number}/{name}.log", "ab")

    def start_etcd(self, number):
        lines = pathlib.Path(f"{self.folder}/{number}/etc/etcd").read_text().split()
        variables = {**dict(line.split("=", 1) for line in lines), "ETCD_DATA_DIR": f"{self.folder}/{number}/etcd/data"}
        log = self.log(number, "etcd")
        self.etcd[number] = self.on(number, ["etcd"], variables, stdout=log, stderr=log)

    def start_patroni(self, number):
        log = self.log(number, "patroni")
        self.patroni[number] = self.on(number, ["patroni", CONFIGURATION], stdout=log, stderr=log)

    def run(self, number, *command, check=True, variables={}):
        process = self.on(number, command, variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        output, _ = process.communicate(timeout=120)
        if check and process.returncode:
            raise SystemExit(f"{' '.join(command)}: {output}")
        return output

    def ask(self, number, path):
        """-> status and body of Patroni's answer on a machine; None if there is none."""
        try:
            status, body, _ = service.request(namespaces.Place(self.network.machines[number - 1], 8008, f"10.0.0.{number}"), "GET", path, timeout=5)
            return status, body
        except (OSError, http.client.HTTPException):
            return None

    def primary(self, numbers=None):
        """The number of the server that is the primary by its own Patroni."""
        return next((number for number in numbers or self.numbers if (self.ask(number, "/primary") or [0])[0] == 200), None)

    def members(self):
        """What the primary's Patroni knows of all servers, by number."""
        answer = self.ask(self.primary() or 1, "/cluster")
        return {int(member["name"][-1]): member for member in json.loads(answer[1])["members"]} if answer else {}

    def synchronous(self):
        return next((number for number, member in self.members().items() if member["role"] == "sync_standby"), None)

    def healthy(self):
        """Whether there is a primary, a synchronous standby, and all three run on the same time line."""
        members = self.members().values()
        return (len(members) == 3 and all(member["state"] in ("running", "streaming") for member in members) and
                len({member.get("timeline") for member in members}) == 1 and {"leader", "sync_standby"} <= {member["role"] for member in members})

    def wait(self, condition, complaint, seconds=150):
        """-> the seconds that it took."""
        begin = time.monotonic()
        while not condition():
            if time.monotonic() - begin > seconds:
                raise SystemExit(f"{complaint}: {self.members()}\n{self.tails()}")
            time.sleep(0.5)
        return time.monotonic() - begin

    def tails(self):
        logs = [f"{self.folder}/{number}/{name}.log" for number in self.numbers for name in ("etcd", "patroni")]
        return "\n".join(f"{log}: {open(log).read()[-1500:]}" for log in logs)

    def query(self, number, sql, database="postgres"):
        secret = re.search(r"superuser:.*?password: (\S+)", manual_file("patroni.yml"), re.S).group(1)
        return self.run(number, "psql", "-X", "-q", "-At", "-h", f"10.0.0.{number}", "-U", "postgres", "-d", database, "-v", "ON_ERROR_STOP=1",
                        *[word for each in sql for word in ("-c", each)], variables={"PGPASSWORD": secret}).strip()

    def make_database(self):
        statements = re.findall(r"^    (CREATE (?:ROLE|DATABASE) plumbline .*;)$", MANUAL.read_text(), re.M)
        assert len(statements) == 2, statements
        self.query(self.primary(), statements)

    def processes(self, number):
        """Numbers of PostgreSQL's processes of a machine: those in whose mounts and network they run have its data folder open as theirs."""
        own, found = os.stat(f"/run/netns/{self.network.machines[number - 1]}").st_ino, []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                if os.stat(f"/proc/{pid}/ns/net").st_ino == own and os.readlink(f"/proc/{pid}/exe") == f"{postgres.BINARIES}/postgres":
                    found.append(int(pid))
            except OSError:
                continue
        return found

    def kill_patroni(self, number):
        self.patroni[number].kill()
        self.patroni[number].wait()

    def kill(self, number):
        """As if the machine crashed: Patroni and all processes of PostgreSQL at once."""
        self.kill_patroni(number)
        self.kill_postgres(number)

    def kill_postgres(self, number):
        for pid in self.processes(number):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def end(self):
        for number in self.numbers:
            for process in (self.patroni.get(number), self.etcd.get(number)):
                if process:
                    process.kill()
                    process.wait()
            self.kill_postgres(number)


class HAProxy:
    """On a machine of the network, before all servers."""

    def __init__(self, folder, network, number):
        path = f"{folder}/haproxy-{number}.cfg"
        pathlib.Path(path).write_text(manual_file("haproxy.cfg"))
        log = open(f"{folder}/haproxy-{number}.log", "wb")
        self.process = subprocess.Popen([*network.inside(number), "haproxy", "-db", "-f", path], stdout=log, stderr=log)
        service.processes.append(self.process)
