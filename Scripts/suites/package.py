#!/usr/bin/env python3
"""The package, the tarball, the action and the template, as one who installs them meets them: see package.sh.

usage: package.py [--quick] [--program PROGRAM]
"""
import argparse
import gzip
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import xml.etree.ElementTree

import yaml

import service
from service import JSON, figure, request

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--quick", action="store_true")
parser.add_argument("--program", help="packs this program instead of building one")
options = parser.parse_args()
root = pathlib.Path.cwd()
folder = pathlib.Path(service.new_folder("package"))
manual = (root / "Sources/Manual/installing.md").read_text()
MACHINE = os.uname().machine
TARBALL = f"plumbline-linux-{MACHINE}.tar.gz"
TOKEN = "a-token-for-this-try-only"
BARE_PATH = "/usr/sbin:/usr/bin:/sbin:/bin"
# What README says to paste.
LOG = re.search(r"^```text app\.log\n(.*?)^```$", (root / "README.md").read_text(), re.M | re.S)[1]
CLEAN = '{"name":"Clean","size":{"width":70,"height":44},"constraints":["H:|-[a]-|","V:|-[a(20)]"]}'
BROKEN = '{"name":"Broken","size":{"width":70,"height":44},"constraints":["H:|-[a(60)]-|","V:|-[a(20)]"]}'


def run(*command, **more):
    more.setdefault("timeout", 600)
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)


def check(name, holds, said=""):
    figure(name, "yes" if holds else f"no: {str(said).strip()[-1500:]}", None, holds)
    return holds


# MARK: Files


def packed():
    """Packs the program twice; -> the folder with the files."""
    sums = []
    for name in ("first", "second"):
        given = ["--program", options.program] if options.program else []
        outcome = run("Scripts/package.sh", "--output", folder / name, *given)
        if outcome.returncode:
            sys.exit(f"package.sh: {outcome.stdout}{outcome.stderr}")
        sums.append((folder / name / "SHA256SUMS").read_text())
    check("the same program gives the same files", sums[0] == sums[1] and len(sums[0].splitlines()) == 2, sums)
    return folder / "first"


def unwilling():
    """A program that needs Swift is not for others."""
    needing = root / os.environ.get("PLUMBLINE_BUILD", ".build") / "release/plumbline"
    if needing.exists() and "libswiftCore" in run("readelf", "-d", needing).stdout:
        outcome = run("Scripts/package.sh", "--program", needing, "--output", folder / "refused")
        check("a program that needs Swift's libraries is refused", outcome.returncode == 1 and "--static-swift-stdlib" in outcome.stderr
              and not (folder / "refused").exists(), outcome.stderr)
    wrong = run("Scripts/package.sh", "--frob")
    check("an unknown option is refused", wrong.returncode == 2 and "--frob" in wrong.stderr, wrong.stderr)


