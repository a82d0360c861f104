/// Which release this is: what `--version` of both programs says, and what packages are named after.

internal import DiarylogCHost

/// The release that was built. `make dist` names the commit that it was built from; any other build names none.
package enum Release {
    package static let version = "1.0.0-beta.1"

    /// The day on which it got its number.
    package static let date = "2026-11-24"

    /// The format of the file that this release writes; the store says the same.
    package static let format = 1

    /// The commit, as git writes it; nil for a build that nobody named.
    package static var commit: String? {
        let commit = unsafe String(cString: chost_commit())
        return commit.isEmpty ? nil : commit
    }

    /// `diarylog 1.0.0-beta.1 (0123456789ab, format 1)`, on one line.
    package static func text(of program: String) -> String {
        "\(program) \(version) (\(commit.map { $0 + ", " } ?? "")format \(format))"
    }
}
