import CommandLineKit
import ScrollModel
import TraceImport

/// Missing data of a trace, and its consequence.
struct MissingPart {
  /// The missing data.
  let what: String
  /// The question that cannot be answered.
  let consequence: String

  var text: String { "\(what): \(consequence)" }
}

extension TraceImportSummary {
  /// The missing data for each analysis.
  var lacks: [MissingPart] {
    var lacks: [MissingPart] = []
    func add(_ isMissing: Bool, _ what: String, _ consequence: String) {
      if isMissing { lacks.append(MissingPart(what: what, consequence: consequence)) }
    }
    add(frames == 0, "no offsets", "a replay has nothing to be compared with")
    add(
      placelessTouches > 0 && touchSamples == 0, "no positions of fingers",
      "\(counted(Int(placelessTouches), "touch", "touches")) without a position can't drive a "
        + "replay; give a recording of the finger with --gestures")
    add(
      frames > 0 && !hasGestures && commands == 0, "no inputs",
      "a replay is driven by the offsets, not by a finger")
    add(
      !hasContainerSize, "no container size",
      "visibility, paging and the ends of the content can't be checked")
    add(!hasContentSize, "no content size", "edge behavior can't be checked")
    add(targets == 0, "no item frames", "snapping, ids and visibility can't be checked")
    if let (id, count) = sharedID {
      add(
        true, "no unique ids",
        "\(counted(count, "item")) of one layout \(count == 1 ? "has" : "have") "
          + (id == TargetID("") ? "an empty id" : "the id '\(id.displayText)'")
          + ", so that findings can't name the right item")
    }
    add(
      lacksPoints, "no points",
      frames > 0
        ? "the number of pixels per point is missing; velocities and thresholds are wrong by that factor"
        : "lengths are in the device's own units, so that they can't drive a replay")
    add(
      frames > 0 && information.lacksScreenScale, "no scale of the screen",
      "offsets are in device pixels, which are CSS pixels only on a screen of scale 1")
    if case .throttled(let interval)? = information.qualities[.offset] {
      add(
        true, "offsets at most every \(interval.commandText) ms",
        "what happened between them can't be compared")
    }
    add(gaps > 0, "\(counted(Int(gaps), "gap"))", "no replay crosses one")
    return lacks
  }

  /// Whether inputs or offsets are in units without a relation to points.
  private var lacksPoints: Bool {
    switch information.coordinateSpace {
    case .points, .cssPixels: false
    case .devicePixels: !tellsScale && (hasGestures || frames > 0)
    case .deviceUnits, .normalized: hasGestures
    }
  }

  private var hasGestures: Bool { touchSamples > 0 || wheelSteps > 0 }

  /// The suggested next command.
  func nextCommand(id: Int64?, file: String) -> String {
    let name = id.map { String($0) } ?? "TRACE"
    if lacksPoints, frames == 0 {
      guard information.isOfDevice("touchscreen") || information.hasPixelsOfScreen else {
        return "scrolltrace show \(name)"
      }
      let panel = information.lacksRange ? " --panel 1080x2400" : ""
      return "scrolltrace import \(ShellWord.quoted(file)) --again --screen 390x844\(panel)"
    }
    guard frames > 0 || hasGestures || commands > 0 else { return "scrolltrace show \(name)" }
    if frames == 0, targets == 0 {
      let container = hasContainerSize ? "" : " --container 390x844"
      return "scrolltrace attach \(name) --layout scene.json\(container)"
    }
    guard hasContainerSize else {
      if frames > 0, smoothnessMarks > 0 { return "scrolltrace analyze smoothness \(name)" }
      let finger = placelessTouches > 0 && touchSamples == 0 ? " --gestures finger.txt" : ""
      return "scrolltrace attach \(name) --container 390x844\(finger)"
    }
    if frames > 0 { return "scrolltrace diagnose \(name)" }
    return information.declaredConfiguration != nil
      ? "scrolltrace replay \(name) --declared"
      : "scrolltrace replay \(name) --behavior none,paging,view-aligned"
  }
}

extension TraceInformation {
  /// Whether the source states this kind of device as the origin of its inputs.
  fileprivate func isOfDevice(_ kind: String) -> Bool {
    metadata.contains { $0.key == "input-device" && $0.json == "\"\(kind)\"" }
  }

  /// Whether the range of positions in the device's units is unknown.
  fileprivate var lacksRange: Bool {
    isOfPerfetto
      || (coordinateSpace == .deviceUnits && !metadata.contains { $0.key == "device-range" })
  }

  /// Whether positions are pixels of a display whose size is known or can be specified.
  fileprivate var hasPixelsOfScreen: Bool {
    isOfPerfetto
      || (coordinateSpace == .devicePixels && metadata.contains { $0.key == "screen_px" })
  }

  /// Whether offsets are those of Chromium on a screen whose scale the recording does not contain.
  fileprivate var lacksScreenScale: Bool {
    let formats: [CaptureFormat] = [.chromeTrace, .perfetto]
    return coordinateSpace == .cssPixels && scale == nil
      && formats.contains { $0.rawValue == source?.format }
  }

  /// Whether positions are pixels of a display without a size, from a Perfetto trace.
  private var isOfPerfetto: Bool {
    coordinateSpace == .devicePixels && source?.format == CaptureFormat.perfetto.rawValue
  }

  /// The conversion of the touches to points, as the end of a sentence.
  var wayToPoints: String {
    if isOfDevice("touchpad") { return "the finger was on a touchpad, not on the screen" }
    if isOfDevice("wheel") { return "it is a click wheel, whose notches are no points" }
    let way = "import its file again with --again --screen WxH"
    if isOfPerfetto { return "\(way) and the display's size in pixels: --panel WxH" }
    return lacksRange && isOfDevice("touchscreen")
      ? "\(way) and its range: --panel WxH, or the device's description with --with" : way
  }
}

extension Double {
  /// The number without an unnecessary fraction.
  var commandText: String {
    let text = String(self)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
