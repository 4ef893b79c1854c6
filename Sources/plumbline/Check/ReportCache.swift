internal import Digest
internal import Foundation
internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import Synchronization

/// A cache of reports on disk, keyed by content, options and program version. An invalid entry counts as a miss. Entries have no
/// layout extension, so that a check of the folder skips them.
final class ReportCache: Sendable {
    private let folder: String
    /// The part of the key for the program and the options.
    private let signature: String
    private let hits = Mutex(0)

    init(folder: String, signature: [String]) {
        self.folder = folder
        var status = stat()
        // A rebuilt program may report other findings.
        let program = stat("/proc/self/exe", &status) == 0 ? "\(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)" : ""
        self.signature = ([EngineVersion.text, program] + signature).joined(separator: "\n")
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// Returns why results cannot be written to a folder, which is created if there is none; nil if they can.
    static func obstacle(_ folder: String) -> String? {
        if SessionFiles.exists(folder) { return access(folder, W_OK | X_OK) == 0 ? nil : InputFailure(errno).reason }
        do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
            return mkdir(folder, 0o777) == 0 ? nil : InputFailure(errno).reason
        }
        return nil
    }

    var reused: Int { hits.withLock { $0 } }

    func report(
        _ path: String, _ bytes: [UInt8], _ check: FileCheck, _ configuration: Configuration.Reference, otherwise make: () -> FileReport
    ) -> FileReport {
        let parts = [
            signature, path, configuration.digest, "\(check.style.isColored) \(check.isVerbose) \(check.wantsReports)",
            "\(check.wantsDrawings) \(check.isOnly)",
            SHA256.hex(of: bytes),
            check.checker.analyzer.interfaceBuilder.composition.parts.map { "\($0.className) \($0.file) \(SHA256.hex(of: $0.bytes))" }
                .joined(separator: "\n"),
        ]
        let url = URL(fileURLWithPath: folder).appendingPathComponent(SHA256.hex(of: parts.joined(separator: "\u{0}")) + ".report")
        var status = stat()
        if lstat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let data = try? Data(contentsOf: url),
            let report = try? JSONDecoder().decode(FileReport.self, from: data)
        {
            hits.withLock { $0 += 1 }
            return report
        }
        let report = make()
        // A report with exhausted budgets may have more findings next time, and read errors are reported by the reader. Neither
        // is cached.
        let isSettled = report.failure == nil && !report.layouts.contains { $0.subject.findings.contains { $0.kind == .unproven } }
        if isSettled, let data = try? JSONEncoder().encode(report) { try? data.write(to: url, options: .atomic) }
        return report
    }
}
