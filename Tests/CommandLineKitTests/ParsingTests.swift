import CommandLineKit
import Simulation
import TestSupport
import Testing

/// Words, and the command that they parse to.
struct ParsingCase: CustomTestStringConvertible, Sendable {
  let words: [String]
  let expected: SampleReplay

  init(_ words: [String], _ change: (inout SampleReplay) -> Void) {
    self.words = words
    var expected = SampleReplay()
    expected.trace = "a.db"
    change(&expected)
    self.expected = expected
  }

  var testDescription: String { words.joined(separator: " ") }
}

@Suite("Parsing words")
struct ParsingTests {
  static let cases: [ParsingCase] = [
    ParsingCase(["a.db"]) { _ in },
    ParsingCase(["a.db", "--format", "json"]) { $0.format = .json },
    ParsingCase(["--format=json", "a.db"]) { $0.format = .json },
    ParsingCase(["-f", "csv", "a.db"]) { $0.format = .csv },
    ParsingCase(["-fcsv", "a.db"]) { $0.format = .csv },
    ParsingCase(["-f=csv", "a.db"]) { $0.format = .csv },
    ParsingCase(["-vj8", "a.db"]) { ($0.isVerbose, $0.jobs) = (true, 8) },
    ParsingCase(["-qvf", "json", "a.db"]) {
      ($0.isQuick, $0.isVerbose, $0.format) = (true, true, .json)
    },
    ParsingCase(["-v", "-v", "a.db"]) { $0.isVerbose = true },
    ParsingCase(["--output=", "a.db"]) { $0.output = "" },
    ParsingCase(["--output", "", "a.db"]) { $0.output = "" },
    ParsingCase(["--output=x=y=", "a.db"]) { $0.output = "x=y=" },
    ParsingCase(["--output=--format", "a.db"]) { $0.output = "--format" },
    ParsingCase(["--output", "-", "a.db"]) { $0.output = "-" },
    ParsingCase(["-"]) { $0.trace = "-" },
    ParsingCase([""]) { $0.trace = "" },
    ParsingCase(["a.db", "b.db", "-v", "c.db"]) {
      ($0.others, $0.isVerbose) = (["b.db", "c.db"], true)
    },
    ParsingCase(["a.db", "--", "-v", "--format", "--"]) { $0.others = ["-v", "--format", "--"] },
    ParsingCase(["--", "--help"]) { $0.trace = "--help" },
    ParsingCase(["--offset", "-12.5", "a.db"]) { $0.offset = -12.5 },
    ParsingCase(["-o", "-.5", "a.db"]) { $0.offset = -0.5 },
    ParsingCase(["-o-1e3", "a.db"]) { $0.offset = -1000 },
    ParsingCase(["-o", "+.5E-1", "a.db"]) { $0.offset = 0.05 },
    ParsingCase(["--since", "-9223372036854775808", "a.db"]) { $0.since = .min },
    ParsingCase(["--seed", "18446744073709551615", "a.db"]) { $0.seed = .max },
    ParsingCase(["--bounce", "yes", "a.db"]) { $0.bounce = true },
    ParsingCase(["--bounce=OFF", "a.db"]) { $0.bounce = false },
    ParsingCase(["-t", "a", "--tag=b", "-tc", "a.db"]) { $0.tags = ["a", "b", "c"] },
    ParsingCase(["--jobs", "1", "a.db"]) { $0.jobs = 1 },
    ParsingCase(["--jobs", "64", "a.db"]) { $0.jobs = 64 },
    ParsingCase(["--debug-step", "2", "a.db"]) { $0.debugStep = 2 },
    ParsingCase(["--json", "a.db"]) { $0.format = .json },
    ParsingCase(["--json", "--format", "csv", "a.db"]) { $0.format = .csv },
    ParsingCase(["--format", "csv", "--json", "a.db"]) { $0.format = .json },
    ParsingCase(["--color", "never", "a.db"]) { _ in },
    ParsingCase(["a.db", "e\u{301}.db"]) { $0.others = ["e\u{301}.db"] },
  ]

  @Test("words set the values of properties", arguments: cases)
  func values(example: ParsingCase) throws {
    let invocation = try sample.parse(["replay"] + example.words)
    #expect(invocation.verb == "replay")
    let command = try #require(invocation.command as? SampleReplay)
    #expect(String(reflecting: command) == String(reflecting: example.expected))
  }

  @Test("the bytes of a name are kept even if Swift considers two spellings equal")
  func bytes() throws {
    let invocation = try sample.parse(["replay", "e\u{301}"])
    let command = try #require(invocation.command as? SampleReplay)
    #expect(Array(command.trace.utf8) == [0x65, 0xCC, 0x81])
  }

  @Test("a default in a list is replaced, not extended")
  func listDefault() throws {
    var prototype = SampleReplay()
    prototype.tags = ["all"]
    let program = Program(
      name: "p", abstract: "a", version: "1", groups: [CommandGroup("g", [prototype])])
    let given = try program.parse(["replay", "x", "-t", "b"]).command as? SampleReplay
    #expect(given?.tags == ["b"])
    let kept = try program.parse(["replay", "x"]).command as? SampleReplay
    #expect(kept?.tags == ["all"])
  }

  @Test("a negative number is accepted where a number is expected")
  func negativeArgument() throws {
    let command = try sample.parse(["fail", "-12", "-ljson"]).command as? SampleFail
    #expect(command?.way == -12)
    #expect(command?.level == .json)
  }

  @Test(
    "global options may come before or after the verb",
    arguments: [
      ["--color", "always", "doctor"], ["--color=always", "doctor"],
      ["doctor", "--color", "always"], ["doctor", "--color=always"],
      ["--no-color", "doctor", "--color", "always"],
    ])
  func globals(words: [String]) throws {
    var console = Transcript().console()
    try sample.parse(words).configure(&console)
    #expect(console.color == .always)
    #expect(console.style.isEnabled)
  }

  @Test("the later of two options for the same setting wins")
  func laterWins() throws {
    var console = Transcript().console()
    try sample.parse(["doctor", "--color", "always", "--no-color"]).configure(&console)
    #expect(console.color == .never)
  }

  @Test("random words are parsed or refused and never trap")
  func randomWords() {
    let pieces = [
      "-", "--", "=", "a", "f", "j", "v", "format", "jobs", "1", "-1", "replay", "fail", "help",
      "é", "\u{301}", "\u{1B}", "\0", " ", "", "json", "--format", "--format=", "-h", "--color",
    ]
    for seed in Cases.seeds() {
      var generator = SeededGenerator(seed: seed)
      let words = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        (0..<Int.random(in: 0...3, using: &generator))
          .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      }
      do {
        _ = try sample.parse(words)
      } catch {
        let text = error.text(program: "sample")
        // Two lines without control characters: nothing that a user types can control the terminal.
        #expect(text.split(separator: "\n").count == 2, "seed \(seed): \(words)")
        #expect(!text.contains("\u{1B}"), "seed \(seed): \(words)")
      }
    }
  }
}
