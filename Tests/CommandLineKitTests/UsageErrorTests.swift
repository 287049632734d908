import CommandLineKit
import Testing

/// Words, and the error message for them.
struct MistakeCase: CustomTestStringConvertible, Sendable {
  let words: [String]
  let message: String

  init(_ words: [String], _ message: String) {
    self.words = words
    self.message = message
  }

  var testDescription: String { words.joined(separator: " ") }
}

@Suite("Messages about mistyped lines")
struct UsageErrorTests {
  static let replay: [MistakeCase] = [
    MistakeCase([], "argument TRACE is missing"),
    MistakeCase(["a", "--formt", "x"], "unknown option '--formt'; did you mean '--format'?"),
    MistakeCase(["a", "--verb"], "unknown option '--verb'; did you mean '--verbose'?"),
    MistakeCase(["a", "--xyz=1"], "unknown option '--xyz'"),
    MistakeCase(["a", "--debug-stp"], "unknown option '--debug-stp'"),
    MistakeCase(["a", "-x"], "unknown option '-x'"),
    MistakeCase(["a", "-vx"], "unknown option '-x' in '-vx'"),
    MistakeCase(["a", "-verbose"], "unknown option '-e' in '-verbose'; did you mean '--verbose'?"),
    MistakeCase(["a", "-5"], "unknown option '-5'"),
    MistakeCase(["a", "-\u{301}"], "unknown option '-\u{301}'"),
    MistakeCase(["a", "-v=\u{301}"], "option '-v' takes no value but was given '\u{301}'"),
    MistakeCase(["a", "--\u{1B}[31m"], "unknown option '--\\x1b[31m'"),
    MistakeCase(["a", "--format"], "option '--format' needs a value (text, json or csv)"),
    MistakeCase(["a", "-j"], "option '-j' needs a value (1 to 64)"),
    MistakeCase(["a", "--output"], "option '--output' needs a value"),
    MistakeCase(
      ["a", "--output", "--verbose"],
      "option '--output' needs a value, but '--verbose' follows;"
        + " write '--output=--verbose' if that is the value"),
    MistakeCase(
      ["a", "-t", "-v"],
      "option '-t' needs a value, but '-v' follows; write '-t-v' if that is the value"),
    MistakeCase(
      ["a", "-t", "-5"],
      "option '-t' needs a value, but '-5' follows; write '-t-5' if that is the value"),
    MistakeCase(
      ["a", "--format", "jsn"],
      "option '--format': 'jsn' is not text, json or csv; did you mean 'json'?"),
    MistakeCase(["a", "-f", "yaml"], "option '-f': 'yaml' is not text, json or csv"),
    MistakeCase(["a", "-f", "JSON"], "option '-f': 'JSON' is not text, json or csv"),
    MistakeCase(["a", "--bounce=maybe"], "option '--bounce': 'maybe' is not yes or no"),
    MistakeCase(["a", "-j", "0"], "option '-j': '0' is out of range; the range is 1 to 64"),
    MistakeCase(
      ["a", "--jobs=65"], "option '--jobs': '65' is out of range; the range is 1 to 64"),
    MistakeCase(
      ["a", "-j", "99999999999999999999"],
      "option '-j': '99999999999999999999' is out of range; the range is 1 to 64"),
    MistakeCase(["a", "-j", "four"], "option '-j': 'four' is not a whole number"),
    MistakeCase(["a", "-j", "4.0"], "option '-j': '4.0' is not a whole number"),
    MistakeCase(["a", "-j", "-"], "option '-j': '-' is not a whole number"),
    MistakeCase(["a", "-j="], "option '-j': '' is not a whole number"),
    MistakeCase(
      ["a", "--seed=-1"],
      "option '--seed': '-1' is out of range; the range is 0 to 18446744073709551615"),
    MistakeCase(
      ["a", "--since", "9223372036854775808"],
      "option '--since': '9223372036854775808' is out of range;"
        + " the range is -9223372036854775808 to 9223372036854775807"),
    MistakeCase(
      ["a", "-o1e400"],
      "option '-o': '1e400' is out of range; the range is about -1.8e308 to 1.8e308"),
    MistakeCase(
      ["a", "--format", "csv", "-f", "json"],
      "option '--format' takes one value but was given 'csv' and 'json'"),
    MistakeCase(
      ["a", "-j1", "-j1", "-j2"], "option '-j' takes one value but was given '1' and '1' and '2'"),
    MistakeCase(["a", "--verbose=yes"], "option '--verbose' takes no value but was given 'yes'"),
    MistakeCase(["a", "-v=yes"], "option '-v' takes no value but was given 'yes'"),
    MistakeCase(["a", "--color", "blue"], "option '--color': 'blue' is not auto, always or never"),
  ]

