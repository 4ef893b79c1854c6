internal import ExactArithmetic
internal import JSON
internal import LayoutModel

/// Reads one validated document from one source.
///
/// During reading, an item is its index in `names`. Content areas to which constraints may refer have the indices after all views
/// (`ScrollContent`), and are resolved at the end.
struct DocumentReader {
    let limits: ImportLimits
    var warnings = ImportWarnings()
    var metrics = Metrics()
    /// Ids of views, by their index.
    var names = NameTable(capacity: 64)
    var views: [LayoutView] = []
    /// Whether an unknown item becomes a new view.
    var impliesViews = false
    var root = 0
    var content = ScrollContent()
    /// Guides that visual formats create. If the document lists its views, they come after these. During reading they have the
    /// indices after those of content areas.
    var spacers: [LayoutView] = []
    var spacerNames = NameTable(capacity: 0)
    /// The number of guides that inactive visual formats do not create.
    var spacersLeftOut = 0
    /// The meaning of a bare `-` in a visual format.
    var spacing = StandardSpacing()
    /// Whether every visual format may use the extended grammar.
    var isExtended = false
    var constraintNames = ConstraintNames(capacity: 64)
    var constraints: [LayoutConstraint] = []
    /// The constraints whose id contains a dot, as those of implicit rows do.
    var dottedConstraints: [Int] = []
    /// The number of the document's entries so far: constraints and visual formats.
    var entryCount = 0
    /// Whether a visual format was read, so that entries and constraints differ.
    var hasFormats = false
    /// The entry of each constraint if there are visual formats.
    var entries: [Int] = []
    /// The ids of visual formats, which no constraint may have.
    var formatNames: Set<String> = []
    /// Whether the document is a part of a layout: a console log as a document.
    var isFragment = false
    /// Whether the document was captured from a running app.
    var isCaptured = false
    /// The bytes of all texts whose heights were computed.
    var measuredBytes = 0

    init(limits: ImportLimits) {
        self.limits = limits
    }

    private struct Sections {
        var name: JSONValue?
        var root: JSONValue?
        var size: JSONValue?
        var direction: JSONValue?
        var views: JSONValue?
        var metrics: JSONValue?
        var spacing: JSONValue?
        var extended: JSONValue?
        var constraints: JSONValue?
        var assertions: JSONValue?
        var suppressions: JSONValue?
        var fragment: JSONValue?
        var recordedBroken: JSONValue?
        var unreadLines: JSONValue?
        var list: JSONValue?
        var capture: JSONValue?
        var observed: JSONValue?
    }

    mutating func read(_ document: JSONValue) throws(ImportError) -> LayoutDocument {
        let sections = try sections(of: document)
        let name = try sections.name.map { (value) throws(ImportError) in try string(value, at: .document.key("name")) }
        let direction = try direction(sections.direction)
        let size = try size(sections.size)
        try readMetrics(sections.metrics)
        try readSpacing(sections.spacing)
        if let value = sections.fragment { isFragment = try bool(value, at: .document.key("fragment")) }
        if !isFragment, sections.recordedBroken != nil { warnings.unknownKey("recordedBroken", at: .document) }
        if !isFragment, sections.unreadLines != nil { warnings.unknownKey("unreadLines", at: .document) }
        if !isFragment, sections.list != nil { warnings.unknownKey("list", at: .document) }
        let capture = try capture(sections.capture)
        isCaptured = capture != nil
        if let value = sections.extended { isExtended = try bool(value, at: .document.key("extended")) }
        if let views = sections.views {
            try readViews(views)
            try settleHierarchy(root: sections.root)
        } else {
            if let id = sections.root {
                implyRoot(try utf8(id, at: .document.key("root")))
            } else {
                Array("root".utf8).withUnsafeBufferPointer { implyRoot($0) }
            }
        }
        guard let list = sections.constraints else {
            let near = warnings.unknownSections.first { NearWord.to($0, among: ["constraints"]) != nil }
            var error = Place.document.invalid(
                "missing-constraints",
                near.map { "a document must have the key \"constraints\", but has \"\($0)\"" }
                    ?? "this JSON has no key \"constraints\", so it is no layout document; 'plumbline help documents' describes the format")
            if let near { error.pointer = "/\(JSONPointer.escaped(near))" }
            throw error
        }
        try readConstraints(list)
        try settleContent()
        settleSpacers()
        try checkIdentifiers(size: size)
        try checkSpellings(listsViews: sections.views != nil)
        let assertions = try assertions(sections.assertions)
        let suppressions = try suppressions(sections.suppressions)
        var result = LayoutDocument(
            name: name, direction: direction, root: root, size: size, spacing: spacing, views: views, constraints: constraints,
            isFragment: isFragment, warnings: warnings.list)
        if isFragment, let value = sections.list { result.isList = try bool(value, at: .document.key("list")) }
        if isFragment { try completeFragment(&result, recordedBroken: sections.recordedBroken, unreadLines: sections.unreadLines) }
        (result.assertions, result.suppressions) = (assertions, suppressions)
        result.notation.isExtended = isExtended
        result.capture = capture
        result.observations = try observations(sections.observed, of: result.views)
        // With the warnings about what was just read.
        result.warnings = warnings.list
        if let given = sections.metrics {
            for member in try members(given, at: .document.key("metrics")) { result.notation.metrics[member.name] = metrics[member.key] }
        }
        return result
    }

