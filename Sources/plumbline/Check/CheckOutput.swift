internal import Glibc
internal import JSON
internal import LayoutCheck
internal import LayoutModel
internal import Reporting

/// Writes the findings of a check once for each requested report.
struct CheckOutput {
    var plan: CheckPlan
    var reports: [FileReport]
    var subjects: [CheckedSubject]
    /// Findings that belong to no layout.
    var further: [Finding]
    var fileCount: Int

    /// The duration of the check so far.
    var elapsed: Duration

    /// The number of bytes of all reports together that a configuration requests. A checkout of a stranger may request many, and has
    /// the disk of the build for them.
    private static let mostBytes = 256 << 20

    func write() throws {
        var bytes = 0
        for target in plan.targets {
            var output = plan.output(for: target)
            output.commands = target.format.commands
            // The heading identifies the file to the next run, which may then replace it.
            if target.own != nil { try output.write(target.format.fileHeading) }
            try write(target.format, to: &output)
            if let own = target.own {
                bytes += output.byteCount
                guard bytes <= CheckOutput.mostBytes else {
                    throw CommandFailure.input(
                        "\(own.path.terminalSafe()): the reports that the configuration requests have together more than "
                            + "\(CheckOutput.mostBytes >> 20) MiB; request them with --format FORMAT=FILE")
                }
            }
            try output.finish()
        }
        if plan.targets.contains(where: { $0.format == .github }) { try StepSummary.write(subjects) }
    }

    private func write(_ format: ReportFormat, to output: inout ReportOutput) throws {
        switch format {
        case .text: try CheckText(self, &output).write(to: &output)
        case .json: try output.write(parts: json() + [[UInt8(ascii: "\n")]])
        default: try output.write(format.reporter(folder: InputFiles.workingDirectory)?.report(subjects) ?? "")
        }
    }

    /// Returns the single report, or all reports combined, with the findings if these have more than the reports. It comes in parts.
    private func json() -> [[UInt8]] {
        let own = reports.flatMap(\.layouts).flatMap(\.reports)
        if !plan.saysMore, further.isEmpty, !reports.contains(where: { $0.layouts.contains { $0.subject.findings.contains(where: isFurther) } }) {
            return fileCount == 1 && own.count == 1 ? own : ReportWriter.parts(own)
        }
        return ReportWriter.parts(own, findings: subjects.flatMap(\.findings))
    }

    private func isFurther(_ finding: Finding) -> Bool {
        finding.kind.isOptIn || finding.kind == .assertion || finding.suppression != nil || finding.kind == .unusedSuppression
    }
}

/// The job summary of GitHub Actions.
enum StepSummary {
    /// Appends the findings to the job summary. Does nothing outside of a job.
    static func write(_ subjects: [CheckedSubject]) throws {
        guard let path = getenv("GITHUB_STEP_SUMMARY").map({ String(cString: $0) }), !path.isEmpty else { return }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            Console.message("plumbline: the step summary \(path.terminalSafe()) cannot be written")
            return
        }
        defer { close(descriptor) }
        try Console.write(MarkdownReporter().report(subjects), to: descriptor)
    }
}
