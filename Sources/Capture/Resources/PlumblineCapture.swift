// PlumblineCapture.swift: captures the layout of a view as a document for Plumbline. `plumbline help manual capture` describes it.
//
// Add this file to an app or a test target. It uses public API only, changes no view (`assertLayout` resizes the given view, and
// restores its size), and is compiled only in debug builds, so calls from an app belong in `#if DEBUG`. Text that people typed
// into a field is not captured.

#if DEBUG && (canImport(UIKit) || canImport(AppKit)) && !os(watchOS)
import Foundation

#if canImport(UIKit)
import UIKit

typealias PlumblineView = UIView
typealias PlumblineGuide = UILayoutGuide
#else
import AppKit

typealias PlumblineView = NSView
typealias PlumblineGuide = NSLayoutGuide
#endif
#if canImport(XCTest)
import XCTest
#endif

@MainActor
enum Plumbline {
    /// Returns the layout of a view and of all views in it, as JSON for `plumbline check`. The present layout is captured,
    /// without running a layout pass.
    static func capture(_ view: PlumblineView) -> String {
        PlumblineCapture(view).text
    }

    #if canImport(XCTest)
    /// Returns the layout as an attachment of a test: `add(Plumbline.attachment(view))`.
    static func attachment(_ view: PlumblineView) -> XCTAttachment {
        let attachment = XCTAttachment(data: Data(capture(view).utf8), uniformTypeIdentifier: "public.json")
        attachment.name = "layout.json"
        attachment.lifetime = .keepAlways
        return attachment
    }
    #endif

    /// Lays a view out at each size, and checks the layouts: by the service at `PLUMBLINE_URL`, or with `plumbline check` later,
    /// if `PLUMBLINE_OUT` names a folder for them. Without sizes the view is checked at its present size.
    /// - Parameter failOn: the findings for which the check by the service fails, separated by commas: conflict, ambiguity.
    /// - Throws: a `PlumblineFailure` with the problems of the layout, or the reason why it could not be checked.
    static func assertLayout(
        _ view: PlumblineView, sizes: [CGSize] = [], failOn: String = "conflict,ambiguity", test: String = #function
    ) throws {
        let frame = view.frame
        defer { view.frame = frame }
        for size in sizes.isEmpty ? [frame.size] : sizes {
            view.frame = CGRect(origin: frame.origin, size: size)
            view.plumblineLayout()
            let captured = PlumblineCapture(view, size: size)
            let numbers = [size.width, size.height].map { PlumblineJSON.text(PlumblineJSON.length($0)) }
            let name = "\(test.prefix { $0 != "(" })-\(captured.name)-\(numbers.joined(separator: "x"))"
            if PlumblineService.url != nil {
                do { _ = try PlumblineService.post("/v1/check?failOn=\(failOn)", captured.text) } catch let failure as PlumblineFailure {
                    throw PlumblineFailure(description: "\(name): \(failure.description)")
                }
            } else if !PlumblineService.write(captured.text, name) {
                guard let folder = PlumblineService.folder else {
                    throw PlumblineFailure(description: "set PLUMBLINE_URL to a service, such as http://127.0.0.1:8080, or PLUMBLINE_OUT to a folder")
                }
                throw PlumblineFailure(description: "PLUMBLINE_OUT is \(folder), where nothing can be written; it needs a whole path without ~")
            }
        }
    }

    /// Records the layout as the next step of a session of the service at `PLUMBLINE_URL`, or as the next file in the folder
    /// `PLUMBLINE_OUT`. Call it in `viewDidLayoutSubviews` or `layoutSubviews`. An unchanged layout adds no step. Does nothing if
    /// neither variable is set.
    static func record(_ view: PlumblineView) {
        guard PlumblineService.url != nil || PlumblineService.folder != nil else { return }
        let captured = PlumblineCapture(view, asksForAmbiguity: false)
        let known = recordings[ObjectIdentifier(view)].flatMap { $0.view === view ? $0 : nil }
        recordings = recordings.filter { $0.value.view != nil }
        let session = known?.session ?? PlumblineSession()
        recordings[ObjectIdentifier(view)] = Recording(view: view, session: session, last: captured)
        let events = (known?.last).flatMap { captured.events(since: $0) }
        if let events, events.isEmpty { return }
        let (text, name, change) = (captured.text, captured.name, events.map { PlumblineJSON.text(["events": $0]) })
        queue.async { session.add(text, name, change) }
    }

    /// Waits until everything that was recorded has been sent. Call it at the end of a test.
    static func finishRecording() {
        queue.sync {}
    }

    private struct Recording {
        weak var view: PlumblineView?
        let session: PlumblineSession
        let last: PlumblineCapture
    }

    private static var recordings: [ObjectIdentifier: Recording] = [:]
    private static let queue = DispatchQueue(label: "plumbline")
}

struct PlumblineFailure: LocalizedError, CustomStringConvertible {
    let description: String
    nonisolated var errorDescription: String? { description }

