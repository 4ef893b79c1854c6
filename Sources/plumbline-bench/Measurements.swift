internal import Digest
internal import ExactArithmetic
internal import LayoutAnalysis
internal import LayoutImport
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Reporting
internal import Simplex

/// A measurement on a workload.
enum Measurement: String, CaseIterable {
    /// From JSON to a validated document.
    case parse
    /// From rows to the connected components that are solved separately.
    case presolve
    /// From the document to rows, and the plain solve: verdict and all values.
    case solve
    /// A step of a drag as the service previews it: the root's width changed by an event, and the plain solve with all values.
    case drag
    /// Single events, by kind, as the service analyzes those of a session.
    case edits
    /// One minimal conflict with its proof, for a layout that has one.
    case conflict
    /// The plain solve, and all ambiguous attributes with their exact ranges.
    case ranges
    /// The whole analysis for a report, by phase.
    case report
    /// Writing the report as JSON.
    case write
    /// The document's canonical form and its SHA-256, which reports contain.
    case digest
    /// A whole request for a report: from JSON to the report, with everything in between released.
    case check
}

struct Benchmark {
    var repetition: Repetition
    /// Whether to measure no times but only counts, which are deterministic.
    var countsOnly: Bool
    /// The time limit of a whole report, in seconds.
    var deadline: Double

    func records(_ measurement: Measurement, _ workload: Workload) throws -> [Record] {
        switch measurement {
        case .parse: [parse(workload)]
        case .presolve: [presolve(workload)]
        case .solve: [try solve(workload)]
        case .drag: [try drag(workload)]
        case .edits: try EditKind.allCases.compactMap { try edits($0, workload) }
        case .conflict: try conflict(workload).map { [$0] } ?? []
        case .ranges: [try ranges(workload)]
        case .report: [report(workload)]
        case .write: [write(workload)]
        case .digest: [digest(workload)]
        case .check: [check(workload)]
        }
    }

    private func parse(_ workload: Workload) -> Record {
        var record = Record(workload, "parse")
        if !countsOnly {
            let medians = repetition.medians { watch in
                let document = try? Workload.importer.read(json: workload.bytes)
                watch.lap()
                return document
            }
            record.add(medians, "ms")
            record.add("mb_per_s", Double(workload.bytes.count) / 1e6 / medians.total)
        }
        record.add("bytes", workload.bytes.count)
        record.add(AllocationCounts.counting { try? Workload.importer.read(json: workload.bytes) }.counts)
        return record
    }

    private func presolve(_ workload: Workload) -> Record {
        var record = Record(workload, "presolve")
        let system = LoweredSystem(lowering: workload.document)
        if !countsOnly {
            let medians = repetition.medians { watch in
                let structure = PlainSolve.structure(of: system)
                watch.lap()
                return structure
            }
            record.add(medians, "ms")
        }
        let counted = AllocationCounts.counting { PlainSolve.structure(of: system) }
        record.add("fixed", counted.result.fixedVariables)
        record.add("peeled", counted.result.peeledVariables)
        record.add("components", counted.result.blocks)
        record.add("most_rows", counted.result.mostBlockRows)
        record.add("most_variables", counted.result.mostBlockVariables)
        record.add(counted.counts)
        return record
    }

    private func solve(_ workload: Workload) throws -> Record {
        var record = Record(workload, "solve")
        if !countsOnly {
            let medians = try repetition.medians { watch in
                let system = LoweredSystem(lowering: workload.document)
                watch.lap()
                let solve = try PlainSolve(system)
                watch.lap()
                return solve
            }
            record.add(medians, "ms", parts: ["lower_ms", "solve_ms"])
        }
        // The first solve of a process also allocates metadata of types, which is not counted.
        if countsOnly { _ = try PlainSolve(LoweredSystem(lowering: workload.document)) }
        let lowered = AllocationCounts.counting { LoweredSystem(lowering: workload.document) }
        record.add("lower_allocations", lowered.counts.allocations)
        let counted = try AllocationCounts.counting { try PlainSolve(LoweredSystem(lowering: workload.document)) }
        record.add("rows", lowered.result.rows.count)
        record.add(counted.result.work)
        record.add(counted.counts)
        record.add("peak_bytes_per_view", Double(counted.counts.peak) / Double(max(1, workload.views)))
        record.add("verdict", counted.result.verdict.number)
        return record
    }

    private func conflict(_ workload: Workload) throws -> Record? {
        var record = Record(workload, "conflict")
        let counted = try AllocationCounts.counting { try PlainSolve(LoweredSystem(lowering: workload.document)) }
        guard let conflict = counted.result.conflict else { return nil }
        if !countsOnly {
            record.add(
                try repetition.medians { watch in
                    let solve = try PlainSolve(LoweredSystem(lowering: workload.document))
                    watch.lap()
                    return solve
                }, "ms")
        }
        record.add("members", conflict.members.count)
        record.add(counted.result.work)
        record.add(counted.counts)
        return record
    }

