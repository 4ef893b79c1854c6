internal import ExactArithmetic
internal import LayoutModel

/// How often a cause that is given is right.
///
/// Of conflicts it is counted over the labelled public logs (`Scripts/suites/diagnoses.sh` prints the figures): of `n` diagnoses of a cause `right` had the label's cause, and the
/// confidence is `(right + 1) / (n + 2)`, so a cause that was seen once is not taken for certain, and one that was never seen is as good as not.
enum Confidence {
    /// For each cause how many of how many logs it was right of.
    private static let counted: [Diagnosis.Cause: (right: Int, count: Int)] = [
        .systemNoise: (28, 28), .transientZero: (20, 20), .cellHeight: (14, 14), .cellWidth: (1, 1), .hiddenInStack: (9, 9), .maskLeftOn: (7, 7),
        .frameSetView: (3, 4), .duplicate: (6, 7), .edgesAndSize: (6, 6), .overconstrainedChain: (1, 2), .stackContents: (6, 6), .aspectRatio: (2, 2),
        .boundsContradict: (2, 2), .negativeSize: (0, 1), .safeAreaOrKeyboard: (2, 2), .libraryNoise: (1, 1), .notShown: (2, 2),
    ]

    static func of(_ cause: Diagnosis.Cause) -> Rational {
        switch cause {
        // What is open is proven, and of what is missing there are no labels: these are a judgement.
        case .missingPosition, .missingSize, .scrollContent: return Rational(9, over: 10) ?? .one
        case .contentPriorityTie, .stackDistribution, .inequalityOnly, .uninstalled, .removedAtBuild: return Rational(4, over: 5) ?? .one
        default:
            let (right, count) = counted[cause] ?? (0, 0)
            return (Rational(right + 1, over: count + 2) ?? .half).rounded(toPlaces: 2)
        }
    }
}

extension Diagnosis {
    /// A diagnosis with the confidence that its cause has.
    init(cause: Cause, owner: Owner, sentence: String, culprits: [String], because: [Reason] = [], remedies: [Remedy]) {
        self.init(
            cause: cause, owner: owner, sentence: sentence, culprits: culprits, because: because, remedies: remedies,
            confidence: Confidence.of(cause))
    }
}
