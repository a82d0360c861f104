/// How this floor calls C: failures become a `SystemError`, interrupted calls are repeated.

internal import Glibc

/// Makes a call that returns -1 and sets `errno` if it fails.
///
/// Repeats the call on EINTR. A path with a zero byte is refused with EINVAL before the call: C would silently stop at
/// that byte, and so use another file.
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

/// Calls a function of CHost, which returns 0 or the `errno`.
func shimCall(_ call: String, _ path: String? = nil, _ body: () -> Int32) throws(SystemError) {
    try refuseZeroByte(call, path)
    let code = body()
    if code != 0 { throw SystemError(code: code, call: call, path: path) }
}

private func refuseZeroByte(_ call: String, _ path: String?) throws(SystemError) {
    if let path, path.utf8.contains(0) { throw SystemError(code: EINVAL, call: call, path: path) }
}

/// Copies a C string that `malloc` allocated, and frees it; nil if it is NULL or not UTF-8.
///
/// Costs one copy.
func takeString(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
    guard let pointer = unsafe pointer else { return nil }
    defer { unsafe free(pointer) }
    return unsafe String(validatingCString: pointer)
}

/// The bytes of a C string.
func cBytes(_ pointer: UnsafePointer<CChar>) -> [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)))
}
