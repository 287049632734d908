/// One release up to its rest.
public struct ReportSettle: Sendable {
  /// A place at which it could have come to rest.
  public struct Candidate: Hashable, Sendable {
    /// The target, if the place is one's.
    public var id: String?
    /// Its offset, in points.
    public var place: Double
    /// Its distance from the projected rest, in points.
    public var distance: Double
    /// Whether it was chosen, or why not.
    public var verdict: String

    /// Creates a candidate.
    public init(id: String?, place: Double, distance: Double, verdict: String) {
      self.id = id
      self.place = place
      self.distance = distance
      self.verdict = verdict
    }
  }

  /// What a release would choose over a grid of offsets and velocities: where it would have flipped.
  public struct Plane: Hashable, Sendable {
    /// What a release chooses: an id may look like an offset, so each says what it is.
    public enum Choice: Hashable, Sendable {
      /// A target, by its id.
      case target(String)
      /// An offset that is no target's place, in points.
      case place(String)

      /// The choice as people read it.
      public var text: String {
        switch self {
        case .target(let text), .place(let text): text
        }
      }
    }

    /// Offsets of the columns, in points.
    public var offsets: [Double]
    /// Velocities of the rows, in points per second.
    public var velocities: [Double]
    /// The chosen targets or places; `cells` count in this list.
    public var choices: [Choice]
    /// For each velocity a row: the number of the choice for each offset.
    public var cells: [[Int]]

    /// Creates a plane.
    public init(offsets: [Double], velocities: [Double], choices: [Choice], cells: [[Int]]) {
      self.offsets = offsets
      self.velocities = velocities
      self.choices = choices
      self.cells = cells
    }
  }

  /// Its number in the track, from 1.
  public var number: Int
  /// Whether it is along the horizontal axis.
  public var isHorizontal: Bool
  /// When the finger let go, in nanoseconds.
  public var releaseTime: Int64
  /// When it came to rest, in nanoseconds.
  public var restTime: Int64
  /// Offset at the release, in points.
  public var releaseOffset: Double
  /// Velocity at the release, in points per second; nil where unknown.
  public var velocity: Double?
  /// How the velocity is known.
  public var velocityEvidence: String?
  /// Where it would have come to rest by itself, in points.
  public var projected: Double?
  /// Where it came to rest, in points.
  public var rest: Double
  /// How it ended.
  public var ending: String
  /// The rule in one sentence.
  public var sentence: String
  /// How far the projected rest may move before another candidate is chosen, in points.
  public var flipMargin: Double?
  /// Fitted deceleration per millisecond.
  public var deceleration: Double?
  /// The candidates, nearest first.
  public var candidates: [Candidate] = []
  /// Where another release would have gone.
  public var plane: Plane?

  /// Creates a settle.
  public init(
    number: Int, isHorizontal: Bool, releaseTime: Int64, restTime: Int64, releaseOffset: Double,
    rest: Double, ending: String, sentence: String
  ) {
    self.number = number
    self.isHorizontal = isHorizontal
    self.releaseTime = releaseTime
    self.restTime = restTime
    self.releaseOffset = releaseOffset
    self.rest = rest
    self.ending = ending
    self.sentence = sentence
  }
}
