import CommandLineKit
import TestSupport
import Testing

@Suite("demo, and opening of a report")
struct DemoTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test("demo writes a log, a store and a report, and can run again")
  func demo() throws {
    let target = folder.file("tour")
    for _ in 1...2 {
      let run = scrolltrace("demo", target, "--no-open")
      #expect(run.code == .ok && run.error.isEmpty, "\(run.error)")
      #expect(run.output.contains("next    scrolltrace diagnose 1 --db "))
    }
    #expect(Files.names(in: target) == ["demo.jsonl", "demo.sqlite", "report.html"])
    let diagnosis = scrolltrace("diagnose", "1", "--db", "\(target)/demo.sqlite")
    #expect(diagnosis.output.contains("Cause"), "\(diagnosis.output)\(diagnosis.error)")
  }

  #if os(Linux)
    @Test("a page opens on a desktop only, and its path is always printed")
    func open() throws {
      try #require(Shell.toolFolder != nil, "the tool was not built beside the tests")
      let headless = try Shell.run("scrolltrace demo a", in: folder.path)
      #expect(headless.code == .ok)
      #expect(headless.error == "no desktop is running here; open a/report.html in a browser\n")
      let bare = try Shell.run(
        "export DISPLAY=:0; tool=$(command -v scrolltrace); PATH=/none; $tool demo b",
        in: folder.path)
      #expect(bare.code == .ok)
      #expect(bare.error == "'xdg-open' cannot be started; open b/report.html in a browser\n")
      try folder.write(Array("#!/bin/sh\necho \"$1\" >opened\n".utf8), to: "xdg-open")
      let script = """
        chmod +x xdg-open
        DISPLAY=:0 scrolltrace report 1 --db a/demo.sqlite --html page.html --open
        for try in $(seq 300); do [ -s opened ] && break; sleep 0.05; done
        cat opened
        """
      let opened = try Shell.run(script, in: folder.path)
      #expect(opened.error.contains("opened page.html"), "\(opened.error)")
      #expect(opened.output.hasSuffix("/page.html\n"), "\(opened.output)")
    }
  #endif
}