    private mutating func sections(of document: JSONValue) throws(ImportError) -> Sections {
        guard let members = document.members else { throw Place.document.expected("an object", found: document) }
        var sections = Sections()
        for member in members where !member.value.isNull {
            let value = member.value
            if member.isNamed("format") {
                try checkFormat(value)
            } else if member.isNamed("name") {
                sections.name = value
            } else if member.isNamed("root") {
                sections.root = value
            } else if member.isNamed("size") {
                sections.size = value
            } else if member.isNamed("direction") {
                sections.direction = value
            } else if member.isNamed("views") {
                sections.views = value
            } else if member.isNamed("metrics") {
                sections.metrics = value
            } else if member.isNamed("spacing") {
                sections.spacing = value
            } else if member.isNamed("extended") {
                sections.extended = value
            } else if member.isNamed("constraints") {
                sections.constraints = value
            } else if member.isNamed("assert") {
                sections.assertions = value
            } else if member.isNamed("suppress") {
                sections.suppressions = value
            } else if member.isNamed("fragment") {
                sections.fragment = value
            } else if member.isNamed("recordedBroken") {
                sections.recordedBroken = value
            } else if member.isNamed("list") {
                sections.list = value
            } else if member.isNamed("capture") {
                sections.capture = value
            } else if member.isNamed("observed") {
                sections.observed = value
            } else if member.isNamed("unreadLines") {
                sections.unreadLines = value
            } else {
                warnings.unknownKey(member.name, at: .document)
            }
        }
        return sections
    }

    private func checkFormat(_ value: JSONValue) throws(ImportError) {
        let place = Place.document.key("format")
        if !(try utf8(value, at: place)).isEqual(to: "plumbline/1") {
            let found = value.string ?? ""
            let hint =
                found.hasPrefix("plumbline.session/")
                ? ", which is an exported session: replay it ('plumbline replay FILE'), or import it ('plumbline sessions import FILE' or POST /v1/import)"
                : found.hasPrefix("plumbline.report/") ? ", which is a report: check the layout that it is about" : ""
            throw place.invalid("unknown-format", "expected \"plumbline/1\", found \"\(found)\"\(hint)")
        }
    }

    private func direction(_ value: JSONValue?) throws(ImportError) -> LayoutDirection {
        guard let value else { return .ltr }
        let place = Place.document.key("direction")
        let word = try string(value, at: place)
        guard let direction = LayoutDirection(word: word) else {
            throw place.invalid("unknown-direction", "expected \"ltr\" or \"rtl\", found \"\(word)\"")
        }
        return direction
    }

    private mutating func size(_ value: JSONValue?) throws(ImportError) -> LayoutSize {
        guard let value else { return LayoutSize() }
        let place = Place.document.key("size")
        var size = LayoutSize()
        for member in try members(value, at: place) {
            if member.isNamed("width") {
                size.width = try length(member.value, at: place.key("width"))
            } else if member.isNamed("height") {
                size.height = try length(member.value, at: place.key("height"))
            } else {
                warnings.unknownKey(member.name, at: place)
            }
        }
        return size
    }

    private mutating func readMetrics(_ value: JSONValue?) throws(ImportError) {
        guard let value else { return }
        metrics = try metrics(value, at: .document.key("metrics"))
    }

    func metrics(_ value: JSONValue, at place: Place) throws(ImportError) -> Metrics {
        var metrics = Metrics()
        var count = 0
        for member in try members(value, at: place) {
            count += 1
            try limits.checkInterest(count)
            do throws(ImportError) {
                metrics.add(member.key, try number(member.value, at: place))
            } catch {
                var error = error
                error.pointer = place.pointer(toKey: member.name)
                throw error
            }
        }
        return metrics
    }

    private mutating func readSpacing(_ value: JSONValue?) throws(ImportError) {
        guard let value else { return }
        let place = Place.document.key("spacing")
        for member in try members(value, at: place) {
            if member.isNamed("sibling") {
                spacing.sibling = try number(member.value, at: place.key("sibling"))
            } else if member.isNamed("superview") {
                spacing.superview = try number(member.value, at: place.key("superview"))
            } else {
                warnings.unknownKey(member.name, at: place)
            }
        }
    }
}
