// All commands and their options. The parser reads these tables, and the help is rendered from them.

enum CommandTable {
    static let all: [CommandSpecification] = [
        check, scanLog, capture, calibrate, analyze, initialize, serve, sessions, replay, diff, examples, render, completion, version, help,
    ]

    static func named(_ name: String) -> CommandSpecification? {
        all.first { $0.name == name }
    }

    static let check = CommandSpecification(
        "check", operands: "[FILE…]",
        summary: "Checks layouts: reports what is wrong, why, and how to fix it.",
        discussion: [
            "FILE is a document (.json), an Interface Builder file (.storyboard, .xib), in which each scene is a layout, a console log (.log), or a",
            "text (.txt, .vfl): a log, or one equation (title.width == 60 @ 750) or visual format (H:|-[title(>=60)]-|) on each line. A folder means",
            "all layouts in it, and '-' standard input. In a text file, after a line 'extended: true', visual formats may also have percentages,",
            "arithmetic, spacers '~', ranges and C: lines.",
            "",
            "A log may contain anything that a debugger, console or build prints about layouts, in any order: conflicts, lists of constraints",
            "(po view.constraints, constraintsAffectingLayoutForAxis:), traces (_autolayoutTrace, recursiveDescription) and other messages. From a",
            "trace, conflicts and lists in the same text get the superviews of their views.",
            "",
            "In a folder, with --since and with --files-from, a file is checked only if its content is a layout. Other files, such as asset",
            "catalogues, are skipped; --verbose counts them. Skipped as well are files that git ignores and, unless \"include\" in the configuration",
            "names them, the folders Pods, Carthage, DerivedData, node_modules, .build and build. A file that the command line names must be a",
            "layout. Links are followed if they stay within the repository and do not lead to hidden files. Earlier reports that the run replaces",
            "are not checked unless they are named.",
            "",
            "The text report has one line for each finding, in the form that compilers use: path:line:column: error: sentence [cause]. The fix",
            "follows on the next line, then the sum that proves a conflict ('why') and its constraints, and a summary at the end.",
            "'plumbline help CAUSE' explains a cause.",
            "",
            "For each file, the nearest .plumbline.json in its folder or above, within the repository, sets more rules, sizes and reports.",
            "Options of the command line take precedence. 'plumbline init' writes such a file, 'plumbline help configuration' describes it,",
            "'plumbline help rules' lists the rules, and 'plumbline help RULE' explains one.",
            "",
            "Exit status: 0 no findings, 1 findings, 2 wrong usage, unreadable input, no layout (except with --since and --files-from), or an",
            "output that cannot be written.",
        ],
        options: [
            OptionSpecification(
                "--fail-on", "KINDS",
                "exit with status 1 for these findings: rules, or error, warning or note for that severity and worse; comma-separated",
                standard: "errors, and conflicts and ambiguities unless their severity is lowered"),
            OptionSpecification(
                "--rules", "RULES", "also check these rules: RULE or RULE=SEVERITY, or the groups recommended and all; comma-separated"),
            OptionSpecification(
                "--format", "FORMAT", "the format of the report: \(formats); FORMAT=FILE writes another report to a file", standard: "text",
                isRepeatable: true),
            OptionSpecification(
                "--output", "FILE", "write the report to this file, or '-' for standard output; also -o", standard: "standard output"),
            OptionSpecification("--sizes", "SIZES", "check at each of these sizes of the root: 320x568,390x844, or devices: \"iPhone 16\""),
            OptionSpecification("--directions", "LIST", "check in each of these reading directions: ltr,rtl"),
            OptionSpecification("--text-scales", "LIST", "check with text scaled by each of these factors: 1,1.5,2"),
            OptionSpecification("--config", "FILE", "use this configuration for all files", standard: "the nearest .plumbline.json of each file"),
            OptionSpecification("--no-config", nil, "use no configuration"),
            OptionSpecification("--baseline", "FILE", "do not report the known findings in this file"),
            OptionSpecification("--write-baseline", "FILE", "write all findings to this file as known, and exit with status 0"),
            OptionSpecification("--strict-baseline", nil, "report known findings that no longer occur"),
            OptionSpecification(
                "--since", "COMMIT", "check only files that differ from this commit, according to git; without FILE, files in this folder"),
            OptionSpecification(
                "--files-from", "FILE", "also check the files that are listed in this file, separated by line ends or NUL; '-' for standard input"),
            OptionSpecification("--cache", "FOLDER", "remember results in this folder, and do not analyze unchanged files again"),
            OptionSpecification("--jobs", "N", "the number of files to check at the same time", standard: "the number of processors"),
            OptionSpecification(
                "--time-limit", "SECONDS", "the time limit of all analyses together; layouts that are not proven by then are reported as such",
                standard: "none"),
            OptionSpecification("--watch", nil, "check files again when they change, until interrupted"),
            OptionSpecification("--verbose", nil, "report all details of each layout, including clean ones, and count skipped files; also -v"),
            OptionSpecification("--quiet", nil, "print only the summary; also -q"),
            OptionSpecification("--statistics", nil, "print the number of findings for each cause instead of the findings"),
            color,
            OptionSpecification("--allow-incomplete", nil, "do not report an analysis that ran out of time as a finding"),
            OptionSpecification("--allow-empty", nil, "accept a folder without layouts"),
        ] + analysis)

