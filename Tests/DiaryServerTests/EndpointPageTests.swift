/// The page of the API names every endpoint.

import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite("The page of the API", .timed)
struct EndpointPageTests {
    @Test func `each path that the server answers stands on it`() throws {
        let source = String(
            decoding: try FileSystem.read(projectFile("Sources/DiaryServer/Requests/Endpoint.swift")), as: UTF8.self)
        let page = String(decoding: try FileSystem.read(projectFile("Docs/PageAPI.md")), as: UTF8.self)
        var names = 0
        for line in source.split(separator: "\n") where line.contains("case \"") || line.contains("case [\"") {
            let parts = line.split(separator: "\"")
            guard line.contains(": [\"") || line.contains("return") else { continue }
            names += 1
            #expect(page.contains("/\(parts[1])"), "\(parts[1])")
        }
        #expect(names > 25)
    }
}
