// Replays of the panel's state: the curve, the drawing of the view and their description.

/** Adds an element with text and attributes; what it shows is only ever text. */
const add = (parent, name, attributes = {}, text = null) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(key, ""); else if (value !== false && value !== null) element.setAttribute(key, value);
  }
  if (text !== null) element.textContent = text;
  if (parent) parent.append(element);
  return element;
};

/** Replays the present state; what changes in the meantime is replayed after it, not in between. */
const replayState = async () => {
  if (whatIf.isRunning) return;
  whatIf.isRunning = true;
  try {
    while (whatIf.done !== whatIf.wanted) {
      const number = whatIf.wanted, state = whatIf.now;
      const run = await whatIf.engine.run({ configuration: state.configuration, edits: [...state.edits] });
      whatIf.done = number;
      if (number === whatIf.wanted || whatIf.isDragging) showRun(run, state);
    }
  } catch (error) {
    whatIf.done = whatIf.wanted;
    say(error instanceof Error ? error.message : String(error), true);
  } finally { whatIf.isRunning = false; }
};
const say = (words, isError = false) => { const line = $("whatif-words"); line.textContent = words; line.classList.toggle("error", isError); };

/** The margins that a configuration adds to the container's insets: top, left, bottom, right. */
const marginsOf = (configuration) => {
  const { name, parts } = readCall(valueOf(configuration, "margins"));
  const side = (label) => Number((parts.find((part) => part[0] === label) || [0, 0])[1]) || 0;
  return name === "insets" ? ["top", "left", "bottom", "right"].map(side) : [0, 0, 0, 0];
};
/** A run in the form of the other tracks. */
const trackOf = (run, name, configuration) => {
  const track = { name, t: run.t, x: run.x, y: run.y, phases: run.phases, owners: [], ids: run.ids, rests: [], settles: [],
    layouts: run.layouts || null, containers: run.containers || null, rightToLeft: run.rightToLeft, digest: run.digest,
    lens: { margins: marginsOf(configuration), inner: false, area: true, anchor: null, transition: null },
    gestures: run.gestures && run.gestures.map((g) => ({ kind: g.kind, from: g.start, to: g.end, path: g.samples || [] })) };
  track.settles = run.settles.map((s) => {
    const isHorizontal = s.axis === "horizontal", along = (point) => (isHorizontal ? point.x : point.y), projected = along(s.proposed), released = offset(track, s.release);
    return { horizontal: isHorizontal, release: s.release, rest: s.rest ?? s.release, offset: released ? along(released) : 0, projected, at: s.chosen, target: s.target,
      candidates: s.candidates.map((c) => ({ id: c.id, place: c.at, distance: Math.abs(c.at - projected), verdict: c.chosen ? "chosen" : "" })) };
  });
  return track;
};

const showRun = (run, state) => {
  if (run.error) { say(run.error, true); return; }
  whatIf.run = run; whatIf.runEdits = state.edits;
  tracks[ownTrack] = trackOf(run, "what if", state.configuration);
  if (whatIf.before && !whatIf.before.error) say(whatIf.engine.compare(whatIf.before, run));
  showSettles();
  showVisible();
  showGestures();
  document.documentElement.dataset.whatif = String(whatIf.done);
  show();
};

/** The table of settles: where each release rests now, and where it rests without any change. */
const showSettles = () => {
  const body = $("whatif-settles").tBodies[0], settles = tracks[ownTrack].settles;
  const start = whatIf.startSettles;
  const rest = (s) => (s ? `${s.target === null ? "" : isolated(s.target) + ", "}${points(s.at)} pt` : "–");
  const rows = settles.slice(0, 200).map((s, i) => {
    const row = document.createElement("tr"), was = start.length === settles.length ? start[i] : null;
    const cells = [["Settle", String(i + 1)], ["Released", seconds(s.release)], ["Rests at", rest(s)], ["Without changes", start.length === settles.length ? rest(was) : "–"]];
    for (const [label, text] of cells) add(row, "td", { "data-label": label }, text);
    if (was && Math.abs(was.at - s.at) > 0.05) row.classList.add("changed");
    return row;
  });
  body.replaceChildren(...rows);
};