    private static let formats = "text, json, sarif, junit, github, xcode, gitlab, checkstyle, markdown, html"

    static let scanLog = CommandSpecification(
        "scan-log", operands: "[FILE]",
        summary: "Finds constraint conflicts in the output of a test run of any size, and passes the output through.",
        discussion: [
            "Without FILE, or if it is '-', the command reads standard input: xcodebuild test … | plumbline scan-log. It copies the input to",
            "standard output and writes the report to standard error; with --quiet it copies nothing and writes the report to standard output.",
            "Equal messages are one finding, with their number and the line of the first. A message whose printed",
            "constraints can all be satisfied is reported as incomplete. Other messages about layouts (ambiguous views, layout loops,",
            "warnings about storyboards) are listed and counted, and those of a crash are errors; add ambiguity or reported-problem to",
            "--fail-on to fail for the others, too.",
            "",
            "Exit status: 0 no findings, 1 findings, 2 wrong usage or unreadable input.",
        ],
        options: [
            OptionSpecification(
                "--fail-on", "KINDS", "exit with status 1 for these findings: conflict, incomplete, reported-error, or a severity; comma-separated",
                standard: "conflict,incomplete,reported-error"),
            OptionSpecification("--format", "FORMAT", formats, standard: "text"),
            OptionSpecification("--output", "FILE", "write the report to this file, or '-' for standard output; also -o", standard: "standard error"),
            OptionSpecification("--quiet", nil, "do not copy the input to standard output; also -q"),
            OptionSpecification("--verbose", nil, "report all details of each message; also -v"),
            color,
            OptionSpecification("--allow-incomplete", nil, "do not report an analysis that ran out of time as a finding"),
            OptionSpecification(
                "--policy", "POLICY", "how to choose the constraint of a conflict that breaks: uikit, last or fewest", standard: "uikit"),
            OptionSpecification("--deadline", "SECONDS", "the time limit for the analysis of one message", standard: "30"), maxMemory,
        ])

    static let capture = CommandSpecification(
        "capture", operands: "lldb | swift | anonymize FILE",
        summary: "Prints a debugger script or a Swift file that captures layouts in a running app or a test, or anonymizes a layout.",
        discussion: [
            "lldb is a script for the debugger: 'plumbline capture lldb > ~/plumbline_lldb.py' here, and 'command script import",
            "~/plumbline_lldb.py' in Xcode's console. There 'plumbline' captures the key window and 'plumbline self.view' a view, as a document",
            "for 'plumbline check', or with --url http://127.0.0.1:8080 as a session of a service. 'plumbline watch' captures at each conflict",
            "that is logged.",
            "",
            "swift is a file for an app or its tests: 'plumbline capture swift > PlumblineCapture.swift'. Plumbline.capture(view) returns the",
            "document. 'try Plumbline.assertLayout(view, sizes: […])' checks it in a test, by the service at PLUMBLINE_URL, or writes it into",
            "the folder PLUMBLINE_OUT. Plumbline.record(view) records each layout pass as a step of a session.",
            "",
            "anonymize writes a document, a text file, an Interface Builder file or a view hierarchy (folder or zip archive) with replaced texts, names,",
            "class names, identifiers and addresses, so that it can be sent to others. Numbers, and names of UIKit and AppKit, are unchanged.",
            "Standard error lists the replacements. The exit status is 1 if the anonymized layout is analyzed differently from the original.",
        ],
        options: [
            OptionSpecification("--output", "FILE", "write the anonymized layout to this file, or '-'; also -o", standard: "standard output"),
            OptionSpecification("--max-bytes", "N", "reject files that are larger than this", standard: "16777216"),
        ])

