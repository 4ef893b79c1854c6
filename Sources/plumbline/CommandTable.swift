// All commands and their options. The parser reads these tables, and the help is rendered from them.

enum CommandTable {
    static let all: [CommandSpecification] = [
        check, scanLog, analyze, initialize, serve, sessions, replay, diff, examples, render, completion, version, help,
    ]

    static func named(_ name: String) -> CommandSpecification? {
        all.first { $0.name == name }
    }

    static let check = CommandSpecification(
        "check", operands: "[FILE…]",
        summary: "Checks layouts and says what is wrong, why, and how to fix it.",
        discussion: [
            "FILE is a document (.json), a console log (.log), text with equations, visual formats or a log (.txt, .vfl), or an Interface",
            "Builder file (.storyboard, .xib), of which each scene is a layout; a folder means all layouts in it, and '-' standard",
            "input. A text has an equation (title.width == 60 @ 750) or a visual format (H:|-[title(>=60)]-|) a line; below a line",
            "'extended: true' formats may have percentages, arithmetic, spacers '~', ranges and C: lines. A log may be anything that a debugger,",
            "console or build prints of layouts, mixed as it comes: conflicts, lists (po view.constraints, constraintsAffectingLayoutForAxis:), a",
            "trace (_autolayoutTrace) or recursiveDescription, which give lists and conflicts in the same text their superviews, and other messages.",
            "",
            "In a folder, with --since and in a list by --files-from, a file is checked if its content is a layout, and any other is passed over",
            "without a word: asset catalogues, animations, lock files. What .gitignore names is passed over as well (git is asked), and so are",
            "the folders Pods, Carthage, DerivedData, node_modules, .build and build, unless \"include\" of the configuration names them. Only a file",
            "that the command line names is an error if it is no layout. --verbose counts what was passed over. Links in a folder or list are",
            "followed as long as they stay in its repository and lead to nothing hidden. What a run reads and writes itself (--cache, --config,",
            "--baseline, reports) is not checked, unless it is named.",
            "",
            "The text report has a line for each finding, as compilers write it: path:line:column: error: sentence [cause]. Below it is how to fix",
            "it, and at the end one line in sum. 'plumbline help CAUSE' explains a cause.",
            "",
            "The nearest .plumbline.json above each file, within its repository, says what else is checked, at which sizes, and what is reported;",
            "the command line wins. 'plumbline init' writes one, 'plumbline help configuration' describes it and what it may not do,",
            "'plumbline help rules' lists the rules, 'plumbline help RULE' explains one.",
            "",
            "Exit status: 0 nothing found, 1 findings, 2 bad usage, unreadable input, no layout at all (as in a storyboard without scenes; a list or",
            "commit need not have any), or an output that cannot be written.",
        ],
        options: [
            OptionSpecification(
                "--fail-on", "KINDS", "what ends with status 1: rules, or error, warning, note for all so bad, with commas",
                standard: "errors, and conflicts and ambiguities that no rule makes less than they are"),
            OptionSpecification(
                "--rules", "RULES", "further rules, with commas, each also as RULE=SEVERITY; or the groups recommended, all"),
            OptionSpecification(
                "--format", "FORMAT", "\(formats), or FORMAT=FILE; may be given several times", standard: "text", isRepeatable: true),
            OptionSpecification("--output", "FILE", "where the report goes, also -o", standard: "standard output"),
            OptionSpecification("--sizes", "SIZES", "check at each of these sizes of the root: 320x568,390x844, or of devices: \"iPhone 16\""),
            OptionSpecification("--directions", "LIST", "check in each of these reading directions: ltr,rtl"),
            OptionSpecification("--text-scales", "LIST", "check with texts so many times as large: 1,1.5,2"),
            OptionSpecification("--config", "FILE", "the configuration of all files", standard: "the nearest .plumbline.json above each"),
            OptionSpecification("--no-config", nil, "no configuration is looked for"),
            OptionSpecification("--baseline", "FILE", "known findings, which are not reported again"),
            OptionSpecification("--write-baseline", "FILE", "writes what is found as known, and ends with status 0"),
            OptionSpecification("--strict-baseline", nil, "known findings that no longer occur are findings themselves"),
            OptionSpecification("--since", "COMMIT", "only files that differ from the commit, by git; without FILE those of this folder"),
            OptionSpecification("--files-from", "FILE", "further files, one a line or with NUL between, as below; '-' is standard input"),
            OptionSpecification("--cache", "FOLDER", "files that are the same as before are not analysed again"),
            OptionSpecification("--jobs", "N", "how many files are checked at once", standard: "the processors"),
            OptionSpecification("--watch", nil, "checks again what changes, until it is interrupted"),
            OptionSpecification("--verbose", nil, "all about each layout, also clean ones, and what was passed over; also -v"),
            OptionSpecification("--quiet", nil, "only the line in sum, also -q"),
            OptionSpecification("--statistics", nil, "how often each cause was found, in place of the findings"),
            color,
            OptionSpecification("--allow-incomplete", nil, "a spent budget is no finding"),
            OptionSpecification("--allow-empty", nil, "a folder without layouts is fine"),
        ] + analysis)

