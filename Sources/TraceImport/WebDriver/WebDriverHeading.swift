import TextKit

/// The text before an entry's JSON: its subject and its owner.
struct WebDriverHeading {
  /// The relevant subjects of entries.
  enum Subject {
    /// A client requests actions.
    case actions
    /// A client requests the release of all actions.
    case release
    /// A client ends its session.
    case quit
    case touch
    case mouse
    case metrics
    case page
  }

  /// The owner of an entry.
  enum Owner {
    /// A session, by its name for the client; without a name if the log contains none.
    case session(String)
    /// A page, by its name for the browser.
    case page(String)
  }

  /// Nil if it is irrelevant.
  private(set) var subject: Subject?
  /// Nil if it is neither a client's nor the driver's.
  private(set) var owner: Owner?
  /// Whether the driver responds to its client, so that no more input is sent for the command.
  private(set) var isAnswer = false

  private static let methods: [(name: String, subject: Subject)] = [
    ("Input.dispatchTouchEvent", .touch), ("Input.dispatchMouseEvent", .mouse),
    ("Emulation.setDeviceMetricsOverride", .metrics), ("Page.navigate", .page),
  ]

  private static let commands: [(name: String, subject: Subject)] = [
    ("PerformActions", .actions), ("ReleaseActions", .release), ("Quit", .quit),
    ("QuitSession", .quit),
  ]

  /// The heading of bare actions without a log.
  static let bareActions: WebDriverHeading = {
    var heading = WebDriverHeading()
    heading.subject = .actions
    heading.owner = .session("")
    return heading
  }()

  private init() {}

  /// Reads the heading of an entry, after its timestamp.
  init(_ text: ArraySlice<UInt8>) {
    let front = text.prefix(400).prefix { $0 != UInt8(ascii: "{") }
    let words = front.split { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }
      .map { String(decoding: $0, as: UTF8.self) }
    guard let first = words.first?.lowercased() else { return }
    if first == "devtools" {
      takeMessage(words)
    } else if let verb = words.firstIndex(where: { $0 == "POST" || $0 == "DELETE" }) {
      takeRequest(words[verb...])
    } else {
      takeCommand(words)
    }
  }

  /// `DevTools WebSocket Command: Input.dispatchTouchEvent (id=24) (session_id=FD4A) 4F3E`.
  private mutating func takeMessage(_ words: [String]) {
    let isAnswer = words.contains { $0 == "Response:" || $0 == "RESPONSE" }
    guard !isAnswer, let number = words.firstIndex(where: { $0.hasPrefix("(id=") }) else { return }
    let key = "(session_id="
    let page = words.first { $0.hasPrefix(key) }?.dropFirst(key.count).dropLast()
    // Without a protocol session, the socket's page is the only owner.
    let socket = words[(number + 1)...].first { !$0.hasPrefix("(") }
    owner = .page(page.map(String.init) ?? socket ?? "")
    subject = Self.methods.first { words.contains($0.name) }?.subject
  }

  /// `[a854fc] COMMAND PerformActions`; older drivers write no session.
  private mutating func takeCommand(_ words: [String]) {
    var rest = words[...]
    var session = ""
    if let first = rest.first, first.hasPrefix("["), first.hasSuffix("]") {
      session = String(first.dropFirst().dropLast())
      rest = rest.dropFirst()
    }
    guard let side = rest.first, side == "COMMAND" || side == "RESPONSE" else { return }
    owner = .session(session)
    isAnswer = side == "RESPONSE"
    subject = rest.dropFirst().first.flatMap { word in
      Self.commands.first { $0.name == word }?.subject
    }
    // A session ends with the response; all other subjects are in the command.
    if isAnswer != (subject == .quit) { subject = nil }
  }

  /// `POST /session/ab/actions`, or the same path with `DELETE` to release.
  private mutating func takeRequest(_ words: ArraySlice<String>) {
    guard let verb = words.first, let path = words.dropFirst().first else { return }
    let parts = path.split(separator: "/").drop { $0 != "session" }.dropFirst()
    guard let session = parts.first else { return }
    owner = .session(String(session))
    switch (verb, parts.dropFirst().joined(separator: "/")) {
    case ("POST", "actions"): subject = .actions
    case ("DELETE", "actions"): subject = .release
    case ("DELETE", ""): subject = .quit
    default: break
    }
  }
}
