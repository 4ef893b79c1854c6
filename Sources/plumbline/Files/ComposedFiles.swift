internal import Glibc
internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel
internal import Reporting

/// The xibs with the content of reusable views that the command line and a configuration name.
struct ComposedFiles {
    struct File {
        /// The class, and the path relative to the working directory.
        var className: String
        var path: String
        /// Whether the command line names it.
        var isGiven: Bool
    }

    private let arguments: ParsedArguments
    private let configuration: Configuration
    private let files: InputFiles

    init(_ arguments: ParsedArguments, _ configuration: Configuration = Configuration(), files: InputFiles) {
        self.init(arguments, configuration, files)
    }

    init(_ arguments: ParsedArguments, _ configuration: Configuration, _ files: InputFiles) {
        self.arguments = arguments
        self.configuration = configuration
        self.files = files
    }

    /// The files in order. For a class of the command line, the configuration's file does not count.
    private var all: [File] {
        let given = arguments.texts("--compose").map(ComposedFiles.given)
        let classes = Set(given.map(\.className))
        return given
            + configuration.composed.filter { !classes.contains($0.className) }
            .map { File(className: $0.className, path: configuration.path($0.file), isGiven: false) }
    }

    private static func given(_ text: String) -> File {
        let className = text.prefix { $0 != "=" }
        return File(className: String(className), path: String(text.dropFirst(className.count + 1)), isGiven: true)
    }

    /// The paths, relative to the working directory.
    var paths: [String] { all.map(\.path) }

    /// Reads the files.
    func composition() throws(CommandFailure) -> InterfaceBuilderComposition {
        var composition = InterfaceBuilderComposition()
        var own = 0
        for file in all {
            let title = file.isGiven ? "'--compose \(file.className)=\(file.path)'" : "\(configuration.file): \"compose\""
            if file.isGiven, file.className.isEmpty || file.path.isEmpty {
                throw arguments.usage("'--compose' takes a class and its xib, such as CardView=CardView.xib, not '\(file.className)'".terminalSafe())
            }
            let bytes = try bytes(of: file, title)
            if !file.isGiven { own += bytes.count }
            // The files are in memory together, and a configuration may name each many times.
            guard own <= files.byteLimit else {
                throw .input("\(title): the files have together more than \(files.byteLimit) bytes; raise the limit with --max-bytes".terminalSafe())
            }
            do throws(ImportError) { try composition.add(file.className, file: file.path, bytes) } catch {
                throw .input("\(title): \(error.message)".terminalSafe())
            }
        }
        do throws(ImportError) { try composition.checkCycles() } catch { throw .input("'--compose': \(error.message)".terminalSafe()) }
        return composition
    }

    private func bytes(of file: File, _ title: String) throws(CommandFailure) -> [UInt8] {
        let read: Result<[UInt8], InputFailure>
        if file.isGiven {
            if file.path == "-" { throw .input("\(title): standard input is not a file; give the path of the xib".terminalSafe()) }
            if let reason = LinkReach.refusal(of: file.path) { throw .input("\(title): \(file.path) is not read: \(reason)".terminalSafe()) }
            read = files.read(file.path)
        } else {
            let opened: Int32?
            do throws(ConfigurationError) {
                opened = try OwnFile(.compose, own(file), of: configuration).openForReading()
            } catch {
                throw CommandFailure(error)
            }
            guard let descriptor = opened else {
                throw .input("\(title): \(file.path): there is no such file; give the xib with the content of \(file.className)".terminalSafe())
            }
            defer { close(descriptor) }
            read = files.read(from: descriptor)
        }
        switch read {
        case .success(let bytes): return bytes
        case .failure(let failure):
            throw .input("\(title): \(file.path): \(failure.reason); give the xib with the content of \(file.className)".terminalSafe())
        }
    }

    /// Returns the path of a configuration's file, relative to its folder.
    private func own(_ file: File) -> String {
        configuration.composed.first { $0.className == file.className }?.file ?? file.path
    }

    // MARK: Views

    /// Returns the files whose classes no layout contains.
    ///
    /// - Parameter found: the composed classes of each layout.
    func missing(from found: [[String]]) -> [File] {
        let found = Set(found.joined())
        return all.filter { !found.contains($0.className) }
    }

    /// Checks that the layouts contain views of all classes.
    ///
    /// - Throws: `CommandFailure` with the next step.
    func check(_ layouts: [AnalyzedLayout], of paths: [String]) throws(CommandFailure) {
        guard let first = missing(from: layouts.map { $0.analysis.source?.composed ?? [] }).first else { return }
        let names = paths.map { InputReader.name(of: $0) }.joined(separator: " and ")
        let known = Set(layouts.flatMap { $0.document.views.compactMap(\.className) }).sorted()
        throw .input(ComposedFiles.sentence(first, in: "\(names) \(paths.count > 1 ? "contain" : "contains") no", among: known))
    }

    /// Returns what to do about a class of which there is no view.
    ///
    /// - Parameter known: the classes of the views that there are.
    static func sentence(_ file: File, in place: String, among known: [String] = []) -> String {
        ("\(place) view of the class \(file.className)\(NearWord.hint(file.className, among: known)): give the class that the view has in "
            + "Interface Builder's identity inspector, as in --compose CLASS=\(file.path)").terminalSafe()
    }
}