    private func ranges(_ workload: Workload) throws -> Record {
        var record = Record(workload, "ranges")
        func solved(_ watch: inout Stopwatch) throws -> (PlainSolve, [PlainSolve.Ambiguous]) {
            var solve = try PlainSolve(LoweredSystem(lowering: workload.document))
            let ambiguous = try solve.ambiguous()
            watch.lap()
            return (solve, ambiguous)
        }
        if !countsOnly { record.add(try repetition.medians(solved), "ms") }
        var watch = Stopwatch()
        let counted = try AllocationCounts.counting { try solved(&watch) }
        record.add("ambiguous", counted.result.1.count)
        record.add(counted.result.0.work)
        record.add(counted.counts)
        return record
    }

    private func report(_ workload: Workload) -> Record {
        var record = Record(workload, "report")
        let analyzer = Analyzer(options: AnalysisOptions(deadline: deadline))
        let writer = ReportWriter(workload.document, digest: "")
        let first = analyzer.analyze(workload.document)
        if !countsOnly {
            // The analysis has its own clock for each phase.
            var timings: [Analysis.Timing] = []
            let medians = repetition.medians { watch in
                let analysis = analyzer.analyze(workload.document)
                watch.lap()
                let bytes = writer.json(analysis)
                watch.lap()
                timings.append(analysis.timing)
                return bytes
            }
            record.add(medians, "ms", parts: ["analyze_ms", "write_ms"])
            record.add("lower_ms", timings.map(\.lower).median)
            record.add("solve_ms", timings.map(\.solve).median)
            record.add("conflicts_ms", timings.map(\.conflicts).median)
            record.add("ranges_ms", timings.map(\.ranges).median)
            record.add("explain_ms", timings.map(\.explain).median)
        }
        record.add("conflicts", first.conflicts.count)
        record.add("ambiguities", first.ambiguities.count)
        record.add("inconclusive", first.inconclusive.count)
        record.add("report_bytes", writer.json(first).count)
        record.add(AllocationCounts.counting { analyzer.analyze(workload.document) }.counts)
        return record
    }

    private func write(_ workload: Workload) -> Record {
        var record = Record(workload, "write")
        let analysis = Analyzer(options: AnalysisOptions(deadline: deadline)).analyze(workload.document)
        let bytes = ReportWriter(workload.document, digest: "").json(analysis).count
        func written(_ watch: inout Stopwatch) -> [UInt8] {
            let bytes = ReportWriter(workload.document, digest: "").json(analysis)
            watch.lap()
            return bytes
        }
        if !countsOnly {
            let medians = repetition.medians(written)
            record.add(medians, "ms")
            record.add("mb_per_s", Double(bytes) / 1e6 / medians.total)
        }
        record.add("bytes", bytes)
        var watch = Stopwatch()
        record.add(AllocationCounts.counting { written(&watch) }.counts)
        return record
    }

    private func check(_ workload: Workload) -> Record {
        var record = Record(workload, "check")
        let analyzer = Analyzer(options: AnalysisOptions(deadline: deadline))
        if !countsOnly {
            let medians = repetition.medians { watch in
                let report = Benchmark.reported(workload.bytes, analyzer)
                watch.lap()
                return report
            }
            record.add(medians, "ms")
        }
        let counted = AllocationCounts.counting { Benchmark.reported(workload.bytes, analyzer) }
        record.add("report_bytes", counted.result?.count ?? 0)
        record.add(counted.counts)
        return record
    }

    /// Returns the report of a document's JSON. Everything else is released before it returns.
    @inline(never)
    private static func reported(_ bytes: [UInt8], _ analyzer: Analyzer) -> [UInt8]? {
        guard let document = try? Workload.importer.read(json: bytes) else { return nil }
        let digest = "sha256:" + SHA256.hex(of: CanonicalDocument.json(document))
        return ReportWriter(document, digest: digest).json(analyzer.analyze(document))
    }

    private func digest(_ workload: Workload) -> Record {
        var record = Record(workload, "digest")
        if !countsOnly {
            let medians = repetition.medians { watch in
                let canonical = CanonicalDocument.json(workload.document)
                watch.lap()
                let digest = SHA256.digest(of: canonical)
                watch.lap()
                return digest
            }
            record.add(medians, "ms", parts: ["canonical_ms", "sha256_ms"])
        }
        record.add("bytes", CanonicalDocument.json(workload.document).count)
        record.add(AllocationCounts.counting { CanonicalDocument.json(workload.document) }.counts)
        return record
    }
}

extension Record {
    mutating func add(_ work: PlainSolve.Work) {
        add("pivots", work.pivots)
        add("rows_touched", work.rowsTouched)
    }
}

extension Analysis.Verdict {
    /// 0 for clean, 1 for ambiguous, 2 for conflicting, 3 for incomplete.
    fileprivate var number: Int {
        switch self {
        case .clean: 0
        case .ambiguous: 1
        case .conflicting: 2
        case .incomplete: 3
        }
    }
}