    private static let formats = "text, json, sarif, junit, github, xcode, gitlab, checkstyle, markdown, html"

    static let scanLog = CommandSpecification(
        "scan-log", operands: "[FILE]",
        summary: "Finds the constraint conflicts in the output of a test run, of any size, and passes it through.",
        discussion: [
            "Without FILE, or if it is '-', standard input is read: xcodebuild test … | plumbline scan-log. What is read goes to standard output",
            "as it is, and the report follows on standard error; with --quiet nothing is passed through, and the report goes to standard output.",
            "Messages that say the same are one finding, with their count and the line of the first. Exit status: 0 nothing found, 1 findings,",
            "2 bad usage or unreadable input. A message whose constraints can be satisfied as printed counts as incomplete. Other messages about layouts",
            "(ambiguous views, layout loops, constraints without a common ancestor, warnings of storyboards) are listed and counted; they end with",
            "status 1 if --fail-on names them: ambiguity, reported-error, reported-problem.",
        ],
        options: [
            OptionSpecification(
                "--fail-on", "KINDS", "what ends with status 1: conflict, incomplete, with commas", standard: "conflict,incomplete"),
            OptionSpecification("--format", "FORMAT", formats, standard: "text"),
            OptionSpecification("--output", "FILE", "where the report goes, also -o", standard: "standard error"),
            OptionSpecification("--quiet", nil, "passes nothing through, also -q"),
            OptionSpecification("--verbose", nil, "all about each message, also -v"),
            color,
            OptionSpecification("--allow-incomplete", nil, "a spent budget is no finding"),
            OptionSpecification("--policy", "POLICY", "which constraint of a conflict breaks: uikit, last or fewest", standard: "uikit"),
            OptionSpecification("--deadline", "SECONDS", "the time that one message's analysis may take", standard: "30"),
        ])

    static let analyze = CommandSpecification(
        "analyze", operands: "FILE", summary: "Writes the JSON report of a layout to standard output.",
        discussion: ["The exit status is 0 whatever the report says. FILE may be '-'."],
        options: [OptionSpecification("--batch", nil, "FILE has a document on each line; each gets a line, errors too")] + analysis)

    static let initialize = CommandSpecification(
        "init", operands: "[FOLDER]", summary: "Writes a commented .plumbline.json for the repository.",
        discussion: [
            "FOLDER is the repository around the working directory if none is given. The file names the kinds of layouts that are there, so that",
            "'plumbline check' needs no FILE, and has further keys as comments. A configuration that is there already stays as it is.",
        ])

    static let completion = CommandSpecification(
        "completion", operands: "bash | zsh | fish", summary: "Writes a script that completes commands, options and their values in a shell.",
        discussion: [
            "bash: source <(plumbline completion bash)", "zsh: plumbline completion zsh > ~/.zfunc/_plumbline",
            "fish: plumbline completion fish | source",
        ])

