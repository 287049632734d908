#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The target that the environment variable `SCROLLTRACE_FUZZ` names; one process fuzzes one
/// target.
private let target: FuzzTarget = {
  let word = getenv("SCROLLTRACE_FUZZ").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(named: word) else {
    print("SCROLLTRACE_FUZZ='\(word)' names no target; there are:")
    for name in FuzzTarget.names { print("  \(name)") }
    exit(64)
  }
  return target
}()

/// The function that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  target.test(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Ends the process.
///
/// libFuzzer reports this as a finding and keeps the input.
func finding(_ words: @autoclosure () -> String) -> Never {
  fatalError(words())
}
