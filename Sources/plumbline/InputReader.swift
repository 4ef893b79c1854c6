internal import LayoutImport
internal import LayoutService
internal import Reporting

/// From a file's name to its analysed layouts, or what to say on standard error.
struct InputReader {
    var files: InputFiles
    var analyzer: SourceAnalyzer

    /// What messages call the file.
    static func name(of path: String) -> String {
        path == "-" ? "standard input" : path
    }

    func analyze(_ file: InputFiles.Found) -> Result<[AnalyzedLayout], CommandFailure> {
        if let failure = file.failure { return .failure(.input("\(file.path.terminalSafe()): \(failure)")) }
        return analyze(file.path)
    }

    func analyze(_ path: String) -> Result<[AnalyzedLayout], CommandFailure> {
        let name = InputReader.name(of: path).terminalSafe()
        switch files.read(path) {
        case .failure(let failure):
            return .failure(.input("\(name): \(failure.reason)"))
        case .success(let bytes):
            let kind = SourceKind(fileExtension: path.fileExtension) ?? SourceKind(contentOf: bytes)
            do {
                return .success(try analyzer.analyze(bytes, kind: kind, file: path == "-" ? nil : path))
            } catch {
                return .failure(.input("\(name): \(error.description.terminalSafe(keeping: ["\n"]))"))
            }
        }
    }
}
