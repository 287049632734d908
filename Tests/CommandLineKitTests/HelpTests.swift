import Testing

@testable import CommandLineKit

@Suite("Help screens")
struct HelpTests {
  @Test(
    "help screens match the approved files",
    arguments: ["overview", "replay", "fail", "doctor", "exit-codes"])
  func golden(topic: String) throws {
    let words = topic == "overview" ? ["help"] : ["help", topic]
    try Golden.check(run(words).output, "help-\(topic).txt")
  }

  @Test("the reference page lists every visible verb")
  func reference() throws {
    try Golden.check(sample.reference(), "reference.md")
    for verb in sample.visibleVerbs {
      #expect(sample.reference().contains("\n## sample \(verb.name)\n"))
      #expect(sample.reference().contains("(#sample-\(verb.name))"))
    }
  }

  @Test("the manual page lists every visible verb and option, and no text starts a request")
  func manPage() throws {
    let page = sample.manPage()
    try Golden.check(page, "sample.1")
    let requests = [".TH", ".SH", ".SS", ".TP", ".B", ".PP", ".RS", ".RE", ".nf", ".fi"]
    for line in page.split(separator: "\n") where line.hasPrefix(".") {
      #expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
    }
    for verb in sample.visibleVerbs {
      #expect(page.contains("\n.SS sample \(verb.name) "))
      for option in verb.declarations where option.kind != .argument {
        let spelling = "--\(option.name)".replacing("-", with: "\\-")
        #expect(page.contains(spelling) == !option.isHidden, "\(option.name)")
      }
    }
    #expect(run(["help", "--man"]).output == page)
    #expect(run(["help", "--markdown"]).output == sample.reference())
    #expect(run(["help", "--man", "replay"]).code == .usage)
  }

  @Test(
    "help lines fit the terminal and never exceed 100 columns",
    arguments: [1, 40, 60, 80, 100, 400])
  func width(width: Int) {
    let screen = HelpScreen(program: sample, width: width, style: Style(isEnabled: false))
    let limit = min(max(width, 50), 100)
    let example = SampleReplay.examples.map(\.line)
    for verb in sample.visibleVerbs {
      // Lines to copy are not wrapped, and neither are usage lines and labels.
      for line in screen.help(for: verb).split(separator: "\n")
      where !example.contains(String(line.drop { $0 == " " })) && !line.hasPrefix("USAGE") {
        #expect(TerminalText.width(of: String(line)) <= limit, "\(line)")
      }
    }
    for line in screen.overview().split(separator: "\n") {
      #expect(TerminalText.width(of: String(line)) <= limit, "\(line)")
    }
  }

  @Test("headings are bold and examples cyan, and nothing else changes")
  func style() {
    let plain = run(["help", "replay"]).output
    let painted = run(["help", "replay", "--color", "always"]).output
    #expect(painted.contains("\u{1B}[1mUSAGE:\u{1B}[0m sample replay"))
    #expect(painted.contains("    \u{1B}[36msample replay a.db\u{1B}[0m\n"))
    let stripped = painted.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(stripped == plain)
  }

  @Test("hidden options are not shown")
  func hidden() {
    #expect(!run(["help", "replay"]).output.contains("debug-step"))
  }
}
