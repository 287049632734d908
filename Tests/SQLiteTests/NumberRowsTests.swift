import SQLite
import Testing

/// A table of whole numbers and reals with the given number of rows.
private func table(rows: Int) throws -> Database {
  let database = try Database(path: "", mode: .memory)
  try database.execute("CREATE TABLE sample (place INTEGER PRIMARY KEY, length REAL, note ANY)")
  let insert = try database.prepare("INSERT INTO sample VALUES (?, ?, ?)")
  for place in 0..<rows {
    try insert.run(Int64(place), Double(place) / 3, place % 3 == 0 ? nil : Int64(place % 3))
  }
  return database
}

private func rows(
  of database: Database, where condition: String = "place >= 0", order: String = "place"
) throws -> BulkRowReader {
  try BulkRowReader(
    ["place", "length", "note"], from: "sample", where: condition, order: order, in: database)
}

@Suite("bulk reading of number rows")
struct NumberRowsTests {
  @Test("all rows arrive in order", arguments: [0, 1, 255, 256, 257, 512, 1000])
  func everyRow(count: Int) throws {
    let database = try table(rows: count)
    for order in ["place", "place DESC"] {
      let numbers = try rows(of: database, order: order)
      var places: [Int64] = []
      while try numbers.advance() {
        let place = try numbers.integer(at: 0)
        places.append(place)
        #expect(try numbers.real(at: 1) == Double(place) / 3)
        #expect(numbers.isNull(at: 2) == (place % 3 == 0))
        if place % 3 != 0 { #expect(try numbers.integer(at: 2) == place % 3) }
      }
      let expected = Array(0..<Int64(count))
      #expect(places == (order == "place" ? expected : expected.reversed()))
      #expect(try !numbers.advance(), "the end stays the end")
    }
  }

  @Test("two queries of one connection do not interfere with each other")
  func twoAtOnce() throws {
    let database = try table(rows: 700)
    let (up, down) = (try rows(of: database), try rows(of: database, order: "place DESC"))
    for place in 0..<Int64(700) {
      #expect(try up.advance())
      #expect(try down.advance())
      #expect(try up.integer(at: 0) == place)
      #expect(try down.integer(at: 0) == 699 - place)
    }
  }

  @Test("parameters of the condition are bound")
  func parameters() throws {
    let numbers = try rows(of: try table(rows: 600), where: "place >= ?1 AND place < ?2")
    try numbers.statement.bindInteger(290, at: 1)
    try numbers.statement.bindInteger(560, at: 2)
    var count: Int64 = 0
    while try numbers.advance() {
      #expect(try numbers.integer(at: 0) == 290 + count)
      count += 1
    }
    #expect(count == 270)
  }

  @Test(
    "a value of another storage class is an error that names its column",
    arguments: [
      ("'text'", "TEXT"), ("x'00'", "BLOB"), ("1.5", "REAL"), ("NULL", "NULL"),
    ])
  func otherClass(value: String, name: String) throws {
    let database = try table(rows: 3)
    try database.execute("UPDATE sample SET note = \(value) WHERE place = 1")
    let numbers = try rows(of: database)
    #expect(try numbers.advance() && numbers.advance())
    #expect(numbers.isNull(at: 2) == (name == "NULL"))
    let error = #expect(throws: DatabaseError.self) { try numbers.integer(at: 2) }
    #expect(error?.message.contains("'note' holds a value of class \(name)") == true)
    #expect(try numbers.integer(at: 0) == 1)
  }

  @Test("infinities, unknown codes and missing columns are errors")
  func badValues() throws {
    enum Kind: UInt8 { case one = 1 }
    let database = try table(rows: 3)
    try database.execute("UPDATE sample SET length = 9e999 WHERE place = 2")
    let numbers = try rows(of: database)
    #expect(throws: DatabaseError.self, "before the first row") { try numbers.integer(at: 0) }
    #expect(try numbers.advance() && numbers.advance())
    #expect(try numbers.code(Kind.self, at: 2) == .one)
    #expect(throws: DatabaseError.self) { try numbers.integer(at: 3) }
    #expect(throws: DatabaseError.self) { try numbers.integer(at: -1) }
    #expect(try numbers.advance())
    #expect(throws: DatabaseError.self) { try numbers.real(at: 1) }
    #expect(throws: DatabaseError.self) { try numbers.code(Kind.self, at: 2) }
    #expect(try !numbers.advance())
    #expect(throws: DatabaseError.self, "behind the last row") { try numbers.integer(at: 0) }
  }

  @Test("rows before a failure arrive before the error", arguments: [0, 1, 256, 300])
  func failure(place: Int) throws {
    let database = try table(rows: 400)
    // The absolute value of the least integer overflows.
    try database.execute(
      "UPDATE sample SET note = -9223372036854775807 - 1 WHERE place = \(place)")
    let numbers = try rows(of: database, where: "abs(note) IS NOT -1")
    for expected in 0..<Int64(place) {
      #expect(try numbers.advance())
      #expect(try numbers.integer(at: 0) == expected)
    }
    #expect(throws: DatabaseError.self) { try numbers.advance() }
    #expect(throws: DatabaseError.self, "and stays") { try numbers.advance() }
  }

  @Test("other queries cannot call the internal function")
  func outsiders() throws {
    let database = try table(rows: 3)
    let numbers = try rows(of: database)
    #expect(try numbers.advance())
    for query in [
      "SELECT gather()", "SELECT gather(1, 2)", "SELECT gather(NULL, place) FROM sample",
    ] {
      #expect(throws: DatabaseError.self) { try database.first(query, as: Int64.self) }
    }
  }
}
