import SQLite
import Testing

@Suite("bound and read values")
struct ColumnValueTests {
  let database: Database

  init() throws {
    database = try Database(path: "", mode: .memory)
    try database.execute("CREATE TABLE cell (value)")
  }

  /// Stores `value`, reads it back and returns its storage class in the database.
  private func roundTrip<Column: ColumnValue & Equatable>(_ value: Column) throws -> StorageClass {
    try database.run("DELETE FROM cell")
    try database.run("INSERT INTO cell VALUES (?)", value)
    #expect(try database.first("SELECT value FROM cell", as: Column.self) == value)
    let statement = try database.prepare("SELECT value FROM cell")
    #expect(try statement.step())
    return statement.storageClass(at: 0)
  }

  @Test("an integer is read back unchanged", arguments: [0, 1, -1, Int64.max, Int64.min])
  func integers(_ value: Int64) throws {
    #expect(try roundTrip(value) == .integer)
    #expect(try roundTrip(Int(value)) == .integer)
  }

  @Test("small integer types are read back at both ends of their ranges")
  func smallIntegers() throws {
    #expect(try roundTrip(Int8.min) == .integer)
    #expect(try roundTrip(UInt8.max) == .integer)
    #expect(try roundTrip(Int16.min) == .integer)
    #expect(try roundTrip(UInt16.max) == .integer)
    #expect(try roundTrip(Int32.min) == .integer)
    #expect(try roundTrip(UInt32.max) == .integer)
    #expect(try roundTrip(UInt(Int64.max)) == .integer)
    #expect(try roundTrip(UInt64(Int64.max)) == .integer)
  }

  @Test(
    "a finite number is read back bit for bit",
    arguments: [
      0, -0.0, 1, -1.5, 0.1, Double.greatestFiniteMagnitude, -Double.greatestFiniteMagnitude,
      Double.leastNonzeroMagnitude, 9_007_199_254_740_992,
    ])
  func reals(_ value: Double) throws {
    #expect(try roundTrip(value) == .real)
    let read = try database.first("SELECT value FROM cell", as: Double.self)
    #expect(read?.bitPattern == value.bitPattern)
  }

  @Test(
    "text is read back byte for byte, including NUL",
    arguments: ["", "a", "a\0b", "\0", "é", "e\u{301}", "🧭", "'; DROP TABLE cell;--", "a\nb"])
  func text(_ value: String) throws {
    #expect(try roundTrip(value) == .text)
    let bytes = try database.first("SELECT value FROM cell", as: TextBytes.self)
    #expect(bytes == TextBytes(value))
    #expect(try roundTrip(TextBytes(value)) == .text)
  }

  @Test("two encodings of one letter are two texts")
  func composedText() throws {
    try database.run("INSERT INTO cell VALUES (?), (?)", "é", "e\u{301}")
    #expect(try database.first("SELECT count(DISTINCT value) FROM cell", as: Int.self) == 2)
    #expect(TextBytes("é") != TextBytes("e\u{301}"))
  }

  @Test("a blob is read back byte for byte", arguments: [[], [0], [1, 0, 255], [UInt8](0...255)])
  func blobs(_ value: [UInt8]) throws {
    #expect(try roundTrip(value) == .blob)
  }

  @Test("a Boolean is stored as 0 or 1", arguments: [true, false])
  func booleans(_ value: Bool) throws {
    #expect(try roundTrip(value) == .integer)
  }

  @Test("an optional is stored as its value or NULL")
  func optionals() throws {
    #expect(try roundTrip(Int64?.some(3)) == .integer)
    #expect(try roundTrip(Int64?.none) == .null)
    #expect(try roundTrip(String?.some("")) == .text)
    #expect(try roundTrip([UInt8]?.some([])) == .blob)
    #expect(try roundTrip(Double?.none) == .null)
  }

  enum Axis: Int, ColumnValue { case horizontal, vertical }
  enum Kind: String, ColumnValue { case drag, wheel }
  struct TraceID: RawRepresentable, Equatable, ColumnValue { let rawValue: Int64 }

  @Test("a type with raw values is stored by its raw value")
  func rawValues() throws {
    #expect(try roundTrip(Axis.vertical) == .integer)
    #expect(try roundTrip(Kind.wheel) == .text)
    #expect(try roundTrip(TraceID(rawValue: 7)) == .integer)
    #expect(try roundTrip(Kind?.none) == .null)
  }

