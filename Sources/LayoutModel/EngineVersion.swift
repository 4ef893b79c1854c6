/// The version of the program and its engine: stated in every report and stored with every session.
public enum EngineVersion {
    public static let number = "0.2.0"
    /// As in reports: `plumbline 0.2.0`.
    public static let text = "plumbline \(number)"
}
