extension Program {
  /// Returns a reference page in Markdown: every help screen under a heading of its own.
  public func reference() -> String {
    let screen = HelpScreen(program: self, width: 80, style: Style(isEnabled: false))
    var text = "# \(name)\n\n\(abstract)\n\n```\n\(screen.overview())```\n"
    for verb in visibleVerbs {
      text += "\n## \(name) \(verb.name)\n\n\(verb.abstract)\n\n```\n\(screen.help(for: verb))```\n"
    }
    return text + "\n## Exit codes\n\n| code | name | meaning |\n|---|---|---|\n"
      + ExitCode.table.map { "| \($0.code.rawValue) | \($0.name) | \($0.sentence) |\n" }.joined()
  }
}
