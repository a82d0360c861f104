import Glibc

/// Runs a program and waits for it; how long that took, in nanoseconds. Its output goes nowhere.
func spawn(_ program: String, _ arguments: [String], _ environment: [String]) -> UInt64 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    let start = now()
    var process: pid_t = 0
    guard posix_spawn(&process, program, &actions, nil, &words, &variables) == 0 else { return 0 }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return now() - start
}

/// Asks the kernel to forget a file's pages; they are read from the disk again. False in a memory file system.
func forget(_ path: String) -> Bool {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return false }
    defer { close(file) }
    fsync(file)
    return posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0
}

/// The type of the file system that a path lies on, as the kernel's list of mounts has it.
func fileSystem(_ path: String) -> String {
    guard let file = fopen("/proc/self/mounts", "r") else { return "?" }
    defer { fclose(file) }
    var best = (length: 0, type: "?")
    var buffer = [CChar](repeating: 0, count: 4096)
    while fgets(&buffer, Int32(buffer.count), file) != nil {
        let line = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let fields = line.split(separator: " ")
        guard fields.count > 2, fields[1].count >= best.length, path.hasPrefix(fields[1]) else { continue }
        best = (fields[1].count, String(fields[2]))
    }
    return best.type == "tmpfs" ? "tmpfs: in memory, where syncing costs nothing" : best.type
}

/// Bytes that this process has handed to the system so far.
func writtenBytes() -> UInt64 {
    guard let file = fopen("/proc/self/io", "r") else { return 0 }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 256)
    while fgets(&buffer, Int32(buffer.count), file) != nil {
        let line = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if line.hasPrefix("wchar: ") { return UInt64(line.dropFirst(7).dropLast()) ?? 0 }
    }
    return 0
}
