"use strict";
// The data of the page. All content comes from the data element and is only inserted as text.
// The files of this folder form one script with shared names, in the order of assets.c.

const $ = (id) => document.getElementById(id);
// A page of several scenes has the data of each; the address selects one.
const sceneName = (/[#&]scene=([\w-]+)/.exec(location.hash) || ["", ""])[1];
const data = JSON.parse(($("data-" + sceneName) || $("data")).textContent);
const canvas = $("timeline"), pen = canvas.getContext("2d");
const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
const end = Math.max(data.duration, 1);
const state = { t: 0, from: 0, to: end, playing: false, speed: 1, axis: data.axis, width: 0, height: 0, held: null,
  hidden: new Set(), isShortened: false, hasKeys: true };
const colors = {};

// Columns contain differences; running sums restore the values.
const sums = (list, unit) => { let sum = 0; return list.map((d) => (sum += d) / unit); };
const tracks = data.tracks.map((track) => ({
  ...track, t: sums(track.t, 1000), x: sums(track.x, 1000), y: sums(track.y, 1000),
}));
/** Where the workbench's own track is among all tracks; kept curves follow it. */
const ownTrack = tracks.length;