def contents(files):
    deb, = files.glob("*.deb")
    outcome = run("lintian", "--tag-display-limit", "0", "--fail-on", "error,warning", deb)
    check("lintian has no errors and no warnings", outcome.returncode == 0, outcome.stdout + outcome.stderr)
    run("dpkg-deb", "-x", deb, folder / "deb", check=True)
    run("dpkg-deb", "-e", deb, folder / "control", check=True)
    options.program = folder / "deb/usr/bin/plumbline"
    needed = run("readelf", "-d", options.program).stdout
    check("its program needs no library of Swift's", "NEEDED" in needed and not re.search("libswift|libFoundation|libdispatch", needed), needed)
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH") or run("git", "log", "-1", "--format=%ct").stdout)
    listed = subprocess.run(["dpkg-deb", "--fsys-tarfile", deb], capture_output=True, check=True).stdout
    (folder / "data.tar").write_bytes(listed)
    with tarfile.open(folder / "data.tar") as data:
        odd = [each.name for each in data if (each.uid, each.gid, each.uname, each.mtime) != (0, 0, "root", epoch) or each.mode & 0o22]
    check("its files are root's, of the commit's time, and nobody else writes them", not odd, odd)
    place = folder / "deb/usr"
    text = gzip.open(place / "share/man/man1/plumbline.1.gz", "rt").read()
    outcome = run("man", "--warnings", "-l", place / "share/man/man1/plumbline.1.gz", env={**os.environ, "MANWIDTH": "100", "LC_ALL": "C.UTF-8"})
    commands = re.findall(r"^  ([a-z-]+) ", run(options.program, "help").stdout.split("Commands:\n")[1].split("\n\n")[0], re.M)
    missing = [name for name in commands if not re.search(rf"\b{name}\b", outcome.stdout)]
    check(f"man shows the page with {len(commands)} commands, without a warning", len(commands) > 10 and not outcome.stderr and not missing and "\n.TH PLUMBLINE 1" in text,
          f"{outcome.stderr} {missing} {text[:60]}")
    chapters = {file.stem: file.read_text() for file in (place / "share/doc/plumbline/manual").glob("*.md")}
    wanted = {file.stem for file in (root / "Sources/Manual").glob("*.md")}
    check("it has every chapter of the manual", set(chapters) == wanted and all(text.startswith("# ") for text in chapters.values()), wanted ^ set(chapters))
    captures = [(place / "share/plumbline" / file).read_bytes() == (root / "Sources/Capture/Resources" / file).read_bytes()
                for file in ("plumbline_lldb.py", "PlumblineCapture.swift")]
    check("its files for capture are those of the sources", all(captures))
    check("its note on copyright says that no licence is chosen", "none is chosen yet" in (place / "share/doc/plumbline/copyright").read_text())
    control = (folder / "control/control").read_text()
    libraries = ["libexpat1", "libgmp10", "libsimdjson", "libsqlite3-0", "libssl3", "libzstd1", "zlib1g", "libc6", "libstdc++6"]
    depends = re.search("^Depends: (.*)$", control, re.M)[1]
    check("it depends on the C libraries", all(name in depends for name in libraries), depends)
    for script in ("postinst", "prerm", "postrm"):
        check(f"{script} is a script of sh", run("sh", "-n", folder / "control" / script).returncode == 0)
    sums = [line.split("  ", 1) for line in (folder / "control/md5sums").read_text().splitlines()]
    check("its sums are right", len(sums) > 30 and all(hashlib.md5((folder / "deb" / name).read_bytes()).hexdigest() == sum for sum, name in sums))

    unit = place / "lib/systemd/system/plumbline.service"
    tried = folder / "plumbline.service"
    tried.write_text(unit.read_text().replace("/usr/bin/plumbline", str(place / "bin/plumbline")))
    outcome = run("systemd-analyze", "verify", "--man=no", tried)
    check("systemd-analyze verifies the unit", outcome.returncode == 0 and not outcome.stderr, outcome.stderr)
    exposure = run("systemd-analyze", "security", "--offline=yes", "--threshold=20", tried)
    check("systemd-analyze finds its exposure at most 2.0", exposure.returncode == 0, exposure.stdout[-200:] + exposure.stderr)


def completions():
    """A completion of `plumbline che`, by each shell that is there."""
    place = folder / "deb/usr/share"
    scripts = {
        "bash": (place / "bash-completion/completions/plumbline", "source FILE; COMP_WORDS=(plumbline che); COMP_CWORD=1; _plumbline; echo ${COMPREPLY[@]}"),
        "zsh": (place / "zsh/vendor-completions/_plumbline", "zsh -n FILE && grep -o \"'check:\" FILE | tr -d \"':\""),
        "fish": (place / "fish/vendor_completions.d/plumbline.fish", "source FILE; complete -C 'plumbline che' | string split -f1 \\t"),
    }
    for shell, (file, script) in scripts.items():
        if not shutil.which(shell):
            print(f"package: skipped the completion of {shell}, which is not installed")
            continue
        outcome = run(shell, "-c", script.replace("FILE", str(file)))
        check(f"{shell} completes a command", outcome.stdout.split() == ["check"] and not outcome.stderr, outcome.stdout + outcome.stderr)


# MARK: Builds


def repository(name, layouts):
    place = folder / name
    (place / "App").mkdir(parents=True)
    for file, text in layouts.items():
        (place / "App" / file).write_text(text)
    return place


