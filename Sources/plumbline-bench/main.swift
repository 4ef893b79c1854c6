internal import Glibc
internal import JSON
internal import Simplex

/// Runs the requested measurements and prints their results.
func run(_ options: Options) throws {
    try options.forEachFile { path in
        let workload = try Workload(path: path)
        if options.wantsAnswers {
            print(String(decoding: try Answers(workload, withRanges: options.withRanges).json, as: UTF8.self))
            return
        }
        for measurement in options.measurements {
            for record in try options.benchmark.records(measurement, workload) {
                if options.isJSON {
                    var writer = JSONWriter()
                    record.write(to: &writer)
                    print(String(decoding: writer.bytes, as: UTF8.self))
                } else {
                    print(record.text)
                }
            }
        }
        // A reader that waits for a line gets it at once, even through a pipe.
        fflush(nil)
    }
}

/// Prints a message on standard error and exits.
func fail(_ message: String, status: Int32) -> Never {
    var text = "plumbline-bench: \(message)\n"
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(status)
}

do {
    let options = try Options(CommandLine.arguments.dropFirst())
    if let fill = options.fill {
        try fill.run()
        exit(0)
    }
    if options.wantsHelp || (options.files.isEmpty && options.families.isEmpty) {
        print(Options.usage)
        exit(options.wantsHelp ? 0 : 2)
    }
    try run(options)
} catch let failure as Failure {
    fail(failure.message, status: 2)
} catch is Budget.Spent {
    fail("rows have more entries than fit into memory", status: 1)
} catch {
    fail("\(error)", status: 70)
}
