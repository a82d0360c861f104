import Glibc

/// How long the calling thread computes in a body, in seconds: other threads, and other programs, do not count.
public func threadTime(_ body: () throws -> Void) rethrows -> Double {
    let start = now()
    try body()
    return now() - start
}

private func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
