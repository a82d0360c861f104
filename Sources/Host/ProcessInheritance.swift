/// What this program was started with: arguments and environment.

internal import DiarylogCHost
internal import Glibc

/// The arguments as they were given.
package enum ProcessArguments {
    /// Every argument as raw bytes, the program's own name first.
    ///
    /// `CommandLine.arguments` silently repairs what is not UTF-8, and is empty where there is no /proc; this is not.
    package static func bytes() -> [[UInt8]] {
        (0..<chost_argument_count()).compactMap { index in
            guard let argument = unsafe chost_argument(index) else { return nil }
            return unsafe [UInt8](UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
        }
    }
}

/// The environment as it was given, even after `ZoneDatabase` has changed `TZ`. Safe from every thread of ours.
package enum ProcessEnvironment {
    /// The value of a variable; nil if it is not set or not UTF-8.
    package static func value(_ name: String) -> String? {
        unsafe takeString(chost_environment_value(name))
    }

    /// The value of a variable as raw bytes; nil if it is not set.
    package static func bytes(_ name: String) -> [UInt8]? {
        guard let value = unsafe chost_environment_value(name) else { return nil }
        defer { unsafe free(value) }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: value, count: strlen(value)))
    }

    /// Sets a variable for this process and its children. For tests, and for a child
    /// that must be told what no process list shows.
    package static func set(_ name: String, to value: String) throws(SystemError) {
        try shimCall("setenv", name) { unsafe chost_environment_set(name, value) }
    }

    /// Removes a variable from this process and its children. For tests.
    package static func unset(_ name: String) throws(SystemError) {
        try shimCall("unsetenv", name) { unsafe chost_environment_set(name, nil) }
    }
}
