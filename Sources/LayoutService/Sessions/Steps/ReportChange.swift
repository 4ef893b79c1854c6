internal import JSON

/// What one step's report says that the step's before did not: findings by fingerprint, views that moved, decisions.
struct ReportChange {
    struct Finding: Hashable {
        var kind: String
        var fingerprint: String
        /// `K1`, or the view's id.
        var name: String
        var summary: String
        /// Of a conflict.
        var owner: String?
    }

    struct Moved {
        var view: String
        /// `x y width height`, in points: now less before; nil where the view was not there.
        var by: [Double]
    }

    var verdict: (before: String, now: String)
    var came: [Finding] = []
    var went: [Finding] = []
    var stayed: [Finding] = []
    var moved: [Moved] = []
    var appeared: [String] = []
    var disappeared: [String] = []

    init(from before: JSONTree, to now: JSONTree) {
        verdict = (before["verdict"]?.string ?? "", now["verdict"]?.string ?? "")
        let old = ReportChange.findings(before)
        let new = ReportChange.findings(now)
        let oldPrints = Set(old.map(\.fingerprint))
        let newPrints = Set(new.map(\.fingerprint))
        came = new.filter { !oldPrints.contains($0.fingerprint) }
        stayed = new.filter { oldPrints.contains($0.fingerprint) }
        went = old.filter { !newPrints.contains($0.fingerprint) }
        let oldFrames = Dictionary(before["frames"]?.members?.map { ($0.key, $0.value) } ?? [], uniquingKeysWith: { first, _ in first })
        let newFrames = now["frames"]?.members ?? []
        for frame in newFrames {
            guard let old = oldFrames[frame.key] else {
                appeared.append(frame.key)
                continue
            }
            let by = ["x", "y", "width", "height"].map { (frame.value[$0]?.double ?? 0) - (old[$0]?.double ?? 0) }
            if by.contains(where: { abs($0) > 1e-6 }) { moved.append(Moved(view: frame.key, by: by)) }
        }
        let known = Set(newFrames.map(\.key))
        disappeared = before["frames"]?.members?.map(\.key).filter { !known.contains($0) } ?? []
    }

    static func findings(_ report: JSONTree) -> [Finding] {
        let conflicts = (report["conflicts"]?.elements ?? []).map { conflict in
            Finding(
                kind: "conflict", fingerprint: conflict["fingerprint"]?.string ?? "", name: conflict["id"]?.string ?? "",
                summary: conflict["explanation"]?.string ?? "", owner: conflict["owner"]?.string)
        }
        let ambiguities = (report["ambiguities"]?.elements ?? []).map { ambiguity in
            let attributes = (ambiguity["attributes"]?.elements ?? []).compactMap { $0["attribute"]?.string }.joined(separator: ", ")
            let view = ambiguity["view"]?.string ?? ""
            return Finding(kind: "ambiguity", fingerprint: ambiguity["fingerprint"]?.string ?? "", name: view, summary: "\(view): \(attributes)")
        }
        return conflicts + ambiguities
    }
}

extension JSONWriter {
    mutating func change(_ change: ReportChange) {
        object { writer in
            writer.key("verdict")
            writer.object {
                $0.member("before", change.verdict.before)
                $0.member("now", change.verdict.now)
            }
            writer.findings("came", change.came)
            writer.findings("went", change.went)
            writer.findings("stayed", change.stayed)
            writer.key("moved")
            writer.array(change.moved) { writer, moved in
                writer.object { writer in
                    writer.member("view", moved.view)
                    for (key, value) in zip(["x", "y", "width", "height"], moved.by) where abs(value) > 1e-6 {
                        writer.key(text: key)
                        writer.number(JSONWriter.rounded(value))
                    }
                }
            }
            writer.member("appeared", change.appeared)
            writer.member("disappeared", change.disappeared)
        }
    }

    private mutating func findings(_ key: StaticString, _ findings: [ReportChange.Finding]) {
        self.key(key)
        array(findings) { writer, finding in
            writer.object {
                $0.member("kind", finding.kind)
                $0.member("fingerprint", finding.fingerprint)
                $0.member("name", finding.name)
                $0.member("summary", finding.summary)
            }
        }
    }

    /// A difference of reported numbers, which are rounded to 1e-6.
    static func rounded(_ value: Double) -> String {
        let millionths = (value * 1e6).rounded()
        guard millionths.magnitude < 9e15 else { return value.description }
        let rounded = millionths / 1e6
        return rounded == rounded.rounded() && rounded.magnitude < 1e15 ? String(Int64(rounded)) : rounded.description
    }
}
