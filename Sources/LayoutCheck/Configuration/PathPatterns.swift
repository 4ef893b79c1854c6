/// The patterns of a configuration, as one nondeterministic automaton over the names of a path.
struct PathPatterns: Sendable, Hashable {
    let include: [String]
    let exclude: [String]
    /// The parts of all patterns, those of `include` first.
    private let parts: [GlobPattern.Part]
    private let alphabet: GlobPattern.Alphabet
    /// The number of parts of `include`.
    private let includedParts: Int
    /// The state before the first name.
    let start: State

    /// The places in `parts` that may come next after some names of a path, in order.
    struct State: Sendable, Hashable {
        fileprivate(set) var places: [UInt32] = []

        /// Adds a place, unless it is there already. New places come in order.
        mutating func add(_ place: Int) {
            let place = UInt32(truncatingIfNeeded: place)
            if places.last.map({ $0 < place }) ?? true { places.append(place) }
        }
    }

    init(include: [String] = [], exclude: [String] = []) {
        self.include = include
        self.exclude = exclude
        var parts: [GlobPattern.Part] = []
        var alphabet = GlobPattern.Alphabet()
        var start = State()
        func add(_ patterns: [String]) {
            for pattern in patterns.map({ GlobPattern($0, &alphabet) }) where !pattern.parts.isEmpty {
                PathPatterns.reach(parts.count, in: pattern.parts, from: parts.count, &start)
                parts += pattern.parts
            }
        }
        add(include)
        includedParts = parts.count
        add(exclude)
        self.parts = parts
        self.alphabet = alphabet
        self.start = start
    }

    /// The numbers of comparisons that take the time of a place of a state, and of a byte of a name whose characters have numbers.
    private static let (stepsOfPlace, stepsOfByte) = (8, 64)

    /// Returns the state after another name. It has the memory of the state before if it is the same.
    ///
    /// - Parameters:
    ///   - isFile: whether it is the last name.
    ///   - steps: the number of comparisons of characters so far.
    func next(after state: State, _ name: Substring, isFile: Bool, _ steps: inout Int) -> State {
        steps += state.places.count * PathPatterns.stepsOfPlace + name.utf8.count * PathPatterns.stepsOfByte
        let name = GlobPattern.Name(name, isFile: isFile, alphabet)
        var next = State()
        next.places.reserveCapacity(state.places.count)
        for place in state.places.lazy.map(Int.init) {
            switch parts[place] {
            case .anyDepth: PathPatterns.reach(place, in: parts, &next)
            case .name(let word): if GlobPattern.isEqual(name, word, &steps) { PathPatterns.reach(place + 1, in: parts, &next) }
            case .pattern(let word): if GlobPattern.matches(name, word, &steps) { PathPatterns.reach(place + 1, in: parts, &next) }
            case .end: next.add(place)
            }
        }
        return next == state ? state : next
    }

    /// Adds a place to a state, and the one after a `**`, which may match no folder.
    ///
    /// - Parameter first: the place of the first one of the parts.
    private static func reach(_ place: Int, in parts: [GlobPattern.Part], from first: Int = 0, _ state: inout State) {
        state.add(place)
        if case .anyDepth = parts[place - first] { state.add(place + 1) }
    }

    /// Returns whether a pattern of `include` and one of `exclude` match a path with such a state.
    func matches(_ state: State) -> (include: Bool, exclude: Bool) {
        let ends = state.places.lazy.map(Int.init).filter { parts[$0] == .end }
        return (ends.contains { $0 < includedParts }, ends.contains { $0 >= includedParts })
    }
}
