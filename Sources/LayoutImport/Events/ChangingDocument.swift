internal import JSON
internal import LayoutModel

/// A document during changes by events, with an index of its names.
struct ChangingDocument {
    var document: LayoutDocument
    /// The last added constraint, with its id.
    var lastAdded: JSONTree?
    let limits: ImportLimits
    /// Indices by id. Nil until there are enough lookups for a table to pay.
    private var views: [String: Int]?
    private var constraints: [String: Int]?
    private var lookups = 0
    var touched = ChangeRecorder()

    init(_ document: LayoutDocument, limits: ImportLimits) {
        self.document = document
        // They are about the state before the events.
        self.document.observations = []
        self.limits = limits
        forgetTables()
    }

    /// Forgets the tables of ids, after the order or number of parts changed.
    mutating func forgetTables() {
        views = nil
        constraints = nil
        lookups = 0
    }

    /// Returns the change, or nil if more than constraints were added or removed.
    func change(from before: LayoutDocument) -> DocumentChange? {
        // A change by parts cannot restore the observations.
        before.observations.isEmpty ? touched.change(from: before) : nil
    }

    /// The number of lookups after which a table is created.
    private static let fewLookups = 8

    private mutating func makeTables() {
        lookups += 1
        guard lookups > ChangingDocument.fewLookups, views == nil else { return }
        views = Dictionary(document.views.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        constraints = Dictionary(document.constraints.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func indexOfConstraint(_ id: String) -> Int? {
        makeTables()
        if let constraints { return constraints[id] }
        return document.constraints.firstIndex { $0.id == id }
    }

    mutating func indexOfView(_ id: String) -> Int? {
        makeTables()
        if let views { return views[id] }
        return document.views.firstIndex { $0.id == id }
    }

    mutating func apply(_ event: LayoutEvent) throws(ImportError) {
        switch event {
        case .addConstraint(let constraint): try addConstraint(constraint)
        case .removeConstraint(let name): try removeConstraint(try constraint(name), named: name)
        case .setConstant(let name, let constant):
            let index = try constraint(name)
            let given = document.constraints[index]
            if given.unknownConstant != nil {
                throw invalid("/" + name.key, "unknown-constant", "the log does not show the constant of \"\(given.id)\"")
            }
            document.constraints[index].constant = constant
            touched.constraints.insert(index)
        case .setPriority(let name, let priority):
            let index = try constraint(name)
            document.constraints[index].priority = priority
            touched.constraints.insert(index)
            touched.isOfConstants = false
        case .activate(let name): try setActive(name, true)
        case .deactivate(let name): try setActive(name, false)
        case .addView(let view): try addView(view)
        case .removeView(let id): try removeView(id)
        case .setIntrinsicContentSize(let id, let size):
            let old = document.views[try view(id)].intrinsicContentSize
            try change(id) { $0.intrinsicContentSize.width = size.width }
            try checkIDs(at: "/width", if: (old.width == nil) != (size.width == nil))
            try change(id) { $0.intrinsicContentSize.height = size.height }
            try checkIDs(at: "/height", if: (old.height == nil) != (size.height == nil))
            // The heights by width are those of the content before.
            if !document.views[try view(id)].heightsByWidth.isEmpty { try change(id) { $0.heightsByWidth = [] } }
        case .setHugging(let id, let axis, let priority): try change(id) { $0.hugging[axis] = priority }
        case .setCompressionResistance(let id, let axis, let priority): try change(id) { $0.compressionResistance[axis] = priority }
        case .setFrame(let id, let frame, let superview):
            let old = try autoresizing(of: id)
            let size = superview ?? DesignSize(width: old.superviewWidth, height: old.superviewHeight)
            try change(id) { $0.autoresizing = Autoresizing(frame, in: size, mask: old.mask) }
        case .setMask(let id, let mask):
            _ = try autoresizing(of: id)
            try change(id) { $0.autoresizing?.mask = mask }
        case .setTranslatesMask(let id, let autoresizing): try setTranslatesMask(id, autoresizing)
        case .setInsets(let id, let insets): try setInsets(id, insets)
        case .resize(let lengths):
            touched.isOfParts = false
            if document.isFragment { throw isFragment("does not show the size of the root") }
            let old = document.size
            if let width = lengths[.width] {
                document.size.width = width
                try checkIDs(at: "/width", if: (old.width == nil) != (width == nil))
            }
            if let height = lengths[.height] {
                document.size.height = height
                try checkIDs(at: "/height", if: (old.height == nil) != (height == nil))
            }
        case .setDirection(let direction):
            touched.isOfParts = false
            document.direction = direction
        case .undo: throw invalid("/op", "undo-in-a-list", "\"undo\" must be the only event in its list")
        }
    }

    // MARK: - Lookup

    func invalid(_ pointer: String, _ code: String, _ message: String) -> ImportError {
        ImportError(.invalid, code: code, message, pointer: pointer)
    }

    func isFragment(_ reason: String) -> ImportError {
        invalid("/op", "fragment", "this event needs a whole layout, but the session is about a console log, which \(reason)")
    }

    mutating func constraint(_ name: ConstraintName) throws(ImportError) -> Int {
        switch name {
        case .id(let id):
            guard let index = indexOfConstraint(id) else {
                throw invalid("/id", "unknown-constraint", UnknownName.constraint(id, among: document.constraints))
            }
            return index
        case .identifier(let identifier):
            let found = document.constraints.indices.filter { document.constraints[$0].identifier == identifier }
            guard let index = found.first else {
                throw invalid("/identifier", "unknown-constraint", "no constraint has the identifier \"\(identifier)\"")
            }
            if found.count > 1 {
                let ids = found.prefix(3).map { document.constraints[$0].id }.joined(separator: ", ") + (found.count > 3 ? ", …" : "")
                throw invalid(
                    "/identifier", "identifier-not-unique", "\(found.count) constraints have the identifier \"\(identifier)\" (\(ids)): use \"id\"")
            }
            return index
        }
    }

    mutating func view(_ id: String) throws(ImportError) -> Int {
        guard let index = indexOfView(id) else { throw invalid("/view", "unknown-item", UnknownName.view(id, among: document.views)) }
        if document.views[index].kind == .content {
            throw invalid("/view", "content-area", "\"\(id)\" is a content area, which has no properties that can be changed")
        }
        return index
    }

    mutating func change(_ id: String, _ change: (inout LayoutView) -> Void) throws(ImportError) {
        let index = try view(id)
        change(&document.views[index])
        touched.views.insert(index)
        touched.isOfConstants = false
    }

    // MARK: - Masks and insets

    private mutating func autoresizing(of id: String) throws(ImportError) -> Autoresizing {
        guard let found = document.views[try view(id)].autoresizing else {
            throw invalid(
                "/view", "no-autoresizing", "constraints position \"\(id)\", not its frame and mask; \"setTranslatesMask\" changes that")
        }
        return found
    }

    private mutating func setTranslatesMask(_ id: String, _ autoresizing: Autoresizing?) throws(ImportError) {
        if document.isFragment { throw isFragment("shows no frames") }
        let index = try view(id)
        if index == document.root, autoresizing != nil {
            throw invalid("/view", "root-autoresizing", "the root cannot have autoresizing: it has no superview")
        }
        let hadMask = document.views[index].autoresizing != nil
        if !hadMask, autoresizing == nil {
            throw invalid("/translates", "no-autoresizing", "constraints already position \"\(id)\"")
        }
        try change(id) { $0.autoresizing = autoresizing }
        try checkIDs(at: "/translates", if: hadMask != (autoresizing != nil))
    }

    private mutating func setInsets(_ id: String, _ insets: LayoutInsets?) throws(ImportError) {
        if document.isFragment { throw isFragment("shows no insets") }
        let index = try view(id)
        if document.views[index].kind != .guide { throw invalid("/view", "not-a-guide", "\"\(id)\" is not a guide, and only guides have insets") }
        let hadInsets = document.views[index].insets != nil
        try change(id) { $0.insets = insets }
        try checkIDs(at: "/insets", if: hadInsets != (insets != nil))
    }
}
