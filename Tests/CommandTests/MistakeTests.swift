import Foundation
import Testing

/// What people type by mistake, and what the answer must say. A row is what was typed, with `|` between words that hold spaces.
@Suite struct MistakeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("cell.json", Layouts.conflicting)
        try folder.file("clean.json", Layouts.clean)
        try folder.file("ok.txt", "title.width == 60\n")
        try folder.file("console.log", Layouts.log)
        try folder.file("package.json", #"{"name": "a", "version": "1.0.0", "scripts": {}, "license": "MIT"}"#)
        try folder.file("report.json", Program.run("check", folder.path + "/cell.json", "--format", "json").output)
        try folder.file("story.json", Program.run("examples", "accordion").output)
        try folder.file("picture.png", Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]))
        try folder.file("foreign.jsonl", #"{"foo": 1}"#)
        try folder.file("own.json", #"{"failOn": ["conflict"]}"#)
        try folder.file("pretty.json", "{\n  \"constraints\": [\"a.width == 3\"]\n}\n")
        try folder.file("empty.db", "")
        try folder.file("token", "abc\n")
        try folder.file("names", "gone.json\n")
        try folder.file("code/a.swift", "let a = 1\n")
        try folder.file("program", Data(repeating: 0, count: 5000))
        try FileManager.default.createDirectory(atPath: folder.path + "/App.viewhierarchy", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/dangling.json", withDestinationPath: "nowhere")
    }

    private func run(_ line: String) throws -> Program.Outcome {
        let words = line.split(separator: line.contains("|,") ? "|," : " ", omittingEmptySubsequences: false).map(String.init)
        let environment = ["GIT_CEILING_DIRECTORIES": folder.url.deletingLastPathComponent().path, "XDG_DATA_HOME": folder.path + "/data"]
        return try Program.run(words, input: Data(), environment: environment, folder: folder.url)
    }

    private func expect(_ line: String, _ status: Int32, _ message: String) throws {
        let outcome = try run(line)
        #expect(outcome.status == status && (message.isEmpty || outcome.errors.contains(message)), "\(line): \(outcome)")
    }

    @Test(arguments: [
        ("lint cell.json", "did you mean 'check'?"), ("server", "did you mean 'serve'?"), ("draw cell.json", "did you mean 'render'?"),
        ("check –format json cell.json", "begins with a dash that is not '-', perhaps copied from a web page; did you mean '--format'?"),
        ("check format=json cell.json", "did you mean the option '--format=json'?"),
        ("check --json cell.json", "did you mean '--format json'?"), ("check --sarif cell.json", "did you mean '--format sarif'?"),
        ("check --recursive .", "a folder is checked with everything below it"), ("check -r .", "a folder is checked with everything below it"),
        ("check --exclude Pods .", #"it is a key of .plumbline.json: {"exclude": ["Pods"]}"#),
        ("check --warnings-as-errors cell.json", "use '--fail-on warning'"),
        ("check --disable overlapping-views cell.json", "use '--rules RULE=off'"), ("check --no-colour cell.json", "use '--color never'"),
        ("check --fix cell.json", "plumbline changes no layouts"),
        ("check --database x cell.json", "'serve', 'sessions', 'replay' and 'diff' have it"),
        ("capture --url http://x lldb", "(lldb) plumbline --url"), ("capture lldb more", "'capture lldb' takes no operands, but 'more' is given"),
        ("serve :8080", "did you mean '--port 8080'?"), ("version 2", "'version' takes no operands"), ("help check more", "'help' explains one word"),
        ("sessions lst", "did you mean 'list'?"), ("sessions ls", "did you mean 'list'?"), ("sessions delete x", "DELETE /v1/sessions/ID"),
        ("sessions show", "'sessions show' needs the id of one session"),
    ])
    func `words and options of other tools are answered with plumbline's`(_ line: String, _ message: String) throws {
        try expect(line, 2, message)
    }

    @Test(arguments: [
        (
            "views.json", "{\n  \"views\": [{\"id\": \"root\"},\n    {\"id\": \"a\", \"parent\": \"b\"}],\n  \"constraints\": []\n}", "3:27",
            "    {\"id\": \"a\", \"parent\": \"b\"}],"
        ),
        ("equation.json", "{\"name\": \"é\", \"constraints\": [\n  \"a.width == 1\", \"a.widht == 1\"]}", "2:22", "a.widht == 1"),
        ("escape.json", "{\"constraints\": [\n  \"\\u0061.widht == 1\"]}", "2:3", "a.widht == 1"),
        ("absent.json", "{\n \"views\": [{\"id\": \"root\"}, {}],\n \"constraints\": []}", "2:28", " \"views\": [{\"id\": \"root\"}, {}],"),
        ("syntax.json", "{\n  \"constraints\": [}", "2:19", "  \"constraints\": [}"),
        ("lines.txt", "a.width == 1\na.width = = 1\n", "2:11", "a.width = = 1"),
        ("file.xib", "<?xml version=\"1.0\"?>\n<document></other>", "2:13", "<document></other>"),
    ])
    func `an unreadable file is an error at its place, as compilers write it`(name: String, text: String, place: String, line: String) throws {
        let file = try folder.file(name, text)
        let check = try Program.run("check", file)
        let first = check.errors.split(separator: "\n").map(String.init)
        #expect(check.status == 2 && first[0].hasPrefix("\(file):\(place): error: ") && first[1] == line, "\(check)")
        #expect(try Program.run("analyze", file).errors == check.errors)
        let xcode = try Program.run("check", file, "--format", "xcode").output
        #expect(xcode.hasPrefix("\(file):\(place): error: ") && !xcode.dropFirst(file.count).contains(name), "\(xcode)")
    }

    @Test(arguments: [
        ("check --rules redundnat ok.txt", "did you mean 'redundant-constraint'?"), ("help inequalty", "did you mean 'inequality-only'?"),
        ("check --rules overlapping-views=eror ok.txt", "did you mean 'error'?"), ("analyse cell.json", "did you mean 'analyze'?"),
        ("capture anonymise cell.json", "did you mean 'anonymize'?"),
        ("check --fail-on warnings cell.json", "'--fail-on': did you mean 'warning'? 'warnings' is not one of"),
        ("check --fail-on none cell.json", "to end with status 0 even if there are findings, use 'plumbline analyze'"),
        ("check --rules overlapping-views,overlapping-views=off ok.txt", "'overlapping-views' is given twice"),
        ("check --format pdf cell.json", "did you mean 'html'?"), ("check --sizes 0x0 ok.txt", "takes sizes above 0"),
        ("check --directions ltr,rlt ok.txt", "did you mean 'rtl'?"), ("check --text-scales 150% ok.txt", "did you mean 1.5?"),
        ("check --max-bytes 16MB ok.txt", "a number of bytes without a unit, such as 16777216, not '16MB'; that is 16777216"),
        ("serve --max-body 1MB", "that is 1048576"), ("check --baseline= cell.json", "'--baseline' needs the name of a file, but the name is empty"),
        ("check --since= cell.json", "'--since' needs the name of a commit, but the name is empty"),
        ("check|,--canvas|,iPhone X5|,ok.txt", "has no device or size 'iPhone X5' (did you mean \"iPhone 15\"?); it takes"),
        ("check --canvas iphone99 ok.txt", "has no device or size 'iphone99'; it takes"), ("explain cell-height", "did you mean 'help'?"),
        ("serve|,--host|,local host", "there is no address for the host 'local host' (did you mean 'localhost'?)\nSee 'plumbline help serve'"),
        ("serve --host 0.0.0.0", "is reachable from other machines"), ("serve --host 0.0.0.0", "See 'plumbline help serve'"),
        ("serve --token-file token", "'openssl rand -hex 32' makes one"), ("serve --database far/y.db", "there is no folder far; create it first"),
    ])
    func `a value that no option takes is answered with one that it takes`(_ line: String, _ message: String) throws {
        try expect(line, 2, message)
    }

    @Test(arguments: [
        ("check cel.json", "cel.json: No such file or directory; did you mean cell.json?"), ("check ./cel.json", "did you mean ./cell.json?"),
        ("check cdoe/a.json", "there is no folder cdoe (did you mean code?)"),
        ("check cell.json:6:5", "give the file without line and column: cell.json"),
        ("check|,title.width == 60", "echo 'title.width == 60' | plumbline check -"), ("check H:|-[a]-|", "echo 'H:|-[a]-|' | plumbline check -"),
        ("check http://localhost:1/a.json", "plumbline does not fetch addresses: curl -s http://localhost:1/a.json"),
        ("check ", "an operand of 'check' is empty: is a shell variable not set?"), ("check -- ", "an operand of 'check' is empty"),
        ("check dangling.json", "it is a link to nowhere, which does not exist"), ("check --config own.jso ok.txt", "did you mean own.json?"),
        ("calibrate none", "none: No such file or directory"), ("render code", "code: Is a directory; give one file, or check all files in it"),
        ("scan-log code", "'scan-log' takes one file, and 'plumbline check code' checks all files in the folder"),
        ("scan-log consle.log", "did you mean console.log?"),
        ("analyze --batch pretyt.json", "did you mean pretty.json?"),
        ("init nofolder", "there is no folder nofolder; create it first: mkdir nofolder"),
        ("init cell.json", "cell.json is not a folder"), ("replay stroy.json", "there is no file 'stroy.json'; did you mean story.json?"),
        ("diff cell.json claen.json", "there is no file 'claen.json'; did you mean clean.json?"), ("diff - -", "only one of the two layouts"),
        ("render cell.json --scene ProfilCell", "contains no layout 'ProfilCell' (did you mean 'ProfileCell'?); it contains 1. ProfileCell"),
    ])
    func `a file that is missing is answered with what was meant`(_ line: String, _ message: String) throws {
        try expect(line, 2, message)
    }

    @Test(arguments: [
        ("check package.json", #"JSON of an unknown kind, with the keys name, version, scripts and others; a layout has the key "constraints""#),
        ("check report.json", "report.json is a report of plumbline, not a layout; check the layout that it is about"),
        ("check story.json", "story.json is an exported session, not a layout; to run it again: plumbline replay story.json"),
        ("check own.json", "own.json is a configuration, not a layout; to use it: plumbline check --config own.json FILE"),
        ("check --max-bytes 100 program", "not a layout"), ("check --max-bytes 10 ok.txt", "larger than 10 bytes"),
        ("check --config cell.json ok.txt", "cell.json: this is a layout, not a configuration"),
        ("check --baseline report.json ok.txt", "report.json is a report of plumbline, not a baseline; '--write-baseline FILE' writes one"),
        ("check --baseline foreign.jsonl ok.txt", "foreign.jsonl:1: unknown key \"foo\""),
        ("check --write-baseline ok.txt cell.json", "ok.txt is a layout, not a baseline; it is not replaced: name another file"),
        (
            "replay cell.json",
            "cell.json is a layout, not an exported session ('plumbline sessions export ID' prints one); to check it: plumbline check"
        ),
        ("replay ok.txt", "ok.txt is a layout, not an exported session"),
        ("replay console.log", "console.log is a console log, not an exported session"),
        ("replay report.json", "report.json is a report of plumbline, not an exported session"),
        ("sessions list --database cell.json", "cell.json is not a database\nName the database with --database"),
        ("sessions list --database empty.db", "empty.db is an empty database\nName the database with --database"),
        ("check code", "there is no layout to check in code (1 other file skipped)"),
        ("check code", "only files with the extension .json, .log"),
        ("check App.viewhierarchy", "App.viewhierarchy has no folder RequestResponses"),
    ])
    func `a file of another kind is answered with what it is`(_ line: String, _ message: String) throws {
        try expect(line, 2, message)
    }

    @Test(arguments: ["cell.json", "ok.txt", "missing.json", "package.json", "picture.png"])
    func `a file that is no session creates no database`(_ file: String) throws {
        try expect("sessions import \(file) --database new.db", 2, file)
        try expect("sessions import \(file)", 2, file)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!names.contains { $0.hasPrefix("new.db") || $0.hasPrefix("plumbline.db") }, "\(names)")
    }

    @Test(arguments: [
        ("check --cache /proc/cache clean.json", Int32(0), "the cache /proc/cache cannot be written: "),
        ("scan-log cell.json -q", 0, "cell.json is a layout, not a console log; to check it: plumbline check cell.json"),
        ("scan-log picture.png -q", 2, "picture.png is a PNG picture, not a console log"), ("scan-log program -q", 2, "program is not a text file"),
        ("check|,--canvas|,iPhone 16|,clean.json", 0, ""), ("check --files-from names", 0, "1 file that does not exist here, such as gone.json"),
        ("analyze --batch pretty.json", 0, "pretty.json is one document on several lines: leave out '--batch'"),
        ("render cell.json --scale 3 -o new.svg", 0, "'--scale' has no effect: it is for PNG"),
    ])
    func `what has no effect is said`(_ line: String, _ status: Int32, _ message: String) throws {
        let outcome = try run(line)
        #expect(outcome.status == status && (message.isEmpty || outcome.errors.contains(message)), "\(line): \(outcome)")
        if message.isEmpty { #expect(outcome.output.contains("only Interface Builder files have one; use '--sizes'"), "\(outcome)") }
    }

    @Test(arguments: [
        (#"{"rules": {"recomended": "on"}}"#, #"unknown rule "recomended" (did you mean "recommended"?)"#),
        (#"{"rules": ["recommended"]}"#, #":1:11: error: expected an object such as {"recommended": "on"}, found an array"#),
        (#"{"rules": {"recommended": true}}"#, #"or "off", found true (did you mean "on"?)"#),
        (#"{"sizes": "320x568"}"#, #"expected an array, such as ["320x568"]"#), (#"{"sizes": ["iPhon 16"]}"#, #"did you mean "iPhone 16"?"#),
        (#"{"failOn": "conflicts"}"#, #"expected an array, such as ["conflicts"]"#),
        (#"{"budget": 30}"#, #"an object such as {"seconds": 30}, found 30"#),
        (#"{"minimumSizes": {"UIButton": 44}}"#, #"such as {"width": 44, "height": 44}, found 44"#),
        (#"{"textScales": ["150%"]}"#, #"expected a number above 0, such as 1.5, found "150%""#),
        (#"{"policy": "uikti"}"#, #"did you mean "uikit"?"#), ("", "'plumbline init' writes one"),
        ("rules:\n  all: on\n", #"the configuration is JSON, such as {"rules": {"recommended": "on"}}"#),
        (#"{"include": ["*.nib"]}"#, #"left out by "include" or "exclude" of .plumbline.json, such as "#),
    ])
    func `a mistake in a configuration is answered with its shape`(_ text: String, _ message: String) throws {
        try folder.file(".plumbline.json", text)
        try expect("check .", 2, message)
    }

    @Test func `an assertion names the view that no layout has`() throws {
        try folder.file(".plumbline.json", #"{"assert": ["titel.width >= 20"], "include": ["clean.json"]}"#)
        try expect("check clean.json", 0, "names views that no checked layout has: 'titel' (did you mean 'title'?)")
        #expect(try run("check").output.contains("no checked layout has the views that it names: 'titel' (did you mean 'title'?)"))
    }

    @Test func `of very many assertions that name unknown views, the first get a hint`() throws {
        let folder = try TemporaryFolder()
        try folder.file("a.json", #"{"size": {"width": 9, "height": 9}, "constraints": ["title.width == 5"]}"#)
        try folder.file(".plumbline.json", "{\"assert\": [\((1...25).map { "\"titel.width >= \($0)\"" }.joined(separator: ", "))]}")
        let lines = try folder.run(["check", "."]).output.split(separator: "\n").filter { $0.contains("was not checked") }
        #expect(lines.count == 25 && lines.count { $0.contains("did you mean 'title'?") } == 20, "\(lines)")
    }

    @Test(arguments: [".plumbline.yml", "plumbline.json", ".plumblinerc"]) func `a configuration with another name is a warning`(_ name: String)
        throws
    {
        try folder.file(name, "{}")
        try expect("check clean.json", 0, "warning: \(name) is not used: a configuration is a JSON file with the name .plumbline.json")
        // A layout may have such a name.
        try folder.file("plumbline.json", Layouts.clean)
        #expect(try !run("check clean.json").errors.contains("warning: plumbline.json is not read"))
        try folder.file(".plumbline.json", "{}")
        #expect(try !run("check clean.json").errors.contains("is not read"))
    }

    @Test func `entries of a baseline that have expired are said`() throws {
        #expect(try run("check cell.json --write-baseline known.jsonl").status == 0)
        let text = try String(contentsOfFile: folder.path + "/known.jsonl", encoding: .utf8)
        try folder.file("known.jsonl", text.replacing("}\n", with: #","expires":"2025-12-31"}"# + "\n"))
        try expect("check cell.json --baseline known.jsonl", 1, "1 entry of known.jsonl has expired (2025-12-31), and the findings count again")
    }

    @Test func `a session is named by its address, and an id that none has is answered with a near one`() throws {
        let id = try run("sessions import story.json --database own.db").output.trimmingCharacters(in: .whitespacesAndNewlines)
        try expect("sessions show http://127.0.0.1:8080/v1/sessions/\(id) --database own.db", 0, "")
        try expect("replay http://127.0.0.1:8080/v1/sessions/\(id)/report --database own.db", 0, "")
        let near = "(did you mean '\(id)'?); 'plumbline sessions list --database own.db' lists them"
        try expect("sessions show \(id.dropLast()) --database own.db", 2, near)
        try expect("sessions export \(id.uppercased()) --database own.db", 2, near)
        try expect("replay \(id)x --database own.db", 2, near)
        try expect("diff cell.json \(id)x --database own.db", 2, near)
        try expect("sessions list --tag exmaple --database own.db", 0, "No session has the tag 'exmaple' (did you mean 'example'?)")
    }

    @Test func `an exported session that was cut off or changed is to be exported again`() throws {
        let text = try String(contentsOfFile: folder.path + "/story.json", encoding: .utf8)
        try folder.file("cut.json", String(text.prefix(300)))
        try expect("replay cut.json", 2, "The file is incomplete or damaged: export the session again.")
        try folder.file("changed.json", text.replacing(#""verdict":"clean","#, with: #""verdict":"ambiguous","#, maxReplacements: 1))
        try expect("replay changed.json", 2, "The file was changed after its export: export the session again.")
    }

    @Test func `a repository without commits, and a branch that is nearly one, are said`() throws {
        func git(_ words: String...) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["git", "-C", folder.path, "-c", "user.name=a", "-c", "user.email=a@example.org"] + words
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try process.run()
            process.waitUntilExit()
        }
        try git("init", "-q", "-b", "main")
        try expect("check --since HEAD", 2, "this repository has no commits yet: check without '--since'")
        try git("commit", "-q", "--allow-empty", "-m", "Begin")
        try expect("check --since mian", 2, "there is no commit 'mian' here (did you mean 'main'?)")
        try folder.file(".gitignore", "*.json\n*.txt\n*.log\n")
        try expect("check .", 2, "files: name them to check them")
    }
}
