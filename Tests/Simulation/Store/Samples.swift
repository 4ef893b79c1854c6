internal import Digest
internal import SessionStore

/// A maker of sessions and steps, each of which has other bytes.
struct Samples {
    private var random: SplitMix
    private var number = 0

    static let words = ["amber", "birch", "cedar", "dune", "ember", "fjord", "grove", "heath"]
    static let verdicts = ["clean", "conflicting", "ambiguous"]
    private static let letters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    init(_ random: SplitMix) {
        self.random = random
    }

    private mutating func text(_ count: Int) -> String {
        String(decoding: (0..<count).map { _ in random.one(of: Samples.letters) }, as: UTF8.self)
    }

    mutating func id() -> String { text(16) }

    /// Returns JSON that no other call returns.
    ///
    /// - Parameter count: its length, about.
    mutating func json(_ what: String, _ count: Int) -> [UInt8] {
        number += 1
        return Array(#"{"\#(what)":\#(number),"text":"\#(text(count))"}"#.utf8)
    }

    private mutating func length() -> Int { random.one(of: [20, 20, 200, 200, 900, 5000, random.happens(perMille: 30) ? 60_000 : 400]) }

    mutating func findings() -> [StoredFinding] {
        var numbers: [Int] = []
        for _ in 0..<random.below(4) {
            let number = random.below(12)
            if !numbers.contains(number) { numbers.append(number) }
        }
        return numbers.map { number in
            number % 2 == 0
                ? StoredFinding(kind: .conflict, fingerprint: "c\(number)", summary: "conflict \(number)", owner: number % 4 == 0 ? "app" : "system")
                : StoredFinding(kind: .ambiguity, fingerprint: "a\(number)", summary: "view\(number) may move")
        }
    }

    private mutating func views(_ most: Int) -> [String] { Set((0..<random.below(most + 1)).map { _ in "view\(random.below(40))" }).sorted() }

    /// Returns a new session.
    ///
    /// - Parameter isImport: whether it has a history already.
    mutating func session(at time: Int64, isImport: Bool = false) -> NewSession {
        // Some bodies and layouts are the same, and share rows.
        let shared = random.happens(perMille: 300) ? random.below(4) : nil
        let body = shared.map { Array("{\"shared\":\($0)}".utf8) } ?? json("body", length())
        var new = NewSession(
            name: "\(random.one(of: Samples.words)) \(text(6))", root: "root", tags: random.happens(perMille: 500) ? ["ci"] : ["app", "ci"],
            body: body, mediaType: "application/json", canonical: shared.map { Array("{\"layout\":\($0)}".utf8) } ?? json("layout", length()),
            report: json("report", length()), verdict: random.one(of: Samples.verdicts), engine: "plumbline 1", views: ["root"] + views(5),
            identifiers: [random.one(of: Samples.words)], findings: findings(), createdAt: time)
        new.id = id()
        guard isImport else { return new }
        new.arrivedAt = time
        new.createdAt = time - Int64(random.below(1_000_000_000))
        var time = new.createdAt
        for number in 1...(1 + random.below(4)) {
            time += Int64(random.below(1_000_000))
            new.laterSteps.append(step(number, of: nil, at: time))
        }
        if random.happens(perMille: 300) { new.exercises = [exercise(random.below(2), at: time)] }
        new.isPinned = random.happens(perMille: 200)
        return new
    }

    /// Returns a new step.
    ///
    /// - Parameter before: the step before, to which its report is similar.
    mutating func step(_ number: Int, of before: NewStep?, at time: Int64, key: String? = nil) -> NewStep {
        var report = json("report", length())
        if let before, before.step.report.count > 32 << 10, random.happens(perMille: 800) {
            // Long ones are stored as differences.
            report = before.step.report
            report.replaceSubrange(report.count - 12..<report.count - 4, with: Array(text(8).utf8))
        }
        let events = json("events", random.below(200))
        let request = key.map { KeyedRequest(key: $0, digest: SHA256.digest(of: events)) }
        let verdict = random.happens(perMille: 700) ? before?.step.verdict ?? "clean" : random.one(of: Samples.verdicts)
        let isAlike = random.happens(perMille: 500)
        return NewStep(
            StoredStep(number: number, events: events, report: report, verdict: verdict, engine: "plumbline 1", createdAt: time),
            findings: isAlike ? before?.findings ?? [] : findings(), views: random.happens(perMille: 200) ? views(3) : [],
            identifiers: random.happens(perMille: 100) ? [random.one(of: Samples.words)] : [], request: request)
    }

    mutating func exercise(_ step: Int, at time: Int64) -> StoredExercise {
        StoredExercise(step: step, request: json("request", 10), answer: json("answer", length()), engine: "plumbline 1", createdAt: time)
    }
}