def act(place, inputs, environment={}, path=BARE_PATH, through=()):
    """Runs the action's steps as GitHub does; -> the last one's outcome, with the output of all."""
    action = yaml.safe_load((root / ".github/actions/check/action.yml").read_text())
    given = {name: value.get("default", "") for name, value in action["inputs"].items()} | inputs
    temporary = pathlib.Path(tempfile.mkdtemp(dir=folder))
    output = ""
    for number, step in enumerate(action["runs"]["steps"]):
        def value(text):
            return re.sub(r"\$\{\{ *inputs\.(\w+) *\}\}", lambda found: given[found[1]], text)

        added = temporary / "path"
        added.write_text("")
        script = temporary / f"step{number}.sh"
        script.write_text(value(step["run"]))
        if "${{" in step["run"]:
            check("no step has an expression in its script", False, step["run"])
        variables = {"PATH": path, "RUNNER_TEMP": str(temporary), "GITHUB_PATH": str(added), "GITHUB_ACTIONS": "true", "LC_ALL": "C.UTF-8",
                     "GITHUB_ACTION_PATH": str(root / ".github/actions/check"), "GITHUB_SERVER_URL": "https://server.invalid"}
        variables |= {name: value(text) for name, text in step.get("env", {}).items()} | environment
        outcome = run(*through, "bash", "--noprofile", "--norc", "-eo", "pipefail", script, cwd=place, env=variables)
        output += outcome.stdout + outcome.stderr
        path = ":".join([*reversed(added.read_text().split()), path])
        if outcome.returncode:
            break
    outcome.stdout = output
    return outcome


def action(files):
    tarball = str(files / TARBALL)
    broken = repository("broken", {"Cell one.json": BROKEN, "Clean.json": CLEAN})
    clean = repository("clean", {"Clean.json": CLEAN})
    outcome = act(broken, {"tarball": tarball, "arguments": "\nApp\n"})
    sarif = json.loads((broken / "plumbline.sarif").read_text())
    check("the action marks a conflict, fails, and writes the report",
          outcome.returncode == 1 and re.search(r"^::error file=App/Cell one\.json,line=\d+", outcome.stdout, re.M) and sarif["runs"][0]["results"], outcome.stdout)
    outcome = act(clean, {"tarball": tarball, "arguments": "App", "sarif": "other.sarif"})
    check("it passes what is clean", outcome.returncode == 0 and "::error" not in outcome.stdout and (clean / "other.sarif").exists(), outcome.stdout)
    outcome = act(broken, {"tarball": tarball, "arguments": "App/Cell one.json\n--fail-on\nambiguity"})
    check("a line is an argument, with its spaces", outcome.returncode == 0, outcome.stdout)
    outcome = act(clean, {"tarball": tarball, "arguments": "App\n$(touch injected)\n`touch injected`; touch injected"})
    check("an argument is no code", outcome.returncode == 2 and not (clean / "injected").exists(), outcome.stdout)
    if shutil.which("plumbline", path=BARE_PATH):
        print("package: skipped how the action finds a release, since a plumbline is installed here")
        return
    releases = folder / "server/owner/plumbline/releases"
    for name in ("download/v0.2.0", "latest/download"):
        (releases / name).mkdir(parents=True)
    # As a runner lays the action of another repository.
    for reference, place in (("v0.2.0", "download/v0.2.0"), ("main", "latest/download"), ("feature/x", "latest/download")):
        shutil.copy(tarball, releases / place)
        where = {"GITHUB_SERVER_URL": f"file://{folder}/server", "GITHUB_ACTION_PATH": f"/home/runner/work/_actions/owner/plumbline/{reference}/.github/actions/check"}
        outcome = act(clean, {"arguments": "App"}, where)
        check(f"without a tarball it takes the one of its release: {reference}", outcome.returncode == 0, outcome.stdout)
        (releases / place / TARBALL).unlink()
        outcome = act(clean, {"arguments": "App"}, where)
        check(f"and fails without a release: {reference}", outcome.returncode not in (0, 1), outcome.stdout)
    outcome = act(clean, {"arguments": "App"})
    check("a local action without a tarball says what to do", outcome.returncode == 2 and "::error::" in outcome.stdout and "'tarball'" in outcome.stdout, outcome.stdout)
    (folder / "bin").mkdir()
    (folder / "bin/plumbline").symlink_to(options.program)
    outcome = act(clean, {"arguments": "App"}, path=f"{folder}/bin:{BARE_PATH}")
    check("a plumbline on the PATH is used", outcome.returncode == 0 and f"{folder}/bin/plumbline" in outcome.stdout, outcome.stdout)


