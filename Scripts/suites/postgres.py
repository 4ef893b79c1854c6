"""PostgreSQL servers in temporary folders, for the suites: a primary, a standby, and PgBouncer before them."""
import glob
import os
import shutil
import signal
import subprocess
import time

import service

BINARIES = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))[-1]


def run_as_user(*arguments, check=True, **options):
    """Runs a program as the user that PostgreSQL's programs want instead of root."""
    user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
    return subprocess.run([*user, *arguments], check=check, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd="/tmp", **options)


class Server:
    """A server that syncs, so that what it acknowledged survives kill -9."""

    def __init__(self, folder, name, standby_of=None, more=()):
        self.name, self.port = name, service.free_port()
        self.folder = f"{folder}/{name}"
        self.data = f"{self.folder}/data"
        self.process, self.more = None, more
        os.makedirs(self.folder)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
            shutil.chown(self.folder, "postgres")
        if standby_of:
            run_as_user(f"{BINARIES}/pg_basebackup", "-D", self.data, "-R", "-d",
                        f"host=127.0.0.1 port={standby_of.port} user=plumbline application_name={name}")
        else:
            run_as_user(f"{BINARIES}/initdb", "-D", self.data, "-A", "trust", "-U", "plumbline", "--no-locale", "-E", "UTF8")
        self.start()

    def start(self):
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        log = open(f"{self.folder}/log", "ab")
        self.process = subprocess.Popen(
            [*user, f"{BINARIES}/postgres", "-D", self.data, "-p", str(self.port), "-k", self.folder, "-c", "listen_addresses=127.0.0.1",
             "-c", "max_connections=100", "-c", "shared_buffers=64MB", "-c", "wal_receiver_status_interval=1", *self.more],
            stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd="/tmp", start_new_session=True)
        service.processes.append(self.process)
        for _ in range(600):
            if run_as_user(f"{BINARIES}/pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port), check=False).returncode == 0:
                return
            time.sleep(0.1)
        raise SystemExit(f"{self.name} did not start: {open(f'{self.folder}/log').read()[-2000:]}")

    def kill(self):
        """Ends all of its processes at once, as a crash does."""
        children = open(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read().split()
        for pid in [self.process.pid, *map(int, children)]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()

    def query(self, sql, *more):
        return run_as_user(f"{BINARIES}/psql", "-X", "-q", "-At", "-h", "127.0.0.1", "-p", str(self.port), "-U", "plumbline", "-d", "postgres",
                           "-v", "ON_ERROR_STOP=1", *more, "-c", sql).stdout.strip()

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(60)


class PgBouncer:
    """A pooler in transaction mode."""

    def __init__(self, folder, server):
        self.port = service.free_port()
        self.folder = f"{folder}/pgbouncer"
        os.makedirs(self.folder)
        with open(f"{self.folder}/pgbouncer.ini", "w") as file:
            file.write(f"""[databases]
postgres = host=127.0.0.1 port={server.port} dbname=postgres user=plumbline
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {self.port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
max_client_conn = 200
server_login_retry = 1
logfile = {self.folder}/log
pidfile = {self.folder}/pid
""")
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        self.process = subprocess.Popen([*user, "pgbouncer", "-q", f"{self.folder}/pgbouncer.ini"], cwd="/tmp", stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        service.processes.append(self.process)
        time.sleep(0.5)