/** How long each target was visible, in all and at a stretch, in milliseconds: from the sets of the engine. */
const visibleTimes = (run) => {
  const times = new Map(), until = run.t.length ? run.t[run.t.length - 1] : 0;
  run.sets.forEach(([from, numbers], i) => {
    const to = i + 1 < run.sets.length ? run.sets[i + 1][0] : Math.max(from, until);
    for (const number of numbers) {
      const id = run.names[number], one = times.get(id) || { all: 0, longest: 0, begin: from, to: -1 };
      if (one.to !== from) one.begin = from;
      one.all += to - from; one.to = to; one.longest = Math.max(one.longest, to - one.begin);
      times.set(id, one);
    }
  });
  return times;
};
/** The visible times of a state; without a threshold in its configuration a target counts from half of its area on. */
const replayedTimes = async (run, { configuration, edits }) => {
  const isAsked = valueOf(configuration, "target-visibility") !== "";
  return visibleTimes(isAsked ? run : await whatIf.engine.run({ configuration: settingKey(configuration, "target-visibility", "0.5"), edits: [...edits] }));
};
/** The table of visible targets; it is made only while it is open, because a long replay has many. */
const showVisible = async () => {
  const details = $("whatif-visible"), number = whatIf.done;
  if (!details.open) return;
  const now = await replayedTimes(whatIf.run, whatIf.now), was = whatIf.startTimes ??= await replayedTimes(whatIf.startRun, whatIf.start);
  if (number !== whatIf.done) return;
  const none = { all: 0, longest: 0 };
  const words = ({ all, longest }) => (all === 0 ? "never" : seconds(all) === seconds(longest) ? seconds(all) : `${seconds(longest)}, ${seconds(all)} in all`);
  const rows = [...new Set([...now.keys(), ...was.keys()])].slice(0, 200).map((id) => {
    const row = document.createElement("tr"), [one, other] = [now.get(id) || none, was.get(id) || none];
    for (const [label, text] of [["Target", isolated(id)], ["Longest", words(one)], ["Without changes", words(other)]]) add(row, "td", { "data-label": label }, text);
    row.classList.toggle("changed", words(one) !== words(other));
    return row;
  });
  details.querySelector("tbody").replaceChildren(...rows);
};

// MARK: Curves next to the others

/** Adds a curve to the legend; colors and dashes come from there. */
const addKey = (name, style) => {
  const keys = [...document.querySelectorAll(".legend .key")].map((key) => key.closest("li")), item = document.createElement("li");
  const svg = make("svg", { class: "key", viewBox: "0 0 36 8", "aria-hidden": "true" }, item);
  make("line", { x1: 0, y1: 4, x2: 36, y2: 4, class: style }, svg);
  item.append(name);
  if (keys.length) keys[keys.length - 1].after(item); else document.querySelector(".legend").prepend(item);
};
const addOwnTrack = () => {
  addKey("what if", "kw");
  const views = document.querySelector(".views"), figure = add(views, "figure", { id: "view" + ownTrack });
  add(figure, "figcaption", { class: "kw" }, "what if");
  make("svg", { role: "img", viewBox: "0 0 1 1", preserveAspectRatio: "xMinYMin" }, figure);
  add(figure, "p", { class: "read" });
  views.className = `views n${views.children.length}`;
  rows.push(["what if", 12, true]);
  readColors();
};
const keepCurve = () => {
  const own = tracks[ownTrack], number = tracks.length - ownTrack;
  if (!own || number > 8) { say("Eight curves are kept, and no more fit. Reload the page to remove them.", true); return; }
  tracks.push({ ...own, name: `kept ${number}` });
  addKey(`kept ${number}: ${[whatIf.now.configuration, ...whatIf.now.edits].join("; ")}`, `k${(number + 1) % 8} d${number}`);
  readColors(); show();
  say(`The curve is kept as ${number}.`);
};
