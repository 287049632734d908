import ScrollModel
import TestSupport
import Testing
import TraceImport

/// Reliability promise 14: a bad value is counted with its location, and none is stored.
@Suite("Bad values")
struct BadValueTests {
  /// Texts that are not a JSON value, whatever surrounds them.
  static let noValues = [
    "NaN", "nan", "Infinity", "-Infinity", "inf", "-inf", "undefined", "None", "nil", "TRUE",
    "True",
    "tru", "truee", "nul", "'x'", "+1", "01", "-01", ".5", "-.5", "1.", "1e", "1e+", "1.e1", "-",
    "--1", "0x10", "0b1", "1_000", "1'000", "1 000", "1..2", "1,5", "\u{FF11}", "\u{221E}", "1f",
    "\"open", "\"\\x41\"", "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\\ud800\"", "\"\u{1}\"", "\"\t\"",
    "", "]", "}", "[1,]", "[1", "[,1]", "{\"a\":}", "{\"a\" 1}", "{a:1}", "{\"a\":1,}", "{,}",
    "/*1*/1", "1//", "#1", "<b>", "\\n", "`1`", "@", "1;", "\u{0}",
    String(repeating: "[", count: 100) + String(repeating: "]", count: 100),
  ]

  /// Valid JSON values that are wrong for a key of this form.
  static func wrongValues(for form: Lines.Form) -> [String] {
    let notANumber = [
      "true", "false", "\"12\"", "\"NaN\"", "\"\"", "[]", "[1]", "{}", "{\"a\":1}", "1e400",
      "-1e400",
    ]
    return switch form {
    case .number: notANumber + ["1000000001", "-1000000001", "1e10", "1e308", "-1e308"]
    case .length: notANumber + ["-1", "-1e-300", "1e10", "1000000001", "1e308"]
    case .integer: notANumber + ["1.5", "9223372036854775808", "1e19", "-1e30", "1e-1"]
    case .flag: ["0", "1", "\"true\"", "\"yes\"", "[]", "{}", "-1"]
    case .text: ["0", "true", "[]", "{}", "1e400", "[\"a\"]"]
    case .word: ["0", "true", "[]", "{}", "\"\"", "\"bogus\"", "\"IDLE\"", "\"moved \""]
    case .id:
      [
        "true", "1.5", "1e30", "[]", "[1]", "{}", "{\"int\":\"1\"}", "{\"int\":1.5}",
        "{\"int\":1,\"string\":\"a\"}", "{\"uuid\":\"1\"}", "{\"type\":\"A\"}", "{\"text\":\"A\"}",
        "{\"uuid\":\"0000000000000000000000000000000000000\"}", "{\"optional\":true}",
        "{\"int\":1,\"optional\":1}", "\"\(String(repeating: "x", count: 1025))\"",
        "{\"string\":\"\(String(repeating: "x", count: 1025))\"}",
      ]
    case .numbers:
      [
        "0", "true", "\"bogus\"", "{}", "[]", "[1]", "[1,2,3]", "[1,2,3,4,5]", "[\"1\",\"2\"]",
        "[null,null]", "[[1,2]]", "[1e10,1]", "[1,1e10,1,1]", "[1e400,1]",
      ]
    case .object: ["0", "true", "\"bogus\"", "[]", "{}", "{\"a\":1}", "{\"seconds\":\"1\"}"]
    case .items:
      [
        "0", "\"x\"", "{}", "[1]", "[[]]", "[[1]]", "[[1,0,0,10]]", "[[1,0,0,10,10,\"guess\"]]",
        "[[1,0,0,10,10,true]]", "[[1,0,0,10,10,\"estimated\",1]]", "[[1,0,0,-1,10]]",
        "[[1,1e10,0,1,1]]", "[[true,0,0,1,1]]", "[[1,\"0\",0,1,1]]", "[{\"id\":1}]", "[null]",
      ]
    case .ids: ["0", "\"x\"", "{}", "[true]", "[1.5]", "[null]", "[[]]", "[{}]"]
    }
  }