def template(files):
    job = yaml.safe_load((root / ".gitlab/plumbline.yml").read_text())["layouts"]
    script = "set -eo pipefail\n" + "\n".join(job["before_script"] + job["script"])
    for name, text, status in (("gitlab-broken", BROKEN, 1), ("gitlab-clean", CLEAN, 0)):
        place = repository(name, {"Cell.json": text})
        for tarball in (files / TARBALL, f"file://{files / TARBALL}"):
            outcome = run("bash", "-c", script, cwd=place, env={"TMPDIR": str(folder), "PATH": BARE_PATH, "LC_ALL": "C.UTF-8", "PLUMBLINE_TARBALL": str(tarball), "PLUMBLINE_ARGUMENTS": "App"})
            reports = job["artifacts"]["reports"]
            found = json.loads((place / reports["codequality"]).read_text())
            tests = xml.etree.ElementTree.parse(place / reports["junit"]).getroot()
            check(f"GitLab's job ends with {status} and both reports", outcome.returncode == status and (len(found) > 0) == (status == 1)
                  and (tests.find(".//failure") is not None) == (status == 1), outcome.stdout + outcome.stderr)


def tarball(files):
    place = folder / "a place" / "of my own"
    place.mkdir(parents=True)
    run("tar", "-xzf", files / TARBALL, "-C", place, check=True)
    program, = place.glob("plumbline-*/bin/plumbline")
    outcome = run(program, "scan-log", "--quiet", input=LOG, env={"PATH": BARE_PATH})
    check("the tarball's program answers in any place", outcome.returncode == 1 and "[edges-and-size]" in outcome.stdout, outcome.stdout + outcome.stderr)
    linked = run("ldd", program).stdout
    outside = [line for line in linked.splitlines() if "=> /" in line and str(place) not in line]
    allowed = re.compile(r"\b(libc|libm|libgcc_s|libstdc\+\+|libdl|libpthread|librt)\.so")
    check("its libraries are its own, but for those of C and C++", linked and not [line for line in outside if not allowed.search(line)], linked)
    unit = (program.parents[1] / "lib/systemd/system/plumbline.service").read_text()
    check("its unit runs it below /usr/local, without a user of the package's",
          "ExecStart=/usr/local/bin/plumbline" in unit and "DynamicUser=yes" in unit and "\nUser=" not in unit, unit)
    readme = (program.parents[1] / "README").read_text()
    check("its README names the glibc", re.search(r"with glibc 2\.\d+ or", readme) and "MACHINE" not in readme, readme)


# MARK: Roots


class Root:
    """A bare file system of a release of Debian."""

    def __init__(self, release):
        """Raises OSError where none can be made."""
        if os.getuid() != 0:
            raise OSError("only root may make a file system")
        self.place = folder / release
        outcome = run("bash", "-c", 'source Scripts/lib.sh; bare_root "$0" "$1"', release, self.place, timeout=1800)
        if outcome.returncode:
            raise OSError(outcome.stdout + outcome.stderr)
        subprocess.run(["mount", "-t", "proc", "proc", self.place / "proc"], check=True)

    def run(self, *command, **more):
        environment = {"PATH": BARE_PATH, "HOME": "/root", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
        return run("chroot", self.place, *command, env=environment, **more)

    def files(self):
        """All files but the records of dpkg and apt, with the users."""
        skipped = ("proc", "var/lib/dpkg", "var/lib/apt", "var/cache", "var/log", "tmp", "run", "root", "dev")
        found = set()
        for place, folders, names in os.walk(self.place):
            inner = os.path.relpath(place, self.place)
            folders[:] = [name for name in folders if os.path.normpath(f"{inner}/{name}") not in skipped]
            found.update(os.path.normpath(f"{inner}/{name}") for name in [*folders, *names])
        users = {line.split(":")[0] for line in (self.place / "etc/passwd").read_text().splitlines()}
        return found | {f"user {name}" for name in users}

    def owner(self, path):
        name = run("chroot", self.place, "stat", "-c", "%U %a", path).stdout.strip()
        return name

    def close(self):
        subprocess.run(["umount", "-l", self.place / "proc"], capture_output=True)
        shutil.rmtree(self.place, ignore_errors=True)


class Unit:
    """A service, started as systemd starts its unit: user, state directory, environment, no capabilities, and word when it is ready."""

    def __init__(self, system):
        self.lines = {}
        for line in (system.place / "usr/lib/systemd/system/plumbline.service").read_text().splitlines():
            if "=" in line and not line.startswith("#"):
                self.lines.setdefault(line.split("=", 1)[0], []).append(line.split("=", 1)[1])
        user, = self.lines["User"]
        state, = self.lines["StateDirectory"]
        name = f"/var/lib/{state}"
        system.run("install", "-d", "-o", user, "-g", user, "-m", self.lines["StateDirectoryMode"][0], name)
        variables = {"STATE_DIRECTORY": name, "NOTIFY_SOCKET": "/run/notify", "PATH": BARE_PATH}
        variables |= dict(line.split("=", 1) for line in self.lines["Environment"])
        for file in self.lines["EnvironmentFile"]:
            for line in (system.place / file.lstrip("-/")).read_text().splitlines():
                if found := re.fullmatch(r'(\w+)="?(.*?)"?', line):
                    variables[found[1]] = found[2]
        words = []
        for word in self.lines["ExecStart"][0].split():
            if word.startswith("$") and not word.startswith("${"):
                words += variables[word[1:]].split()
            else:
                words.append(re.sub(r"\$\{(\w+)\}", lambda found: variables[found[1]], word))
        self.notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        path = str(system.place / "run/notify")
        if os.path.exists(path):
            os.unlink(path)
        self.notices.bind(path)
        os.chmod(path, 0o777)
        self.notices.settimeout(20)
        dropped = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]
        self.log = open(folder / "unit.log", "w+")
        mask = int(self.lines["UMask"][0], 8)
        self.process = subprocess.Popen(["chroot", system.place, *dropped, *words], env=variables, stdout=self.log, stderr=self.log, umask=mask)
        service.processes.append(self.process)

    def is_ready(self):
        try:
            return self.notices.recv(4096).startswith(b"READY=1")
        except TimeoutError:
            return False