    nonisolated init(description: String) { self.description = description }
}

// MARK: The captured layout

/// A captured layout: views in preorder, guides after their owners, and the constraints between them.
@MainActor
private struct PlumblineCapture {
    private(set) var name = ""
    private(set) var views: [[String: Any]] = []
    private(set) var constraints: [[String: Any]] = []
    private(set) var size: [String: Any] = [:]
    private(set) var direction = "ltr"
    private var observed: [String: Any] = [:]
    private var about: [String: Any] = [:]

    private var nodes: [(view: PlumblineView, parent: Int?, isPart: Bool)] = []
    private var found: [NSLayoutConstraint] = []
    /// Content sizes that the layout engine used, by view: width and height.
    private var content: [ObjectIdentifier: [Int: CGFloat]] = [:]
    private var guides: [ObjectIdentifier: [PlumblineGuide]] = [:]
    private var named: Set<ObjectIdentifier> = []
    private var baselines: Set<ObjectIdentifier> = []
    private var ids: [ObjectIdentifier: String] = [:]
    private var names = PlumblineNames()

    private static let mostViews = 5000
    /// The time in seconds after which no further view is asked whether it is ambiguous. These queries take most of the time of a
    /// capture.
    private static let patience = 2.0
    private static let attributes = [
        "", "left", "right", "top", "bottom", "leading", "trailing", "width", "height", "centerX", "centerY", "lastBaseline", "firstBaseline",
        "leftMargin", "rightMargin", "topMargin", "bottomMargin", "leadingMargin", "trailingMargin", "centerXWithinMargins", "centerYWithinMargins",
    ]
    private static let lengths = 7...8
    private static let relations = [-1: "<=", 0: "==", 1: ">="]

    init(_ root: PlumblineView, size: CGSize? = nil, asksForAmbiguity: Bool = true) {
        let end = ProcessInfo.processInfo.systemUptime + (asksForAmbiguity ? PlumblineCapture.patience : 0)
        let given = size ?? root.bounds.size
        self.size = ["width": PlumblineJSON.length(given.width), "height": PlumblineJSON.length(given.height)]
        direction = root.plumblineIsRightToLeft ? "rtl" : "ltr"
        name = root.plumblineOwner ?? PlumblineNames.short(root)
        about = root.plumblineAbout
        walk(root)
        collect(above: root)
        for index in nodes.indices where index == 0 || !nodes[index].isPart || named.contains(ObjectIdentifier(nodes[index].view)) {
            add(index, isAsked: asksForAmbiguity && ProcessInfo.processInfo.systemUptime < end)
        }
        var names = PlumblineNames()
        for constraint in found { add(constraint, &names) }
        // A recording refers to its last capture, which may retain no view.
        (nodes, found, guides) = ([], [], [:])
    }

    /// The document, with a view or constraint on each line.
    var text: String {
        func lines(_ list: [[String: Any]]) -> String { "[\n  " + list.map(PlumblineJSON.text).joined(separator: ",\n  ") + "]" }
        let head = PlumblineJSON.text(["format": "plumbline/1", "name": name, "size": size, "direction": direction, "capture": about]).dropLast()
        return "\(head),\n \"views\": \(lines(views)),\n \"constraints\": \(lines(constraints)),\n \"observed\": \(PlumblineJSON.text(observed))}\n"
    }

    private mutating func walk(_ root: PlumblineView) {
        var waiting: [(view: PlumblineView, parent: Int?, isPart: Bool)] = [(root, nil, false)]
        while let next = waiting.popLast() {
            if nodes.count == PlumblineCapture.mostViews {
                about["truncated"] = true
                return
            }
            nodes.append(next)
            // The label in a button is the button's own business, unless a constraint names it.
            let isPart = next.isPart || next.view.plumblineIsControl
            waiting += next.view.subviews.reversed().map { ($0, nodes.count - 1, isPart) }
        }
    }

