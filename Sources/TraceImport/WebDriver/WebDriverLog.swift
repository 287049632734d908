import ScrollModel
import TextKit

/// Gives the entries of a driver's log to the sessions they belong to.
///
/// Clients and the browser name a session differently. Where a page turns up while one single
/// command is open, it is that session's; otherwise it stays by itself.
struct WebDriverLog {
  /// What all sessions of a log share.
  struct Shared {
    var tally = DiagnosticSummary()
    var traceCount = 0
    var eventCount: Int64 = 0
    /// Whether anything was found that drives a scroll view.
    var hasGesture = false
    /// What Unix time is ahead of the log's clock, from the first touch that says both.
    var unixLead: Int64?
    /// Whether touches are what was asked for and not what was sent.
    var hasExpansion = false
  }

  /// How many sessions are kept in mind, and pages of each; what was silent longest goes first.
  private static let limit = 64

  private(set) var shared = Shared()
  private var sessions: [WebDriverSession] = []

  init() {}

  /// Takes in a whole entry.
  mutating func take<Sink: TraceSink>(
    _ entry: WebDriverImport.Entry, isCutOff: Bool, into sink: inout Sink
  ) throws {
    guard !entry.text.isEmpty || entry.isTooLong, let owner = entry.heading.owner,
      let place = try place(of: owner, entry, into: &sink)
    else { return }
    sessions[place].lastLine = entry.line
    if case .session = owner {
      sessions[place].isAsked = !entry.heading.isAnswer
      if entry.heading.isAnswer { sessions[place].settleExpansion(&shared) }
    } else if entry.heading.subject == .touch || entry.heading.subject == .mouse {
      forgetExpansions(for: place)
    }
    if entry.heading.subject == .quit {
      return try end(place, into: &sink)
    }
    try sessions[place].take(entry, isCutOff: isCutOff, &shared, into: &sink)
  }

  /// Ends the log.
  mutating func finish<Sink: TraceSink>(into sink: inout Sink) throws {
    for place in sessions.indices { try sessions[place].finish(&shared, into: &sink) }
    sessions = []
    guard shared.hasGesture else { return }
    if shared.hasExpansion {
      try shared.tally.report(
        "expanded-actions", .notice,
        "the log has the actions that were asked for and not what was sent; pointers were moved "
          + "evenly", into: &sink)
    }
    try shared.tally.finish(into: &sink)
  }

  /// Says where something stands that is no request.
  mutating func reportUnread<Sink: TraceSink>(
    line: Int64, byte: Int64, into sink: inout Sink
  ) throws {
    try shared.tally.report(
      "not-read", .dataLoss, line: line, byte: byte,
      "this is not an actions request; it was not read", into: &sink)
  }

  // MARK: Whose an entry is

  private mutating func place<Sink: TraceSink>(
    of owner: WebDriverHeading.Owner, _ entry: WebDriverImport.Entry, into sink: inout Sink
  ) throws -> Int? {
    switch owner {
    case .session(let name):
      let place = sessions.firstIndex { $0.name == name }
      return try place ?? add(WebDriverSession(name: name), into: &sink)
    case .page(let page):
      if let place = link(page) { return place }
      guard entry.heading.subject != nil else { return nil }
      return try add(WebDriverSession(page: page), into: &sink)
    }
  }

  /// Returns the session of a page, which it may turn out to be only now.
  private mutating func link(_ page: String) -> Int? {
    let own = sessions.firstIndex { $0.pages.contains(page) }
    if let own, sessions[own].name != nil { return own }
    let asked = sessions.indices.filter { sessions[$0].isAsked }
    guard asked.count == 1, let by = asked.first else { return own }
    guard let own else {
      // A client that opens windows all day long leaves the first ones behind.
      if sessions[by].pages.count >= Self.limit { sessions[by].pages.removeFirst() }
      sessions[by].pages.append(page)
      return by
    }
    guard sessions[by].isUnheard else { return own }
    sessions[own].name = sessions[by].name
    sessions[own].isAsked = true
    sessions.remove(at: by)
    return sessions.firstIndex { $0.pages.contains(page) }
  }

  private mutating func add<Sink: TraceSink>(
    _ session: WebDriverSession, into sink: inout Sink
  ) throws -> Int {
    if sessions.count >= Self.limit,
      let silent = sessions.indices.min(by: { sessions[$0].lastLine < sessions[$1].lastLine })
    {
      try end(silent, into: &sink)
    }
    sessions.append(session)
    return sessions.count - 1
  }

  private mutating func end<Sink: TraceSink>(_ place: Int, into sink: inout Sink) throws {
    var session = sessions.remove(at: place)
    try session.finish(&shared, into: &sink)
  }

  /// Forgets what was asked for, as the log has what was sent for it.
  ///
  /// What was sent to a page of nobody known may be what any open command asked for.
  private mutating func forgetExpansions(for place: Int) {
    let isKnown = sessions[place].name != nil
    for index in sessions.indices where index == place || (!isKnown && sessions[index].isAsked) {
      sessions[index].forgetExpansion()
    }
  }
}
