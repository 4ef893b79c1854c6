internal import Digest
internal import ExactArithmetic
internal import JSON
internal import LayoutImport
internal import LayoutModel
internal import Reporting

/// Reads `.plumbline.json`. Unknown keys and words are errors, with line and column.
public struct ConfigurationReader {
    let file: String
    let places: JSONPlaces

    private init(file: String, bytes: [UInt8]) {
        self.file = file
        places = JSONPlaces(bytes)
    }

    /// - Parameter file: the file's name in errors. The configuration's paths are relative to its folder.
    public static func read(_ bytes: [UInt8], file: String) throws(ConfigurationError) -> Configuration {
        guard bytes.count <= Configuration.mostBytes else {
            throw ConfigurationError(
                file: file, "the configuration has \(bytes.count) bytes, more than the \(Configuration.mostBytes) that are allowed")
        }
        let root: JSONTree
        do throws(JSONError) {
            root = try JSONTree(parsing: CommentedJSON.withoutComments(bytes))
        } catch {
            throw ConfigurationError(file: file, line: error.line, column: error.column, error.message + hint(to: bytes))
        }
        let reader = ConfigurationReader(file: file, bytes: CommentedJSON.withoutComments(bytes))
        var configuration = Configuration()
        configuration.digest = SHA256.hex(of: bytes)
        configuration.byteCount = bytes.count
        configuration.file = file
        let parts = file.split(separator: "/", omittingEmptySubsequences: false)
        configuration.folder = parts.count == 2 && parts[0].isEmpty ? "/" : parts.dropLast().joined(separator: "/")
        try reader.read(root, into: &configuration)
        return configuration
    }

    /// Returns what to do with a text that does not begin like JSON.
    private static func hint(to bytes: [UInt8]) -> String {
        let first = bytes.first { ![UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains($0) }
        switch first {
        case nil: return "; remove the file, and 'plumbline init' writes one with comments"
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "/"): return ""
        default: return "; the configuration is JSON, such as {\"rules\": {\"recommended\": \"on\"}}"
        }
    }

    private func read(_ root: JSONTree, into configuration: inout Configuration) throws(ConfigurationError) {
        for (key, value, place) in try members(root, "") where value != .null {
            switch key {
            case "rules": try readRules(value, place, &configuration)
            case "include": configuration.include = try patterns(value, place)
            case "exclude": configuration.exclude = try patterns(value, place)
            case "sizes":
                configuration.sizes = try variants(value, place) { (value, place) throws(ConfigurationError) in try size(value, place) }
            case "width": configuration.ranges.append(try range(.width, value, place))
            case "height": configuration.ranges.append(try range(.height, value, place))
            case "textScale": configuration.ranges.append(try range(.textScale, value, place))
            case "directions":
                configuration.directions = try variants(value, place) { (value, place) throws(ConfigurationError) in try word(value, place) }
            case "textScales":
                configuration.textScales = try variants(value, place) { (value, place) throws(ConfigurationError) in try positive(value, place) }
            case "intrinsicSizes": configuration.languages = try variants(value, place, language)
            case "minimumSizes": configuration.minimumSizes = try minimumSizes(value, place)
            case "tolerance": configuration.tolerance = try number(value, place)
            case "budget": try readBudget(value, place, &configuration)
            case "policy": configuration.policy = try word(value, place)
            case "interfaceBuilder":
                let mode: InterfaceBuilderOptions.Mode = try word(value, place)
                configuration.interfaceBuilder = mode.rawValue
            case "compose":
                let classes = try members(value, place)
                guard classes.count <= Configuration.mostComposed else {
                    throw invalid(place, "\"compose\" has \(classes.count) classes; at most \(Configuration.mostComposed) are allowed")
                }
                for (className, value, place) in classes {
                    configuration.composed.append(Configuration.ComposedFile(className: className, file: try ownPath(value, place, .compose)))
                }
            case "allowIncomplete": configuration.allowsIncomplete = try bool(value, place)
            case "reporters":
                configuration.reporters = try list(value, place, most: Configuration.mostReporters, reporter)
                if let mistake = Configuration.ReportTarget.mistake(in: configuration.reporters) { throw invalid(place, mistake) }
            case "failOn": configuration.failOn = try kinds(value, place)
            case "baseline": configuration.baseline = try ownPath(value, place, .baseline)
            case "strictBaseline": configuration.strictBaseline = try bool(value, place)
            case "assert": configuration.assertions = try assertions(value, place)
            default: throw unknown(key, place, known: ConfigurationReader.keys)
            }
        }
    }

