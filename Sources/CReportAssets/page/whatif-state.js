// The state of the panel: one configuration text and a list of edits. All else is derived from it.

/**
 * @typedef {{configuration: string, edits: string[]}} PanelState
 * @typedef {{state: PanelState, run: object|null}} PanelStep
 */
const whatIf = {
  /** The engine, once the panel was opened. */
  engine: null,
  /** @type {PanelState|null} */
  start: null,
  /** @type {PanelState|null} */
  now: null,
  /** @type {PanelStep[]} */
  past: [],
  /** @type {PanelState[]} */
  future: [],
  /** The run of the start, of the state before the last change, and of the present state. */
  startRun: null, before: null, run: null, startSettles: [],
  /** How long each target is visible at the start, once it was asked for. */
  startTimes: null,
  /** The edits of that run. @type {string[]} */
  runEdits: [],
  /** What the last change was of: changes of one thing are one step. */
  subject: null,
  wanted: 0, done: 0, isRunning: false, isDragging: false, isPulling: false, isOpen: false,
};
const sameState = (a, b) => a.configuration === b.configuration && a.edits.length === b.edits.length && a.edits.every((edit, i) => edit === b.edits[i]);

/** Changes the state; changes of one subject that follow each other are undone together. */
const changeState = (next, subject = null) => {
  if (sameState(next, whatIf.now)) return;
  if (subject === null || subject !== whatIf.subject) {
    whatIf.past.push({ state: whatIf.now, run: whatIf.run });
    whatIf.before = whatIf.run;
  }
  whatIf.subject = subject;
  whatIf.future = [];
  moveTo(next);
};
const moveTo = (next) => { whatIf.now = next; whatIf.wanted++; keepFragment(); showState(); replayState(); };
const undo = () => {
  const step = whatIf.past.pop();
  if (!step) return;
  whatIf.future.push(whatIf.now); whatIf.subject = null; whatIf.before = whatIf.run; moveTo(step.state);
};
const redo = () => {
  const next = whatIf.future.pop();
  if (!next) return;
  whatIf.past.push({ state: whatIf.now, run: whatIf.run }); whatIf.subject = null; whatIf.before = whatIf.run; moveTo(next);
};
const setConfiguration = (configuration, subject) => changeState({ ...whatIf.now, configuration }, subject);
const setKey = (key, value) => setConfiguration(settingKey(whatIf.now.configuration, key, value), key);

// MARK: Edits

/** The edit that begins with these words, without them; "" if there is none. */
const editOf = (words) => {
  const found = whatIf.now.edits.find((edit) => edit.startsWith(words + " ") || edit === words);
  return found === undefined ? "" : found.slice(words.length).trim();
};
/** Sets the edit that begins with these words; null removes it. */
const setEdit = (words, value) => {
  const edits = [...whatIf.now.edits], place = edits.findIndex((edit) => edit.startsWith(words + " ") || edit === words);
  const line = value === null ? null : `${words} ${value}`.trim();
  if (place < 0) { if (line !== null) edits.push(line); } else if (line === null) edits.splice(place, 1); else edits[place] = line;
  changeState({ ...whatIf.now, edits }, words);
};
/** The places of the added flings in the list of edits, in the order of their gestures. */
const flingPlaces = () => whatIf.now.edits.flatMap((edit, i) => (edit.startsWith("fling ") ? [i] : []));
const replaceEdit = (place, line, subject = null) => {
  const edits = [...whatIf.now.edits];
  if (line === null) edits.splice(place, 1); else edits[place] = line;
  changeState({ ...whatIf.now, edits }, subject);
};
const flingLine = (velocity, ms) => `fling ${plain(velocity)} at ${plain(ms / 1000, 6)} s`;
const addFling = (velocity, ms) => changeState({ ...whatIf.now, edits: [...whatIf.now.edits, flingLine(velocity, Math.max(0, ms))] });

/**
 * All gestures as they are in the last replay: the recorded ones, also those that are dropped, then the added ones.
 *
 * A replay numbers its gestures in the order of time, and none overlap; so they are found by their begins.
 */
const currentGestures = () => {
  const recorded = whatIf.engine.baseline.gestures, edits = whatIf.runEdits, replayed = whatIf.run ? whatIf.run.gestures : recorded;
  const begin = (words, usual) => { const edit = edits.find((line) => line.startsWith(words)); return edit ? Number(edit.slice(words.length).split(" ")[0]) * 1000 : usual; };
  const expected = recorded.flatMap((g, number) => (edits.includes(`gesture ${g.index} drop`) ? [] : [{ number, start: begin(`gesture ${g.index} at `, g.start) }]));
  edits.filter((edit) => edit.startsWith("fling ")).forEach((edit, i) => expected.push({ number: recorded.length + i, start: Number(edit.split(" ")[3]) * 1000 }));
  expected.sort((a, b) => a.start - b.start);
  const all = [...recorded];
  expected.forEach(({ number }, i) => { if (replayed[i]) all[number] = replayed[i]; });
  return all;
};
/**
 * The changes that a gesture can have; its number counts all gestures from 0.
 * @param {number} number
 */
const gestureEdits = (number) => {
  const recorded = whatIf.engine.baseline.gestures;
  if (number >= recorded.length) return addedEdits(number - recorded.length);
  const words = `gesture ${recorded[number].index}`;
  return {
    isAdded: false, isDropped: whatIf.now.edits.includes(`${words} drop`), extent: Number(editOf(`${words} end`)) || 0,
    setVelocity: (value) => setEdit(`${words} velocity`, value === null ? null : plain(value)),
    setExtent: (value) => setEdit(`${words} end`, value ? plain(value) : null),
    setTime: (ms) => setEdit(`${words} at`, ms === null ? null : `${plain(Math.max(0, ms) / 1000, 6)} s`),
    drop: (isDropped) => setEdit(`${words} drop`, isDropped ? "" : null),
  };
};
/** The changes of an added fling: they rewrite its line. */
const addedEdits = (count) => {
  const place = flingPlaces()[count], line = whatIf.now.edits[place] || "", subject = `fling ${place}`;
  const [, velocity, seconds] = /^fling (\S+) at (\S+) s$/.exec(line) || [0, "0", "0"];
  return {
    isAdded: true, isDropped: false, extent: 0, setExtent: null,
    setVelocity: (value) => { if (value !== null) replaceEdit(place, flingLine(value, Number(seconds) * 1000), subject); },
    setTime: (ms) => { if (ms !== null) replaceEdit(place, flingLine(Number(velocity), Math.max(0, ms)), subject); },
    drop: () => replaceEdit(place, null),
  };
};

// MARK: The state in the address

workbench.fragment = () => (!whatIf.isOpen || sameState(whatIf.now, whatIf.start) ? ""
  : `&config=${encodeURIComponent(whatIf.now.configuration)}` + whatIf.now.edits.map((edit) => `&edit=${encodeURIComponent(edit)}`).join(""));
const commandOf = (state) => `${data.whatIf.command} --config ${shellWord(state.configuration)}` + state.edits.map((edit) => ` --edit ${shellWord(edit)}`).join("");
