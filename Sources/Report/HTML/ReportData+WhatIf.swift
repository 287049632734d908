import ScrollModel
import TextKit

extension ReportData {
  /// The data of the panel besides the engine: its initial values, and the accepted values.
  func whatIf() throws(NumberError) -> [UInt8] {
    let cause = document.diagnosis?.causes.first
    var json = JSONWriter(escaping: .html)
    json.beginObject()
    json.key("command")
    exact(document.replayCommand, &json)
    json.key("start")
    exact(cause?.configuration, &json)
    json.key("fix")
    if let fix = cause?.fix {
      json.beginObject()
      json.key("summary")
      text(fix.summary, &json)
      json.key("configuration")
      json.value(fix.configuration)
      json.endObject()
    } else {
      json.null()
    }
    json.key("profile")
    json.value(Profile.standard.rawValue)
    words("limits", ViewAlignedLimit.allCases.map(\.rawValue), &json)
    words("anchors", UnitPoint.named.map(\.name), &json)
    words("directions", LayoutDirection.allCases.map(\.rawValue), &json)
    try write("keys", Configuration.fields, &json) { (field, json) throws(NumberError) in
      try write(field, &json)
    }
    json.endObject()
    return json.bytes
  }

  /// Writes a text unchanged, because it is parsed again.
  private func exact(_ text: String?, _ json: inout JSONWriter) {
    if let text { json.value(text) } else { json.null() }
  }

  private func words(_ name: String, _ words: [String], _ json: inout JSONWriter) {
    json.key(name)
    json.beginArray()
    for word in words { json.value(word) }
    json.endArray()
  }

  private func write(_ field: ConfigurationField, _ json: inout JSONWriter) throws(NumberError) {
    json.beginObject()
    json.key("name")
    json.value(field.name)
    if !field.words.isEmpty { words("words", field.words, &json) }
    if let range = field.range {
      json.key("range")
      json.beginArray()
      try json.value(range.lowerBound)
      try json.value(range.upperBound)
      json.endArray()
    }
    if field.isWhole {
      json.key("isWhole")
      json.value(true)
    }
    for (name, text) in [("unit", field.unit), ("rules", field.rules)] where !text.isEmpty {
      json.key(name)
      json.value(text)
    }
    json.key("default")
    write(field.defaults, &json)
    json.endObject()
  }

  /// Writes one default, or one for each profile if they differ.
  private func write(_ defaults: [(profile: Profile, value: String?)], _ json: inout JSONWriter) {
    let isSame = defaults.allSatisfy { $0.value == defaults[0].value }
    guard !isSame else { return text(defaults[0].value, &json) }
    json.beginObject()
    for (profile, value) in defaults {
      json.key(profile.rawValue)
      text(value, &json)
    }
    json.endObject()
  }

  /// Writes the data for saving a playground's scene: the scene, and its script as timed steps.
  func write(_ scene: PlaygroundPage.Scene, _ json: inout JSONWriter) throws(NumberError) {
    json.key("name")
    json.value(scene.name)
    json.key("inputs")
    json.value(scene.inputsID)
    words("scenes", sceneNames, &json)
    json.key("scene")
    json.value(scene.json)
    try write("steps", scene.steps, &json) { (step, json) throws(NumberError) in
      json.beginArray()
      // Exact, unlike drawn values, because the script is saved with these times.
      try json.value(milliseconds(step.time.nanoseconds))
      json.value(step.text)
      json.value(step.isContact)
      json.endArray()
    }
  }
}
