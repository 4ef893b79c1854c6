internal import Foundation
internal import Reporting

/// Writes a file that the command line names.
enum OutputFile {
    static func write(_ bytes: some Sequence<UInt8>, to path: String) throws(CommandFailure) {
        do { try Data(bytes).write(to: URL(fileURLWithPath: path)) } catch {
            throw CommandFailure.input("\(path.terminalSafe()) cannot be written")
        }
    }
}
