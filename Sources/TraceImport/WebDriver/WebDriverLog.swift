import ScrollModel
import TextKit

/// Assigns the entries of a driver's log to sessions.
///
/// Clients and the browser use different names for a session. A new page during a single open
/// command belongs to its session; otherwise it stays separate.
struct WebDriverLog {
  /// The common state of all sessions of a log.
  struct Shared {
    var tally = DiagnosticSummary()
    var traceCount = 0
    var eventCount: Int64 = 0
    /// Whether there is any gesture.
    var hasGesture = false
    /// The difference between Unix time and the log's clock, from the first touch with both.
    var unixLead: Int64?
    /// Whether touches are expanded requests and not sent touches.
    var hasExpansion = false
  }

  /// The largest number of sessions, and of pages of each; the least recent is removed first.
  private static let limit = 64

  private(set) var shared = Shared()
  private var sessions: [WebDriverSession] = []

  init() {}

  /// Handles a complete entry.
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

  /// Reports text that is no request.
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

  /// Returns the session of a page, which may only be determined now.
  private mutating func link(_ page: String) -> Int? {
    let own = sessions.firstIndex { $0.pages.contains(page) }
    if let own, sessions[own].name != nil { return own }
    let asked = sessions.indices.filter { sessions[$0].isAsked }
    guard asked.count == 1, let by = asked.first else { return own }
    guard let own else {
      // A client that keeps opening windows does not need the first ones.
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

  /// Discards the expansion of requests, because the log contains the sent touches.
  ///
  /// Touches sent to an unassigned page may belong to any open command.
  private mutating func forgetExpansions(for place: Int) {
    let isKnown = sessions[place].name != nil
    for index in sessions.indices where index == place || (!isKnown && sessions[index].isAsked) {
      sessions[index].forgetExpansion()
    }
  }
}