def installed(files):
    system = Root("bookworm")
    try:
        deb, = files.glob("*.deb")
        shutil.copy(deb, system.place / "tmp")
        (system.place / "tmp/app.log").write_text(LOG)
        check("a bare root has no Swift", system.run("sh", "-c", "command -v swift || find / -xdev -name 'libswift*' | grep .").returncode != 0)
        begin = time.monotonic()
        outcome = system.run("sh", "-c", "apt-get update -qq && apt-get install -y -qq --no-install-recommends /tmp/plumbline*.deb")
        if not check("apt installs it", outcome.returncode == 0, outcome.stdout + outcome.stderr):
            return
        answer = system.run("plumbline", "scan-log", input=LOG)
        seconds = time.monotonic() - begin
        check("a pasted log is answered: the cause and the fix",
              answer.returncode == 1 and answer.stdout == LOG and "is also fixed at 60 [edges-and-size]" in answer.stderr and "fix: remove the width" in answer.stderr,
              answer.stdout + answer.stderr)
        figure("from nothing to the answer, s", round(seconds, 1), "60", seconds < 60)
        print(answer.stderr)
        check("check answers as well", "[edges-and-size]" in system.run("plumbline", "check", "/tmp/app.log").stdout)
        outcome = system.run("sh", "-c", "cd /tmp && mkdir -p repository && cd repository && printf '%s' \"$0\" > a.json && plumbline init && plumbline check .", BROKEN)
        check("a folder is checked without git", outcome.returncode == 1 and "conflicting" in outcome.stdout, outcome.stdout + outcome.stderr)
        check("the state is the service's alone", system.owner("/var/lib/plumbline") == "plumbline 700", system.owner("/var/lib/plumbline"))
        check("nothing is enabled by itself", not [name for name in system.files() if name.startswith("etc/systemd") and name.endswith("plumbline.service")])
        serve_as_unit(system)
        remove(system)
    finally:
        system.close()