  /// The diagnostic kinds that give the reason for a skipped line.
  static let reasons: Set<String> = [
    "bad-value", "bad-number", "bad-text", "bad-line", "bad-id", "missing-value", "out-of-range",
    "duplicate-key", "time-backwards", "bad-trace",
  ]

  /// Imports a log with one bad line between good ones and checks promise 14.
  private func expectLoss(
    _ bad: String, _ what: String, from place: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    Promise.count()
    let sink = try Log.read([
      Log.header, touchLine(1, at: "8"), bad, touchLine(2, at: "16"), touchLine(3, at: "17"),
    ])
    let events = sink.traces.first?.eventsWithoutRemarks ?? []
    let gaps = sink.traces.first?.events.compactMap { event -> Int64? in
      if case .stream(.gap(_, _, let count)) = event { count } else { nil }
    }
    let loss = sink.losses.first
    let isCounted = sink.losses.count == 1 && loss?.line == 3 && (loss?.column ?? 0) >= 1
    let isNamed = Self.reasons.contains(loss?.kind ?? "") && loss?.message.isEmpty == false
    if !isCounted || !isNamed || events != [touch(1), touch(2), touch(3)] || gaps != [1]
      || sink.traces.count != 1 || !sink.violations.isEmpty
    {
      Issue.record(
        "\(what): \(bad.prefix(200)): \(sink.diagnostics), \(events.count) events, gaps \(gaps ?? [])",
        sourceLocation: sourceLocation)
    }
    if let place, let column = loss?.column, column < place {
      Issue.record("\(what): column \(column) lies in front of the value in \(bad.prefix(200))")
    }
  }

  @Test(
    "text that is not JSON is counted, reported with its position and not stored", .promise(14),
    arguments: Lines.all)
  func noValue(_ line: Lines) throws {
    #expect(Self.noValues.count >= 60)
    for field in line.fields {
      for value in Self.noValues {
        let bad = line.text(replacing: field.key, with: value)
        let start = bad.utf8.count - Self.rest(of: bad, behind: "\"\(field.key)\":")
        try expectLoss(bad, "\(line.name).\(field.key) = \(value.debugDescription)", from: start)
      }
    }
  }

  /// The number of bytes after the first occurrence of a text.
  private static func rest(of text: String, behind part: String) -> Int {
    let (text, part) = (Array(text.utf8), Array(part.utf8))
    for start in 0...(text.count - part.count) where text[start...].starts(with: part) {
      return text.count - start - part.count - 1
    }
    return text.count
  }

