#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Returns the duration of `body` in seconds.
func seconds(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  return (ContinuousClock.now - start).inSeconds
}

/// Returns the processor seconds of `body`, all threads together.
///
/// For code that computes and never waits: other programs on the machine then affect only the
/// caches.
func processorSeconds(of body: () throws -> Void) rethrows -> Double {
  let start = processorSeconds()
  try body()
  return processorSeconds() - start
}

extension Duration {
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

/// Returns the median.
func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return .nan }
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// Returns the value below which the given fraction of the values is.
func quantile(_ values: [Double], _ share: Double) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return .nan }
  return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
}

/// Two sides of a ratio, measured alternately.
struct Comparison {
  var ours: [Double] = []
  var baseline: [Double] = []

  /// Our time as a multiple of the baseline's: the median of the rounds' own ratios, so that a
  /// machine that slows down affects both sides of a ratio.
  var ratio: Double { median(zip(ours, baseline).map { $0 / $1 }) }

  /// Runs both sides `rounds` times; the side that runs first alternates.
  static func run(
    _ rounds: Int, ours: () throws -> Double, baseline: () throws -> Double
  ) rethrows -> Comparison {
    var result = Comparison()
    for round in 0..<rounds {
      if round % 2 == 0 {
        result.ours.append(try ours())
        result.baseline.append(try baseline())
      } else {
        result.baseline.append(try baseline())
        result.ours.append(try ours())
      }
    }
    return result
  }
}

/// Returns the seconds of processor time that this process has used, all threads together.
func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Returns the peak memory of this process, in bytes.
func peakMemory() -> Int {
  #if os(Linux)
    // A child's ru_maxrss starts with its parent's memory at the fork; VmHWM is its own.
    if let file = fopen("/proc/self/status", "r") {
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 256)
      while fgets(&line, Int32(line.count), file) != nil {
        let text = String(
          decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard text.hasPrefix("VmHWM:") else { continue }
        return (Int(text.filter { $0.isASCII && $0.isNumber }) ?? 0) * 1024
      }
    }
  #endif
  var usage = rusage()
  #if canImport(Darwin)
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
  #else
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
  #endif
}