  @Test("an unknown raw value is an error that names the type")
  func unknownRawValue() throws {
    let error = #expect(throws: DatabaseError.self) {
      try database.first("SELECT 'pinch' AS kind", as: Kind.self)
    }
    #expect(error?.code == .mismatch)
    #expect(error?.message.contains("'kind'") == true)
    #expect(error?.message.contains("Kind") == true)
  }

  @Test(
    "a number that is not finite is refused before it is bound",
    arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func nonFinite(_ value: Double) throws {
    let error = #expect(throws: DatabaseError.self) {
      try database.run("INSERT INTO cell VALUES (?)", value)
    }
    #expect(error?.code == .mismatch)
    #expect(throws: DatabaseError.self) {
      try database.run("INSERT INTO cell VALUES (?)", Double?.some(value))
    }
    #expect(try database.first("SELECT count(*) FROM cell", as: Int.self) == 0)
  }

  @Test("a stored infinity is refused by a typed read and returned by a dynamic read")
  func foreignInfinity() throws {
    let error = #expect(throws: DatabaseError.self) {
      try database.first("SELECT 9e999 AS y", as: Double.self)
    }
    #expect(error?.message.contains("finite") == true)
    let statement = try database.prepare("SELECT 9e999")
    #expect(try statement.step())
    #expect(try statement.value(at: 0) == .real(.infinity))
  }

  @Test("an unsigned number above the largest integer is refused")
  func tooLarge() {
    #expect(throws: DatabaseError.self) {
      try database.run("INSERT INTO cell VALUES (?)", UInt64.max)
    }
  }

  @Test(
    "an integer outside the range of its type is an error",
    arguments: ["-1", "256", "9223372036854775807"])
  func outOfRange(_ literal: String) {
    let error = #expect(throws: DatabaseError.self) {
      try database.first("SELECT \(literal)", as: UInt8.self)
    }
    #expect(error?.code == .mismatch)
  }

  @Test("an integer other than 0 and 1 is not a Boolean")
  func notBoolean() {
    #expect(throws: DatabaseError.self) { try database.first("SELECT 2", as: Bool.self) }
  }

  @Test("text that is not UTF-8 is an error as a string and complete as bytes")
  func notUTF8() throws {
    let bytes: [UInt8] = [0x61, 0xff, 0x00, 0xc3]
    try database.run("INSERT INTO cell VALUES (?)", TextBytes(bytes))
    let error = #expect(throws: DatabaseError.self) {
      try database.first("SELECT value FROM cell", as: String.self)
    }
    #expect(error?.message.contains("UTF-8") == true)
    #expect(try database.first("SELECT value FROM cell", as: TextBytes.self)?.bytes == bytes)
  }

  @Test("text of a UTF-16 file is read as UTF-8")
  func utf16() throws {
    let wide = try Database(path: "", mode: .memory)
    try wide.execute("PRAGMA encoding = 'UTF-16le'; CREATE TABLE cell (value TEXT) STRICT")
    try wide.run("INSERT INTO cell VALUES (?)", "né🧭")
    #expect(try wide.first("SELECT value FROM cell", as: String.self) == "né🧭")
  }
}

@Suite("the storage class is checked when a value is read")
struct StorageClassTests {
  static let literals = ["7", "7.5", "'7'", "x'37'", "NULL"]
  static let classes = ["INTEGER", "REAL", "TEXT", "BLOB", "NULL"]

  let database: Database

  init() throws {
    database = try Database(path: "", mode: .memory)
  }

  private func outcome<Column: ColumnValue>(_ literal: String, as type: Column.Type) -> String {
    do {
      _ = try database.first("SELECT \(literal) AS y", as: type)
      return "read"
    } catch {
      return error.message
    }
  }

  @Test("every other storage class is an error that names the column", arguments: 0..<5, 0..<5)
  func wrongClass(_ stored: Int, _ asked: Int) {
    let literal = Self.literals[stored]
    let outcome =
      switch asked {
      case 0: outcome(literal, as: Int64.self)
      case 1: outcome(literal, as: Double.self)
      case 2: outcome(literal, as: String.self)
      case 3: outcome(literal, as: [UInt8].self)
      default: outcome(literal, as: TextBytes.self)
      }
    let expected = asked == 4 ? "TEXT" : Self.classes[asked]
    if Self.classes[stored] == expected {
      #expect(outcome == "read")
    } else {
      #expect(
        outcome
          == "Column 0 'y' holds a value of class \(Self.classes[stored]), expected \(expected)")
    }
  }

  @Test("a dynamic value has the stored class")
  func dynamic() throws {
    let statement = try database.prepare("SELECT 7, 7.5, '7', x'37', NULL")
    #expect(try statement.step())
    let values = try (Int32(0)..<5).map { try statement.value(at: $0) }
    #expect(values == [.integer(7), .real(7.5), .text([0x37]), .blob([0x37]), .null])
  }

  @Test("a column that does not exist is an error, never NULL")
  func missingColumn() throws {
    let statement = try database.prepare("SELECT NULL")
    #expect(try statement.step())
    #expect(throws: DatabaseError.self) { try statement.value(at: 1) }
    #expect(throws: DatabaseError.self) { try statement.read(Int?.self, at: 1) }
    #expect(throws: DatabaseError.self) { try statement.read(Int.self, at: 1) }
    #expect(throws: DatabaseError.self) { try statement.isNull(at: -1) }
  }
}
