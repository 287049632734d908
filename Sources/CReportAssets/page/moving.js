// Navigation in time: the scrubber, zoom, playback.

let pending = 0, hashTimer = 0;
const show = () => {
  if (pending) return;
  pending = requestAnimationFrame(() => {
    pending = 0;
    draw();
    tracks.forEach(drawView);
    $("now").textContent = seconds(state.t);
    canvas.setAttribute("aria-valuenow", state.t.toFixed(3));
    canvas.setAttribute("aria-valuetext", seconds(state.t));
  });
};
/** Keeps the moment, and the state of the panel, in the address. */
const writeFragment = () => history.replaceState(null, "", "#t=" + Number((state.t / 1000).toFixed(6)) + sceneFragment() + workbench.fragment());
const keepFragment = () => {
  clearTimeout(hashTimer);
  hashTimer = setTimeout(writeFragment, state.playing ? 400 : 60);
};
const go = (t, follow = true) => {
  state.t = Math.min(Math.max(t, 0), end);
  if (follow && (state.t < state.from || state.t > state.to)) {
    const span = state.to - state.from;
    state.from = Math.min(Math.max(0, state.t - span / 2), end - span); state.to = state.from + span;
  }
  keepFragment();
  show();
};
const zoom = (factor, around) => {
  const span = Math.min(end, Math.max(10, (state.to - state.from) * factor)), share = (around - state.from) / (state.to - state.from);
  state.from = Math.min(Math.max(0, around - span * share), end - span); state.to = state.from + span; show();
};
const pan = (ms) => {
  const span = state.to - state.from;
  state.from = Math.min(Math.max(0, state.from + ms), end - span); state.to = state.from + span; show();
};
const frame = (direction) => {
  const times = (tracks.find((t) => t.t.length) || { t: [] }).t;
  if (!times.length) return;
  let i = last(times, state.t, (v) => v);
  if (direction > 0) i++; else if (times[i] === state.t) i--;
  go(times[Math.min(Math.max(i, 0), times.length - 1)]);
};
let clock = 0;
const play = (on) => {
  state.playing = on; clock = 0;
  $("play").textContent = on ? "Pause" : "Play"; $("play").setAttribute("aria-pressed", String(on));
  if (on) { if (state.t >= end) go(0); requestAnimationFrame(tick); }
};
const tick = (time) => {
  if (!state.playing) return;
  if (clock) go(state.t + (time - clock) * state.speed);
  clock = time;
  if (state.t >= end) play(false); else requestAnimationFrame(tick);
};