  @Test("a mistake is quoted as typed, with a remedy", arguments: replay)
  func messages(example: MistakeCase) {
    let seen = run(["replay"] + example.words)
    #expect(
      seen.error == "sample replay: \(example.message)\nSee 'sample help replay'.\n")
    #expect(seen.code == .usage)
    #expect(seen.output.isEmpty)
  }

  @Test(
    "a number is decimal, finite and independent of the locale",
    arguments: ["nan", "inf", "-inf", "0x10", "1,5", "1.", ".", "", "1e", "1e+", " 1", "1 ", "١"])
  func numbers(word: String) {
    let seen = run(["replay", "a", "--offset=\(word)"])
    let accepted = ["1."]
    if accepted.contains(word) {
      #expect(seen.code == .differences)
    } else {
      let line = seen.error.split(separator: "\n").first
      #expect(line == "sample replay: option '--offset': '\(word)' is not a number")
    }
  }

  @Test(
    "an extra argument is refused",
    arguments: [
      MistakeCase(
        ["doctor", "x"],
        "sample doctor: 'x' is one argument too many; there are no arguments\n"
          + "See 'sample help doctor'.\n"),
      MistakeCase(
        ["fail", "1", "level"],
        "sample fail: 'level' is one argument too many; the arguments are WAY;"
          + " did you mean '--level'?\nSee 'sample help fail'.\n"),
      MistakeCase(
        ["fail", "1"],
        "sample fail: option '--level' is missing (text, json or csv)\nSee 'sample help fail'.\n"),
      MistakeCase(
        ["fail", "x", "-ltext"],
        "sample fail: argument WAY: 'x' is not a whole number\nSee 'sample help fail'.\n"),
      MistakeCase(
        ["repaly"], "sample: unknown verb 'repaly'; did you mean 'replay'?\nSee 'sample help'.\n"),
      MistakeCase(["secre"], "sample: unknown verb 'secre'\nSee 'sample help'.\n"),
      MistakeCase(["--", "replay"], "sample: unknown verb '--'\nSee 'sample help'.\n"),
      MistakeCase(
        ["--colr"], "sample: unknown option '--colr'; did you mean '--color'?\nSee 'sample help'.\n"
      ),
      MistakeCase(
        ["help", "replya"],
        "sample help: unknown verb 'replya'; did you mean 'replay'?\nSee 'sample help help'.\n"),
      MistakeCase(
        ["--color", "auto", "doctor", "--color=auto"],
        "sample doctor: option '--color' takes one value but was given 'auto' and 'auto'\n"
          + "See 'sample help doctor'.\n"),
      MistakeCase(
        ["replay", "a", "-vq"],
        "sample replay: '--verbose' and '--quick' exclude each other\nSee 'sample help replay'.\n"
      ),
    ])
  func wholeText(example: MistakeCase) {
    let seen = run(example.words)
    #expect(seen == Seen(code: .usage, output: "", error: example.message))
  }

  @Test("a long word is truncated in the message")
  func longWord() {
    let seen = run(["replay", "a", "--" + String(repeating: "x", count: 100_000)])
    #expect(seen.error.count < 300)
    #expect(seen.error.contains("x…'"))
  }
}
