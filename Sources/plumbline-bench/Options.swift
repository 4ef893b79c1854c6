/// The options of the command line.
struct Options {
    var measurements: [Measurement] = [.parse, .solve, .drag, .conflict, .ranges]
    var benchmark = Benchmark(repetition: Repetition(runs: 5, seconds: 0.5), countsOnly: false, deadline: 60)
    var isJSON = false
    /// Whether to print results for external checks in place of measurements.
    var wantsAnswers = false
    var withRanges = true
    var files: [String] = []
    var families: [String] = []
    var sizes: [Int] = []
    var script = "../shared/workloads/gen.py"
    var folder = "/tmp"
    var scriptOptions: [String] = []
    var wantsHelp = false
    /// The database to fill with sessions, in place of measurements.
    var fill: StoreFill?

    static let usage = """
        usage: plumbline-bench [options] [FILE …]
        Measures the engine on documents, in process: CPU time (medians), the engine's work, allocations. A line for each file and measurement.

          --measure LIST     of \(Measurement.allCases.map(\.rawValue).joined(separator: ", ")), or all
                             (default parse,solve,drag,conflict,ranges)
          --runs N           at least so many runs of each (default 5) …
          --seconds S        … and more until so much CPU time is spent (default 0.5), but 1000 at most
          --counts           no times: counts alone, which are the same each time
          --deadline S       seconds that a whole report may take (default 60)
          --json             a JSON object a line
          --answers          no figures: what the plain solve finds, a JSON object for each file; --no-ranges leaves ranges out

        Workloads are made where families are named:
          --families LIST    of list, grid, nested, form, accordion, feed, ratio, mixed; or all
          --sizes LIST       about so many views (default 1000)
          --variant NAME     base, conflict or ambiguous;  --chain N  views of a planted chain;  --seed N
          --generator FILE   the script that makes them (default ../shared/workloads/gen.py)
          --folder FOLDER    where they are put (default /tmp)

        A database of sessions for Scripts/suites/store.sh:
          --fill-store FILE N

        solve: the document to rows and the plain solve, that is the verdict and all values. Nothing is read from the document's JSON.
        presolve: components are what is left of the rows, in parts that share no variable; most_rows and most_variables are those of the largest.
        peak_bytes: the most that was held at once, beyond what was held before. verdict: 0 clean, 1 ambiguous, 2 conflicting.
        """

    static let allFamilies = ["list", "grid", "nested", "form", "accordion", "feed", "ratio", "mixed"]

    init(_ words: some Sequence<String>) throws(Failure) {
        var words = Array(words)[...]
        func value(_ name: String) throws(Failure) -> String {
            guard let value = words.popFirst() else { throw Failure("\(name) needs a value") }
            return value
        }
        func number(_ name: String) throws(Failure) -> Double {
            let text = try value(name)
            guard let number = Double(text), number >= 0 else { throw Failure("\(name) takes a number, not '\(text)'") }
            return number
        }
        while let word = words.popFirst() {
            switch word {
            case "--help", "-h": wantsHelp = true
            case "--measure": measurements = try Options.measurements(try value(word))
            case "--runs": benchmark.repetition.runs = max(1, Int(exactly: try number(word)) ?? 5)
            case "--seconds": benchmark.repetition.seconds = try number(word)
            case "--counts": benchmark.countsOnly = true
            case "--deadline": benchmark.deadline = try number(word)
            case "--json": isJSON = true
            case "--answers": wantsAnswers = true
            case "--no-ranges": withRanges = false
            case "--families": families = Options.families(try value(word))
            case "--sizes": sizes = try Options.sizes(try value(word))
            case "--variant", "--chain", "--seed", "--k": scriptOptions += [word, try value(word)]
            case "--generator": script = try value(word)
            case "--folder": folder = try value(word)
            case "--fill-store": fill = StoreFill(path: try value(word), count: Int(exactly: try number(word)) ?? 0)
            default:
                guard !word.hasPrefix("-") else { throw Failure("unknown option '\(word)'") }
                files.append(word)
            }
        }
        if sizes.isEmpty { sizes = [1000] }
    }

    private static func measurements(_ list: String) throws(Failure) -> [Measurement] {
        if list == "all" { return Measurement.allCases }
        var measurements: [Measurement] = []
        for name in list.split(separator: ",") {
            guard let measurement = Measurement(rawValue: String(name)) else { throw Failure("unknown measurement '\(name)'") }
            measurements.append(measurement)
        }
        return measurements
    }

    private static func families(_ list: String) -> [String] {
        list == "all" ? allFamilies : list.split(separator: ",").map(String.init)
    }

    private static func sizes(_ list: String) throws(Failure) -> [Int] {
        var sizes: [Int] = []
        for text in list.split(separator: ",") {
            guard let size = Int(text), size > 0 else { throw Failure("--sizes takes whole numbers, not '\(text)'") }
            sizes.append(size)
        }
        return sizes
    }

    /// Calls the body with each file to measure. Generated files are written just before their turn.
    func forEachFile(_ body: (String) throws -> Void) throws {
        for file in files { try body(file) }
        let generator = Generator(script: script, folder: folder, options: scriptOptions)
        for family in families {
            for size in sizes { try body(try generator.make(family: family, size: size)) }
        }
    }
}
