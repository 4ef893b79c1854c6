internal import Foundation
internal import Simulation

// Runs simulations, each from a seed of its own, and prints the seeds of those that find something.

struct Options {
    var seconds = 3600.0
    var seed: UInt64?
    var lives = 6
    var plant: Plant?
    var isLoud = false
    var checksIndexes = false
    var kinds = SimulationKind.allCases

    init(_ arguments: [String]) {
        var arguments = arguments[...]
        func value<T>(_ argument: String, _ parse: (String) -> T?) -> T {
            guard let value = arguments.popFirst().flatMap(parse) else { Options.stop("\(argument) needs another value") }
            return value
        }
        while let argument = arguments.popFirst() {
            switch argument {
            case "--verbose": isLoud = true
            case "--indexes": checksIndexes = true
            case "--seconds": seconds = value(argument, Double.init)
            case "--seed": seed = value(argument) { UInt64($0) }
            case "--lives": lives = value(argument) { Int($0) }
            case "--plant": plant = value(argument, Plant.init(rawValue:))
            case "--only": kinds = [value(argument, SimulationKind.init(rawValue:))]
            default: Options.stop("unknown argument \(argument)")
            }
        }
    }

    private static func stop(_ message: String) -> Never {
        FileHandle.standardError.write(Data("simulate: \(message)\n".utf8))
        exit(2)
    }

    /// Runs the simulations of a seed. Returns whether they found nothing.
    func run(_ seed: UInt64, _ total: inout SimulationResult) -> Bool {
        var isSound = true
        for kind in kinds {
            do {
                let result = try kind.run(seed: seed, lives: lives, plant: plant, checksIndexes: checksIndexes, log: isLoud ? { print($0) } : nil)
                total.add(result)
                if self.seed != nil { print("\(kind.rawValue): \(result.trace)") }
            } catch {
                print("FAIL: \(kind.rawValue), seed \(seed): \(error)")
                isSound = false
            }
            fflush(nil)
        }
        return isSound
    }
}

let options = Options(Array(CommandLine.arguments.dropFirst()))
var total = SimulationResult()
if let seed = options.seed {
    let isSound = options.run(seed, &total)
    print("seed \(seed): \(isSound ? "no fault found" : "a fault was found"); \(total.summary)")
    exit(isSound ? 0 : 1)
}
let begin = Date()
var next = UInt64(begin.timeIntervalSince1970 * 1000)
var runs = 0
var failed: [UInt64] = []
while Date().timeIntervalSince(begin) < options.seconds {
    if !options.run(next, &total) { failed.append(next) }
    runs += 1
    next += 1
}
print("\(runs) seeds; \(total.summary)")
if !failed.isEmpty { print("Replay with --seed: \(failed.map(String.init).joined(separator: ", "))") }
exit(failed.isEmpty ? 0 : 1)
