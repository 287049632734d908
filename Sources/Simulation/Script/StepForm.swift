/// The kinds of script steps, by their first word.
enum StepForm: String, CaseIterable {
  case drag
  case fling
  case path
  case hold
  case tap
  case wheel
  case trackpad
  case scroll
  case write
  case cancel
  case rotate
  case resize
  case insets
  case disable
  case enable
  case insert
  case remove
  case move
  case grow
  case append
  case measure
  case note
  case wait
  case at
  case `repeat`

  /// The usage text, for messages and for the documentation.
  var usage: String {
    switch self {
    case .drag: "drag from X,Y to X,Y over DURATION [ease linear|out|in-out]"
    case .fling: "fling from X,Y to X,Y over DURATION' or 'fling up|down|left|right SPEED"
    case .path: "path X,Y@0ms X,Y@TIME …"
    case .hold: "hold X,Y for DURATION"
    case .tap: "tap X,Y"
    case .wheel: "wheel DX,DY [xCOUNT every DURATION]"
    case .trackpad: "trackpad DX,DY over DURATION [momentum DURATION]"
    case .scroll:
      "scroll to id ID|edge EDGE|point X,Y|x N|y N [anchor NAME|FX,FY] "
        + "[animated|over DURATION] [via position|reader|offset]"
    case .write: "write ID|nothing [anchor NAME|FX,FY] [animated|over DURATION]"
    case .cancel: "cancel"
    case .rotate: "rotate [to WIDTH,HEIGHT]"
    case .resize: "resize WIDTH,HEIGHT [after DURATION]"
    case .insets: "insets TOP,LEFT,BOTTOM,RIGHT [after DURATION]"
    case .disable: "disable"
    case .enable: "enable"
    case .insert: "insert ID at INDEX [size N|WIDTH,HEIGHT]"
    case .remove: "remove ID"
    case .move: "move ID to INDEX"
    case .grow: "grow ID to N|WIDTH,HEIGHT"
    case .append: "append COUNT"
    case .measure: "measure COUNT"
    case .note: "note NAME [TEXT]"
    case .wait: "wait DURATION"
    case .at: "at DURATION"
    case .repeat: "repeat COUNT { STEPS }"
    }
  }
}
