// The page: one search, or two that stay in step. Keys work wherever the focus is.

import { fill, h, s } from "./dom.js";
import { readScene } from "./scene.js";
import { readTree } from "./tree_data.js";
import { mark, triangle } from "./tree_drawing.js";
import { makePanel } from "./tree_panel.js";

const KEYS = [
  ["n, p", "next and previous node of the search"],
  [". and ,", "next and previous event; after the last of a node comes the first of the next node"],
  ["s, f", "next solution, next failure"],
  ["arrow keys in the tree", "parent, first child, brothers"],
  ["Enter or space in the tree", "fold and unfold"],
  ["arrow keys on the board", "from cell to cell"],
];

const data = JSON.parse(document.getElementById("data").textContent);
const trees = await Promise.all(data.trees.map((one) => readTree(one, data.values, data.runs)));
const together = h("input", { type: "checkbox", id: "together", checked: true });
const panels = trees.map((tree, at) =>
  makePanel(tree, readScene(data.scene), {
    onmove: (node, event) => follow(at, node, event),
    onstep: (by) => step(at, by),
  }));
let active = 0;

/** Where one search went the other goes too: to the node of the same number, after as many events. */
function follow(at, node, event) {
  active = at;
  if (!together.checked) return;
  panels.forEach((panel, place) => {
    if (place !== at) panel.go(node, event, false);
  });
}

/** One event on or back, in each search that has one left in its node; then the next node. */
function step(at, by) {
  active = at;
  const group = together.checked ? panels : [panels[at]];
  const able = group.filter(({ place }) => place.event + by >= 0 && place.event + by <= place.events);
  for (const panel of able) panel.go(panel.place.node, panel.place.event + by, false);
  const next = panels[at].place.node + by;
  if (able.length > 0 || next < 0 || next >= trees[at].count) return;
  for (const panel of group) panel.go(next, by > 0 ? 1 : Infinity, false);
}

function legend() {
  const sample = (drawn, text) =>
    h("li", {}, s("svg", { width: 34, height: 30, viewBox: "0 0 34 30", "aria-hidden": "true" }, drawn), text);
  return h("ul", { class: "legend", "aria-label": "What the marks mean" },
    sample(mark("choice", 17, 15), "choice"),
    sample(mark("failed", 17, 15), "failure"),
    sample(mark("solved", 17, 15), "solution"),
    sample(mark("open", 17, 15), "not searched"),
    sample(triangle("failed", 17, 14), "folded, all failed"),
    sample(triangle("solved", 17, 14), "folded, with solutions"),
    sample(triangle("open", 17, 14), "folded, not all searched"));
}

fill(document.getElementById("main"),
  h("header", {}, h("h1", {}, data.title), h("p", { class: "identifier quiet" }, h("code", {}, data.puzzle)),
    legend(),
    trees.length > 1 && h("label", { class: "flag" }, together, "The searches stay in step"),
    h("details", { class: "help" }, h("summary", {}, "Keys"),
      h("dl", {}, KEYS.map(([keys, what]) => [h("dt", {}, keys), h("dd", {}, what)])))),
  h("div", { class: `panels panels-${panels.length}` }, panels.map((panel) => panel.element)));
for (const panel of panels) panel.start();
document.documentElement.dataset.ready = "true";

const moves = {
  n: (panel) => panel.go(panel.place.node + 1),
  p: (panel) => panel.go(panel.place.node - 1),
  ".": (panel, at) => step(at, 1),
  ",": (panel, at) => step(at, -1),
  s: (panel) => panel.seek("solved"),
  f: (panel) => panel.seek("failed"),
};
document.addEventListener("keydown", (one) => {
  if (one.ctrlKey || one.altKey || one.metaKey || !moves[one.key]) return;
  const here = panels.findIndex((panel) => panel.element.contains(document.activeElement));
  const at = here < 0 ? active : here;
  one.preventDefault();
  moves[one.key](panels[at], at);
});
