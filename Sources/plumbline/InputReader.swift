internal import LayoutImport
internal import LayoutModel
internal import LayoutService
internal import Reporting

/// From a file's name to its analysed layouts, or what to say on standard error.
struct InputReader {
    var files: InputFiles
    var analyzer: SourceAnalyzer

    /// The layouts of a file, with the text that they were read from.
    struct Input {
        var layouts: [AnalyzedLayout]
        var bytes: [UInt8]
        var kind: SourceKind

        /// Where constraints and views stand in the file: of JSON its elements, of text the lines.
        func places(of layout: AnalyzedLayout, file: String) -> LayoutPlaces {
            if let lines = LayoutPlaces(linesOf: layout.document, file: file) { return lines }
            guard kind == .document, layout.analysis.verdict != .clean else { return LayoutPlaces() }
            let elements = ElementPlaces(json: bytes)
            func place(_ found: ElementPlaces.Place?) -> FilePlace? {
                found.map { FilePlace(file: file, line: $0.line, column: $0.column) }
            }
            return LayoutPlaces(constraint: { place(elements.constraint($0)) }, view: { place(elements.view($0)) })
        }
    }

    /// Why a file could not be read.
    struct Failure: Error {
        var message: String
        var line: Int?
        var column: Int?

        var command: CommandFailure { .input(message) }
    }

    /// What messages call the file.
    static func name(of path: String) -> String {
        path == "-" ? FilePlace.standardInput : path
    }

    func analyze(_ file: InputFiles.Found) -> Result<Input, Failure> {
        if let failure = file.failure { return .failure(Failure(message: "\(file.path.terminalSafe()): \(failure)")) }
        return analyze(file.path)
    }

    func analyze(_ path: String) -> Result<Input, Failure> {
        let name = InputReader.name(of: path).terminalSafe()
        switch files.read(path) {
        case .failure(let failure):
            return .failure(Failure(message: "\(name): \(failure.reason)"))
        case .success(let bytes):
            let kind = SourceKind(fileExtension: path.fileExtension) ?? SourceKind(contentOf: bytes)
            do {
                let layouts = try analyzer.analyze(bytes, kind: kind, file: InputReader.name(of: path))
                return .success(Input(layouts: layouts, bytes: bytes, kind: kind))
            } catch {
                let error = kind == .document ? error.located(inJSON: bytes) : error
                let message = "\(name): \(error.description.terminalSafe(keeping: ["\n"]))"
                // Of an equation within JSON the column is one of its own text.
                return .failure(Failure(message: message, line: error.line ?? error.entryLine, column: error.line == nil ? nil : error.column))
            }
        }
    }

    /// The layouts of a file that must be readable.
    func layouts(_ path: String) throws(CommandFailure) -> [AnalyzedLayout] {
        switch analyze(path) {
        case .failure(let failure): throw failure.command
        case .success(let input): return input.layouts
        }
    }
}
