import Foundation
import TestSupport
import Testing

@testable import TextKit

@Suite struct OutputSinkTests {
  static let text = Array((0..<20_000).map { "row \($0)\n" }.joined().utf8)

  @Test(
    "written bytes can be read back, plain and compressed, in any piece size",
    arguments: ["out.csv", "out.csv.gz"], [1000, 65_536, 70_000, Int.max])
  func roundTrip(name: String, piece: Int) throws {
    let directory = try TemporaryDirectory()
    let path = directory.file(name)
    let sink = try OutputSink(path: path)
    for start in stride(from: 0, to: Self.text.count, by: min(piece, Self.text.count)) {
      try sink.write(Self.text[start...].prefix(piece))
    }
    #expect(Files.contents(path) == nil)
    try sink.finish()
    let source = try ByteSource(path: path)
    #expect(Delivery(source).bytes == Self.text)
    #expect(source.isCompressed == name.hasSuffix(".gz"))
    #expect(sink.count == Int64(Self.text.count))
  }

  @Test("an empty output is an empty file or a complete gzip stream")
  func empty() throws {
    let directory = try TemporaryDirectory()
    for name in ["x", "x.gz"] {
      try OutputSink(path: directory.file(name)).finish()
      let delivery = Delivery(try ByteSource(path: directory.file(name)))
      #expect(delivery.bytes.isEmpty)
      #expect(delivery.failure == nil)
    }
  }

  @Test("an unfinished output keeps the old file and leaves no other")
  func unfinished() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("x")
    try AtomicFile.write([1], to: path)
    do {
      let sink = try OutputSink(path: path)
      try sink.write(Self.text)
    }
    #expect(Files.contents(path) == [1])
    #expect(directory.names == ["x"])
  }

  @Test("a closed pipe is a permanent error with its own name")
  func brokenPipe() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let sink = OutputSink(
      descriptor: pipe.fileHandleForWriting.fileDescriptor, name: "standard output")
    try sink.write("a")
    let error = #expect(throws: FileError.self) { try sink.flush() }
    #expect(error?.isBrokenPipe == true)
    #expect(throws: FileError.self) { try sink.write("b") }
    #expect(throws: FileError.self) { try sink.finish() }
  }

  @Test("a device is written to and not replaced")
  func device() throws {
    let sink = try OutputSink(path: "/dev/null")
    try sink.write("x")
    try sink.finish()
    #expect(FileOperations.system.kind("/dev/null") == FileOperations.Kind.other.rawValue)
  }

  @Test("a failed call is reported and leaves no partial file")
  func everyCallFails() throws {
    for name in ["x", "x.gz"] {
      var call = 1
      while call < 50 {
        let directory = try TemporaryDirectory()
        let path = directory.file(name)
        let counter = Counter()
        let operations = failing(at: call, isSticky: false, errno: ENOSPC, counter)
        var failure: FileError?
        var sink: OutputSink?
        do throws(FileError) {
          let opened = try OutputSink(path: path, operations: operations)
          sink = opened
          try opened.write(Self.text)
          try opened.finish()
        } catch { failure = error }
        if let failure, let sink { #expect(throws: failure) { try sink.finish() } }
        if counter.count < call { break }
        if Files.contents(path) != nil {
          #expect(Delivery(try ByteSource(path: path)).bytes == Self.text, "call \(call)")
        } else {
          #expect(failure?.errno == ENOSPC, "call \(call)")
          #expect(directory.names.isEmpty, "call \(call)")
        }
        call += 1
      }
      #expect(5..<50 ~= call)
    }
  }
}
