internal import JSON
internal import LayoutCheck
internal import LayoutModel
internal import Reporting
internal import StandardAdditions

/// A kind of file, judged by its content, for the message that a file is in the wrong place.
enum FileNature: Hashable {
    case layout
    case log
    case report
    case session
    case configuration
    case baseline
    /// JSON of something else, with its first keys.
    case otherJSON(keys: [String])
    /// A picture, a program, or what else its first bytes identify.
    case other(FileSignature)

    /// Returns nil if the content is none of these.
    ///
    /// - Parameter path: the file's path, whose extension matters as for reading.
    init?(_ bytes: [UInt8], path: String) {
        let head = String(decoding: bytes.prefix(256), as: UTF8.self)
        if let signature = FileSignature(of: bytes) {
            self = .other(signature)
        } else if head.contains("\"plumbline.session/") {
            self = .session
        } else if bytes.count > 3, ReportFormat.isReport(bytes.prefix(1 << 16)) {
            self = .report
        } else if SourceKind.isLayout(bytes, fileExtension: path.fileExtension) {
            let kind = SourceKind(fileExtension: path.fileExtension) ?? SourceKind(contentOf: bytes)
            let isLog = kind == .consoleLog || kind == .text && head.contains("NSLayoutConstraint") || head.contains("Unable to simultaneously")
            self = isLog ? .log : .layout
        } else {
            guard let found = FileNature.json(bytes) else { return nil }
            self = found
        }
    }

    private static func json(_ bytes: [UInt8]) -> FileNature? {
        guard SourceKind(contentOf: bytes) == .document else { return nil }
        let line = Array(bytes.prefix { $0 != UInt8(ascii: "\n") })
        if let entry = try? JSONTree(parsing: line), entry["fingerprint"]?.string != nil, entry["file"]?.string != nil { return .baseline }
        guard let keys = (try? JSONTree(parsing: bytes))?.members?.map(\.key), !keys.isEmpty else { return nil }
        return keys.allSatisfy(ConfigurationReader.keys.contains) ? .configuration : .otherJSON(keys: keys)
    }

    /// The file in a sentence, such as `a report of plumbline`.
    var noun: String {
        switch self {
        case .layout: "a layout"
        case .log: "a console log"
        case .report: "a report of plumbline"
        case .session: "an exported session"
        case .configuration: "a configuration"
        case .baseline: "a baseline"
        case .otherJSON(let keys):
            "JSON of an unknown kind, with the key\(keys.count == 1 ? "" : "s") "
                + (keys.prefix(3).map { $0.terminalSafe() } + (keys.count > 3 ? ["others"] : [])).listed()
        case .other(let signature): signature.noun
        }
    }

    /// Whether it is a configuration, perhaps with misspelled keys.
    var mayBeConfiguration: Bool {
        if case .otherJSON(let keys) = self { return keys.contains { NearWord.to($0, among: ConfigurationReader.keys) != nil } }
        return self == .configuration
    }

    /// Returns what to do with such a file.
    func nextStep(_ path: String) -> String? {
        let name = path.terminalSafe()
        return switch self {
        case .layout, .log: "to check it: plumbline check \(name)"
        case .report: "check the layout that it is about"
        case .session: "to run it again: plumbline replay \(name)"
        case .configuration: "to use it: plumbline check --config \(name) FILE"
        case .baseline: "to use it: plumbline check --baseline \(name) FILE"
        case .otherJSON: nil
        case .other(let signature): signature.nextStep
        }
    }

    /// Returns the message about a file that is not what a command takes, such as `a.json is a layout, not a baseline`.
    static func mistake(_ bytes: [UInt8], path: String, not wanted: String) -> String? {
        guard let nature = FileNature(bytes, path: path) else { return nil }
        let step = nature.nextStep(path).map { "; \($0)" } ?? ""
        return "\(InputReader.name(of: path).terminalSafe()) is \(nature.noun), not \(wanted)\(step)"
    }

    /// Returns the message about a file that is checked and is not a layout, or nil if the reader says it better.
    static func mistake(inLayout bytes: [UInt8], path: String) -> String? {
        guard let nature = FileNature(bytes, path: path) else { return nil }
        switch nature {
        case .layout, .log, .other: return nil
        case .otherJSON(let keys):
            // A misspelled document is one.
            let near = NearWord.to("constraints", among: keys) ?? keys.first { ["format", "views", "root", "metrics", "constraint"].contains($0) }
            guard near == nil else { return nil }
            return "\(InputReader.name(of: path).terminalSafe()) is \(nature.noun); "
                + "a layout has the key \"constraints\", and 'plumbline help manual documents' describes it"
        default: return mistake(bytes, path: path, not: "a layout")
        }
    }
}
