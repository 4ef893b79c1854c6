#!/usr/bin/env python3
"""What the program prints in README and the manual: runs every command of a `console` block, and writes causes, rules,
commands and pictures.

A block ```json cell.json is a file that commands find in their folder. Commands of one page share a shell, and a service at port 8080, if
they ask one, on a free port with a database of its own. With --check nothing is written, and a page that is out of date is an error."""
import argparse
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

ADDRESS = "http://127.0.0.1:8080"
MARK = "\x01done\n"
BLOCK = re.compile(r"^```(\S*)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Place:
    """A folder with the files of all pages, and the program on the path."""

    def __init__(self, program, files):
        self.program = program
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="plumbline-manual."))
        self.work = self.folder / "work"
        self.work.mkdir()
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "plumbline").symlink_to(program)
        for name, text in files.items():
            (self.work / name).write_text(text)
        steering = ("GITHUB_STEP_SUMMARY", "PLUMBLINE_TOKEN", "COLUMNS", "CLICOLOR_FORCE", "FORCE_COLOR")
        self.environment = {name: value for name, value in os.environ.items() if name not in steering}
        self.environment.update(PATH=f"{self.folder}/bin:{os.environ['PATH']}", LC_ALL="C.UTF-8", NO_COLOR="1", HOME=str(self.folder))

    def shell(self, commands):
        """What each command prints, messages included."""
        script = "".join(f"{command}\nprintf '\\001done\\n'\n" for command in commands)
        outcome = subprocess.run(
            ["/bin/sh", "-c", script], cwd=self.work, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=300)
        # Times differ from run to run.
        text = re.sub(r"\b(checked in) [0-9.]+ s\b", r"\1 0.03 s", outcome.stdout.decode())
        return text.split(MARK)[: len(commands)]

    def run(self, *words):
        return subprocess.run([self.program, *words], env=self.environment, capture_output=True, check=True, text=True).stdout

    def close(self):
        shutil.rmtree(self.folder)


class Service:
    def __init__(self, place):
        self.process = subprocess.Popen(
            [place.program, "serve", "--port", "0", "--database", str(place.folder / "plumbline.db")], env=place.environment,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = re.search(r"http://127\.0\.0\.1:\d+", self.process.stdout.readline())[0]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def examples(text, place):
    """The page with what its commands print now, and their number."""
    blocks = [block for block in BLOCK.finditer(text) if block[1] == "console"]
    commands = [[line[2:] for line in block[3].splitlines() if line.startswith("$ ")] for block in blocks]
    flat = [command for several in commands for command in several]
    service = Service(place) if any(ADDRESS in command for command in flat) else None
    try:
        address = service.address if service else ADDRESS
        outputs = [output.replace(address, ADDRESS) for output in place.shell([command.replace(ADDRESS, address) for command in flat])]
    finally:
        if service:
            service.stop()
    parts, end, number = [], 0, 0
    for block, several in zip(blocks, commands):
        parts.append(text[end : block.start(3)])
        for command in several:
            output = outputs[number]
            number += 1
            parts.append(f"$ {command}\n{output}" + ("" if output.endswith("\n") or not output else "\n"))
        end = block.end(3)
    return "".join(parts) + text[end:], number


def topics(place, name):
    """The pages of what has a name: of a cause, and then of a rule."""
    first, *second = place.run("help", name).split(f"\n\nThere is a rule of this name, too:\n\n{name}: ")
    return [first, *(f"{name}: {text}" for text in second)]


def causes(place):
    lines = []
    for line in place.run("help", "causes").splitlines():
        if found := re.fullmatch(r"([a-z-]+): .*", line):
            head, _, rest = topics(place, found[1])[0].partition("\n\n")
            lines += [f"## {found[1]}", "", head.partition(": ")[2], "", rest.strip(), ""]
    return "\n".join(lines)


def rules(place):
    lines = []
    for line in place.run("help", "rules").splitlines():
        if line.endswith(":") and not line.startswith(" "):
            lines += [f"## {line[:-1]}", ""]
        elif found := re.match(r"  ([a-z-]+) ", line):
            head, summary, text, *more = topics(place, found[1])[-1].split("\n\n")
            severity = next(part for part in more if part.startswith("Severity: ")).splitlines()[0]
            lines += [f"### {found[1]}", "", f"*{head.partition(': ')[2]}.* {summary}", "", text, "", severity, ""]
    return "\n".join(lines)


def commands(place):
    lines = []
    names = re.findall(r"^  ([a-z-]+) ", place.run("help").split("Commands:\n", 1)[1].split("\n\n", 1)[0], re.MULTILINE)
    for name in names:
        lines += [f"## {name}", "", "```text", place.run("help", name).rstrip(), "```", ""]
    return "\n".join(lines)


# Pictures of layouts that pages have as files.
PICTURES = {".github/card.svg": ".github/card.json"}
PARTS = {"causes": causes, "rules": rules, "commands": commands}


def page(text, place):
    for name, write in PARTS.items():
        begin = f"<!-- {name} -->\n"
        if begin in text:
            head, rest = text.split(begin, 1)
            text = head + begin + "\n" + write(place) + "\n<!-- end -->" + rest.split("<!-- end -->", 1)[1]
    return examples(text, place)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parents[2]
    pages = [root / "README.md", *sorted(root.glob("Sources/Manual/*.md"))]
    files = {}
    for file in pages:
        for block in BLOCK.finditer(file.read_text()):
            if block[2] and files.setdefault(block[2], block[3]) != block[3]:
                sys.exit(f"{file.name}: the file {block[2]} is another one in another page")
    problems, count = 0, 0
    place = Place(os.path.abspath(options.program), files)
    for name, source in PICTURES.items():
        drawing = place.run("render", str(root / source))
        picture = root / name
        if not picture.exists() or picture.read_text() != drawing:
            if options.check:
                problems += 1
                print(f"{name}: the program draws another picture; Scripts/suites/manual.sh writes it")
            else:
                picture.write_text(drawing)
                print(f"{name}: written")
    place.close()
    for file in pages:
        place = Place(os.path.abspath(options.program), files)
        try:
            old = file.read_text()
            new, number = page(old, place)
        finally:
            place.close()
        count += number
        if new == old:
            continue
        if options.check:
            problems += 1
            pairs = zip(old.splitlines() + [""], new.splitlines() + [""])
            line, (was, now) = next((place, pair) for place, pair in enumerate(pairs, 1) if pair[0] != pair[1])
            print(f"{file.relative_to(root)}:{line}: has\n  {was}\nand the program prints\n  {now}\nScripts/suites/manual.sh writes it")
        else:
            file.write_text(new)
            print(f"{file.relative_to(root)}: written")
    print(f"{count} commands")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
