internal import LayoutCheck
internal import LayoutImport
internal import Reporting

/// An error that prevents a file from being read, with its place in the file if it is known.
struct FileError: Error {
    /// The file's name in messages.
    private let file: String
    /// The error in a sentence, without its place.
    let sentence: String
    private(set) var line: Int?
    private(set) var column: Int?
    /// The line at fault with a caret below the column.
    private var excerpt: String?
    /// Whether the sentence names the file.
    private var isNamed = false

    /// - Parameter path: the file's path; `-` is standard input.
    init(_ path: String, _ sentence: String) {
        file = InputReader.name(of: path)
        self.sentence = sentence
    }

    /// - Parameter mistake: a sentence that names the file.
    init(mistake: String, path: String) {
        self.init(path, mistake)
        isNamed = true
    }

    /// Creates the error of a source with these bytes.
    init(_ path: String, _ error: ImportError, _ bytes: [UInt8], kind: SourceKind) {
        let error = kind == .document ? error.located(inJSON: bytes) : error
        self.init(path, error.sentence)
        (line, column, excerpt) = (error.line, error.line == nil ? nil : error.column, error.excerpt)
    }

    init(_ error: ConfigurationError) {
        self.init(error.file, error.message)
        (line, column) = (error.line, error.column)
    }

    /// The failure of a command: `path:line:column: error: sentence` if the place is known, as compilers write it, otherwise the
    /// file and the sentence.
    var command: CommandFailure {
        let place = ([line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
        let text = isNamed ? sentence : line == nil ? "\(file): \(sentence)" : "\(file):\(place): error: \(sentence)"
        // No line may begin with a name or key of the file.
        let lines = [text.terminalSafe()] + (excerpt.map { [$0.terminalSafe(keeping: ["\n"])] } ?? [])
        return CommandFailure(status: .usage, message: lines.joined(separator: "\n"), isPlaced: line != nil)
    }
}
