/// Whether two strings of an event have the same bytes.
///
/// Not `==`, which takes "\u{E9}" for "e\u{301}": what an event says is bytes, and two that differ are two values on
/// every device.
func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