    static let calibrate = CommandSpecification(
        "calibrate", operands: "[FOLDER…]",
        summary: "Compares the frames of captured layouts with those that their constraints determine, by kind of view.",
        discussion: [
            "All captured documents and view hierarchies in the folders are analyzed, and each view's frame in the running app, and whether it was",
            "ambiguous there, are compared with the analysis. Without FOLDER, the command uses the working directory. It also accepts a file.",
            "",
            "Exit status: 0 compared, 2 wrong usage, unreadable input, or no captured layout.",
        ],
        options: [OptionSpecification("--format", "FORMAT", "text or json", standard: "text")] + solving)

    static let analyze = CommandSpecification(
        "analyze", operands: "FILE", summary: "Writes the JSON report of a layout to standard output.",
        discussion: ["The exit status is 0 whatever the report contains. FILE may be '-' for standard input."],
        options: [
            OptionSpecification("--batch", nil, "read one document from each line of FILE, and write one line for each: its report or its error"),
            OptionSpecification(
                "--pass-document", "N",
                "instead of the report, write the document with the text heights of the first or second pass (heightsByWidth): 1 or 2"),
        ] + analysis)

    static let initialize = CommandSpecification(
        "init", operands: "[FOLDER]", summary: "Writes a commented .plumbline.json for the repository.",
        discussion: [
            "Without FOLDER, the file is written to the root of the repository that contains the working directory. It names the kinds of layout",
            "files that were found, so that 'plumbline check' needs no FILE, and shows other keys as comments. An existing file is not changed.",
        ])

    static let completion = CommandSpecification(
        "completion", operands: "bash | zsh | fish", summary: "Prints a script for completing commands, options and their values in a shell.",
        discussion: [
            "bash: source <(plumbline completion bash)", "zsh: plumbline completion zsh > ~/.zfunc/_plumbline",
            "fish: plumbline completion fish | source",
        ])

    static let serve = CommandSpecification(
        "serve", summary: "Starts the HTTP service and its web page.",
        discussion: [
            "SIGTERM and SIGINT stop the service after it has answered the requests in progress.",
            "",
            "--max-body limits POST /v1/import too. The export of a long session can be longer; 'plumbline sessions import' accepts it.",
            "--deadline limits a whole request: if the replay or import of a session takes longer, the answer is 503. 'plumbline replay' and",
            "'plumbline sessions import' have no such limit.",
        ],
        options: [
            OptionSpecification("--host", "ADDRESS", "the address to listen on", standard: "127.0.0.1"),
            OptionSpecification("--port", "PORT", "the port to listen on; 0 for any free port", standard: "8080"),
            OptionSpecification(
                "--database", "FILE", "the database of the sessions: a SQLite file, or a PostgreSQL database such as postgresql://USER@HOST/NAME",
                standard: "plumbline.db"),
            allowLoss,
            OptionSpecification("--keep-days", "N", "delete sessions that are older than N days, except pinned ones", standard: "keep all"),
            OptionSpecification(
                "--delete-many", nil, "allow --keep-days to delete more than a tenth of all sessions at once"),
            OptionSpecification(
                "--keep-sessions", "N", "delete the oldest sessions if there are more than N, except pinned ones", standard: "keep all"),
        ] + limits)

    static let sessions = CommandSpecification(
        "sessions", operands: "list | show ID | export ID | import FILE | backup FILE | restore FILE | copy",
        summary: "Lists, shows, exports and imports stored sessions, and backs up or copies their database.",
        discussion: [
            "'show' prints a session as JSON; 'export' prints it with all its steps, for 'import', 'replay' and other databases. ID may also be",
            "the address of a session, as the service prints it.",
            "",
            "--query finds sessions by words or parts of words, at any step: in the session's id, name and tags, in the ids, classes and texts of",
            "its views, and in the ids and identifiers of its constraints. It finds neither the text of constraints nor generated ids such as c12.",
            "",
            "'import' accepts files of up to 1 GiB, more than the service does.",
            "'restore' puts a copy of a backup in the database's place, if no service uses it; the former database stays beside it, as",
            "FILE.replaced. Never copy a backup over a database with cp while a service runs: stop the service first, and use 'restore'.",
            "",
            "'copy --from DATABASE --to DATABASE' copies all sessions to another database, a file or a server, with their ids, and compares each",
            "copy with its original. Both may be in use. What is there already is not written again, so repeat the command after an",
            "interruption, or to copy what is new. Exit status: 0 all are copied, 1 some could not be copied, 2 wrong usage or a database failed.",
        ],
        options: [
            database, allowLoss,
            OptionSpecification("--from", "DATABASE", "the database that 'copy' reads: a SQLite file or postgresql://…"),
            OptionSpecification("--to", "DATABASE", "the database to which 'copy' writes"),
            OptionSpecification("--limit", "N", "the number of sessions to list", standard: "50"),
            OptionSpecification("--verdict", "VERDICT", "list only sessions with this verdict"),
            OptionSpecification("--tag", "TAG", "list only sessions with this tag"),
            OptionSpecification("--query", "TEXT", "list only sessions that contain each of these words, see above"),
        ])