    static let serve = CommandSpecification(
        "serve", summary: "Starts the HTTP service, and the web page with it.",
        discussion: [
            "SIGTERM and SIGINT stop it gracefully: requests under way are answered first.",
            "--max-body is for POST /v1/import too, and the export of a long session can be longer: 'plumbline sessions import' takes it.",
            "--deadline is for all of a request: a replay or an import runs every step of a session within it, or is answered 503;",
            "'plumbline replay' and 'plumbline sessions import' take the time they need.",
        ],
        options: [
            OptionSpecification("--host", "ADDRESS", "the address to listen on", standard: "127.0.0.1"),
            OptionSpecification("--port", "PORT", "the port to listen on; 0 takes a free one", standard: "8080"),
            OptionSpecification("--database", "FILE", "where the sessions are kept", standard: "plumbline.db"),
            OptionSpecification("--keep-days", "N", "older sessions are deleted, pinned ones aside", standard: "all are kept"),
            OptionSpecification("--keep-sessions", "N", "so many are kept at most, pinned ones aside", standard: "all are kept"),
        ] + limits)

    static let sessions = CommandSpecification(
        "sessions", operands: "list | show ID | export ID | import FILE | backup FILE",
        summary: "Lists stored sessions, shows one as JSON, exports one with all its steps, stores an exported one, or copies the database.",
        discussion: [
            "--query finds words, or parts of words, in a session's id, name and tags, in the ids, classes and texts of its views, and in the",
            "identifiers and ids of its constraints, at any step; not in what constraints say, nor in ids such as c12, which only number them.",
            "'import' takes files of up to 1 GiB, also those that are longer than a service takes.",
        ],
        options: [
            database,
            OptionSpecification("--limit", "N", "how many are listed", standard: "50"),
            OptionSpecification("--verdict", "VERDICT", "only those with this verdict"),
            OptionSpecification("--tag", "TAG", "only those with this tag"),
            OptionSpecification("--query", "TEXT", "only those with each of these words in their names, as below"),
        ])

    static let render = CommandSpecification(
        "render", operands: "FILE", summary: "Draws a layout to scale as SVG or PNG, conflicts and ambiguities marked.",
        discussion: [
            "With --width, --height or --text-scale the verdicts at all these sizes are drawn instead: a strip, or of width and height a map.",
            "Of a file with several layouts one is drawn, by --scene, or each into a folder: -o pictures/",
            "PNG is made by rsvg-convert, of Debian's package librsvg2-bin, where it is installed.",
            "Exit status: 0 drawn, 1 if part or all of the layout could not be proven, 2 bad usage or unreadable input.",
        ],
        options: [
            OptionSpecification(
                "--output", "FILE", "where the drawing is written, also -o; a folder for one of each layout", standard: "standard output"),
            scene,
            OptionSpecification("--format", "FORMAT", "svg or png", standard: "png if FILE ends in .png, else svg"),
            OptionSpecification("--scale", "N", "pixels of a PNG for each point, up to 16", standard: "2"),
        ] + analysis)
    static let replay = CommandSpecification(
        "replay", operands: "FILE-or-ID", summary: "Runs every step of a session again and compares with what is stored.",
        discussion: ["FILE is an exported session, '-' standard input. Exit status: 0 identical, 1 not, 2 bad usage or unreadable input."],
        options: [
            database,
            OptionSpecification("--format", "FORMAT", "text or json", standard: "text"),
        ])
    static let diff = CommandSpecification(
        "diff", operands: "A B", summary: "Says how two layouts differ: constraints, frames, findings; as JSON.",
        discussion: [
            "A and B are each a file, an exported session, whose newest layout counts, or the id of a stored one; '-' is standard input. Of files with",
            "several layouts --scene names the one that is compared, once for both, or once for each.",
            "Exit status: 0 the same layout, 1 not, 2 bad usage or unreadable input. Layouts are the same that have the same frames at their sizes",
            "and the same conflicts and ambiguities, whatever constraints differ; those are in the JSON.",
        ],
        options: [
            database,
            OptionSpecification("--scene", scene.value, scene.summary, isRepeatable: true),
        ] + solving)
    static let examples = CommandSpecification(
        "examples", operands: "[NAME]", summary: "Lists worked examples, or writes one: plumbline examples two-widths | plumbline check -",
        discussion: [
            "What is written is a document, or for an example with steps a session, for 'plumbline sessions import' and 'plumbline replay'."
        ],
        options: [OptionSpecification("--step", "N", "the document of this step, from 0", standard: "all of the example")])
    static let version = CommandSpecification("version", summary: "Says the version.")
    static let help = CommandSpecification(
        "help", operands: "[COMMAND | RULE | CAUSE | rules | causes | configuration | manual [CHAPTER] | man]",
        summary:
            "Says how a command is used, what a rule finds or a cause means, what .plumbline.json may say; prints the manual or the man page.")

