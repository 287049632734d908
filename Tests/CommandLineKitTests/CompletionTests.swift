import CommandLineKit
import Foundation
import TestSupport
import Testing

/// The text before the cursor, and the words that the shell offers.
struct CompletionCase: CustomTestStringConvertible, Sendable {
  let words: [String]
  let offered: [String]

  init(_ words: [String], _ offered: [String]) {
    self.words = words
    self.offered = offered
  }

  var testDescription: String { words.joined(separator: " ") }
}

@Suite("Completion scripts")
struct CompletionTests {
  static let verbs = ["replay", "fail", "doctor", "help", "completions", "version"]
  static let shared = ["-h", "--help", "--color", "--no-color"]

  @Test("completion scripts match the approved files", arguments: Shell.allCases)
  func golden(shell: Shell) throws {
    try Golden.check(run(["completions", shell.rawValue]).output, "completion.\(shell.rawValue)")
  }

  @Test("completion scripts are valid in their shells", arguments: Shell.allCases)
  func syntax(shell: Shell) throws {
    guard let program = ShellRun.find(shell.rawValue) else { return ShellRun.skip(shell) }
    let script = sample.completionScript(for: shell)
    let result = try ShellRun.run(program, "-n", script: script)
    #expect(result.status == 0)
    #expect(result.text == "")
  }

  static let bashCases: [CompletionCase] = [
    CompletionCase([""], verbs),
    CompletionCase(["re"], ["replay"]),
    CompletionCase(["-"], ["--version"] + shared),
    CompletionCase(["--color", ""], ["auto", "always", "never"]),
    CompletionCase(["--color", "never", "d"], ["doctor"]),
    CompletionCase(["--color", "=", "never", "d"], ["doctor"]),
    CompletionCase(["replay", "--format", ""], ["text", "json", "csv"]),
    CompletionCase(["replay", "--format", "="], ["text", "json", "csv"]),
    CompletionCase(["replay", "--format", "=", "j"], ["json"]),
    CompletionCase(["replay", "-f", "c"], ["csv"]),
    CompletionCase(["replay", "--bounce", ""], ["yes", "no"]),
    CompletionCase(["replay", "--fo"], ["--format"]),
    CompletionCase(["replay", "a.db", "--co"], ["--color"]),
    CompletionCase(["replay", "a.db", "--color", "a"], ["auto", "always"]),
    CompletionCase(["replay", ""], []),
    CompletionCase(["replay", "--output", ""], []),
    CompletionCase(["--no-color", "help", ""], verbs + ["exit-codes"]),
    CompletionCase(["completions", ""], ["bash", "zsh", "fish"]),
    CompletionCase(["completions", "bash", ""], []),
    CompletionCase(["completions", "bash", "-"], shared),
    CompletionCase(["completions", "--color", "never", "f"], ["fish"]),
    CompletionCase(["completions", "--color", "=", "never", "--no-color", "f"], ["fish"]),
    CompletionCase(["doctor", "-"], shared),
    CompletionCase(["unknown", ""], []),
  ]

  @Test("bash offers the words that can follow", arguments: bashCases)
  func bash(example: CompletionCase) throws {
    guard let program = ShellRun.find("bash") else { return ShellRun.skip(.bash) }
    let words = (["sample"] + example.words).map { "'\($0)'" }.joined(separator: " ")
    let script =
      sample.completionScript(for: .bash)
        + """
        COMP_WORDS=(\(words)) COMP_CWORD=\(example.words.count)
        _sample
        printf '%s\\n' "${COMPREPLY[@]}"
        """
    let result = try ShellRun.run(program, "--norc", script: script)
    #expect(result.status == 0)
    #expect(result.text.split(separator: "\n").map(String.init) == example.offered)
  }

  static let fishCases: [CompletionCase] = [
    CompletionCase(["re"], ["replay"]),
    CompletionCase(["--color", "never", "d"], ["doctor"]),
    CompletionCase(["--color", "a"], ["always", "auto"]),
    CompletionCase(["replay", "--format", ""], ["csv", "json", "text"]),
    CompletionCase(["replay", "--fo"], ["--format"]),
    CompletionCase(["help", "re"], ["replay"]),
    CompletionCase(["completions", ""], ["bash", "fish", "zsh"]),
    CompletionCase(["doctor", "re"], []),
    CompletionCase(["doctor", "/de"], []),
    CompletionCase(["replay", "/de"], ["/dev/"]),
    CompletionCase(["replay", "--output", "/de"], ["/dev/"]),
    CompletionCase(["replay", "--jobs", "/de"], []),
  ]

  @Test("fish offers the words that can follow", arguments: fishCases)
  func fish(example: CompletionCase) throws {
    guard let program = ShellRun.find("fish") else { return ShellRun.skip(.fish) }
    let line = (["sample"] + example.words).joined(separator: " ")
    let script = sample.completionScript(for: .fish) + "complete -C '\(line)'\n"
    let result = try ShellRun.run(program, "--no-config", script: script)
    #expect(result.status == 0)
    let offered = result.text.split(separator: "\n").map { line in
      String(line.prefix { $0 != "\t" })
    }
    #expect(offered == example.offered)
  }

  @Test("quoted text is one word in every shell", arguments: Shell.allCases)
  func quoting(shell: Shell) throws {
    struct Quoted: Command {
      static let name = "quoted"
      static let abstract = #"It's [a] "test": $HOME `x` \ end"#
      static let parameters: [Parameter<Self>] = [
        .option("text", \.text, #"It's [a] "test": $(exit 3) `exit 4` \"#)
      ]
      var text = ""
      func run(_ console: inout Console) -> ExitCode { .ok }
    }
    guard let program = ShellRun.find(shell.rawValue) else { return ShellRun.skip(shell) }
    let quoted = Program(
      name: "a-b", abstract: "a", version: "1", groups: [CommandGroup("g", [Quoted()])])
    let script = quoted.completionScript(for: shell)
    let result = try ShellRun.run(program, "-n", script: script)
    #expect(result.status == 0)
    #expect(result.text == "")
  }
}

/// Runs the installed shells.
enum ShellRun {
  static func find(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map {
      "\($0)/\(name)"
    }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  static func skip(_ shell: Shell) {
    print("1 check skipped: \(shell.rawValue) is not installed")
  }

  /// Runs a script with the words; returns what the shell printed to both streams.
  static func run(
    _ program: String, _ words: String..., script: String
  ) throws -> (status: Int32, text: String) {
    let folder = try TemporaryDirectory()
    try folder.write(Array(script.utf8), to: "script")
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = words + [folder.file("script")]
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
