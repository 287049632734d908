// Handles on the curve: release velocity, end and time of each gesture, with pointer and keyboard.

/** How far ahead of the release an arrow shows where its velocity leads, in milliseconds. */
const arrowTime = 250;
const handleLimit = 40;
let handleLayer = null, handles = [];

const levelOf = (value) => state.bottom - ((value - state.low) / (state.high - state.low)) * (state.bottom - state.top);
const valueAt = (y) => state.low + ((state.bottom - y) / (state.bottom - state.top)) * (state.high - state.low);

const buildHandles = () => {
  handleLayer = make("svg", { class: "handles", role: "group", "aria-label": "Handles of the gestures" });
  canvas.after(handleLayer);
  canvas.addEventListener("pointerdown", beginPull, true);
};
/** One handle: a large invisible target for fingers and a visible mark. */
const makeHandle = (label, shape, orientation, keys, drag) => {
  const group = make("g", { tabindex: "0", role: "slider", "aria-orientation": orientation, class: `handle ${shape}` }, handleLayer);
  if (shape === "time") make("rect", { class: "mark" }, group);
  else { make("circle", { r: 16, class: "room" }, group); make(shape === "end" ? "circle" : "path", shape === "end" ? { r: 5, class: "mark" } : { d: "M0-6L6 5L-6 5Z", class: "mark" }, group); }
  group.setAttribute("aria-label", label);
  group.addEventListener("keydown", (event) => {
    const action = keys(event);
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault(); event.stopPropagation(); action();
  });
  let from = null;
  group.addEventListener("pointerdown", (event) => {
    event.preventDefault(); event.stopPropagation();
    group.setPointerCapture(event.pointerId); group.focus({ preventScroll: true });
    // The scale is fixed during a drag; otherwise the handle would move away from the pointer.
    state.held = [state.low, state.high]; whatIf.isDragging = true; whatIf.subject = null;
    from = { ...layerPoint(event), state: drag(null, null) };
  });
  group.addEventListener("pointermove", (event) => { if (from) drag(from, layerPoint(event)); });
  for (const name of ["pointerup", "pointercancel"]) group.addEventListener(name, () => {
    if (!from) return;
    from = null; state.held = null; whatIf.isDragging = false; whatIf.subject = null; show();
  });
  return group;
};
const layerPoint = (event) => { const box = canvas.getBoundingClientRect(); return { x: event.clientX - box.left, y: event.clientY - box.top }; };

/** The three handles of a gesture; its number counts from 0. */
const makeGestureHandles = (number) => {
  const gesture = () => currentGestures()[number], edits = () => gestureEdits(number), words = `of gesture ${number + 1}`;
  const choose = () => { if (chosenGesture !== number) { chosenGesture = number; showGestures(); } };
  const step = (event, small) => (event.shiftKey ? 10 : 1) * small;
  const remove = { Delete: () => edits().drop(true), Backspace: () => edits().drop(true) };
  const line = make("line", { class: "arrow" }, handleLayer);
  const velocity = makeHandle(`Release velocity ${words}, in points per second`, "velocity", "vertical", (event) => ({ ...remove,
    ArrowUp: () => edits().setVelocity(along(gesture().velocity) + step(event, 10)), ArrowDown: () => edits().setVelocity(along(gesture().velocity) - step(event, 10)),
    PageUp: () => edits().setVelocity(along(gesture().velocity) + 200), PageDown: () => edits().setVelocity(along(gesture().velocity) - 200) })[event.key],
  (from, to) => {
    if (!from) { choose(); return along(gesture().velocity); }
    edits().setVelocity(Math.round(from.state + ((valueAt(to.y) - valueAt(from.y)) / arrowTime) * 1000));
    return null;
  });
  const end = makeHandle(`End ${words}: how much further it goes, in points`, "end", "vertical", (event) => ({ ...remove,
    ArrowUp: () => moveEnd(step(event, 1)), ArrowDown: () => moveEnd(-step(event, 1)) })[event.key],
  (from, to) => {
    if (!from) { choose(); return edits().extent; }
    if (edits().setExtent) edits().setExtent(Math.round(from.state + valueAt(to.y) - valueAt(from.y)));
    return null;
  });
  const moveEnd = (amount) => { const e = edits(); if (e.setExtent) e.setExtent(e.extent + amount); };
  const time = makeHandle(`Begin ${words}, in milliseconds`, "time", "horizontal", (event) => ({ ...remove,
    ArrowLeft: () => edits().setTime(gesture().start - step(event, 10)), ArrowRight: () => edits().setTime(gesture().start + step(event, 10)) })[event.key],
  (from, to) => {
    if (!from) { choose(); return gesture().start; }
    edits().setTime(Math.max(0, Math.round(from.state + moment(to.x) - moment(from.x))));
    return null;
  });
  for (const handle of [velocity, end, time]) handle.addEventListener("focus", choose);
  return { number, line, velocity, end, time };
};

