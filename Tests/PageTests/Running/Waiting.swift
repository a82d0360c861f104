/// How the tests of the page wait: a condition is asked again until it holds, and the deadline is far away, as in
/// `Tests/TestSupport/Waiting.swift`.

import Foundation

/// How many seconds go by until something is said never to come.
let patience: TimeInterval = 120

/// Waits until something is there; what it is.
func wait<Found>(_ what: String, _ look: () throws -> Found?) throws -> Found {
    let end = Date(timeIntervalSinceNow: patience)
    while Date() < end {
        if let found = try look() { return found }
        Thread.sleep(forTimeInterval: 0.01)
    }
    throw Tab.Failed(description: "waited in vain: \(what)")
}

/// Lets so many seconds go by in which something wrong would show itself. What is right is right however many they are.
func meanwhile(_ seconds: TimeInterval) { Thread.sleep(forTimeInterval: seconds) }
