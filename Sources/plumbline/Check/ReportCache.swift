internal import Digest
internal import Foundation
internal import LayoutCheck
internal import LayoutLint
internal import LayoutModel
internal import Reporting
internal import Synchronization

/// What was found in files before, by their content: a file that is the same, checked in the same way by the same program, is not analysed
/// again. Whatever is wrong with an entry makes it none, and none has a layout's extension.
final class ReportCache: Sendable {
    private let folder: String
    /// The program and the options.
    private let signature: String
    private let hits = Mutex(0)

    init(folder: String, signature: [String]) {
        self.folder = folder
        var status = stat()
        // A program that was built again may find something else.
        let program = stat("/proc/self/exe", &status) == 0 ? "\(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)" : ""
        self.signature = ([EngineVersion.text, program] + signature).joined(separator: "\n")
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    var reused: Int { hits.withLock { $0 } }

    func report(
        _ path: String, _ bytes: [UInt8], _ check: FileCheck, _ configuration: Configuration, otherwise make: () -> FileReport
    ) -> FileReport {
        let parts = [
            signature, path, configuration.digest, "\(check.style.isColored) \(check.wantsText) \(check.wantsReports) \(check.isOnly)",
            SHA256.hex(of: bytes),
        ]
        let url = URL(fileURLWithPath: folder).appendingPathComponent(SHA256.hex(of: parts.joined(separator: "\u{0}")) + ".report")
        if let data = try? Data(contentsOf: url), let report = try? JSONDecoder().decode(FileReport.self, from: data) {
            hits.withLock { $0 += 1 }
            return report
        }
        let report = make()
        // What there was no time for may be found another time; what cannot be read is told by the reader.
        let isSettled = report.failure == nil && !report.layouts.contains { $0.subject.findings.contains { $0.kind == .unproven } }
        if isSettled, let data = try? JSONEncoder().encode(report) { try? data.write(to: url, options: .atomic) }
        return report
    }
}
