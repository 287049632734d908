import ScrollModel

/// A motion on one axis, read at times that do not decrease: the piece that holds is at hand.
struct MotionCursor {
  private let start: TraceTime
  private let isResting: Bool
  private let duration: Double
  private var piece: MotionPiece
  private var begin = 0.0
  private var end: Double
  private var following: (second: MotionPiece?, third: MotionPiece?)
  private var ends: (first: Double, second: Double)

  init(_ motion: AxisMotion) {
    start = motion.start
    isResting = motion.isResting
    duration = motion.duration
    piece = motion.first
    following = (motion.second, motion.third)
    ends = (motion.firstEnd, motion.secondEnd)
    end = motion.second == nil ? .infinity : motion.firstEnd
  }

  /// Whether the motion is over at a time.
  func isOver(at time: TraceTime) -> Bool {
    isResting || milliseconds(at: time) >= duration
  }

  /// Returns where the content is at a time; the same bits as the motion's own answer.
  mutating func position(at time: TraceTime) -> Double {
    let time = milliseconds(at: time)
    while time >= end { goOn() }
    return piece.position(at: time - begin) + 0.0
  }

  private func milliseconds(at time: TraceTime) -> Double {
    Double(time.nanoseconds(since: start)) / 1_000_000
  }

  private mutating func goOn() {
    if let second = following.second {
      (piece, begin) = (second, ends.first)
      end = following.third == nil ? .infinity : ends.second
      following.second = nil
    } else if let third = following.third {
      (piece, begin, end) = (third, ends.second, .infinity)
    } else {
      end = .infinity
    }
  }
}
