import CommandLineKit
import TextKit

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Golden {
  /// Parses an approved file.
  init(json: [UInt8]) throws(JSONError) {
    var scanner = JSONScanner(json)
    try scanner.beginObject()
    while try scanner.nextKey() != nil {
      guard scanner.keyText == "replays" else {
        try scanner.skipValue()
        continue
      }
      try scanner.beginArray()
      while try scanner.nextElement() { entries.append(try Self.entry(&scanner)) }
    }
    try scanner.end()
  }

  private static func entry(_ scanner: inout JSONScanner) throws(JSONError) -> Entry {
    var entry = Entry(trace: "", name: "", digest: "", rests: [], targets: [], ids: [])
    try scanner.beginObject()
    while try scanner.nextKey() != nil {
      switch scanner.keyText {
      case "trace": entry.trace = try scanner.string()
      case "name": entry.name = try scanner.string()
      case "digest": entry.digest = try scanner.string()
      case "rests_pt":
        try scanner.beginArray()
        while try scanner.nextElement() { entry.rests.append(try scanner.double()) }
      case "targets": entry.targets = try texts(&scanner)
      case "ids": entry.ids = try texts(&scanner)
      case "impressions": entry.impressions = try texts(&scanner)
      default: try scanner.skipValue()
      }
    }
    return entry
  }

  private static func texts(_ scanner: inout JSONScanner) throws(JSONError) -> [String] {
    var texts: [String] = []
    try scanner.beginArray()
    while try scanner.nextElement() { texts.append(try scanner.string()) }
    return texts
  }

  /// The file as text.
  func json() throws -> [UInt8] {
    var json = JSONWriter(layout: .pretty)
    json.beginObject()
    json.member("golden", "scrolltrace replays 1")
    json.key("replays")
    json.beginArray()
    for entry in entries {
      json.beginObject()
      json.member("trace", entry.trace)
      json.member("name", entry.name)
      json.member("digest", entry.digest)
      json.key("rests_pt")
      json.beginArray()
      for rest in entry.rests { try json.value(rest) }
      json.endArray()
      json.texts("targets", entry.targets)
      json.texts("ids", entry.ids)
      if let impressions = entry.impressions { json.texts("impressions", impressions) }
      json.endObject()
    }
    json.endArray()
    json.endObject()
    json.newline()
    return Array(json.bytes)
  }

  /// Writes these outcomes to a file as approved, or compares them with its contents.
  func hold(
    against path: String, isApproving: Bool, tolerance: Double, verb: String,
    _ console: inout Console
  ) throws -> ExitCode {
    if isApproving {
      _ = Interruption.install()
      try writeFile(try json(), to: path)
      console.printError("approved \(counted(entries.count, "outcome")) in '\(path)'")
      return .ok
    }
    let approved: Golden
    do {
      approved = try Golden(json: try wholeFile(path, limit: 64 << 20))
    } catch let error as JSONError {
      throw Failure(
        .badData, "\(path): byte \(error.offset): \(error.message); replace it with --approve")
    } catch let error as InputError where access(path, F_OK) != 0 && path != "-" {
      throw Failure(.noInput, "\(error.description); add --approve to make it of these results")
    }
    let differences = differences(from: approved, tolerance: tolerance)
    for difference in differences {
      console.printError("scrolltrace \(verb): \(DisplayText.escaped(difference))")
    }
    guard differences.isEmpty else { return .differences }
    console.printError("'\(path)' matches: \(counted(entries.count, "outcome")) as approved")
    return .ok
  }
}