    /// The keys of a configuration.
    public static let keys = [
        "rules", "include", "exclude", "sizes", "width", "height", "textScale", "directions", "textScales", "intrinsicSizes", "minimumSizes",
        "tolerance", "budget", "policy", "interfaceBuilder", "compose", "allowIncomplete", "reporters", "failOn", "baseline", "strictBaseline",
        "assert",
    ]

    // MARK: Parts

    private func readRules(_ value: JSONTree, _ place: String, _ configuration: inout Configuration) throws(ConfigurationError) {
        // Groups apply first, in any order of keys, since a rule's own name overrides its groups.
        var single: [(Rule, Severity?)] = []
        for (key, value, place) in try members(value, place) {
            guard let rules = Rule.named(key) else {
                throw invalid(place, "unknown rule \"\(key)\"\(NearWord.hint(key, among: Rule.allCases.map(\.rawValue) + Rule.groups))")
            }
            let words = ["error", "warning", "note", "on", "off"]
            guard let word = value.string, words.contains(word) else {
                let near = value == .bool(true) ? " (did you mean \"on\"?)" : value == .bool(false) ? " (did you mean \"off\"?)" : ""
                let hint = value.string.map { NearWord.hint($0, among: words) } ?? near
                throw invalid(place, "expected \"error\", \"warning\", \"note\", \"on\" or \"off\", found \(value.kindInWords)\(hint)")
            }
            for rule in rules {
                let severity: Severity? = word == "off" ? nil : Severity(name: word) ?? rule.severity
                if rules.count > 1 { configuration.severities[rule] = .some(severity) } else { single.append((rule, severity)) }
            }
        }
        for (rule, severity) in single {
            configuration.severities[rule] = .some(severity)
            configuration.namedRules.insert(rule)
        }
    }

    /// Reads limits. A checkout of a stranger chooses them, so it may not raise them as the command line may.
    private func readBudget(_ value: JSONTree, _ place: String, _ configuration: inout Configuration) throws(ConfigurationError) {
        for (key, value, place) in try members(value, place) {
            switch key {
            case "seconds":
                configuration.deadline = try positive(value, place).double
                if configuration.deadline ?? 0 > 86400 { throw invalid(place, "expected at most 86400 seconds, which are a day") }
            case "views": configuration.mostViews = try count(value, place, most: 2 * InputLimits().views, "--max-views")
            case "constraints": configuration.mostConstraints = try count(value, place, most: 2 * InputLimits().constraints, "--max-constraints")
            case "conflicts": configuration.conflicts = try count(value, place, most: InputLimits.conflicts)
            default: throw unknown(key, place, known: ["seconds", "views", "constraints", "conflicts"])
            }
        }
    }

