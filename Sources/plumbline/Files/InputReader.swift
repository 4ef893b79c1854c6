internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel
internal import Reporting

/// Reads and analyzes the layouts of a file.
struct InputReader {
    var files: InputFiles
    var analyzer: SourceAnalyzer

    /// The layouts of a file, with its bytes.
    struct Input {
        var layouts: [AnalyzedLayout]
        var bytes: [UInt8]
        var kind: SourceKind

        /// Returns the places of constraints and views in the file: of elements in JSON, of lines in text.
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

    /// Returns the name of the file in messages.
    static func name(of path: String) -> String {
        path == "-" ? FilePlace.standardInput : path
    }

    func analyze(_ file: InputFiles.Found) -> Result<Input, FileError> {
        if let failure = file.failure { return .failure(FileError(file.path, failure)) }
        return analyze(file.path)
    }

    func analyze(_ path: String) -> Result<Input, FileError> {
        switch files.read(path) {
        case .failure(let failure):
            return .failure(FileError(path, failure.reason))
        case .success(let bytes):
            let kind = SourceKind(fileExtension: path.fileExtension) ?? SourceKind(contentOf: bytes)
            do {
                let layouts = try analyzer.analyze(bytes, kind: kind, file: InputReader.name(of: path))
                return .success(Input(layouts: layouts, bytes: bytes, kind: kind))
            } catch {
                if let mistake = FileNature.mistake(inLayout: bytes, path: path) { return .failure(FileError(mistake: mistake, path: path)) }
                return .failure(FileError(path, error, bytes, kind: kind))
            }
        }
    }

    /// Returns the layouts of a named file.
    ///
    /// - Throws: `CommandFailure` if the file cannot be read, or if a link leads to it out of the repository.
    func layouts(_ path: String) throws(CommandFailure) -> [AnalyzedLayout] {
        try LinkReach.check(path)
        switch analyze(path) {
        case .failure(let failure): throw failure.command
        case .success(let input): return input.layouts
        }
    }
}
