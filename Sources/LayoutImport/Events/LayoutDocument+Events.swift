internal import ExactArithmetic
public import JSON
public import LayoutModel

/// Applies events to documents.
public struct EventApplication: Sendable {
    public var limits: ImportLimits

    public init(limits: ImportLimits = .init()) {
        self.limits = limits
    }

    /// Returns the document after a list of events, which is applied entirely or not at all. The caller implements `undo`, since
    /// it has earlier documents.
    ///
    /// - Parameter former: the change that led to the document, whose arrays may be reused. It must not be used afterwards.
    /// - Throws: `ImportError` with the index of the event and the field.
    /// - Returns: the document; the added constraints with their ids, by event; and the change, or nil if more than constraints
    ///   were added or removed.
    public func apply(
        _ events: [LayoutEvent], to document: LayoutDocument, reusing former: inout ReusableStorage?
    ) throws(ImportError) -> (document: LayoutDocument, added: [Int: JSONTree], change: DocumentChange?) {
        var changed = ChangingDocument(former?.follow(document) ?? document, limits: limits)
        var added: [Int: JSONTree] = [:]
        for (index, event) in events.enumerated() {
            do throws(ImportError) { try changed.apply(event) } catch { throw error.within(event: index) }
            if case .addConstraint = event { added[index] = changed.lastAdded }
        }
        return (changed.document, added, changed.change(from: document))
    }

    /// As above, without reusing arrays.
    public func apply(
        _ events: [LayoutEvent], to document: LayoutDocument
    ) throws(ImportError) -> (document: LayoutDocument, added: [Int: JSONTree], change: DocumentChange?) {
        var former: ReusableStorage?
        return try apply(events, to: document, reusing: &former)
    }
}

/// A document during changes by events, with an index of its names.
struct ChangingDocument {
    private(set) var document: LayoutDocument
    /// The last added constraint, with its id.
    private(set) var lastAdded: JSONTree?
    private let limits: ImportLimits
    /// Indices by id. Nil until there are enough lookups for a table to pay.
    private var views: [String: Int]?
    private var constraints: [String: Int]?
    private var lookups = 0
    private var touched = ChangeRecorder()

    init(_ document: LayoutDocument, limits: ImportLimits) {
        self.document = document
        // They are about the state before the events.
        self.document.observations = []
        self.limits = limits
        index()
    }