    private func reporter(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> Configuration.ReportTarget {
        if let word = value.string { return Configuration.ReportTarget(format: try format(word, place)) }
        var target = Configuration.ReportTarget(format: "text")
        for (key, value, place) in try members(value, place) {
            switch key {
            case "format": target.format = try format(try string(value, place), place)
            case "output": target.output = try ownPath(value, place, .output)
            default: throw unknown(key, place, known: ["format", "output"])
            }
        }
        return target
    }

    private func format(_ word: String, _ place: String) throws(ConfigurationError) -> String {
        guard ReportFormat(rawValue: word) != nil else {
            let known = ReportFormat.allCases.map(\.rawValue)
            throw invalid(place, "unknown format \"\(word)\"\(NearWord.hint(word, among: known)): expected one of \(known.joined(separator: ", "))")
        }
        return word
    }

    private func kinds(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> FindingKinds {
        let words = try list(value, place, most: Configuration.mostKinds) { (value, place) throws(ConfigurationError) in try string(value, place) }
        if words.isEmpty { return FindingKinds(kinds: []) }
        do throws(FindingKinds.UnknownKind) {
            return try FindingKinds(words: words.joined(separator: ","))
        } catch {
            throw invalid(place, error.message)
        }
    }

    /// Reads a list of which each entry makes a variant of each layout.
    private func variants<Value>(
        _ value: JSONTree, _ place: String, _ read: (JSONTree, String) throws(ConfigurationError) -> Value
    ) throws(ConfigurationError) -> [Value] {
        try list(value, place, most: Configuration.mostVariations, read)
    }

    private func size(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> LayoutSize {
        if let text = value.string {
            if let size = InterfaceBuilderOptions.Canvas.size(ofDevice: text) { return size }
            let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Rational(decimal: String($0)) }
            guard sides.count == 2, let width = sides[0], let height = sides[1], width.isPositive, height.isPositive else {
                let hint = InterfaceBuilderOptions.Canvas.hint(text)
                throw invalid(place, "expected a size such as \"320x568\", or a device such as \"iPhone 16\", found \"\(text)\"\(hint)")
            }
            return LayoutSize(width: width, height: height)
        }
        var size = LayoutSize()
        for (key, value, place) in try members(value, place) {
            switch key {
            case "width": size.width = try number(value, place)
            case "height": size.height = try number(value, place)
            default: throw unknown(key, place, known: ["width", "height"])
            }
        }
        return size
    }

    private func range(_ dimension: SizeDimension, _ value: JSONTree, _ place: String) throws(ConfigurationError) -> SizeRange {
        let text = try string(value, place)
        guard let range = SizeRange(dimension, text: text), !SizeRange.isDescending(text) else {
            throw invalid(place, "expected \(SizeRange.words(dimension)), found \"\(text)\"")
        }
        return range
    }

    private func language(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> LayoutVariation.IntrinsicSizes {
        var language = LayoutVariation.IntrinsicSizes(name: "", views: [:])
        for (key, value, place) in try members(value, place) {
            switch key {
            case "name": language.name = try string(value, place)
            case "views":
                for (view, value, place) in try members(value, place) {
                    (language.views[view], language.textSizes[view]) = try textSizes(of: value, place)
                }
            default: throw unknown(key, place, known: ["name", "views"])
            }
        }
        if language.name.isEmpty { throw invalid(place, "an entry of \"intrinsicSizes\" needs a \"name\", which findings show") }
        if language.name.utf8.count > Configuration.mostBytesOfName {
            throw invalid(place, "this \"name\" has \(language.name.utf8.count) bytes; at most \(Configuration.mostBytesOfName) are allowed")
        }
        return language
    }

    /// Reads a size with sizes per text scale: `{"width": 180, "height": 20, "textSizes": [{"scale": 2, "width": 300, "height":
    /// 44}]}`
    private func textSizes(of value: JSONTree, _ place: String) throws(ConfigurationError) -> (size: LayoutSize, scaled: [TextSize]) {
        if value.string != nil { return (try size(value, place), []) }
        var own = LayoutSize()
        var scaled = TextSizeList()
        for (key, value, place) in try members(value, place) {
            switch key {
            case "width": own.width = try number(value, place)
            case "height": own.height = try number(value, place)
            case "textSizes":
                for (index, element) in try elements(value, place).enumerated() { try add(element, "\(place)/\(index)", to: &scaled) }
            default: throw unknown(key, place, known: ["width", "height", "textSizes"])
            }
        }
        return (own, scaled.sizes)
    }

    private func add(_ value: JSONTree, _ place: String, to sizes: inout TextSizeList) throws(ConfigurationError) {
        var entry = TextSize(scale: .zero, size: LayoutSize())
        for (key, value, place) in try members(value, place) {
            switch key {
            case "scale": entry.scale = try positive(value, place)
            case "width": entry.size.width = try number(value, place)
            case "height": entry.size.height = try number(value, place)
            default: throw unknown(key, place, known: ["scale", "width", "height"])
            }
        }
        do throws(TextSize.Mistake) { try sizes.add(entry) } catch { throw invalid(place, error.message) }
    }

    /// Reads assertions. Each one is parsed, so that an error has its place.
    private func assertions(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> [Configuration.Assertion] {
        let texts = try list(value, place, most: Configuration.mostAssertions) { (value, place) throws(ConfigurationError) in
            let text = try string(value, place)
            do throws(ImportError) { _ = try AssertionReader.read(text) } catch {
                throw invalid(place, "the assertion \"\(text)\": \(error.description)")
            }
            return text
        }
        let positions = places.positions(of: texts.indices.map { "\(place)/\($0)" })
        return zip(texts, positions).map { Configuration.Assertion(text: $0, line: $1?.line, column: $1?.column) }
    }

    /// Reads patterns of paths. Each is compared with the path of every file.
    private func patterns(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> [String] {
        let patterns = try list(value, place, most: Configuration.mostPatterns) { (value, place) throws(ConfigurationError) in
            let text = try string(value, place)
            guard text.utf8.count <= GlobPattern.mostBytes else {
                throw invalid(place, "this pattern has \(text.utf8.count) bytes; at most \(GlobPattern.mostBytes) are allowed")
            }
            return text
        }
        let length = patterns.reduce(0) { $0 + $1.utf8.count }
        guard length <= GlobPattern.mostBytesOfList else {
            throw invalid(place, "these patterns have \(length) bytes; at most \(GlobPattern.mostBytesOfList) are allowed")
        }
        return patterns
    }

    private func minimumSizes(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> [String: FrameLimits.MinimumSize] {
        var sizes: [String: FrameLimits.MinimumSize] = [:]
        for (name, value, place) in try members(value, place) {
            let size = try size(value, place)
            sizes[name] = FrameLimits.MinimumSize(width: size.width, height: size.height)
        }
        return sizes
    }
}
