// swift-tools-version: 6.2
// Targets in dependency order: a target may depend only on targets above it.
import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Debug builds optimize the modules that compute most: without it, tests of exact arithmetic take several times as long. Assertions are checked.
let optimized = strict + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

/// Tests are not optimized, as that takes longer than they gain by it.
let quick = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
let computing: Set = [
    "ExactArithmetic", "Simplex", "LayoutLowering", "LayoutVerification", "JSON", "XML", "Compression",
]

func library(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], linkerSettings: [LinkerSetting] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, exclude: exclude, swiftSettings: computing.contains(name) ? optimized : strict,
        linkerSettings: linkerSettings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name + "Tests", dependencies: dependencies + [.init(stringLiteral: name)], swiftSettings: quick)
}

/// The chapters of the manual, which CEmbeddedFiles builds into the program.
let chapters = [
    "capture", "causes", "changes", "ci", "commands", "configuration", "documents", "figures", "http", "inputs", "installing", "limits", "operation",
    "page", "reports", "rules", "sessions", "storage", "trust", "words",
]

let package = Package(
    name: "plumbline",
    products: [
        .executable(name: "plumbline", targets: ["plumbline"]),
        .library(name: "FuzzTargets", type: .static, targets: ["FuzzTargets"]),
    ],
    targets: [
        // C libraries of Debian, and the little C that Swift cannot say.
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CGMP", pkgConfig: "gmp", providers: [.apt(["libgmp-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .target(name: "CSimdjson", linkerSettings: [.linkedLibrary("simdjson")]),
        .target(name: "CEpoll"),
        .target(name: "CPostgreSQL"),
        .target(name: "CAllocationCounter"),
        .target(name: "CEmbeddedFiles"),

        // Level 0: what the standard library lacks, numbers, and the vocabulary of layouts.
        library("StandardAdditions"),
        library("EmbeddedFiles", ["CEmbeddedFiles"]),
        library("ExactArithmetic", ["CGMP"], linkerSettings: [.linkedLibrary("m")]),
        library("LayoutModel", ["ExactArithmetic", "StandardAdditions"]),

        // Level 1: bodies of pure code that know nothing of each other.
        library("Simplex", ["ExactArithmetic"], exclude: ["ENGINE.md"]),
        library("LayoutLowering", ["ExactArithmetic", "LayoutModel"]),
        library("JSON", ["CSimdjson"]),
        library("XML", ["CExpat"]),
        library("HTTP", ["StandardAdditions"]),
        library("Compression", ["CZlib"]),
        library("PostgreSQL", ["CPostgreSQL", "StandardAdditions"]),
        library("SQLite", ["CSQLite"]),
        library("Digest", ["CCrypto"]),
        library("Zstandard", ["CZstd"]),

        // Level 2: the checker (never the solver), the analysis, importers, reports, the store, sockets.
        // What an expert says of findings: causes, whose they are, what to change.
        library("LayoutDiagnosis", ["ExactArithmetic", "LayoutModel", "StandardAdditions"], exclude: ["DIAGNOSIS.md"]),
        library("LayoutVerification", ["ExactArithmetic", "LayoutModel", "LayoutLowering"]),
        library(
            "LayoutAnalysis", ["ExactArithmetic", "LayoutModel", "LayoutLowering", "LayoutDiagnosis", "LayoutVerification", "Simplex"],
            exclude: ["ANALYSIS.md", "Conflict/BREAKING.md", "Sizes/SIZES.md"]
        ),
        library(
            "LayoutImport", ["Compression", "ExactArithmetic", "JSON", "LayoutDiagnosis", "LayoutModel", "StandardAdditions", "XML"],
            exclude: [
                "Anonymizing/ANONYMIZING.md", "ConsoleLog/CONSOLELOG.md", "DebuggerText/DEBUGGERTEXT.md", "InterfaceBuilder/IMPORT.md",
                "ViewHierarchy/VIEWHIERARCHY.md",
                "VisualFormat/VISUALFORMAT.md",
            ]),
        // The rules of a check, and what is found by them.
        library(
            "LayoutLint",
            ["ExactArithmetic", "LayoutAnalysis", "LayoutLowering", "LayoutModel", "LayoutVerification", "Simplex", "StandardAdditions"],
            exclude: ["LINT.md"]),
        library("Reporting", ["Digest", "ExactArithmetic", "JSON", "LayoutModel", "StandardAdditions"]),
        library("LayoutDrawing", ["ExactArithmetic", "LayoutModel"]),
        // From bytes to findings, as the configuration of a build wants them: reading, checking, baselines. Neither HTTP nor SQLite.
        library(
            "LayoutCheck",
            [
                "Digest", "ExactArithmetic", "JSON", "LayoutAnalysis", "LayoutDrawing", "LayoutImport", "LayoutLint", "LayoutModel", "Reporting",
                "Simplex", "StandardAdditions",
            ]),
        library(
            "SessionStore", ["Digest", "EmbeddedFiles", "JSON", "PostgreSQL", "SQLite", "StandardAdditions", "Zstandard"],
            exclude: ["PACKING.md", "POSTGRESQL.md", "PostgreSQL/schema.sql", "Resources"]),
        library("SocketServer", ["CAllocationCounter", "CEpoll", "HTTP", "StandardAdditions"]),
        // Files that people add to their debugger or project.
        library("Capture", ["EmbeddedFiles"], exclude: ["CAPTURE.md", "Resources"]),
        library("Manual", ["EmbeddedFiles"], exclude: chapters.map { "\($0).md" }),
        library("WebPage", ["EmbeddedFiles"], exclude: ["PAGE.md", "Resources"]),

        // Level 3: the use cases and routes.
        library(
            "LayoutService",
            [
                "Compression", "Digest", "EmbeddedFiles", "ExactArithmetic", "HTTP", "JSON", "LayoutAnalysis", "LayoutCheck", "LayoutDrawing",
                "LayoutImport", "LayoutLint", "LayoutLowering", "LayoutModel", "LayoutVerification", "Manual", "Reporting", "SessionStore",
                "Simplex", "StandardAdditions", "WebPage",
            ],
            exclude: ["Resources"]),

        // Level 4: the command line, and the benchmark.
        .executableTarget(
            name: "plumbline",
            dependencies: [
                "Capture", "Compression", "Digest", "ExactArithmetic", "HTTP", "JSON", "LayoutCheck", "LayoutDiagnosis", "LayoutImport", "LayoutLint",
                "LayoutModel", "LayoutService", "Manual", "Reporting", "SessionStore", "SocketServer", "StandardAdditions",
            ], swiftSettings: strict),
        .executableTarget(
            name: "plumbline-bench",
            dependencies: [
                "CAllocationCounter", "Digest", "ExactArithmetic", "JSON", "LayoutAnalysis", "LayoutImport", "LayoutLowering", "LayoutModel",
                "LayoutVerification", "Reporting", "SessionStore", "Simplex",
            ],
            exclude: ["thresholds.txt"], swiftSettings: strict),

        // A server for tests that need one.
        .target(name: "PostgreSQLServer", path: "Tests/PostgreSQLServer", swiftSettings: strict),
        // The store and the service against a simulated disk, clock and network, from one seed.
        .target(
            name: "Simulation",
            dependencies: ["CSQLite", "Digest", "HTTP", "JSON", "LayoutCheck", "LayoutService", "SQLite", "SessionStore", "StandardAdditions"],
            path: "Tests/Simulation", exclude: ["SIMULATION.md"], swiftSettings: strict),
        .executableTarget(name: "simulate", dependencies: ["Simulation"], path: "Tests/Simulate", swiftSettings: strict),
        tests("StandardAdditions", []),
        tests("ExactArithmetic", ["CGMP"]),
        tests("LayoutModel", ["ExactArithmetic"]),
        tests("Simplex", ["ExactArithmetic"]),
        tests("LayoutLowering", ["ExactArithmetic", "LayoutModel"]),
        tests("JSON", []),
        tests("XML", []),
        tests("Compression", []),
        tests("HTTP", []),
        tests("PostgreSQL", ["PostgreSQLServer"]),
        tests("SQLite", []),
        tests("Digest", []),
        tests("Zstandard", []),
        tests("LayoutVerification", ["ExactArithmetic", "LayoutAnalysis", "LayoutImport", "LayoutLowering", "LayoutModel"]),
        tests("LayoutAnalysis", ["ExactArithmetic", "JSON", "LayoutImport", "LayoutLowering", "LayoutModel", "LayoutVerification"]),
        tests("LayoutImport", ["Compression", "ExactArithmetic", "JSON", "LayoutAnalysis", "LayoutModel"]),
        tests("LayoutDiagnosis", ["ExactArithmetic", "JSON", "LayoutAnalysis", "LayoutImport", "LayoutModel"]),
        tests("LayoutLint", ["ExactArithmetic", "JSON", "LayoutAnalysis", "LayoutImport", "LayoutModel"]),
        tests("Reporting", ["ExactArithmetic", "JSON", "LayoutModel"]),
        tests("LayoutDrawing", ["ExactArithmetic", "LayoutModel"]),
        tests("SessionStore", ["Digest", "PostgreSQL", "PostgreSQLServer", "SQLite"]),
        tests("SocketServer", ["HTTP", "StandardAdditions"]),
        tests("Manual", ["JSON", "LayoutCheck", "LayoutDiagnosis", "LayoutLint", "LayoutModel"]),
        tests(
            "LayoutService",
            [
                "Compression", "ExactArithmetic", "HTTP", "JSON", "LayoutCheck", "LayoutImport", "LayoutLint", "LayoutModel", "Manual",
                "StandardAdditions", "WebPage",
            ]),
        tests("LayoutCheck", ["ExactArithmetic", "JSON", "LayoutImport", "LayoutLint", "LayoutModel", "Reporting"]),
        // The readers and the engine under libFuzzer, by Scripts/suites/fuzz.sh; the tests run the same on seeds and past findings.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "Compression", "ExactArithmetic", "HTTP", "JSON", "LayoutAnalysis", "LayoutCheck", "LayoutImport", "LayoutModel", "LayoutService",
                "Reporting", "SessionStore",
            ],
            path: "Tests/Fuzzing/Targets", swiftSettings: strict),
        .testTarget(name: "FuzzingTests", dependencies: ["FuzzTargets"], swiftSettings: quick),
        .testTarget(name: "SimulationTests", dependencies: ["SQLite", "SessionStore", "Simulation"], swiftSettings: quick),
        .testTarget(name: "CommandTests", dependencies: ["Compression", "JSON", "PostgreSQLServer", "plumbline"], swiftSettings: quick),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11,
    cxxLanguageStandard: .cxx17
)
