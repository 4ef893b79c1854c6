extension CommandLine {
    /// The first argument that is not UTF-8, with other characters in the place of what is not; nil if there is none.
    ///
    /// Another file could have the name that ``arguments`` has for it.
    static var foreignArgument: String? {
        (0..<Int(argc)).lazy.compactMap { unsafeArgv[$0] }.first { String(validatingCString: $0) == nil }.map { String(cString: $0) }
    }
}
