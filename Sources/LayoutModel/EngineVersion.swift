/// The version of the program and its engine. Every report and every stored session contains it.
public enum EngineVersion {
    public static let number = "0.2.0"
    /// The version as in reports: `plumbline 0.2.0`.
    public static let text = "plumbline \(number)"
}
