internal import Foundation
internal import Reporting

/// Converts drawings to PNG with librsvg's program.
struct PNGConverter {
    private static let program = "rsvg-convert"
    private let executable: URL

    /// - Throws: `CommandFailure` with the package to install if the program is not in `PATH`.
    init() throws(CommandFailure) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let paths = folders.map { "\($0)/\(PNGConverter.program)" }
        guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            throw .input("PNG needs \(PNGConverter.program), which is not installed; on Debian, install librsvg2-bin")
        }
        executable = URL(fileURLWithPath: path)
    }

    /// - Parameter scale: pixels per point.
    func png(of svg: [UInt8], scale: Int) throws -> Data {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("plumbline-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appendingPathComponent("in.svg"), folder.appendingPathComponent("out.png"))
        try Data(svg).write(to: input)
        let process = Process()
        process.executableURL = executable
        process.arguments = ["--zoom", String(scale), "--background-color", "white", "--format", "png", "--output", output.path, input.path]
        let messages = folder.appendingPathComponent("messages")
        try Data().write(to: messages)
        process.standardError = try FileHandle(forWritingTo: messages)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0, let data = try? Data(contentsOf: output) else {
            let said = (try? String(contentsOf: messages, encoding: .utf8)) ?? ""
            let line = said.split(separator: "\n").first.map { ": \(String($0).terminalSafe())" } ?? ""
            throw CommandFailure.input("\(PNGConverter.program) could not convert the drawing\(line)")
        }
        return data
    }
}