def serve_as_unit(system):
    (system.place / "etc/plumbline").mkdir()
    (system.place / "etc/plumbline/token").write_text(TOKEN)
    system.run("chown", "-R", "plumbline", "/etc/plumbline")
    system.run("chmod", "400", "/etc/plumbline/token")
    port = service.free_port()
    settings = system.place / "etc/default/plumbline"
    settings.write_text(settings.read_text() + f'PLUMBLINE_OPTIONS="--host 0.0.0.0 --port {port} --token-file /etc/plumbline/token"\n')
    unit = Unit(system)
    if not check("the service starts as its unit says, and reports when it is ready", unit.is_ready(), open(folder / "unit.log").read()):
        return
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    outcomes = [request(port, "GET", "/v1/sessions")[0], request(port, "POST", "/v1/sessions", BROKEN, {**bearer, **JSON})[0],
                request(port, "POST", "/v1/check", LOG, {**bearer, "Content-Type": "text/plain"})[0], request(port, "GET", "/help/installing")[0]]
    check("it answers: without the token, with it, a log, the manual", outcomes == [401, 201, 200, 200], outcomes)
    status = open(f"/proc/{unit.process.pid}/status").read()
    ids = re.search(r"^Uid:\t(\d+)", status, re.M)[1]
    check("it is the user plumbline, without capabilities", ids != "0" and re.search(r"^CapEff:\t0+$", status, re.M) is not None, status)
    check("its database is its own", system.owner("/var/lib/plumbline/plumbline.db") == "plumbline 600", system.owner("/var/lib/plumbline/plumbline.db"))
    unit.process.send_signal(signal.SIGTERM)
    check("it stops with status 0", unit.process.wait(60) == 0)
    listed = system.run("setpriv", "--reuid=plumbline", "--regid=plumbline", "--clear-groups", "plumbline", "sessions", "list", "--database", "/var/lib/plumbline/plumbline.db")
    check("its user reads the database without it", listed.returncode == 0 and "Broken" in listed.stdout, listed.stdout + listed.stderr)


def remove(system):
    database = system.place / "var/lib/plumbline/plumbline.db"
    stored = hashlib.sha256(database.read_bytes()).digest()

    def stays():
        return database.exists() and hashlib.sha256(database.read_bytes()).digest() == stored

    again = system.run("sh", "-c", "apt-get install -y -qq --reinstall /tmp/plumbline*.deb")
    check("another installation leaves options and sessions", again.returncode == 0 and "--token-file" in (system.place / "etc/default/plumbline").read_text() and stays(),
          again.stdout + again.stderr)
    gone = system.run("apt-get", "remove", "-y", "-qq", "plumbline")
    check("a removal leaves options and sessions", gone.returncode == 0 and not (system.place / "usr/bin/plumbline").exists() and stays()
          and (system.place / "etc/default/plumbline").exists(), gone.stdout + gone.stderr)
    purged = system.run("apt-get", "purge", "-y", "-qq", "plumbline")
    check("a purge leaves the sessions, and says so", purged.returncode == 0 and stays() and "/var/lib/plumbline has stored sessions" in purged.stdout + purged.stderr
          and system.owner("/var/lib/plumbline") == "plumbline 700" and not (system.place / "etc/default/plumbline").exists(), purged.stdout + purged.stderr)
    shutil.rmtree(system.place / "var/lib/plumbline")
    before = system.files()
    system.run("sh", "-c", "apt-get install -y -qq /tmp/plumbline*.deb")
    # As `systemctl enable` does it where systemd runs.
    system.run("ln", "-s", "/lib/systemd/system/plumbline.service", "/etc/systemd/system/multi-user.target.wants/plumbline.service")
    check("it is enabled", "etc/systemd/system/multi-user.target.wants/plumbline.service" in system.files())
    purged = system.run("apt-get", "purge", "-y", "-qq", "plumbline")
    left = {name for name in system.files() - before if not name.startswith("etc/systemd")} | {name for name in system.files() if name.endswith("plumbline.service")}
    check("without sessions, a purge leaves nothing", purged.returncode == 0 and not left and "user plumbline" not in system.files(), f"{sorted(left)} {purged.stderr}")


def elsewhere(files):
    """The tarball in a newer Debian, which has none of its libraries, or other versions of them."""
    system = Root("trixie")
    try:
        shutil.copy(files / TARBALL, system.place / "tmp")
        check("a bare Debian 13 has no simdjson", system.run("sh", "-c", "find / -xdev -name 'libsimdjson*' | grep .").returncode != 0)
        check("the tarball is unpacked for all users", system.run("tar", "-xzf", f"/tmp/{TARBALL}", "-C", "/usr/local", "--strip-components", "1").returncode == 0)
        outcome = system.run("/usr/local/bin/plumbline", "scan-log", "--quiet", input=LOG)
        check("the tarball answers in Debian 13", outcome.returncode == 1 and "[edges-and-size]" in outcome.stdout, outcome.stdout + outcome.stderr)
    finally:
        system.close()


def main():
    unwilling()
    files = packed()
    contents(files)
    completions()
    tarball(files)
    action(files)
    template(files)
    if options.quick:
        return
    for part in (installed, elsewhere):
        try:
            part(files)
        except OSError as problem:
            print(f"package: skipped, no root can be made here: {problem}")


service.run(main, folder)