workbench.hasReplay = () => Boolean(whatIf.run);
/** Moves the handles to where the curve is now. */
workbench.draw = () => {
  if (!handleLayer || !whatIf.run) return;
  handleLayer.setAttribute("viewBox", `0 0 ${state.width} ${state.height}`);
  const gestures = currentGestures();
  while (handles.length > Math.min(gestures.length, handleLimit)) { const last = handles.pop(); for (const part of [last.line, last.velocity, last.end, last.time]) part.remove(); }
  while (handles.length < Math.min(gestures.length, handleLimit)) handles.push(makeGestureHandles(handles.length));
  const lane = lanes().touch, isOther = state.axis !== data.axis;
  for (const h of handles) placeHandles(h, gestures[h.number], lane, isOther);
};
const placeHandles = (h, g, lane, isOther) => {
  const isDropped = gestureEdits(h.number).isDropped, own = offset(tracks[ownTrack], g.end), v = along(g.velocity);
  const isSeen = (t) => t >= state.from && t <= state.to;
  const x = place(g.end), y = own ? levelOf(along(own)) : 0, tip = Math.min(state.bottom + 8, Math.max(state.top - 8, own ? levelOf(along(own) + (v * arrowTime) / 1000) : 0));
  const tipX = Math.max(place(g.end + arrowTime), x + 14), isHidden = !own || isDropped || isOther || !isSeen(g.end);
  for (const part of [h.line, h.velocity, h.end]) part.toggleAttribute("hidden", isHidden);
  for (const [name, value] of Object.entries({ x1: x, y1: y, x2: tipX, y2: tip })) h.line.setAttribute(name, value);
  h.velocity.setAttribute("transform", `translate(${tipX} ${tip})${v < 0 ? " rotate(180)" : ""}`);
  h.end.setAttribute("transform", `translate(${x} ${y})`);
  h.time.toggleAttribute("hidden", isDropped || !lane || g.end < state.from || g.start > state.to);
  if (lane) {
    const bar = h.time.firstElementChild, from = Math.max(left, place(g.start));
    for (const [name, value] of Object.entries({ x: from, y: lane[0] - 2, width: Math.max(6, place(g.end) - from), height: lane[1] + 4 })) bar.setAttribute(name, value);
  }
  const values = [[h.velocity, v, -100000, 100000, `${plain(v, 1)} points per second`], [h.end, gestureEdits(h.number).extent, -10000, 10000, `${plain(gestureEdits(h.number).extent, 1)} points further`],
    [h.time, g.start, 0, end, seconds(g.start)]];
  for (const [handle, value, least, most, text] of values)
    for (const [name, its] of [["valuenow", plain(value)], ["valuemin", least], ["valuemax", most], ["valuetext", text]]) handle.setAttribute("aria-" + name, its);
};

// MARK: A new fling

const setPulling = (isOn) => {
  whatIf.isPulling = isOn; $("whatif-pull").setAttribute("aria-pressed", String(isOn)); canvas.classList.toggle("pulling", isOn);
  if (isOn) say("Pull an arrow on the curve: it begins where the finger goes down, and its height is the velocity.");
};
/** Pulls an arrow on the canvas; its height over the time that an arrow looks ahead is the velocity. */
const beginPull = (event) => {
  if (!whatIf.isPulling) return;
  event.stopImmediatePropagation(); event.preventDefault();
  canvas.setPointerCapture(event.pointerId);
  const from = layerPoint(event), time = Math.max(0, moment(from.x)), line = make("line", { class: "arrow", x1: from.x, y1: from.y, x2: from.x, y2: from.y }, handleLayer);
  const move = (e) => { const to = layerPoint(e); line.setAttribute("x2", to.x); line.setAttribute("y2", to.y); };
  const finish = (e) => {
    for (const [name, listener] of [["pointermove", move], ["pointerup", finish], ["pointercancel", finish]]) canvas.removeEventListener(name, listener);
    line.remove(); setPulling(false);
    const velocity = Math.round(((valueAt(layerPoint(e).y) - valueAt(from.y)) / arrowTime) * 1000);
    if (e.type === "pointerup" && velocity !== 0) addFling(velocity, time);
  };
  for (const [name, listener] of [["pointermove", move], ["pointerup", finish], ["pointercancel", finish]]) canvas.addEventListener(name, listener);
};
