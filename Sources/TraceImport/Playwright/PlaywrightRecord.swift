import ScrollModel
import TextKit

/// The scroll-related members of a record.
struct PlaywrightRecord {
  var type = ""
  var method = ""
  var className = ""
  var call = ""
  var page = ""
  var time: Int64?
  var wallTime: Int64?
  var params: ArraySlice<UInt8> = []
  var snapshot: ArraySlice<UInt8> = []
  var options: ArraySlice<UInt8> = []
  var browser = ""
  var platform = ""

  mutating func take(_ key: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) throws {
    switch key {
    case "type": type = JSONScanner.text(value) ?? ""
    case "snapshot": snapshot = value
    case "options": options = value
    case "browserName": browser = JSONScanner.text(value) ?? ""
    case "platform": platform = JSONScanner.text(value) ?? ""
    case "class": className = JSONScanner.text(value) ?? ""
    case "callId": call = JSONScanner.text(value) ?? ""
    case "monotonicTime": time = JSONScanner.scaled(value, timesTenTo: 6)
    case "metadata":
      // Up to version 3 this contains an action, whose class is in `type`.
      try JSONParts.members(of: value) { key, value in
        switch key {
        case "type": className = JSONScanner.text(value) ?? ""
        case "id": call = JSONScanner.text(value) ?? ""
        default: takeAction(key, value)
        }
      }
    default: takeAction(key, value)
    }
  }

  private mutating func takeAction(_ key: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
    switch key {
    case "method": method = JSONScanner.text(value) ?? ""
    case "pageId": page = JSONScanner.text(value) ?? ""
    case "startTime": time = JSONScanner.scaled(value, timesTenTo: 6)
    case "wallTime": wallTime = JSONScanner.scaled(value, timesTenTo: 6)
    case "params": params = value
    default: break
    }
  }

  /// Reads a width and a height; nil if one is missing.
  static func size(_ text: ArraySlice<UInt8>) throws -> Size? {
    var width: Double?
    var height: Double?
    try JSONParts.members(of: text) { key, value in
      switch key {
      case "width": width = JSONScanner.number(value)
      case "height": height = JSONScanner.number(value)
      default: break
      }
    }
    guard let width, let height, width > 0, height > 0 else { return nil }
    return Size(width: width, height: height)
  }

  /// The parameters of an action.
  struct Parameters {
    private var x: Double?
    private var y: Double?
    private var deltaX: Double?
    private var deltaY: Double?
    var viewport: Size?
    var url = ""

    init(_ text: ArraySlice<UInt8>) throws {
      try JSONParts.members(of: text) { key, value in
        switch key {
        case "x": x = JSONScanner.number(value)
        case "y": y = JSONScanner.number(value)
        case "deltaX": deltaX = JSONScanner.number(value)
        case "deltaY": deltaY = JSONScanner.number(value)
        case "viewportSize": viewport = try PlaywrightRecord.size(value)
        case "url": url = JSONScanner.text(value) ?? ""
        default: break
        }
      }
    }

    var delta: Vector { Vector(dx: deltaX ?? 0, dy: deltaY ?? 0) }

    var point: Point? { x.flatMap { x in y.map { Point(x: x, y: $0) } } }

    /// The action as text.
    func text(of record: PlaywrightRecord) -> String {
      var text = "\(record.className).\(record.method)"
      if !url.isEmpty { text += " \(url)" }
      if let point { text += " \(point.x) \(point.y)" }
      return text
    }
  }

  /// The members of a snapshot.
  struct SnapshotFields {
    var time: Int64?
    var call = ""
    var page = ""
    var frame = ""
    var html: ArraySlice<UInt8> = []
    var viewport: Size?
    var isMain = false
    var hasDoctype = false

    init(_ text: ArraySlice<UInt8>) throws {
      try JSONParts.members(of: text) { key, value in
        switch key {
        case "timestamp": time = JSONScanner.scaled(value, timesTenTo: 6)
        case "callId": call = JSONScanner.text(value) ?? ""
        case "pageId": page = JSONScanner.text(value) ?? ""
        case "frameId": frame = JSONScanner.text(value) ?? ""
        case "html": html = value
        case "doctype": hasDoctype = JSONScanner.text(value) != nil
        case "viewport": viewport = try PlaywrightRecord.size(value)
        case "isMainFrame": if case "true" = value { isMain = true }
        default: break
        }
      }
    }
  }
}

/// A browser context: the common state of its pages.
struct PlaywrightContext {
  var viewport: Size?
  var scale: Double?
  var browser = ""
  var platform = ""
  /// The difference between Unix time and the trace's clock.
  var unixLead: Int64?
  /// The first of its pages.
  var firstPage: Int?
  /// Whether its options were read.
  private(set) var isKnown = false
  /// The pages of calls, because the calls themselves may not contain them.
  private var calls: [String: Int] = [:]

  mutating func take(_ record: PlaywrightRecord) throws {
    isKnown = true
    browser = record.browser
    platform = record.platform
    if let time = record.time { align(time, record.wallTime) }
    try JSONParts.members(of: record.options) { key, value in
      switch key {
      case "viewport": viewport = try PlaywrightRecord.size(value)
      // 0 means the browser's default.
      case "deviceScaleFactor": scale = JSONScanner.number(value).flatMap { $0 > 0 ? $0 : nil }
      default: break
      }
    }
  }

  /// Aligns the clocks once: before version 7 only actions have both times.
  mutating func align(_ time: Int64, _ wallTime: Int64?) {
    guard unixLead == nil, let wallTime, time.magnitude <= ModelLimits.time.magnitude,
      0...ModelLimits.time ~= wallTime
    else { return }
    // Both are within the limits, but their difference may not be.
    let (lead, overflow) = wallTime.subtractingReportingOverflow(time)
    if !overflow { unixLead = lead }
  }

  mutating func note(_ call: String, on page: Int) {
    if !call.isEmpty, calls.count < 1 << 18 { calls[call] = page }
  }

  func page(of call: String) -> Int? { calls[call] }
}
