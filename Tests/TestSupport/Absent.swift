/// What a test cannot go on without was not there.
package struct Absent: Error {
    package init() {}
}