    /// Collects the constraints that views hold, also those above the root, and notes which views and guides they name.
    private mutating func collect(above root: PlumblineView) {
        var holders = nodes.map(\.view)
        var above = root.superview
        while let view = above, holders.count < 2 * PlumblineCapture.mostViews {
            holders.append(view)
            above = view.superview
        }
        for constraint in holders.flatMap(\.constraints) {
            let (first, second) = (constraint.firstItem, constraint.secondItem)
            switch type(of: constraint) == NSLayoutConstraint.self ? "" : PlumblineNames.short(constraint) {
            case "NSAutoresizingMaskLayoutConstraint": continue
            case "NSContentSizeLayoutConstraint":
                if let first { content[ObjectIdentifier(first), default: [:]][constraint.firstAttribute.rawValue] = constraint.constant }
                continue
            default: break
            }
            found.append(constraint)
            for case let item? in [first, second] {
                if named.insert(ObjectIdentifier(item)).inserted, let guide = item as? PlumblineGuide, let owner = guide.owningView {
                    guides[ObjectIdentifier(owner), default: []].append(guide)
                    named.insert(ObjectIdentifier(owner))
                }
            }
            for (item, attribute) in [(first, constraint.firstAttribute.rawValue), (second, constraint.secondAttribute.rawValue)]
            where attribute == 11 || attribute == 12 {
                if let item { baselines.insert(ObjectIdentifier(item)) }
            }
        }
        // Children follow their superviews, so from the end each superview of a named view is named as well.
        for node in nodes.reversed() where named.contains(ObjectIdentifier(node.view)) {
            if let parent = node.parent { named.insert(ObjectIdentifier(nodes[parent].view)) }
        }
    }

    private mutating func add(_ index: Int, isAsked: Bool) {
        let view = nodes[index].view
        let identifier = view.plumblineIdentifier
        let id = names.unique(identifier ?? PlumblineNames.short(view))
        ids[ObjectIdentifier(view)] = id
        var entry: [String: Any] = ["id": id, "class": PlumblineNames.full(view)]
        entry["outlet"] = identifier
        entry["text"] = view.plumblineText.map { String($0.prefix(200)) }
        entry["alignmentRectInsets"] = view.plumblineAlignment
        entry["layoutMargins"] = view.plumblineMargins
        if view.plumblineIsScroll { entry["kind"] = "scroll" }
        if baselines.contains(ObjectIdentifier(view)) { entry["baseline"] = view.plumblineBaseline }
        var frame = CGRect(origin: .zero, size: view.bounds.size)
        if let parent = nodes[index].parent {
            frame = view.plumblineFrame
            entry["parent"] = ids[ObjectIdentifier(nodes[parent].view)]
        }
        if let parent = nodes[index].parent, view.translatesAutoresizingMaskIntoConstraints {
            let outer = nodes[parent].view.bounds.size
            entry["autoresizing"] = [
                "frame": PlumblineJSON.rectangle(frame), "mask": view.plumblineMask,
                "superview": ["width": PlumblineJSON.length(outer.width), "height": PlumblineJSON.length(outer.height)],
            ]
        } else {
            addContent(of: view, to: &entry)
        }
        views.append(entry)
        var seen: [String: Any] = ["frame": PlumblineJSON.rectangle(frame)]
        if isAsked { seen["ambiguous"] = view.hasAmbiguousLayout }
        observed[id] = seen
        for guide in guides[ObjectIdentifier(view)] ?? [] { add(guide, of: view, id) }
    }

    private func addContent(of view: PlumblineView, to entry: inout [String: Any]) {
        let (size, used) = (view.intrinsicContentSize, content[ObjectIdentifier(view)] ?? [:])
        var lengths: [String: Any] = [:]
        for (axis, length) in [("width", used[7] ?? size.width), ("height", used[8] ?? size.height)] where length >= 0 {
            lengths[axis] = PlumblineJSON.length(length)
        }
        if lengths.isEmpty { return }
        entry["intrinsicContentSize"] = lengths
        entry["hugging"] = [
            "horizontal": PlumblineJSON.priority(view.contentHuggingPriority(for: .horizontal).rawValue),
            "vertical": PlumblineJSON.priority(view.contentHuggingPriority(for: .vertical).rawValue),
        ]
        entry["compressionResistance"] = [
            "horizontal": PlumblineJSON.priority(view.contentCompressionResistancePriority(for: .horizontal).rawValue),
            "vertical": PlumblineJSON.priority(view.contentCompressionResistancePriority(for: .vertical).rawValue),
        ]
    }

