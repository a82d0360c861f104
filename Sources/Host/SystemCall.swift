/// How this floor calls C: refusals become a `SystemError`, interruptions are tried again.

internal import Glibc

/// Runs a call that says -1 and sets `errno` when it fails.
///
/// Tries again on EINTR. A path with a zero byte in it is refused with EINVAL before the call: C
/// would silently take the part before it, another file.
func systemCall<Result: SignedInteger>(
    _ call: String, _ path: String? = nil, _ body: () -> Result
) throws(SystemError) -> Result {
    try refuseZeroByte(call, path)
    while true {
        let result = body()
        if result != -1 { return result }
        let code = errno
        if code != EINTR { throw SystemError(code: code, call: call, path: path) }
    }
}

/// Runs a function of CHost, which answers 0 or the `errno`.
func shimCall(_ call: String, _ path: String? = nil, _ body: () -> Int32) throws(SystemError) {
    try refuseZeroByte(call, path)
    let code = body()
    if code != 0 { throw SystemError(code: code, call: call, path: path) }
}

private func refuseZeroByte(_ call: String, _ path: String?) throws(SystemError) {
    if let path, path.utf8.contains(0) { throw SystemError(code: EINVAL, call: call, path: path) }
}

/// Takes over a C string that `malloc` gave, and frees it. Nil for NULL or when it is not UTF-8.
///
/// What it costs is one copy.
func takeString(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
    guard let pointer = unsafe pointer else { return nil }
    defer { unsafe free(pointer) }
    return unsafe String(validatingCString: pointer)
}
