import Foundation
import Synchronization
import TestSupport
import Testing

@testable import TextKit

/// Counts calls from any closure.
final class Counter: Sendable {
  private let value = Mutex(0)

  func next() -> Int {
    value.withLock {
      $0 += 1
      return $0
    }
  }

  var count: Int { value.withLock { $0 } }
}

/// File operations whose n-th call fails, once or from then on.
func failing(at call: Int, isSticky: Bool, errno: Int32, _ counter: Counter) -> FileOperations {
  let fails: @Sendable () -> Bool = {
    let number = counter.next()
    return isSticky ? number >= call : number == call
  }
  let system = FileOperations.system
  var operations = system
  operations.open = { fails() ? -errno : system.open($0, $1, $2) }
  operations.write = { fails() ? -Int(errno) : system.write($0, $1) }
  operations.fsync = { fails() ? -errno : system.fsync($0) }
  operations.rename = { fails() ? -errno : system.rename($0, $1) }
  operations.close = { descriptor in
    // The descriptor is closed either way, as it is after a real failure.
    let result = system.close(descriptor)
    return fails() ? -errno : result
  }
  // Cleaning up succeeds, so that the absence of temporary files can be checked.
  return operations
}

@Suite struct AtomicFileTests {
  static let old = Array("old contents\n".utf8)
  static let new = [UInt8](repeating: 0x6E, count: 200_000)

  @Test("a written file has its bytes, and no other file remains")
  func writes() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("report.html")
    for bytes in [Self.old, Self.new, []] {
      try AtomicFile.write(bytes, to: path)
      #expect(Files.contents(path) == bytes)
    }
    #expect(directory.names == ["report.html"])
  }

  @Test(
    "the file is old or new and never partial, whichever call fails", .promise(5),
    arguments: [false, true])
  func everyCallFails(isSticky: Bool) throws {
    for errno in [ENOSPC, EIO] {
      var call = 1
      var isClean = false
      while !isClean {
        Promise.count()
        let directory = try TemporaryDirectory()
        let path = directory.file("x")
        try AtomicFile.write(Self.old, to: path)
        let counter = Counter()
        let operations = failing(at: call, isSticky: isSticky, errno: errno, counter)
        var failure: FileError?
        do throws(FileError) {
          try AtomicFile.write(Self.new, to: path, operations: operations)
        } catch { failure = error }
        let found = Files.contents(path)
        #expect(found == Self.old || found == Self.new, "call \(call)")
        #expect(failure != nil || found == Self.new, "call \(call)")
        #expect(directory.names == ["x"], "call \(call)")
        isClean = counter.count < call
        // Closing the directory at the very end is the only call whose result does not matter.
        #expect(isClean == (failure == nil) || counter.count == call, "call \(call)")
        call += 1
        if call > 50 { Issue.record("the loop found no clean run") }
        if call > 50 { return }
      }
      #expect(call > 6)
    }
  }

  @Test("interrupted calls are repeated, and short writes continue")
  func interrupted() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("x")
    let counter = Counter()
    let system = FileOperations.system
    var operations = system
    operations.open = { counter.next() % 2 == 1 ? -EINTR : system.open($0, $1, $2) }
    operations.fsync = { counter.next() % 2 == 1 ? -EINTR : system.fsync($0) }
    operations.rename = { counter.next() % 2 == 1 ? -EINTR : system.rename($0, $1) }
    operations.write = { descriptor, bytes in
      counter.next() % 2 == 1
        ? -Int(EINTR)
        : system.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(30_000)))
    }
    try AtomicFile.write(Self.new, to: path, operations: operations)
    #expect(Files.contents(path) == Self.new)
  }

  @Test("an uncommitted file is removed")
  func abandoned() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("x")
    do {
      let file = try AtomicFile(path: path)
      try file.write(Self.old[...])
      #expect(directory.names.count == 1)
    }
    #expect(directory.names.isEmpty)
  }

  @Test("directories, devices and invalid names are refused")
  func refusals() throws {
    let directory = try TemporaryDirectory()
    #expect(throws: FileError(operation: .create, path: directory.path, errno: EISDIR)) {
      try AtomicFile(path: directory.path)
    }
    #expect(throws: FileError(operation: .create, path: "/dev/null", errno: EEXIST)) {
      try AtomicFile(path: "/dev/null")
    }
    let missing = directory.file("no/such/file")
    #expect(throws: FileError(operation: .create, path: missing, errno: ENOENT)) {
      try AtomicFile(path: missing)
    }
    let error = #expect(throws: FileError.self) { try AtomicFile.write([], to: "a\0b") }
    #expect(error?.description == "cannot create 'a\\x00b': Invalid argument")
  }

  @Test("an error names the operation, the file and the reason")
  func description() {
    #expect(
      FileError(operation: .write, path: "/x/y", errno: ENOSPC).description
        == "cannot write '/x/y': No space left on device")
  }
}