    // MARK: Options of several commands

    private static let color = OptionSpecification(
        "--color", "WHEN", "auto (at a terminal, unless NO_COLOR is set), always or never", standard: "auto")

    private static let database = OptionSpecification(
        "--database", "FILE", "where the sessions are kept", standard: "plumbline.db here, else where Scripts/serve.sh keeps it")

    private static let scene = OptionSpecification(
        "--scene", "NAME", "which of a file's layouts: its name, its root's id, or its number from 1")

    /// Options for how a layout is solved.
    private static let solving: [OptionSpecification] =
        [
            OptionSpecification("--policy", "POLICY", "which constraint of a conflict breaks: uikit, last or fewest", standard: "uikit"),
            OptionSpecification("--alternates", "N", "how many other layouts an ambiguous one shows", standard: "2"),
            OptionSpecification("--seed", "N", "the seed of these layouts", standard: "1"),
            OptionSpecification("--conflicts", "N", "how many conflicts are listed at most; 64 are looked for in any case", standard: "64"),
            OptionSpecification("--max-bytes", "N", "a larger file is refused", standard: "16777216"),
            OptionSpecification(
                "--interface-builder", "MODE", "storyboards and xibs as the canvas judges them (design), or without placeholders (run)",
                standard: "design"),
            OptionSpecification("--canvas", "SIZE", "solve them for 390x844, or for a device such as \"iPhone 16\" or \"iPad mini landscape\""),
            OptionSpecification("--direction", "DIRECTION", "solve them for ltr or rtl", standard: "ltr"),
        ] + budget

    private static let analysis: [OptionSpecification] =
        solving + [
            OptionSpecification("--width", "A...B", "the verdict at every width of the root between two, exactly"),
            OptionSpecification("--height", "A...B", "the verdict at every height of the root between two, exactly"),
            OptionSpecification("--text-scale", "A...B", "the verdict at every size of texts between two, exactly; 1 is as stated"),
        ]

    private static let budget: [OptionSpecification] = [
        OptionSpecification("--deadline", "SECONDS", "the time an analysis may take; what is proven by then is reported", standard: "30"),
        OptionSpecification(
            "--max-views", "N", "a layout with more views is refused; a scroll view's content area is not counted", standard: "100000"),
        OptionSpecification("--max-constraints", "N", "a layout with more constraints is refused", standard: "500000"),
    ]

    private static let limits: [OptionSpecification] =
        [
            OptionSpecification("--allow-host", "HOSTS", "further values of Host to answer, with commas", standard: "none but this machine's"),
            OptionSpecification("--max-body", "BYTES", "a larger request body is refused, also after unpacking", standard: "16777216"),
            OptionSpecification("--max-header", "BYTES", "a longer header section is refused", standard: "16384"),
            OptionSpecification("--header-timeout", "SECONDS", "how long a request's header may take", standard: "10"),
            OptionSpecification("--body-timeout", "SECONDS", "how long a request's body may take", standard: "60"),
            OptionSpecification("--idle-timeout", "SECONDS", "how long a connection may wait for its next request", standard: "60"),
            OptionSpecification("--workers", "N", "how many requests are worked on at once", standard: "the processors, at least 2"),
            OptionSpecification("--queue", "N", "how many requests may wait for a worker; more are answered 503", standard: "64"),
            OptionSpecification("--max-connections", "N", "how many connections may be open", standard: "2048"),
            OptionSpecification("--stop-timeout", "SECONDS", "how long a stop waits for requests under way", standard: "35"),
            OptionSpecification("--log-level", "LEVEL", "what is logged on standard error: error, warning, info or debug", standard: "info"),
            OptionSpecification("--access-log", nil, "the same as --log-level debug: every answer is logged"),
            OptionSpecification("--token-file", "FILE", "requests must show the token on its first line", standard: "PLUMBLINE_TOKEN, else none"),
            OptionSpecification("--check-config", nil, "says whether the service could start so, and ends"),
        ] + budget
}
