/// A full disk of this machine, and what it is not; a file on it that is damaged.

import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite("Exchange on a full disk", .timed, .needsAge)
final class SyncStorageTests: WithDevices {
    @Test func `a full disk here is said to be full, however little is left, and is no wrong key`() throws {
        try begin()
        let small = copy("small")
        try FileSystem.makeDirectory(small)
        let script = """
            mount -t tmpfs -o size=1500k,mode=700 tmpfs "$2" 2> /dev/null || exit 77
            "$0" sync join "$1" "$2/phone" --key "$3" > /dev/null 2>&1 || exit 78
            text=$(head -c 60000 /dev/urandom | base64 -w0)
            "$0" add "$text" > /dev/null 2>&1 && "$0" sync > /dev/null 2>&1 || exit 79
            for left in 20 60 80 100 120 140 160 200 240; do
                avail=$(df --output=avail -k "$2" | tail -1)
                head -c $(( (avail - left) * 1024 )) /dev/zero > "$2/ballast"
                "$0" sync --diary "$2/phone"
                echo "$left $?"
                rm "$2/ballast"
            done
            "$0" sync --diary "$2/phone" 2> /dev/null || exit 80
            "$0" sync status --diary "$2/phone" > /dev/null || exit 81
            """
        let told = try device.shell(
            "exec unshare -m bash -c \"$4\" \"$0\" \"$1\" \"$2\" \"$3\"", [Sandbox.program, cloud, small, key, script])
        if told.code == 77 || told.code == 1 && told.error.contains("unshare") {
            print("skipped: no file system of its own can be had here")
            return
        }
        #expect(told.code == 0, "\(told.code) \(told.error)")
        let codes = told.text.split(separator: "\n").compactMap { $0.split(separator: " ").last }
        #expect(codes.count == 9 && codes.allSatisfy { $0 == "6" || $0 == "0" } && codes.contains("6"), "\(told.text)")
        #expect(told.error.contains("there is no room") && !told.error.contains("no key"), "\(told.error)")
    }

    @Test func `an attached file that is damaged here is not put in the place of a whole one`() throws {
        try begin()
        let phone = copy("phone")
        _ = try device.add("사진", "--attach", device.file("photo.png", Array("photo".utf8)))
        try device.run("sync").ends(0)
        try device.run("sync", "join", cloud, phone, "--key", key).ends(0)
        let harm = "printf PHOTO > \"$(find \"$0\"/attachments -type f)\"; rm \"$1\"/files/*"
        #expect(try device.shell(harm, [device.diary, cloud]).code == 0)
        try device.run("sync").ends(0)
        try device.run("sync", "--diary", phone).ends(0)
        let desk = copy("desk")
        try device.run("sync", "join", cloud, desk, "--key", key).ends(0, saying: "1 file came")
        #expect(try device.run("files", "@1", "--diary", desk).text.contains("present"))
    }
}