  @Test("bytes that are not UTF-8 are counted and not stored", .promise(14), arguments: Lines.all)
  func noUTF8(_ line: Lines) throws {
    for bytes in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80]] {
      let text = line.text(extra: #""name2":"@""#).utf8.flatMap { byte -> [UInt8] in
        byte == UInt8(ascii: "@") ? bytes.map { UInt8($0) } : [byte]
      }
      let log = Log.bytes([Log.header]) + text + Log.bytes(["", touchLine(1, at: "20")])
      let (sink, _) = try Log.read(bytes: log)
      #expect(sink.losses.map(\.line) == [2], "\(bytes)")
      #expect(sink.traces.first?.eventsWithoutRemarks == [touch(1)])
    }
  }

  @Test(
    "a value of the wrong form is counted, named and not stored", .promise(14), arguments: Lines.all
  )
  func wrongValue(_ line: Lines) throws {
    for field in line.fields where field.key != "k" {
      for value in Self.wrongValues(for: field.form) {
        // A time far ahead is an unconfirmed pause, which other tests cover.
        if field.key == "t", !["true", "\"12\"", "[]", "{}", "1e400"].contains(value) { continue }
        try expectLoss(
          line.text(replacing: field.key, with: value),
          "\(line.name).\(field.key) = \(value.prefix(80))")
      }
    }
  }

  @Test(
    "a missing required key is counted and named", .promise(14),
    arguments: Lines.all)
  func missing(_ line: Lines) throws {
    for field in line.fields where field.isRequired || field.partner != nil {
      try expectLoss(line.text(without: field.key), "\(line.name) without \(field.key)")
      let value = field.nullHasMeaning ? "true" : "null"
      try expectLoss(
        line.text(replacing: field.key, with: value), "\(line.name).\(field.key) = \(value)")
    }
  }

  @Test("a duplicate key is counted and named", .promise(14), arguments: Lines.all)
  func duplicates(_ line: Lines) throws {
    for field in line.fields {
      let extra = "\"\(field.key)\":\(field.value)"
      try expectLoss(line.text(extra: extra), "\(line.name).\(field.key) twice")
    }
  }

  @Test(
    "ranges equal those of the model at both ends",
    arguments: [
      ("touch", "x", "1000000000", "1000000000.0000002"),
      ("touch", "x", "-1e9", "-1000000000.0000002"),
      ("touch", "p", "0", "-5e-324"), ("wheel", "dx", "1e9", "1000000000.0000002"),
      ("container", "scale", "1000", "1000.0000000000002"), ("container", "scale", "5e-324", "0"),
      ("container", "hz", "10000", "10000.000000000002"), ("container", "hz", "5e-324", "0"),
      ("container", "tick_ns", "4611686018427387904", "4611686018427387905"),
      ("container", "tick_ns", "0", "-1"), ("insert", "index", "1000000000", "1000000001"),
      ("insert", "index", "0", "-1"), ("visibility", "threshold", "1", "1.0000000000000002"),
      ("visibility", "fraction", "0", "-5e-324"), ("visible set", "threshold", "1", "1.5"),
      ("note", "duration_ns", "0", "-1"), ("keyframe", "count", "0", "-1"),
      ("gap", "count", "0", "-1"),
      ("gap", "from_ns", "2", "3"),
    ])
  func ranges(_ kind: String, _ key: String, _ inside: String, _ outside: String) throws {
    let line = try #require(Lines.all.first { $0.name == kind })
    let fine = try Log.read([Log.header, line.text(replacing: key, with: inside)])
    #expect(fine.diagnostics.isEmpty, "\(kind).\(key) = \(inside)")
    try expectLoss(line.text(replacing: key, with: outside), "\(kind).\(key) = \(outside)")
  }

  @Test("limits of texts and ids equal those of the model")
  func lengths() throws {
    let note = try #require(Lines.all.first { $0.name == "note" })
    let position = try #require(Lines.all.first { $0.name == "position" })
    for (line, key, limit) in [
      (note, "text", ModelLimits.textBytes), (note, "name", ModelLimits.textBytes),
      (position, "id", ModelLimits.idBytes),
    ] {
      let fine = "\"\(String(repeating: "x", count: limit))\""
      let sink = try Log.read([Log.header, line.text(replacing: key, with: fine)])
      #expect(sink.diagnostics.isEmpty)
      let long = "\"\(String(repeating: "x", count: limit + 1))\""
      try expectLoss(
        line.text(replacing: key, with: long), "\(line.name).\(key), \(limit + 1) bytes")
    }
  }

  @Test("a line of more than 1 MiB is counted by its length, and the others are read")
  func overlongLines() throws {
    let limit = NativeFormat.lineLimit
    let filler = String(repeating: " ", count: limit - touchLine(2, at: "9").utf8.count)
    let fine = try Log.read([Log.header, touchLine(2, at: "9") + filler, touchLine(3, at: "10")])
    #expect(fine.traces.first?.events == [touch(2), touch(3)])
    let long = try Log.read([
      Log.header, touchLine(2, at: "9") + filler + " ", touchLine(3, at: "10"),
    ])
    #expect(long.traces.first?.eventsWithoutRemarks == [touch(3)])
    #expect(long.losses.map(\.kind) == ["line-too-long"])
    #expect(long.losses.first?.message.contains("\(limit + 1)") == true)
  }

  @Test("a line of an unknown or misnumbered trace is counted and not stored")
  func unknownTraces() throws {
    for number in ["0", "2", "-1", "3", "9223372036854775807", "1.5", "\"1\""] {
      try expectLoss(
        #"{"t":9,"k":"touch","trace":\#(number),"phase":"moved","x":1,"y":2}"#, "trace \(number)")
    }
    for number in ["1", "3", "0", "-1", "9223372036854775807"] {
      try expectLoss(#"{"k":"trace","trace":\#(number),"name":"x"}"#, "trace line \(number)")
    }
  }
}