    private mutating func index() {
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

    private mutating func indexOfConstraint(_ id: String) -> Int? {
        makeTables()
        if let constraints { return constraints[id] }
        return document.constraints.firstIndex { $0.id == id }
    }

    private mutating func indexOfView(_ id: String) -> Int? {
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

    private func invalid(_ pointer: String, _ code: String, _ message: String) -> ImportError {
        ImportError(.invalid, code: code, message, pointer: pointer)
    }

    private func isFragment(_ reason: String) -> ImportError {
        invalid("/op", "fragment", "this event needs a whole layout, and the session comes from a console log, which \(reason)")
    }

    private mutating func constraint(_ name: ConstraintName) throws(ImportError) -> Int {
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

    private mutating func view(_ id: String) throws(ImportError) -> Int {
        guard let index = indexOfView(id) else { throw invalid("/view", "unknown-item", UnknownName.view(id, among: document.views)) }
        if document.views[index].kind == .content {
            throw invalid("/view", "content-area", "\"\(id)\" is a content area, which has no properties that can be changed")
        }
        return index
    }

    private mutating func change(_ id: String, _ change: (inout LayoutView) -> Void) throws(ImportError) {
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
            throw invalid("/view", "root-autoresizing", "the root may not have autoresizing: it has no superview")
        }
        let hadMask = document.views[index].autoresizing != nil
        if !hadMask, autoresizing == nil {
            throw invalid("/translates", "no-autoresizing", "constraints position \"\(id)\" already")
        }
        try change(id) { $0.autoresizing = autoresizing }
        try checkIDs(at: "/translates", if: hadMask != (autoresizing != nil))
    }

    private mutating func setInsets(_ id: String, _ insets: LayoutInsets?) throws(ImportError) {
        if document.isFragment { throw isFragment("shows no insets") }
        let index = try view(id)
        if document.views[index].kind != .guide { throw invalid("/view", "not-a-guide", "\"\(id)\" is no guide: only a guide has insets") }
        let hadInsets = document.views[index].insets != nil
        try change(id) { $0.insets = insets }
        try checkIDs(at: "/insets", if: hadInsets != (insets != nil))
    }

    // MARK: - Adding and removing

    private mutating func setActive(_ name: ConstraintName, _ isActive: Bool) throws(ImportError) {
        let index = try constraint(name)
        if document.constraints[index].isActive == isActive {
            throw invalid(
                "/" + name.key, isActive ? "is-active" : "is-inactive",
                "\"\(document.constraints[index].id)\" is \(isActive ? "active" : "inactive") already")
        }
        document.constraints[index].isActive = isActive
        touched.constraints.insert(index)
        touched.isOfConstants = false
        try settle(at: "/" + name.key)
    }

    private mutating func addConstraint(_ given: JSONTree) throws(ImportError) {
        if document.isFragment { throw isFragment("shows only some of the views") }
        var number = document.constraints.count + 1
        // A visual format's id is the prefix of its constraints' ids.
        while indexOfConstraint("c\(number)") != nil || indexOfConstraint("c\(number).1") != nil { number += 1 }
        let entry = document.constraints.count
        let named = given.named("c\(number)")
        lastAdded = named
        if let constraint = readAlone(named) {
            touched.came += 1
            document.constraints.append(constraint)
            index()
            return
        }
        try readAgain(adding: named, givenAs: given, isView: false, place: "/constraints/\(entry)", as: "/constraint")
    }

    /// Reads one constraint on its own, with the same result as reading the whole document. Returns nil if only the whole
    /// document determines its meaning.
    private mutating func readAlone(_ named: JSONTree) -> LayoutConstraint? {
        guard document.constraints.count < limits.constraints, let id = named["id"]?.string, indexOfConstraint(id) == nil
        else { return nil }
        return ElementImporter(comingInto: document, limits)?.constraint(named)
    }

    private mutating func addView(_ given: JSONTree) throws(ImportError) {
        if document.isFragment { throw isFragment("shows only some of the views") }
        // An error for a duplicate id has the place of the other one.
        if document.views.count < limits.views, let id = given["id"]?.string, indexOfView(id) == nil,
            let view = ElementImporter(comingInto: document, limits)?.view(given)
        {
            touched.isOfPlaces = true
            document.views.append(view)
            index()
            return
        }
        let entry = document.views.count { $0.kind != .content }
        try readAgain(adding: given, givenAs: given, isView: true, place: "/views/\(entry)", as: "/view")
    }

    private mutating func removeView(_ id: String) throws(ImportError) {
        let index = try view(id)
        if index == document.root { throw invalid("/id", "root", "the root may not be removed") }
        var isGone = [Bool](repeating: false, count: document.views.count)
        isGone[index] = true
        var isMore = true
        // Superviews may come after their subviews.
        while isMore {
            isMore = false
            for (other, view) in document.views.enumerated() where !isGone[other] {
                if let parent = view.parent, isGone[parent] {
                    isGone[other] = true
                    isMore = true
                }
            }
        }
        try remove(views: isGone)
        try settle(at: "/id")
    }

    private mutating func removeConstraint(_ index: Int, named name: ConstraintName) throws(ImportError) {
        if document.recordedBroken == nil {
            touched.removeConstraint(index, of: document.constraints.count)
            document.constraints.remove(at: index)
        } else {
            let id = document.constraints[index].id
            removeConstraints { $0.id == id }
        }
        try settle(at: "/" + name.key)
    }

    /// Removes constraints, and updates the index of the recorded broken constraint.
    private mutating func removeConstraints(where isGone: (LayoutConstraint) -> Bool) {
        touched.isOfPlaces = true
        let recorded = document.recordedBroken.map { document.constraints[$0].id }
        document.constraints.removeAll(where: isGone)
        document.recordedBroken = recorded.flatMap { id in document.constraints.firstIndex { $0.id == id } }
    }

    /// Removes views, and constraints that name one of them.
    private mutating func remove(views isGone: [Bool]) throws(ImportError) {
        var next = 0
        let places = isGone.map { isGone in
            defer { if !isGone { next += 1 } }
            return isGone ? -1 : next
        }
        document.assertions.removeAll { assertion in
            document.views.indices.contains { isGone[$0] && assertion.items.contains(document.views[$0].id) }
        }
        removeConstraints { isGone[$0.first.item] || ($0.second.map { isGone[$0.item] } ?? false) }
        for index in document.constraints.indices {
            document.constraints[index].first.item = places[document.constraints[index].first.item]
            if let second = document.constraints[index].second { document.constraints[index].second?.item = places[second.item] }
        }
        document.views = document.views.indices.filter { !isGone[$0] }.map { document.views[$0] }
        for index in document.views.indices { document.views[index].parent = document.views[index].parent.map { places[$0] } }
        document.root = places[document.root]
    }

    // MARK: - Rules of whole documents

    /// Reads the document again with an additional part, with full validation.
    private mutating func readAgain(adding entry: JSONTree, givenAs given: JSONTree, isView: Bool, place: String, as field: String)
        throws(ImportError)
    {
        touched.isOfPlaces = true
        let json = CanonicalDocument.json(document, adding: entry, isView: isView)
        do throws(ImportError) {
            var read = try DocumentImporter(limits: limits).read(json: json)
            read.warnings = document.warnings + read.warnings
            read.takeDesign(of: document)
            read.notices = document.notices
            document = read
        } catch {
            // A constraint that is a text has no keys.
            let pointer = given.isText ? place : error.pointer ?? ""
            if pointer.hasPrefix(place) { throw error.at(field + pointer.dropFirst(place.count)) }
            // An error elsewhere that a view's id causes is a duplicate id.
            throw error.at(isView && error.code == "duplicate-id" ? field + "/id" : field)
        }
        index()
    }

    /// Checks that no id is that of an implicit row, if such rows were added or removed.
    private mutating func checkIDs(at pointer: String, if haveRowsChanged: Bool) throws(ImportError) {
        // Such ids contain a dot.
        guard !document.isFragment, haveRowsChanged,
            document.constraints.contains(where: { $0.id.utf8.contains(UInt8(ascii: ".")) })
        else { return }
        do throws(ImportError) { _ = try DocumentImporter(limits: limits).read(json: CanonicalDocument.json(document)) } catch {
            throw error.at(pointer)
        }
    }

    /// Updates content areas after constraints were added or removed.
    private mutating func settle(at pointer: String) throws(ImportError) {
        if document.views.indices.contains(where: { document.views[$0].kind == .scroll }),
            !document.isFragment
        {
            touched.isOfPlaces = true
            if let wanted = document.settleContentAreas() { throw invalid(pointer, "content-area-in-use", wanted.detail) }
            index()
            do throws(ImportError) { _ = try DocumentImporter(limits: limits).read(json: CanonicalDocument.json(document)) } catch {
                throw error.at(pointer)
            }
        } else {
            index()
        }
    }
}

extension JSONTree {
    fileprivate var isText: Bool { string != nil }

    /// Returns the constraint as an object with an id: its own, or else the given one.
    fileprivate func named(_ id: String) -> JSONTree {
        switch self {
        case .string(var text):
            let key = text.withUTF8 { VisualFormatText.isOne($0) } ? "visual" : "equation"
            return .object([Member(key: "id", value: .string(id)), Member(key: key, value: self)])
        case .object(let members):
            let hasName = members.contains { $0.key == "id" && $0.value != .null }
            return hasName ? self : .object([Member(key: "id", value: .string(id))] + members.filter { $0.key != "id" })
        default: return self
        }
    }
}
