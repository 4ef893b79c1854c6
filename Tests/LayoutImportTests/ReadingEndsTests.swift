import LayoutImport
import LayoutModel
import Synchronization
import Testing

/// Reading ends within every long list once nobody waits for the layout.
@Suite struct ReadingEndsTests {
    private func code(_ json: String, _ limits: ImportLimits) -> String? {
        do { _ = try DocumentImporter(limits: limits).read(json: Array(json.utf8)) } catch { return error.code }
        return nil
    }

    private static let (numbers, names) = (list { _ in "1" }, list { "v\($0)" })

    private static func list(_ element: (Int) -> String) -> String { (1...300).map(element).joined(separator: ",") }

    /// Documents with an error at the end of the list, so that only a question within it ends the reading before.
    @Test(arguments: [
        "{\"constraints\":[\"H:[a(\(numbers)\"]}", "{\"constraints\":[\"H:[a]-(\(numbers)\"]}",
        "{\"extended\":true,\"constraints\":[\"H:[\(names)\"]}", "{\"extended\":true,\"constraints\":[\"H:[v1..v300][z..a]\"]}",
        "{\"extended\":true,\"constraints\":[\"C:a.width(\(numbers)\"]}",
        "{\"constraints\":[\"H:\(list { "[v\($0)]" }.replacing(",", with: ""))[\"]}",
        "{\"constraints\":[],\"metrics\":{\(list { "\"m\($0)\":1" }),\"x\":\"?\"}}",
        "{\"constraints\":[],\"views\":[{\"id\":\"a\",\"textSizes\":[\(list { "{\"scale\":1.\($0 + 1000)}" }),7]}]}",
        "{\"constraints\":[],\"views\":[{\"id\":\"a\",\"heightsByWidth\":[\(list { "{\"width\":\($0),\"height\":1}" }),7]}]}",
        "{\"constraints\":[],\"suppress\":[\(list { _ in "{\"rule\":\"r\",\"reason\":\"r\"}" }),7]}",
        "{\"constraints\":[],\"observed\":{\"root\":{\"affecting\":{\"horizontal\":[\(list { "\"\($0)\"" }),7]}}}}",
    ]) func `reading ends within a list`(_ json: String) {
        #expect(![nil, "ended"].contains(code(json, ImportLimits())), "\(json.prefix(80))")
        var limits = ImportLimits()
        limits.interest = AnalysisOptions.Interest(isAwaited: { false })
        #expect(code(json, limits) == "ended", "\(json.prefix(80))")
    }

    @Test func `events end between two of them`() {
        let document = LayoutDocument(root: 0, views: [LayoutView(id: "root")], constraints: [])
        let questions = Mutex(0)
        var limits = ImportLimits()
        limits.interest = AnalysisOptions.Interest(isAwaited: {
            questions.withLock { count in
                count += 1
                return count <= 10
            }
        })
        let events = [LayoutEvent](repeating: .setDirection(.rtl), count: 20)
        let error = #expect(throws: ImportError.self) { try EventApplication(limits: limits).apply(events, to: document) }
        #expect(error?.code == "ended" && questions.withLock { $0 } == 11)
    }

    @Test func `each pass over an Interface Builder file asks`() {
        let constraints = (0..<640).map { "<constraint firstAttribute=\"width\" constant=\"9\" id=\"a\($0)\"/>" }
        let text = """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" targetRuntime="iOS.CocoaTouch"><objects><view contentMode="scaleToFill" id="v">
            <rect key="frame" width="9" height="9"/><constraints>\(constraints.joined())</constraints></view></objects></document>
            """
        let questions = Mutex(0)
        var limits = ImportLimits()
        limits.interest = AnalysisOptions.Interest(isAwaited: {
            questions.withLock { count in
                count += 1
                return count <= 300
            }
        })
        // Five passes over the elements, and as many over the constraints.
        let error = #expect(throws: ImportError.self) { try InterfaceBuilderImporter(limits: limits).read(Array(text.utf8)) }
        #expect(error?.code == "ended" && questions.withLock { $0 } == 301)
    }

    @Test func `a view is removed with descendants that are listed before it`() throws {
        let count = 20_000
        var views = (0..<count).map { LayoutView(id: "v\($0)", parent: $0 + 1) }
        views += [LayoutView(id: "root"), LayoutView(id: "other", parent: count)]
        views[count - 1].parent = count
        let document = LayoutDocument(root: count, views: views, constraints: [])
        let (result, _, _) = try EventApplication().apply([.removeView(id: "v\(count - 2)")], to: document)
        #expect(result.views.map(\.id) == ["v\(count - 1)", "root", "other"] && result.root == 1 && result.views.map(\.parent) == [1, nil, 1])
    }

    @Test func `guides that an inactive format does not create count as constraints`() {
        func json(_ count: Int) -> String {
            #"{"extended":true,"constraints":[{"visual":"H:|[v1..v\#(count)]-(50%)-[w1..w\#(count)]","active":false}]}"#
        }
        #expect(code(json(20), ImportLimits(constraints: 1000)) == nil)
        #expect(code(json(50), ImportLimits(constraints: 1000)) == "too-many-constraints")
    }
}
