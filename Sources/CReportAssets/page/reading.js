// Reading the chart: values under the pointer, curves that can be hidden, and the list of keys.

const element = (name, parent, text = "", properties = {}) => {
  const made = Object.assign(document.createElement(name), { textContent: text }, properties);
  parent.append(made);
  return made;
};
const stage = canvas.parentElement;
const hair = element("div", stage, "", { className: "hair", hidden: true });
const readout = element("div", stage, "", { className: "readout", hidden: true });
readout.setAttribute("aria-hidden", "true");

/** Lists the offset of every curve under the pointer. */
const readAt = (event) => {
  const t = moment(event.offsetX), isInside = event.offsetX >= left && event.offsetX <= state.width - right && !drag;
  hair.hidden = readout.hidden = !isInside;
  if (!isInside) return;
  readout.replaceChildren();
  element("b", readout, seconds(Math.min(Math.max(t, 0), end)));
  tracks.forEach((track, i) => {
    const here = state.hidden.has(i) ? null : offset(track, t);
    if (!here) return;
    const line = element("div", readout);
    element("i", line).style.background = color(i);
    const moving = phase(track, t);
    element("span", line, `${track.name.length > 32 ? track.name.slice(0, 31) + "…" : track.name}  ${points(here[state.axis])} pt${moving === "idle" ? "" : ", " + moving}`);
  });
  const onLeft = event.offsetX > state.width / 2;
  hair.style.left = event.offsetX + "px";
  readout.style.left = onLeft ? "" : event.offsetX + 12 + "px";
  readout.style.right = onLeft ? stage.clientWidth - event.offsetX + 12 + "px" : "";
};
canvas.addEventListener("pointermove", readAt);
canvas.addEventListener("pointerleave", () => { hair.hidden = readout.hidden = true; });

// Each curve of the legend is a button that hides it and its drawing; the last one stays.
const toggleCurve = (i, button) => {
  const isShown = !state.hidden.has(i);
  if (isShown && state.hidden.size === tracks.length - 1) return;
  if (isShown) state.hidden.add(i); else state.hidden.delete(i);
  button.setAttribute("aria-pressed", String(!isShown));
  if ($("view" + i)) $("view" + i).hidden = isShown;
  show();
};
const makeToggles = () => [...document.querySelectorAll(".legend li:has(.key)")].forEach((item, i) => {
  if (tracks.length < 2 || item.querySelector("button")) return;
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "toggle", title: "Hide or show this curve" });
  button.setAttribute("aria-pressed", "true");
  button.append(...item.childNodes); item.append(button);
  button.addEventListener("click", () => toggleCurve(i, button));
});

let keyList = null;
const showKeys = () => {
  if (!keyList) {
    keyList = element("dialog", document.body, "", { className: "keys" });
    element("h2", keyList, "Keys");
    const list = element("dl", keyList, "", { className: "words" });
    for (const [, name, words] of keys) { element("dt", list, name); element("dd", list, words); }
    const label = element("label", keyList), check = element("input", label, "", { type: "checkbox", checked: state.hasKeys });
    label.append(" Keys work without choosing the timeline first");
    check.addEventListener("change", () => { state.hasKeys = check.checked; });
    const close = element("button", element("p", keyList), "Close", { type: "button" });
    close.addEventListener("click", () => keyList.close());
  }
  keyList.showModal();
};
const addControls = () => {
  const controls = $("all").parentElement, now = $("now");
  const add = (id, text, action) => {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", id, textContent: text });
    button.addEventListener("click", action); controls.insertBefore(button, now);
    return button;
  };
  if (idleStretches.length) add("idle", "Shorten idle time", () => shorten(!state.isShortened));
  if (canvas.requestFullscreen) add("full", "Full screen", fullScreen);
  add("keys", "Keys", showKeys);
};
document.addEventListener("fullscreenchange", show);
