import ScrollModel
import TextKit

extension ReportData {
  /// Writes the visibility settings of a track for the drawing script.
  func write(_ lens: ReportVisibility, _ json: inout JSONWriter) throws(NumberError) {
    json.beginObject()
    json.key("anchor")
    if let anchor = lens.anchor {
      try write([anchor.x, anchor.y], &json)
    } else {
      json.null()
    }
    json.key("margins")
    let margins = lens.margins
    try write([margins.top, margins.left, margins.bottom, margins.right], &json)
    json.key("inner")
    json.value(lens.viewport == .unobscured)
    json.key("area")
    json.value(lens.measure == .area)
    json.key("transition")
    if let transition = lens.transition {
      json.beginObject()
      json.key("axis")
      if let axis = transition.axis {
        json.value(axis == .horizontal ? "x" : "y")
      } else {
        json.null()
      }
      json.key("inner")
      json.value(lens.transitionViewport == .unobscured)
      json.key("before")
      try write(transition.topLeading, &json)
      json.key("after")
      try write(transition.bottomTrailing, &json)
      json.endObject()
    } else {
      json.null()
    }
    json.endObject()
  }

  private func write(_ numbers: [Double], _ json: inout JSONWriter) throws(NumberError) {
    json.beginArray()
    for value in numbers { try json.value(value.isFinite ? value : 0) }
    json.endArray()
  }

  /// Writes a mode: its threshold and, if it is interactive, its curve; null without effect.
  private func write(_ mode: TransitionMode, _ json: inout JSONWriter) throws(NumberError) {
    guard let threshold = mode.threshold else { return json.null() }
    json.beginObject()
    json.key("curve")
    if case .interactive(let curve, _) = mode { json.value(curve.rawValue) } else { json.null() }
    json.key("threshold")
    try write(threshold, &json)
    json.endObject()
  }

  private func write(
    _ threshold: TransitionThreshold, _ json: inout JSONWriter
  ) throws(NumberError) {
    json.beginArray()
    switch threshold {
    case .visible(let fraction):
      json.value("visible")
      try json.value(fraction.isFinite ? fraction : 0)
    case .centered:
      json.value("centered")
    case .inset(let base, let distance):
      json.value("inset")
      try write(base, &json)
      try json.value(distance.isFinite ? distance : 0)
    case .interpolated(let first, let second, let amount):
      json.value("mix")
      try write(first, &json)
      try write(second, &json)
      try json.value(amount.isFinite ? amount : 0)
    }
    json.endArray()
  }
}
