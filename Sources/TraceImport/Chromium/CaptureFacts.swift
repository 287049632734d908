import ScrollModel
import TextKit

/// The metadata of a Chromium recording as a whole.
struct CaptureFacts {
  /// The name of the trace's file format.
  let format: String
  /// The clock of the events.
  var clockName: String
  /// Device pixels per CSS pixel of the screen, if known.
  private(set) var scale: Double?
  /// The zero of each page's own clock by process, on the trace's clock, in nanoseconds.
  private var pageOrigins: [Int64: Int64] = [:]
  private var userAgent: String?
  private var product: String?
  private var systemName: String?
  private var systemVersion: String?
  private var entries: [(key: String, text: String)] = []

  init(format: String, clockName: String) {
    self.format = format
    self.clockName = clockName
  }

  /// The longest value that is kept, in bytes.
  private static let limit = 4096

  /// Handles one member of the metadata by its name in Chromium.
  mutating func take(_ key: String, _ value: String) {
    if key == "command_line" { return takeCommandLine(value) }
    guard value.utf8.count <= Self.limit, !value.isEmpty else { return }
    switch key {
    case "user-agent": userAgent = value
    case "product-version": product = value
    case "os-name": systemName = value
    case "os-version": systemVersion = value
    case "os-kernel-version": systemVersion = systemVersion ?? value
    case "clock-domain": clockName = Self.lowercased(value)
    case "hostDPR": takeScale(value)
    case "revision", "trace-capture-datetime", "source", "startTime", "gpu-gl-renderer":
      guard !entries.contains(where: { $0.key == key }) else { return }
      entries.append((key, value))
    default: break
    }
  }

  /// Handles the browser's command line, which may set the scale of the screen.
  private mutating func takeCommandLine(_ line: String) {
    let name = "--force-device-scale-factor="
    let word = line.split(separator: " ").last { $0.hasPrefix(name) }
    if let word { takeScale(String(word.dropFirst(name.count))) }
  }

  private mutating func takeScale(_ text: String) {
    let digits = Array(text.utf8)
    guard let number = try? DecimalParser.double(digits.span) else { return }
    if number > 0, number <= ModelLimits.scale { scale = number }
  }

  /// Handles a mark of a page, which has the times of both clocks; the first one of a process is
  /// used.
  mutating func takeMark(at time: Int64, of process: Int64, pageMilliseconds: Double) {
    guard pageOrigins[process] == nil, pageOrigins.count < 1 << 16, pageMilliseconds >= 0,
      pageMilliseconds < 1e12
    else { return }
    let (origin, overflow) = time.subtractingReportingOverflow(Int64(pageMilliseconds * 1e6))
    if !overflow { pageOrigins[process] = origin }
  }

  /// Returns the zero of a process's page clock; if only one is known, it is used for all.
  private func pageOrigin(of process: Int64) -> Int64? {
    pageOrigins[process] ?? (pageOrigins.count == 1 ? pageOrigins.first?.value : nil)
  }

  /// Returns the information of one trace of the recording; `origin` is its time zero.
  func information(named name: String, of process: Int64, origin: Int64) -> TraceInformation {
    var information = TraceInformation(name: name, coordinateSpace: .cssPixels)
    information.app = browser
    information.system = [systemName, systemVersion].compactMap { $0 }.joined(separator: " ")
    if information.system?.isEmpty ?? true { information.system = nil }
    information.scale = scale
    information.clock = SourceClock(name: clockName, origin: "\(origin) ns")
    information.source = SourceOrigin(format: format)
    information.qualities = [.phase: .derived]
    for entry in entries { set(entry.key, Self.quoted(entry.text), in: &information) }
    if let userAgent { set("user-agent", Self.quoted(userAgent), in: &information) }
    if let pageOrigin = pageOrigin(of: process) {
      let (distance, overflow) = pageOrigin.subtractingReportingOverflow(origin)
      if !overflow { set(MetadataEntry.pageTimeOrigin, "\(distance)", in: &information) }
    }
    return information
  }

  private func set(_ key: String, _ json: String, in information: inout TraceInformation) {
    information.setMetadata(MetadataEntry(key: key, json: json))
  }

  /// The browser and its version, from the product or else from the user agent.
  private var browser: String? {
    if let product { return product }
    guard let userAgent else { return nil }
    let parts = userAgent.split(separator: " ")
    return parts.first { $0.hasPrefix("HeadlessChrome/") || $0.hasPrefix("Chrome/") }.map(
      String.init)
  }

  private static func lowercased(_ text: String) -> String {
    String(decoding: text.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.value(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
