/// The one way in which tests wait: a condition is asked again until it holds. Nobody guesses how long a thing takes.
///
/// The deadline is far away, so that a machine where everything takes ten times as long is right as well: it only keeps
/// a run from standing still for ever.

import Glibc
package import Testing

private let patience = Duration.seconds(120)

/// Waits until `condition` holds; if it never does, that is an issue which says what was waited for.
@discardableResult
package func eventually(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () throws -> Bool
) rethrows -> Bool {
    let end = ContinuousClock.now + patience
    while try !condition() {
        guard ContinuousClock.now < end else {
            Issue.record("waited in vain: \(what)", sourceLocation: sourceLocation)
            return false
        }
        usleep(3_000)
    }
    return true
}

/// The same for a task, which holds no thread while it waits.
@discardableResult
package func eventually(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws -> Bool {
    let end = ContinuousClock.now + patience
    while try await !condition() {
        guard ContinuousClock.now < end else {
            Issue.record("waited in vain: \(what)", sourceLocation: sourceLocation)
            return false
        }
        try await Task.sleep(for: .milliseconds(3))
    }
    return true
}

/// The same for a line of any shell: defines `until_true 'condition'`, which ends the shell with 97 if it never holds.
///
/// It counts turns, not time, since dash has no clock; two minutes go by at the least. It has no line end, so that what
/// a shell says of the script behind it has the right lines.
package let untilTrue = """
    until_true() { turns=0; until eval "$1"; do turns=$((turns + 1)); [ $turns -lt 6000 ] || \
    { echo "waited in vain: $1" >&2; exit 97; }; sleep 0.02; done; }; 
    """

/// For kills that are to fall in the midst of something, in bash: `duration command…` says how many microseconds it
/// takes on this machine now, and `pause` lets as many go by. Where the kill falls is chance; what is left must be
/// whole.
package let moments = """
    duration() { local begun=${EPOCHREALTIME/./}; "$@" >/dev/null 2>&1; echo $((${EPOCHREALTIME/./} - begun)); }; \
    pause() { sleep "$(printf %d.%06d $(($1 / 1000000)) $(($1 % 1000000)))"; }; 
    """