    static let render = CommandSpecification(
        "render", operands: "FILE", summary: "Draws a layout to scale as SVG or PNG, with its conflicts and ambiguities marked.",
        discussion: [
            "With --width, --height or --text-scale, the command draws the verdict at each of these sizes instead: a strip, or for both width",
            "and height a map. If a file has several layouts, select one with --scene, or draw all to a folder (-o pictures/).",
            "For PNG, rsvg-convert must be installed (in Debian's package librsvg2-bin).",
            "",
            "Exit status: 0 drawn, 1 part of the layout could not be proven, 2 wrong usage or unreadable input.",
        ],
        options: [
            OptionSpecification(
                "--output", "FILE", "write the drawing to this file, to '-', or to a folder one for each layout; also -o", standard: "standard output"
            ),
            scene,
            OptionSpecification("--format", "FORMAT", "svg or png", standard: "png if FILE ends in .png, else svg"),
            OptionSpecification("--scale", "N", "the number of pixels for each point in a PNG, up to 16", standard: "2"),
        ] + analysis)
    static let replay = CommandSpecification(
        "replay", operands: "FILE-or-ID", summary: "Runs every step of a session again and compares the results with the stored ones.",
        discussion: [
            "FILE is an exported session, or '-' for standard input.", "",
            "Exit status: 0 identical, 1 different, 2 wrong usage or unreadable input.",
        ],
        options: [
            database,
            OptionSpecification("--format", "FORMAT", "text or json", standard: "text"),
        ])
    static let diff = CommandSpecification(
        "diff", operands: "A B", summary: "Compares two layouts and prints the differences of constraints, frames and findings as JSON.",
        discussion: [
            "A and B are each a file, an exported session or the id of a stored one; '-' is standard input. For a session, its newest step is compared.",
            "If a file has several layouts, select one with --scene; give it once for both files, or once for each.",
            "",
            "Two layouts are the same if they have the same frames, conflicts and ambiguities, even if their constraints differ.",
            "Exit status: 0 the same, 1 different, 2 wrong usage or unreadable input.",
        ],
        options: [
            database,
            OptionSpecification("--scene", scene.value, scene.summary, isRepeatable: true),
        ] + solving)
    static let examples = CommandSpecification(
        "examples", operands: "[NAME]", summary: "Lists worked examples, or prints one: plumbline examples two-widths | plumbline check -",
        discussion: [
            "An example is a document, or, if it has steps, a session for 'plumbline sessions import' and 'plumbline replay'."
        ],
        options: [OptionSpecification("--step", "N", "print only the document of this step, counted from 0", standard: "the whole example")])
    static let version = CommandSpecification("version", summary: "Prints the version.")
    static let help = CommandSpecification(
        "help", operands: "[COMMAND | RULE | CAUSE | rules | causes | configuration | manual [CHAPTER] | man]",
        summary:
            "Explains a command, a rule, a cause or the configuration, or prints a chapter of the manual or the man page.")

    // MARK: Options of several commands

    private static let color = OptionSpecification(
        "--color", "WHEN", "auto (at a terminal, unless NO_COLOR is set), always or never", standard: "auto")

    private static let allowLoss = OptionSpecification(
        "--allow-loss", nil, "use a PostgreSQL server even if it may lose acknowledged sessions, because fsync or synchronous_commit is off")

    private static let database = OptionSpecification(
        "--database", "FILE", "the database of the sessions: a SQLite file or postgresql://…",
        standard: "plumbline.db in this folder, or else the one of Scripts/serve.sh")

    private static let scene = OptionSpecification(
        "--scene", "NAME", "which layout of a file: its name, its root's id, or its number from 1")

