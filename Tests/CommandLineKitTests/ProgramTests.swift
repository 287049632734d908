import Testing

@testable import CommandLineKit

@Suite("Running a program")
struct ProgramTests {
  @Test("results go to the output, and the command's exit code is returned")
  func result() {
    #expect(
      run(["replay", "a.db"]) == Seen(code: .differences, output: "replayed a.db\n", error: ""))
  }

  @Test("an option of the verb may come before the verb")
  func optionFirst() {
    let seen = run(["--format", "json", "replay", "a.db"])
    #expect(seen.output == "replayed a.db\n")
    #expect(run(["--nonsense", "replay", "a.db"]).error.contains("unknown option '--nonsense'"))
  }

  @Test("color follows the terminal and the option")
  func color() {
    let painted = "replayed \u{1B}[32ma.db\u{1B}[0m\n"
    #expect(run(["replay", "a.db"], isTerminal: true).output == painted)
    #expect(run(["replay", "a.db", "--color=always"]).output == painted)
    #expect(run(["replay", "a.db", "--no-color"], isTerminal: true).output == "replayed a.db\n")
  }

  @Test("NO_COLOR is respected unless the command line overrides it")
  func noColor() {
    var console = Transcript().console(isTerminal: true)
    #expect(console.style.isEnabled && console.errorStyle.isEnabled)
    console.isColorUnwanted = true
    #expect(!console.style.isEnabled && !console.errorStyle.isEnabled)
    console.color = .always
    #expect(console.style.isEnabled && console.errorStyle.isEnabled)
  }

  @Test("an error sets its exit code and cannot control the terminal")
  func failure() {
    let seen = run(["fail", "-1", "-ltext"])
    #expect(seen.code == .temporary)
    #expect(seen.error == "sample fail: a.db is locked\nby 'x\\x1b[31m'\n")
  }

  @Test("any other error is an internal error")
  func bug() {
    let seen = run(["fail", "1", "-ltext"])
    #expect(seen.code == .internalError)
    #expect(seen.error == "sample fail: Bug()\n")
  }

  @Test("the version is printed after the name")
  func version() {
    #expect(run(["--version"]) == Seen(code: .ok, output: "sample 1.2.3\n", error: ""))
    #expect(run(["replay", "--version"]).code == .usage)
  }

  @Test("an empty command line prints the overview as a usage error")
  func nothing() {
    let seen = run([])
    #expect(seen.code == .usage)
    #expect(seen.output.isEmpty)
    #expect(seen.error == run(["help"]).output)
  }

  @Test(
    "help is available from every command line",
    arguments: [
      ["help", "replay"], ["replay", "--help"], ["replay", "-h"], ["replay", "-vh"],
      ["--help", "replay"], ["replay", "--bogus", "-h"], ["replay", "-j", "--help"],
      ["replay", "--help", "--color=never"],
    ])
  func help(words: [String]) {
    let seen = run(words)
    #expect(seen.code == .ok)
    #expect(seen.output.hasPrefix("USAGE: sample replay [OPTIONS] TRACE [OTHER...]\n"))
    #expect(seen.error.isEmpty)
  }

  @Test("a hidden verb runs with its prototype's values and is not listed")
  func hidden() {
    #expect(run(["secret"]).output == "42\n")
    #expect(!run(["help"]).output.contains("secret"))
    #expect(Shell.allCases.allSatisfy { !sample.completionScript(for: $0).contains("secret") })
  }

  @Test("success with lost output is a write error")
  func lostOutput() {
    struct Full: Error {}
    let errors = Transcript()
    var console = Console(output: { _ in throw Full() }, error: { errors.error += $0 })
    #expect(sample.main(["replay", "a"], console: &console) == .inputOutput)
    #expect(errors.error == "sample: the output could not be written: Full()\n")
    console = Console(
      output: { _ in throw WriteFailure(code: 32) }, error: { errors.error += $0 })
    errors.error = ""
    #expect(sample.main(["replay", "a"], console: &console) == .readerGone)
    #expect(errors.error.isEmpty, "a reader that went away needs no message")
  }

  @Test("after lost output, nothing more is written")
  func noHole() {
    struct Full: Error {}
    var attempts: [String] = []
    var console = Console(
      output: {
        attempts.append($0)
        throw Full()
      }, error: { _ in })
    console.print("one")
    console.print("two")
    console.flush()
    #expect(attempts == ["one\n"])
  }

  @Test("buffered results appear before later messages and at the end")
  func buffering() {
    let transcript = Transcript()
    var pieces: [String] = []
    var console = Console(
      output: { pieces.append($0) }, error: { pieces.append("!" + $0) }, bufferBytes: 8)
    console.write("abc")
    console.write("def")
    #expect(pieces.isEmpty)
    console.write("gh")
    console.write("i")
    console.printError("x")
    #expect(pieces == ["abcdefgh", "i", "!x\n"])
    var buffered = transcript.console(bufferBytes: 1000)
    _ = sample.main(["replay", "a"], console: &buffered)
    #expect(transcript.output == "replayed a\n")
  }

  @Test("exit codes ascend, have unique numbers and names, and have a sentence")
  func exitCodes() {
    let numbers = ExitCode.table.map(\.code.rawValue)
    #expect(numbers == [0, 1, 2, 3, 4, 65, 66, 69, 70, 73, 74, 75, 130, 141])
    #expect(Set(ExitCode.table.map(\.name)).count == numbers.count)
    #expect(ExitCode.table.allSatisfy { $0.sentence.hasSuffix(".") })
  }
}
