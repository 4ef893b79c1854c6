import Foundation
import Testing

@Suite struct UsageTests {
    @Test func `version says the engine's version`() throws {
        let outcome = try Program.run("version")
        #expect(outcome.status == 0)
        #expect(outcome.output == "plumbline 0.2.0\n")
        #expect(outcome.errors.isEmpty)
    }

    @Test func `help names every command, and says more of each`() throws {
        let overview = try Program.run("help")
        #expect(overview.status == 0)
        for command in ["check", "scan-log", "analyze", "serve", "sessions", "render", "replay", "version", "help"] {
            #expect(overview.output.contains("\n  \(command) "))
            let help = try Program.run("help", command)
            #expect(help.status == 0)
            #expect(help.output.contains("Usage: plumbline \(command)"))
            #expect(try Program.run(command, "--help").output == help.output)
        }
    }

    @Test(arguments: [
        ([], "a command is missing"),
        (["frobnicate"], "there is no command 'frobnicate'"),
        (["check"], "'check' needs a file or folder"),
        (["analyze", "a", "b"], "'analyze' takes one file"),
        (["check", "--colour", "a"], "unknown option '--colour'"),
        (["check", "--fail", "a"], "did you mean '--fail-on'?"),
        (["check", "--fail-on"], "'--fail-on' needs a value"),
        (["check", "--fail-on", "conflict,nothing", "a"], "'nothing' is not one of conflict, ambiguity, incomplete"),
        (["check", "--format", "xml", "a"], "'--format' takes one of text, json, sarif, junit"),
        (["check", "--format", "json", "--format=text", "a"], "only one report can go to standard output"),
        (["check", "--format", "json=x", "--format=junit=x", "a"], "only one report can go to the file 'x'"),
        (["check", "--config", "x", "--no-config", "a"], "'--config' and '--no-config' cannot be combined; give one of them"),
        (["check", "--baseline", "x", "--write-baseline", "y", "a"], "cannot be combined with another '--baseline'"),
        (["check", "--allow-incomplete=yes", "a"], "'--allow-incomplete' takes no value"),
        (["check", "--policy", "first", "a"], "'--policy' takes one of uikit, last, fewest"),
        (["check", "--seed", "-1", "a"], "'--seed' takes a whole number of at least 0"),
        (["check", "--deadline", "0", "a"], "'--deadline' takes a number of seconds"),
        (["check", "--deadline", "nan", "a"], "'--deadline' takes a number of seconds"),
        (["serve", "--port", "65536"], "'--port' takes a whole number from 0 to 65535"),
        (["serve", "extra"], "'serve' takes no operand"),
        (["sessions", "frob"], "'sessions' takes 'list', 'show ID', 'export ID', 'import FILE', 'backup FILE', 'restore FILE' or 'copy --from"),
        (["sessions", "backup"], "'sessions backup' needs one file to write"),
        (["sessions", "copy", "a.db", "b.db"], "'sessions copy' takes no operand, but --from DATABASE and --to DATABASE"),
        (["sessions", "copy", "--from", "a.db"], "'sessions copy' needs --from DATABASE and --to DATABASE"),
        (["sessions", "copy", "--from", "a.db", "--to", "a.db"], "--from and --to name the same database"),
        (["sessions", "copy", "--from", "a.db", "--to", "b.db", "--database", "c.db"], "name them with --from and --to instead of --database"),
        (["render", "a", "b"], "'render' takes one file"),
        (["replay", "/no/such.json", "more"], "'replay' takes one exported session or the id of one"),
    ])
    func `bad usage ends with status 2 and a message on standard error`(_ arguments: [String], _ message: String) throws {
        let outcome = try Program.run(arguments, input: Data())
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(message))
    }
}

@Suite struct SingleSizeTests {
    @Test(arguments: ["--width", "--height"]) func `a range of one size has one verdict, also where nothing can hold`(option: String) throws {
        for layout in [Layouts.conflicting, Layouts.clean] {
            let outcome = try Program.run("analyze", option, "0...0", "-", input: layout)
            #expect(outcome.status == 0 && outcome.output.contains(#""regions":["#))
        }
    }
}