    private mutating func add(_ guide: PlumblineGuide, of view: PlumblineView, _ owner: String) {
        if view.plumblineIsContent(guide) {
            ids[ObjectIdentifier(guide)] = owner + ".content"
            return
        }
        let label = guide.plumblineIdentifier
        // "UIViewSafeAreaLayoutGuide" and "UIScrollView-frameLayoutGuide" are names of the system.
        let short = (label ?? "guide").components(separatedBy: "-").last?.replacingOccurrences(of: "UIView", with: "") ?? "guide"
        let id = names.unique(owner + "_" + short)
        ids[ObjectIdentifier(guide)] = id
        var entry: [String: Any] = ["id": id, "parent": owner, "kind": "guide", "class": PlumblineNames.full(guide)]
        entry["outlet"] = label
        entry["insets"] = view.plumblineInsets(of: guide)
        views.append(entry)
        observed[id] = ["frame": PlumblineJSON.rectangle(view.plumblineFrame(of: guide))]
    }

    private mutating func add(_ constraint: NSLayoutConstraint, _ names: inout PlumblineNames) {
        let attributes = PlumblineCapture.attributes
        func side(_ item: AnyObject?, _ attribute: Int) -> (item: String, attribute: String)? {
            guard let item, let id = ids[ObjectIdentifier(item)], attribute > 0, attributes.indices.contains(attribute) else { return nil }
            return (id, attributes[attribute])
        }
        guard let first = side(constraint.firstItem, constraint.firstAttribute.rawValue),
            let relation = PlumblineCapture.relations[constraint.relation.rawValue], !isFrameworks(constraint)
        else { return }
        let second = side(constraint.secondItem, constraint.secondAttribute.rawValue)
        let multiplier = PlumblineJSON.number(constraint.multiplier)
        // Views outside of the captured one are unknown. A position needs another one.
        if second == nil, constraint.secondItem != nil && constraint.secondAttribute != .notAnAttribute { return }
        if !PlumblineCapture.lengths.contains(constraint.firstAttribute.rawValue), second == nil || multiplier == 0 { return }
        var entry: [String: Any] = [
            "id": names.unique(first.item + "_" + first.attribute), "first": ["item": first.item, "attribute": first.attribute],
            "relation": relation, "constant": PlumblineJSON.number(constraint.constant),
            "priority": PlumblineJSON.priority(constraint.priority.rawValue),
        ]
        if let second {
            entry["second"] = ["item": second.item, "attribute": second.attribute]
            if multiplier != 1 { entry["multiplier"] = multiplier }
        }
        if let identifier = constraint.identifier, !identifier.isEmpty { entry["identifier"] = identifier }
        if !constraint.isActive { entry["active"] = false }
        constraints.append(entry)
    }

    /// Returns whether the constraint places a guide of the system within its owner, so that the guide's insets express it
    /// already.
    private func isFrameworks(_ constraint: NSLayoutConstraint) -> Bool {
        let items = [constraint.firstItem, constraint.secondItem].compactMap(\.self)
        guard let guide = items.compactMap({ $0 as? PlumblineGuide }).first(where: { $0.owningView?.plumblineInsets(of: $0) != nil }) else {
            return false
        }
        let isOwn = items.allSatisfy { $0 === guide.owningView || ($0 as? PlumblineGuide)?.owningView === guide.owningView }
        return isOwn && ["UIView", "NSView"].contains { constraint.identifier?.hasPrefix($0) ?? false }
    }
}

// MARK: Changes between two layout passes

extension PlumblineCapture {
    /// The keys of a view that events change, and its text, which no event changes: the session calls a view by its first one.
    private static let sizing = ["intrinsicContentSize", "hugging", "compressionResistance", "text"]

    /// Returns the events that change an older layout into this one, or nil if a new session is needed.
    func events(since old: PlumblineCapture) -> [[String: Any]]? {
        let before = PlumblineCapture.byID(old.views)
        let after = Set(views.compactMap { $0["id"] as? String })
        // Views that are new or changed in a way that no event expresses, with all of their descendants; and former views that
        // were removed or changed in such a way.
        var replaced: Set<String> = []
        var removed: Set<String> = []
        var events: [[String: Any]] = []
        for view in views {
            guard let id = view["id"] as? String else { continue }
            let isKnown = before[id].map { PlumblineCapture.fixed($0) == PlumblineCapture.fixed(view) } ?? false
            if !isKnown || replaced.contains(view["parent"] as? String ?? "") { replaced.insert(id) }
        }
        guard let root = views.first?["id"] as? String, !replaced.contains(root) else { return nil }
        for view in old.views {
            guard let id = view["id"] as? String, replaced.contains(id) || !after.contains(id) else { continue }
            removed.insert(id)
            if !removed.contains(view["parent"] as? String ?? "") { events.append(["op": "removeView", "view": id]) }
        }
        if PlumblineJSON.text(size) != PlumblineJSON.text(old.size) { events.append(size.merging(["op": "resize"]) { $1 }) }
        if direction != old.direction { events.append(["op": "setDirection", "direction": direction]) }
        for view in views {
            guard let id = view["id"] as? String else { continue }
            if replaced.contains(id) {
                events.append(["op": "addView", "view": view])
            } else if let was = before[id] {
                events += PlumblineCapture.sizeEvents(id, was, view)
            }
        }
        let known = PlumblineCapture.byID(old.constraints.filter { !PlumblineCapture.names($0, any: removed) })
        let (gone, added) = constraintEvents(since: known)
        events = gone + events + added
        return events.count <= 1000 ? events : nil
    }

