// Faults that the sanitizers must notice. A fault that they miss here, they would also miss in the
// tests. `probe nothing` must end normally.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

final class Ring {
  var next: Ring?
}

@inline(never) func overflow() {
  let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 16)
  bytes[Int(getpid() > 0 ? 16 : 0)] = 1
  print(bytes[0])
  bytes.deallocate()
}

@inline(never) func leak() {
  for _ in 0..<100 {
    let (a, b) = (Ring(), Ring())
    (a.next, b.next) = (b, a)
  }
}

nonisolated(unsafe) var sum = 0

@inline(never) func race() async {
  // Threads must overlap for a race to be detected; on a busy machine a short task can end before the next one begins.
  for _ in 0..<50 {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { for index in 0..<100_000 { sum &+= index } } }
    }
  }
}

@main struct Probe {
  static func main() async {
    switch CommandLine.arguments.dropFirst().first {
    case "overflow": overflow()
    case "leak": leak()
    case "race": await race()
    default: print("nothing")
    }
  }
}
