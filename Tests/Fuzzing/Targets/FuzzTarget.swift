internal import JSON
internal import LayoutImport
internal import LayoutModel

/// A reader, or the engine, under a fuzzer: takes any bytes, and traps where a promise is broken.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// The first byte chooses options and whether the format stands in a document or a text.
    case visualFormat = "visual-format"
    case equation
    case document
    case consoleLog = "console-log"
    case interfaceBuilder = "interface-builder"
    /// A list of events on a document with views of every kind.
    case events
    /// Requests as a connection brings them.
    case http
    /// The bytes decide a layout, and the engine analyses it.
    case engine
    case configuration
    case baseline
    /// Packed bodies, at once and in pieces.
    case gzip
    /// An exported session.
    case session
    /// The first byte chooses whether the rest is an archive, or one response that is packed here.
    case viewHierarchy = "view-hierarchy"
    /// The first byte chooses whether the rest is a document, a log, or a response of a view hierarchy.
    case anonymizer

    /// Small enough that a hostile input stays cheap.
    static let limits = ImportLimits(views: 2000, constraints: 5000, depth: 100)

    public func run(_ bytes: [UInt8]) {
        switch self {
        case .visualFormat: FuzzTarget.readVisualFormat(bytes)
        case .equation:
            let text = String(decoding: bytes, as: UTF8.self)
            FuzzTarget.check(Array(text.utf8)) { () throws(ImportError) in try DocumentImporter(limits: FuzzTarget.limits).read(equations: text) }
        case .document:
            FuzzTarget.check(bytes) { () throws(ImportError) in try DocumentImporter(limits: FuzzTarget.limits).read(json: bytes) }
        case .consoleLog:
            FuzzTarget.readLog(String(decoding: bytes, as: UTF8.self))
            FuzzTarget.readStream(bytes)
        case .interfaceBuilder: FuzzTarget.readInterfaceBuilder(bytes)
        case .events: FuzzTarget.applyEvents(bytes)
        case .http: FuzzTarget.readRequests(bytes)
        case .engine: FuzzTarget.analyze(bytes)
        case .configuration: FuzzTarget.readConfiguration(bytes)
        case .baseline: FuzzTarget.readBaseline(bytes)
        case .gzip: FuzzTarget.readGzip(bytes)
        case .session: FuzzTarget.readSession(bytes)
        case .viewHierarchy: FuzzTarget.readViewHierarchy(bytes)
        case .anonymizer: FuzzTarget.anonymize(bytes)
        }
    }

    // MARK: Visual formats

    private static func readVisualFormat(_ bytes: [UInt8]) {
        guard let flags = bytes.first else { return }
        let format = String(decoding: bytes.dropFirst(), as: UTF8.self)
        if flags & 1 == 0 {
            let text = (flags & 2 == 0 ? "" : "extended: true\n") + format
            check(Array(text.utf8)) { () throws(ImportError) in try DocumentImporter(limits: limits).read(equations: text) }
        } else {
            let json = VisualFormatDocument.json(format, flags: flags)
            check(json) { () throws(ImportError) in try DocumentImporter(limits: limits).read(json: json) }
        }
    }

    // MARK: Logs

    private static func readLog(_ text: String) {
        let importer = ConsoleLogImporter(limits: limits)
        _ = importer.looksLikeLog(text)
        do throws(ImportError) {
            for document in try importer.read(text).messages {
                Promises.check(fragment: document)
                Promises.check(notices: document.notices, of: document)
            }
        } catch {
            Promises.check(error, in: Array(text.utf8))
        }
    }

    /// The output of a test run gives the same messages in pieces of any size.
    private static func readStream(_ bytes: [UInt8]) {
        func messages(pieces: Int) -> (messages: [ConsoleLogStream.Message], notices: [SourceFinding]) {
            var start = 0
            var stream = ConsoleLogStream {
                guard start < bytes.count else { return nil }
                defer { start = min(start + pieces, bytes.count) }
                return Array(bytes[start..<min(start + pieces, bytes.count)])
            }
            var messages: [ConsoleLogStream.Message] = []
            while let message = stream.next() {
                Promises.check(fragment: message.document)
                messages.append(message)
            }
            Promises.check(notices: stream.notices, of: nil)
            return (messages, stream.notices)
        }
        guard messages(pieces: 7) == messages(pieces: max(1, bytes.count)) else { fatalError("a stream in pieces says something else") }
    }

    // MARK: Interface Builder files

    private static func readInterfaceBuilder(_ bytes: [UInt8]) {
        for mode in InterfaceBuilderOptions.Mode.allCases {
            let importer = InterfaceBuilderImporter(limits: limits, options: InterfaceBuilderOptions(mode: mode))
            do throws(ImportError) {
                for layout in try importer.read(bytes, file: "a.xib") {
                    Promises.check(sides: layout.document)
                    Promises.check(layout.document)
                }
            } catch {
                Promises.check(error, in: bytes)
            }
        }
    }

    // MARK: Events

    private static let story: LayoutDocument = {
        do throws(ImportError) {
            return try DocumentImporter().read(json: VisualFormatDocument.json("V:|-[in]~[in]-|", flags: 3))
        } catch {
            fatalError("\(error)")
        }
    }()

    private static func applyEvents(_ bytes: [UInt8]) {
        guard let list = try? JSONDocument(parsing: bytes) else { return }
        do throws(ImportError) {
            let events = try list.withRoot { (root) throws(ImportError) in try EventReader().read(root) }
            let changed = try EventApplication(limits: limits).apply(events, to: story)
            Promises.check(sides: changed.document)
            Promises.check(changed.document)
        } catch {
            if error.pointer?.hasPrefix("/events") != true { fatalError("no event is named: \(error)") }
        }
    }

    private static func check(_ bytes: [UInt8], _ read: () throws(ImportError) -> LayoutDocument) {
        do throws(ImportError) {
            let document = try read()
            Promises.check(document)
            guard try read() == document else { fatalError("the same source gives another document") }
        } catch {
            Promises.check(error, in: bytes)
        }
    }
}