    private func constraintEvents(since known: [String: [String: Any]]) -> (gone: [[String: Any]], added: [[String: Any]]) {
        func fixed(_ constraint: [String: Any]) -> String {
            PlumblineJSON.text(constraint.filter { $0.key != "constant" && $0.key != "priority" })
        }
        var gone = known
        var added: [[String: Any]] = []
        for constraint in constraints {
            guard let id = constraint["id"] as? String else { continue }
            guard let was = known[id], fixed(was) == fixed(constraint) else {
                added.append(["op": "addConstraint", "constraint": constraint])
                continue
            }
            gone[id] = nil
            for (key, event) in [("constant", "setConstant"), ("priority", "setPriority")] {
                guard let value = constraint[key] as? Double, value != was[key] as? Double else { continue }
                added.append(["op": event, "id": id, key: value])
            }
        }
        return (gone.keys.sorted().map { ["op": "removeConstraint", "id": $0] }, added)
    }

    private static func sizeEvents(_ id: String, _ was: [String: Any], _ view: [String: Any]) -> [[String: Any]] {
        var events: [[String: Any]] = []
        let size = view["intrinsicContentSize"] as? [String: Any] ?? [:]
        if PlumblineJSON.text(size) != PlumblineJSON.text(was["intrinsicContentSize"] ?? [:]) {
            events.append(size.merging(["op": "setIntrinsicContentSize", "view": id]) { $1 })
        }
        for (key, event) in [("hugging", "setHugging"), ("compressionResistance", "setCompressionResistance")] {
            let old = was[key] as? [String: Any] ?? [:]
            for (axis, value) in (view[key] as? [String: Any] ?? [:]).sorted(by: { $0.key < $1.key }) where old[axis] as? Double != value as? Double {
                events.append(["op": event, "view": id, "axis": axis, "priority": value])
            }
        }
        return events
    }

    private static func byID(_ list: [[String: Any]]) -> [String: [String: Any]] {
        Dictionary(list.map { ($0["id"] as? String ?? "", $0) }) { $1 }
    }

    private static func fixed(_ view: [String: Any]) -> String {
        PlumblineJSON.text(view.filter { !sizing.contains($0.key) })
    }

    private static func names(_ constraint: [String: Any], any removed: Set<String>) -> Bool {
        [constraint["first"], constraint["second"]].contains { side in
            guard let item = (side as? [String: Any])?["item"] as? String else { return false }
            return removed.contains(item) || (item.hasSuffix(".content") && removed.contains(String(item.dropLast(8))))
        }
    }
}

// MARK: The service

/// The service at `PLUMBLINE_URL`, with the token `PLUMBLINE_TOKEN` if it requires one, and the folder at `PLUMBLINE_OUT`.
private enum PlumblineService {
    nonisolated static var url: String? {
        value("PLUMBLINE_URL").map { ($0.contains("://") ? "" : "http://") + ($0.hasSuffix("/") ? String($0.dropLast()) : $0) }
    }
    nonisolated static var folder: String? { value("PLUMBLINE_OUT") }

