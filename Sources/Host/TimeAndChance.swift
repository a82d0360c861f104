/// The two things that pure code is given: what time it is, and bytes that nobody can guess.

internal import DiarylogCHost
internal import Glibc

/// The system's clocks.
package enum WallClock {
    /// Microseconds since 1970 in UTC. May jump, also backwards, when the clock is set.
    package static func now() -> Int64 { nowAndSeconds().microseconds }

    /// The same, and the whole seconds in it, rounded down as the system gives them.
    package static func nowAndSeconds() -> (microseconds: Int64, seconds: Int64) {
        let time = read(CLOCK_REALTIME)
        return (Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000, Int64(time.tv_sec))
    }

    /// Nanoseconds since an arbitrary point. Never goes back: for measuring durations.
    package static func monotonic() -> Int64 {
        let time = read(CLOCK_MONOTONIC)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Sleeps for about that long; a signal may end it sooner.
    package static func pause(nanoseconds: Int64) {
        var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        _ = unsafe nanosleep(&time, nil)
    }

    /// Both clocks exist on every Linux, so there is no error to report.
    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return time
    }
}

/// The system's source of randomness (`getrandom`), good enough for keys.
package enum SystemRandom {
    /// That many unpredictable bytes. Early after a machine starts, waits until the system has enough entropy.
    ///
    /// Throws only where a sandbox forbids the call.
    package static func bytes(_ count: Int) throws(SystemError) -> [UInt8] {
        var code: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            unsafe code = chost_random(buffer.baseAddress, count)
            filled = code == 0 ? count : 0
        }
        if code != 0 { throw SystemError(code: code, call: "getrandom") }
        return bytes
    }
}
