/// The page of the API names every endpoint.

import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite("The page of the API", .timed) struct EndpointPageTests {
    @Test func `each path that the server answers stands on it`() throws {
        let source = String(
            decoding: try FileSystem.read(projectFile("Sources/DiaryServer/Requests/Route.swift")), as: UTF8.self)
        let page = String(decoding: try FileSystem.read(projectFile("Docs/PageAPI.md")), as: UTF8.self)
        var names = 0
        for found in source.matches(of: /"(?:GET|POST|PUT|DELETE)", "([a-z\/:]+)"|get\("([a-z\/:]+)"/) {
            names += 1
            let path = found.1 ?? found.2 ?? ""
            let last = path.split(separator: "/").last { !$0.hasPrefix(":") } ?? ""
            #expect(page.contains("/\(last)"), "\(path)")
        }
        #expect(names > 40)
    }
}