    private static let maxMemory = OptionSpecification(
        "--max-memory", "MB", "the memory limit; an analysis that comes near it ends, and the report contains what is proven by then",
        standard: "a quarter of the machine's memory, at least 256")

    /// Options for how a layout is solved.
    private static let solving: [OptionSpecification] =
        [
            OptionSpecification(
                "--policy", "POLICY", "how to choose the constraint of a conflict that breaks: uikit, last or fewest", standard: "uikit"),
            OptionSpecification("--alternates", "N", "the number of other layouts to show for an ambiguous one", standard: "2"),
            OptionSpecification("--seed", "N", "the seed for choosing these layouts", standard: "1"),
            OptionSpecification("--conflicts", "N", "the maximum number of conflicts to list; the analysis searches for at least 64", standard: "64"),
            OptionSpecification("--max-bytes", "N", "reject files that are larger than this", standard: "16777216"),
            maxMemory,
            OptionSpecification(
                "--interface-builder", "MODE",
                "how to read storyboards and xibs: as on the canvas (design), or as at run time, without placeholders (run)",
                standard: "design"),
            OptionSpecification(
                "--canvas", "SIZE",
                "the size of storyboards and xibs: 390x844, or a device such as \"iPhone 16\" or \"iPad mini landscape\"; SCENE=SIZE for one scene, "
                    + "by its name, its root's id, or its number from 1", isRepeatable: true),
            OptionSpecification(
                "--compose", "CLASS=XIB", "check views of this class in storyboards and xibs with the content of this xib: Card=Card.xib",
                isRepeatable: true),
            OptionSpecification("--direction", "DIRECTION", "the reading direction of storyboards and xibs: ltr or rtl", standard: "ltr"),
        ] + budget

    private static let analysis: [OptionSpecification] =
        solving + [
            OptionSpecification("--width", "A...B", "check every width of the root from A to B, and report exactly at which the result changes"),
            OptionSpecification("--height", "A...B", "check every height of the root from A to B, and report exactly at which the result changes"),
            OptionSpecification("--text-scale", "A...B", "find the exact verdict for every text scale from A to B"),
        ]

    private static let budget: [OptionSpecification] = [
        OptionSpecification("--deadline", "SECONDS", "the time limit of an analysis; the report contains what is proven by then", standard: "30"),
        OptionSpecification(
            "--max-views", "N", "reject layouts with more views than this; content areas of scroll views do not count", standard: "100000"),
        OptionSpecification("--max-constraints", "N", "reject layouts with more constraints than this", standard: "500000"),
    ]

    private static let limits: [OptionSpecification] =
        [
            OptionSpecification(
                "--allow-host", "HOSTS", "also answer requests with these values of Host; comma-separated", standard: "only this machine's"),
            OptionSpecification(
                "--max-body", "BYTES", "reject request bodies that are larger than this, also after decompression", standard: "16777216"),
            OptionSpecification("--max-header", "BYTES", "reject request headers that are longer than this", standard: "16384"),
            OptionSpecification("--header-timeout", "SECONDS", "the time limit for receiving a request's header", standard: "10"),
            OptionSpecification("--body-timeout", "SECONDS", "the time limit for receiving a request's body", standard: "60"),
            OptionSpecification("--idle-timeout", "SECONDS", "close connections that send no request for this long", standard: "60"),
            OptionSpecification(
                "--workers", "N", "the number of requests to process at the same time", standard: "twice the number of processors, at least 4"),
            OptionSpecification("--queue", "N", "the number of requests that may wait; for further ones, the answer is 503", standard: "64"),
            OptionSpecification("--max-connections", "N", "the number of connections that may be open", standard: "2048"),
            OptionSpecification(
                "--max-memory", "MB", "the memory limit of the service; near it requests wait, and the longest are ended",
                standard: "a quarter of the machine's memory, at least 256"),
            OptionSpecification("--stop-timeout", "SECONDS", "the time limit for requests in progress when the service stops", standard: "35"),
            OptionSpecification("--log-level", "LEVEL", "what to log on standard error: error, warning, info or debug", standard: "info"),
            OptionSpecification("--access-log", nil, "log every answer, like --log-level debug"),
            OptionSpecification(
                "--token-file", "FILE", "require requests to contain the token on the first line of this file", standard: "PLUMBLINE_TOKEN, else none"
            ),
            OptionSpecification("--check-config", nil, "check whether the service could start with these options, and exit"),
        ] + budget
}
