/// A copy of a value in which something is otherwise: what a test makes of a request, a header or a content.
package func with<Value, Problem: Error>(
    _ value: Value, _ change: (inout Value) throws(Problem) -> Void
) throws(Problem) -> Value {
    var value = value
    try change(&value)
    return value
}