    nonisolated static func value(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns whether the text could be written into the folder.
    nonisolated static func write(_ text: String, _ name: String) -> Bool {
        guard let folder else { return false }
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = URL(fileURLWithPath: folder).appendingPathComponent(PlumblineNames.plain(name) + ".json")
        return (try? text.write(to: file, atomically: true, encoding: .utf8)) != nil
    }

    /// Sends JSON and returns the JSON of the answer. Waits for at most 30 seconds.
    nonisolated static func post(_ path: String, _ text: String) throws -> [String: Any] {
        guard let base = url, let address = URL(string: base + path) else { throw PlumblineFailure(description: "PLUMBLINE_URL is no address") }
        var request = URLRequest(url: address, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 30)
        request.httpMethod = "POST"
        request.httpBody = Data(text.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        if let token = value("PLUMBLINE_TOKEN") { request.setValue("Bearer " + token, forHTTPHeaderField: "Authorization") }
        let answer = Answer()
        let task = URLSession.shared.dataTask(with: request) { data, response, error in
            answer.set(data, (response as? HTTPURLResponse)?.statusCode, error?.localizedDescription)
        }
        task.resume()
        guard answer.wait(30) else {
            task.cancel()
            throw PlumblineFailure(description: "\(base) did not answer within 30 seconds")
        }
        guard let status = answer.status else { throw PlumblineFailure(description: "\(base) cannot be reached: \(answer.problem ?? "")") }
        let object = answer.data.flatMap { try? JSONSerialization.jsonObject(with: $0) } as? [String: Any] ?? [:]
        if (200...299).contains(status) { return object }
        let sentences = (object["diagnoses"] as? [[String: Any]])?.compactMap { $0["sentence"] as? String } ?? []
        let said = sentences.isEmpty ? object["detail"] as? String ?? "\(base) answered \(status)" : sentences.joined(separator: "; ")
        throw PlumblineFailure(description: said)
    }

    private final class Answer: @unchecked Sendable {
        nonisolated(unsafe) private(set) var data: Data?
        nonisolated(unsafe) private(set) var status: Int?
        nonisolated(unsafe) private(set) var problem: String?
        private nonisolated let arrived = DispatchSemaphore(value: 0)

        nonisolated init() {}

        nonisolated func set(_ data: Data?, _ status: Int?, _ problem: String?) {
            (self.data, self.status, self.problem) = (data, status, problem)
            arrived.signal()
        }

        nonisolated func wait(_ seconds: Double) -> Bool { arrived.wait(timeout: .now() + seconds) == .success }
    }
}

/// The steps of one view. Used only on the queue of `Plumbline`.
private final class PlumblineSession: @unchecked Sendable {
    nonisolated(unsafe) private var url: String?
    nonisolated(unsafe) private var step = 0

    /// - Parameter events: what changed, or nil if a new session has to begin.
    nonisolated func add(_ text: String, _ name: String, _ events: String?) {
        defer { step += 1 }
        guard PlumblineService.url != nil else {
            _ = PlumblineService.write(text, "\(name)-step\(step)")
            return
        }
        if let url, let events, (try? PlumblineService.post(url + "/events", events)) != nil { return }
        let answer = try? PlumblineService.post("/v1/sessions?tag=recorded", text)
        url = answer?["url"] as? String
        if let page = answer?["page"] as? String { print("Plumbline: \(PlumblineService.url ?? "")\(page)") }
    }
}

// MARK: Names and JSON

/// Names that are unique: of several that are alike, the later ones get a number.
private struct PlumblineNames {
    private var counts: [String: Int] = [:]
    private var taken: Set<String> = []

    nonisolated mutating func unique(_ text: String) -> String {
        let base = PlumblineNames.plain(text)
        var count = counts[base] ?? 0
        var name = ""
        repeat {
            count += 1
            name = count == 1 ? base : "\(base)_\(count)"
        } while !taken.insert(name).inserted
        counts[base] = count
        return name
    }

    nonisolated static func plain(_ text: String) -> String {
        let name = String(text.prefix(80).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        return name.first.map { $0.isNumber } ?? true ? "_" + name : name
    }

    /// The class with its module, and without what differs from run to run.
    nonisolated static func full(_ object: AnyObject) -> String {
        let parts = String(reflecting: type(of: object)).components(separatedBy: ".")
        return parts.filter { !$0.hasPrefix("(") && $0 != "UIKit" && $0 != "AppKit" }.joined(separator: ".")
    }

    nonisolated static func short(_ object: AnyObject) -> String {
        let name = full(object).prefix { $0 != "<" }
        return name.components(separatedBy: ".").last ?? String(name)
    }
}

private enum PlumblineJSON {
    /// Returns the value limited to ±1e6, or 0 if it is infinite or NaN, which JSON cannot express.
    nonisolated static func number(_ value: CGFloat) -> Double {
        value.isFinite ? min(max(Double(value), -1e6), 1e6) : 0
    }

    nonisolated static func length(_ value: CGFloat) -> Double { max(number(value), 0) }

    nonisolated static func priority(_ value: Float) -> Double {
        value.isFinite ? min(max(Double("\(value)") ?? 1000, 1), 1000) : 1000
    }

    nonisolated static func rectangle(_ frame: CGRect) -> [String: Any] {
        ["x": number(frame.origin.x), "y": number(frame.origin.y), "width": length(frame.size.width), "height": length(frame.size.height)]
    }

    /// Returns the value as JSON with sorted keys.
    nonisolated static func text(_ value: Any) -> String {
        switch value {
        case let text as String: return quoted(text)
        case let flag as Bool: return flag ? "true" : "false"
        case let number as Double: return number == number.rounded() ? "\(Int(number))" : "\(number)"
        case let list as [Any]: return "[" + list.map(text).joined(separator: ", ") + "]"
        case let object as [String: Any]:
            return "{" + object.sorted { $0.key < $1.key }.map { "\(quoted($0.key)): \(text($0.value))" }.joined(separator: ", ") + "}"
        default: return "null"
        }
    }

    private nonisolated static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 0x20: quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

// MARK: UIKit and AppKit

extension PlumblineView {
    fileprivate static let plumblineMasks = [
        "flexibleLeftMargin", "flexibleWidth", "flexibleRightMargin", "flexibleTopMargin", "flexibleHeight", "flexibleBottomMargin",
    ]

    /// The present insets of a guide that the system places; nil for other guides.
    fileprivate func plumblineInsets(of guide: PlumblineGuide) -> [String: Any]? {
        let label = guide.plumblineIdentifier ?? ""
        let isSystem = label.hasPrefix("UIView") || label.hasPrefix("NSView") || PlumblineNames.short(guide) == "UIKeyboardLayoutGuide"
        if !isSystem, !plumblineIsFrame(guide) { return nil }
        let frame = plumblineFrame(of: guide)
        return plumblineSides(frame.minY, frame.minX, bounds.height - frame.maxY, bounds.width - frame.maxX)
    }

    fileprivate func plumblineSides(_ top: CGFloat, _ left: CGFloat, _ bottom: CGFloat, _ right: CGFloat) -> [String: Any] {
        let sides = [("top", top), ("left", left), ("bottom", bottom), ("right", right)]
        return Dictionary(uniqueKeysWithValues: sides.map { ($0, PlumblineJSON.number($1)) })
    }
}

#if canImport(UIKit)
extension UIView {
    fileprivate var plumblineIdentifier: String? { accessibilityIdentifier.flatMap { $0.isEmpty ? nil : $0 } }
    fileprivate var plumblineIsRightToLeft: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }
    fileprivate var plumblineIsControl: Bool { self is UIControl }
    fileprivate var plumblineIsScroll: Bool { self is UIScrollView }
    fileprivate var plumblineOwner: String? { (next as? UIViewController).map { PlumblineNames.short($0) } }
    fileprivate var plumblineMask: [String] { (0..<6).filter { autoresizingMask.rawValue & 1 << $0 != 0 }.map { UIView.plumblineMasks[$0] } }

    fileprivate func plumblineLayout() {
        setNeedsLayout()
        layoutIfNeeded()
    }

    fileprivate var plumblineAbout: [String: Any] {
        let device = UIDevice.current
        return [
            "tool": "PlumblineCapture.swift", "os": "\(device.systemName) \(device.systemVersion)",
            "scale": PlumblineJSON.number(traitCollection.displayScale),
            "device": PlumblineService.value("SIMULATOR_DEVICE_NAME") ?? device.model, "date": ISO8601DateFormatter().string(from: Date()),
        ]
    }

    /// The text that the view shows, unless a person typed it.
    fileprivate var plumblineText: String? {
        if let button = self as? UIButton { return button.currentTitle ?? button.titleLabel?.text }
        return (self as? UILabel)?.text ?? (self as? UITextField)?.placeholder
    }

    fileprivate var plumblineAlignment: [String: Any]? {
        let insets = alignmentRectInsets
        return insets == .zero ? nil : plumblineSides(insets.top, insets.left, insets.bottom, insets.right)
    }

    fileprivate var plumblineMargins: [String: Any]? {
        let margins = layoutMargins
        if margins == UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8) { return nil }
        return plumblineSides(margins.top, margins.left, margins.bottom, margins.right)
    }

    /// The baselines computed from the font, since UIKit does not report them. The line of a text field is assumed to be vertically
    /// centered, the lines of a label to fill its height.
    fileprivate var plumblineBaseline: [String: Any]? {
        func line(_ view: UIView) -> (frame: CGRect, font: UIFont, space: CGFloat)? {
            guard let font = (view as? UILabel)?.font ?? (view as? UITextField)?.font else { return nil }
            return (view.convert(view.bounds, to: self), font, view is UITextField ? max(0, (view.bounds.height - font.lineHeight) / 2) : 0)
        }
        guard let first = line(forFirstBaselineLayout), let last = line(forLastBaselineLayout) else { return nil }
        let scale = max(traitCollection.displayScale, 1)
        let (top, bottom) = (first.frame.minY + first.space + first.font.ascender, bounds.height - last.frame.maxY + last.space - last.font.descender)
        return [
            "firstFromTop": PlumblineJSON.number((top * scale).rounded() / scale),
            "lastFromBottom": PlumblineJSON.number((bottom * scale).rounded() / scale),
        ]
    }

    /// The frame in the superview, also of a view that is rotated or scaled.
    fileprivate var plumblineFrame: CGRect {
        if transform.isIdentity { return frame }
        let size = bounds.size
        return CGRect(x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
    }

    fileprivate func plumblineFrame(of guide: UILayoutGuide) -> CGRect {
        plumblineIsFrame(guide) ? CGRect(origin: .zero, size: bounds.size) : guide.layoutFrame
    }

    fileprivate func plumblineIsContent(_ guide: UILayoutGuide) -> Bool { (self as? UIScrollView)?.contentLayoutGuide === guide }
    fileprivate func plumblineIsFrame(_ guide: UILayoutGuide) -> Bool { (self as? UIScrollView)?.frameLayoutGuide === guide }
}

extension UILayoutGuide {
    fileprivate var plumblineIdentifier: String? { identifier.isEmpty ? nil : identifier }
}
#else
extension NSView {
    fileprivate var plumblineIsRightToLeft: Bool { userInterfaceLayoutDirection == .rightToLeft }
    fileprivate var plumblineIsControl: Bool { self is NSControl }
    fileprivate var plumblineIsScroll: Bool { false }
    fileprivate var plumblineOwner: String? { (nextResponder as? NSViewController).map { PlumblineNames.short($0) } }

    fileprivate var plumblineIdentifier: String? {
        // Interface Builder names views as well: "_NS:12".
        [accessibilityIdentifier(), identifier?.rawValue ?? ""].first { !$0.isEmpty && !$0.hasPrefix("_NS:") }
    }

    fileprivate func plumblineLayout() {
        needsLayout = true
        layoutSubtreeIfNeeded()
    }

    fileprivate var plumblineAbout: [String: Any] {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return [
            "tool": "PlumblineCapture.swift", "os": "macOS \(version.majorVersion).\(version.minorVersion)", "device": "Mac",
            "scale": PlumblineJSON.number(window?.backingScaleFactor ?? 1), "date": ISO8601DateFormatter().string(from: Date()),
        ]
    }

    /// The text that the view shows, unless a person typed it.
    fileprivate var plumblineText: String? {
        if let field = self as? NSTextField { return field.isEditable ? field.placeholderString : field.stringValue }
        return (self as? NSButton)?.title
    }

    fileprivate var plumblineAlignment: [String: Any]? {
        let insets = alignmentRectInsets
        if insets.top == 0, insets.left == 0, insets.bottom == 0, insets.right == 0 { return nil }
        return plumblineSides(insets.top, insets.left, insets.bottom, insets.right)
    }

    fileprivate var plumblineMargins: [String: Any]? { nil }

    fileprivate var plumblineBaseline: [String: Any]? {
        ["firstFromTop": PlumblineJSON.number(firstBaselineOffsetFromTop), "lastFromBottom": PlumblineJSON.number(lastBaselineOffsetFromBottom)]
    }

    /// The mask in coordinates that run downwards. Without a flexible part the top margin is flexible where they run upwards.
    fileprivate var plumblineMask: [String] {
        var mask = autoresizingMask.rawValue
        if !(superview?.isFlipped ?? true) {
            let (below, above) = (mask >> 3 & 1, mask >> 5 & 1)
            mask = mask & 0b010111 | above << 3 | below << 5
            if mask >> 3 == 0 { mask |= 1 << 3 }
        }
        return (0..<6).filter { mask & 1 << $0 != 0 }.map { NSView.plumblineMasks[$0] }
    }

    /// The frame in coordinates that run downwards.
    fileprivate var plumblineFrame: CGRect {
        superview.map { $0.plumblineFlipped(frame) } ?? frame
    }

    fileprivate func plumblineFlipped(_ frame: CGRect) -> CGRect {
        isFlipped ? frame : CGRect(origin: CGPoint(x: frame.minX, y: bounds.height - frame.maxY), size: frame.size)
    }

    fileprivate func plumblineFrame(of guide: NSLayoutGuide) -> CGRect { plumblineFlipped(guide.frame) }
    fileprivate func plumblineIsContent(_ guide: NSLayoutGuide) -> Bool { false }
    fileprivate func plumblineIsFrame(_ guide: NSLayoutGuide) -> Bool { false }
}

extension NSLayoutGuide {
    fileprivate var plumblineIdentifier: String? { identifier.rawValue.isEmpty ? nil : identifier.rawValue }
}
#endif
#endif
