internal import ExactArithmetic
internal import LayoutModel

/// The confidence of a cause.
///
/// For conflicts, it is counted on the labeled public logs (`Scripts/suites/diagnoses.sh` prints the numbers): if `right` of `n`
/// diagnoses of a cause had the labeled cause, the confidence is `(right + 1) / (n + 2)` (rule of succession). A cause that
/// occurred once is therefore not certain, and one that never occurred gets one half.
enum Confidence {
    /// For each cause, the number of logs in which it was right, and the number in which it was given.
    private static let counted: [Diagnosis.Cause: (right: Int, count: Int)] = [
        .systemNoise: (28, 28), .transientZero: (20, 20), .cellHeight: (14, 14), .cellWidth: (1, 1), .hiddenInStack: (9, 9), .maskLeftOn: (7, 7),
        .frameSetView: (3, 3), .duplicate: (6, 7), .edgesAndSize: (6, 6), .overconstrainedChain: (2, 3), .stackContents: (6, 6), .aspectRatio: (2, 2),
        .boundsContradict: (2, 2), .negativeSize: (1, 1), .safeAreaOrKeyboard: (2, 2), .libraryNoise: (1, 1), .notShown: (2, 2),
    ]

    static func of(_ cause: Diagnosis.Cause) -> Rational {
        switch cause {
        // Open attributes are proven, and there are no labels for missing constraints, so these are estimates.
        case .missingPosition, .missingSize, .scrollContent: return Rational(9, over: 10) ?? .one
        case .contentPriorityTie, .stackDistribution, .inequalityOnly, .uninstalled, .removedAtBuild: return Rational(4, over: 5) ?? .one
        default:
            let (right, count) = counted[cause] ?? (0, 0)
            return (Rational(right + 1, over: count + 2) ?? .half).rounded(toPlaces: 2)
        }
    }
}

extension Diagnosis {
    /// Creates a diagnosis with the confidence of its cause.
    init(cause: Cause, owner: Owner, sentence: String, culprits: [String], because: [Reason] = [], remedies: [Remedy]) {
        self.init(
            cause: cause, owner: owner, sentence: sentence, culprits: culprits, because: because, remedies: remedies,
            confidence: Confidence.of(cause))
    }
}
