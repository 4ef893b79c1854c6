internal import ExactArithmetic
internal import Glibc
internal import LayoutAnalysis
internal import LayoutImport
internal import LayoutLowering
internal import LayoutModel

/// A deterministic pseudorandom generator (SplitMix64).
struct Dice {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func index(below count: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(max(1, count)))
    }
}

/// A kind of edit: how to draw an event at random, and the one that undoes it.
enum EditKind: String, CaseIterable {
    case constant, intrinsic, priority, remove, add

    /// Draws an event of this kind and the event that undoes it. Returns nil if the document has nothing to edit so.
    func draw(from document: LayoutDocument, _ dice: inout Dice, _ turn: Int) -> (edit: LayoutEvent, back: LayoutEvent)? {
        switch self {
        case .constant:
            // Changes a required equality, as the benchmark of the peer library does.
            guard let constraint = document.constraints.filter(\.isFixed).drawn(&dice) else { return nil }
            let changed = constraint.constant + (turn % 2 == 1 ? .one : .half)
            return (.setConstant(id: constraint.id, changed), .setConstant(id: constraint.id, constraint.constant))
        case .intrinsic:
            guard let view = document.views.filter({ $0.intrinsicContentSize.width != nil }).drawn(&dice) else { return nil }
            var changed = view.intrinsicContentSize
            changed.width = changed.width.map { $0 + .one }
            return (
                .setIntrinsicContentSize(view: view.id, changed), .setIntrinsicContentSize(view: view.id, view.intrinsicContentSize)
            )
        case .priority:
            guard let constraint = document.constraints.filter({ !$0.isRequired }).drawn(&dice) else { return nil }
            let old = constraint.priority
            let changed = old + 1 < LayoutPriority.required ? old + 1 : old - 1
            return (.setPriority(id: constraint.id, changed), .setPriority(id: constraint.id, old))
        case .remove, .add:
            guard let constraint = document.constraints.drawn(&dice) else { return nil }
            return (.deactivate(id: constraint.id), .activate(id: constraint.id))
        }
    }
}

extension Benchmark {
    func drag(_ workload: Workload) throws -> Record {
        var record = Record(workload, "drag")
        guard let width = workload.document.size.width else { return record }
        var step = 0.0
        // To and fro by a tenth of the width, rounded to half points as on screens.
        func next() throws -> PlainSolve {
            step += 1
            let halves = (width.double * (1 + 0.1 * sin(step * 0.0628)) * 2).rounded()
            let event = LayoutEvent.resize([.width: Rational(Int(exactly: halves) ?? 0) * .half])
            return try PlainSolve(LoweredSystem(lowering: try EventApplication().apply([event], to: workload.document).document))
        }
        if !countsOnly {
            let medians = try repetition.medians { watch in
                let solve = try next()
                watch.lap()
                return solve
            }
            record.add(medians, "ms")
        }
        let counted = try AllocationCounts.counting { try next() }
        record.add(counted.result.work)
        record.add(counted.counts)
        return record
    }

    func edits(_ kind: EditKind, _ workload: Workload) throws -> Record? {
        var record = Record(workload, "edit-" + kind.rawValue)
        var session = EditedLayout(workload.document, AnalysisOptions(deadline: deadline))
        let first = session.analyze()
        var dice = Dice(seed: 7)
        var samples: [Double] = []
        var allocations: [Double] = []
        var spent = 0.0
        while samples.count < repetition.runs || (!countsOnly && spent < repetition.seconds && samples.count < repetition.most) {
            guard var (edit, back) = kind.draw(from: workload.document, &dice, samples.count) else { return nil }
            if kind == .add {
                // The constraint to add is removed first.
                try session.apply(edit)
                (edit, back) = (back, edit)
            }
            var seconds = 0.0
            if countsOnly {
                allocations.append(Double(try AllocationCounts.counting { try session.apply(edit) }.counts.bytes))
            } else {
                seconds = try session.apply(edit)
            }
            samples.append(seconds)
            spent += seconds
            if kind != .add { try session.apply(back) }
        }
        if countsOnly {
            record.add("allocated_bytes", allocations.median)
        } else {
            record.add("ms", samples.median * 1000)
            record.add("first_ms", first * 1000)
            record.add("runs", samples.count)
        }
        return record
    }
}

/// A layout with the analyzer that follows its events, as a session has it.
private struct EditedLayout {
    private var document: LayoutDocument
    private var analyzer: IncrementalAnalyzer

    init(_ document: LayoutDocument, _ options: AnalysisOptions) {
        self.document = document
        analyzer = IncrementalAnalyzer(options: options)
    }

    /// Returns the CPU time of an analysis of the present document, in seconds.
    mutating func analyze(_ change: DocumentChange? = nil) -> Double {
        var watch = Stopwatch()
        let analysis = analyzer.analyze(document, change: change)
        watch.lap()
        withExtendedLifetime(analysis) {}
        return watch.laps[0]
    }

    /// Applies an event and returns the CPU time of the analysis that follows, in seconds.
    @discardableResult
    mutating func apply(_ event: LayoutEvent) throws -> Double {
        let applied = try EventApplication().apply([event], to: document)
        document = applied.document
        return analyze(applied.change)
    }
}

extension LayoutConstraint {
    fileprivate var isFixed: Bool { isRequired && relation == .equal && second != nil }
}

extension Collection where Index == Int {
    fileprivate func drawn(_ dice: inout Dice) -> Element? {
        isEmpty ? nil : self[startIndex + dice.index(below: count)]
    }
}
