internal import Glibc

/// Generates workloads with the script `gen.py`.
struct Generator {
    var script: String
    var folder: String
    /// Further options of the script, such as `--variant conflict`.
    var options: [String]

    /// Writes the workload and returns its path.
    func make(family: String, size: Int) throws(Failure) -> String {
        let suffix = options.map { "." + $0.filter { $0 != "-" } }.joined()
        let path = "\(folder)/\(family).\(size)\(suffix).json"
        let words = ["python3", script, family, String(size), "-o", path] + options
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The script's output does not belong to the results.
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        var arguments = words.map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        guard posix_spawnp(&process, "python3", &actions, nil, arguments, environ) == 0 else { throw Failure("python3 cannot be run") }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            if errno != EINTR { throw Failure("\(script): \(String(cString: strerror(errno)))") }
        }
        guard status == 0 else { throw Failure("\(words.joined(separator: " ")) failed") }
        return path
    }
}
