import CommandLineKit
import Foundation
import Testing

@Suite("The console of the process")
struct StandardConsoleTests {
  @Test("results and messages go complete to their own streams")
  func streams() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(1),
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      var console = Console.standard()
      for number in 0..<50_000 { console.print("line \(number)") }
      console.printError("a message")
      exit(sample.main(["replay", "a.db"], console: &console).rawValue)
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    let lines = (0..<50_000).map { "line \($0)\n" }.joined()
    #expect(output.contains(lines + "replayed a.db\n"))
    let error = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(error.contains("a message\n"))
  }

  #if os(Linux)
    @Test("a full disk turns success into a write error")
    func fullDisk() async throws {
      let result = await #expect(
        processExitsWith: .exitCode(74), observing: [\.standardErrorContent]
      ) {
        let full = open("/dev/full", O_WRONLY)
        dup2(full, STDOUT_FILENO)
        var console = Console.standard()
        exit(sample.main(["--version"], console: &console).rawValue)
      }
      let error = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(error.contains("sample: the output could not be written: No space left on device\n"))
    }
  #endif
}
