// A tree drawn: every ending has its own shape, so that no colour needs to be distinguished. A folded
// subtree is a triangle that holds the mark of what is below it, with the number of its nodes that were
// searched.

import { fill, s } from "./dom.js";

const STEP = { x: 26, y: 46 };
const WIDE = { x: 62, y: 60 };
const LABELLED = 70;
const MARGIN = 40;

const ENDINGS = {
  choice: "then a choice",
  failed: "failed",
  solved: "a solution",
  open: "not searched",
};

/** What a node is, in words. */
export function spokenNode(tree, node, folded) {
  const said = [tree.decision(node).text, ENDINGS[tree.kind(node)]];
  if (folded) {
    const left = tree.untried[node] ? `, ${tree.untried[node]} not tried` : "";
    said.push(`folded: ${counted(searchedOf(tree, node), "node")}${left}, ${solutionsOf(tree, node)}`);
  }
  return said.join(", ");
}

export const ending = (tree, node) => ENDINGS[tree.kind(node)];

const counted = (number, thing) => `${number.toLocaleString("en")} ${thing}${number === 1 ? "" : "s"}`;

/** How many nodes below and with this one were searched. */
const searchedOf = (tree, node) => tree.sizes[node] - tree.untried[node];

const solutionsOf = (tree, node) =>
  tree.solutions[node] ? counted(tree.solutions[node], "solution") : "no solution";

/** How a subtree ended as a whole. */
function kindBelow(tree, node) {
  if (tree.solutions[node]) return "solved";
  return tree.opened[node] ? "open" : "failed";
}

/** The mark of an ending around a point. */
export function mark(kind, x, y, size = 7) {
  if (kind === "failed") {
    return s("rect", { class: `n-${kind}`, x: x - size * 0.9, y: y - size * 0.9,
      width: size * 1.8, height: size * 1.8 });
  }
  if (kind === "solved") {
    const d = size * 1.2;
    return s("path", { class: `n-${kind}`, d: `M${x} ${y - d}l${d} ${d}l${-d} ${d}l${-d} ${-d}z` });
  }
  return s("circle", { class: `n-${kind}`, cx: x, cy: y, r: size });
}

/** The mark of a folded subtree: a triangle with the mark of how it ended in it. */
export function triangle(kind, x, y) {
  return s("g", { class: `folded f-${kind}` },
    s("path", { class: "hull", d: `M${x} ${y - 12}l15 25h-30z` }), mark(kind, x, y + 5, 4));
}

/** Keeps a drawing of a tree in an element. `onselect(node)` and `ontoggle(node)` are called with what
 * the user points at. */
export function makeDrawing(tree, folding, id, { onselect, ontoggle }) {
  const svg = s("svg", { class: "searched", role: "tree", tabindex: "0",
    "aria-label": `Search tree, ${tree.labeling}` });
  let selected = 0;
  let groups = new Map();

  function draw() {
    const shown = folding.shown();
    const places = folding.places(shown);
    const step = shown.length <= LABELLED ? WIDE : STEP;
    const labelled = step === WIDE;
    const all = [...places.values()];
    const left = Math.min(...all.map((place) => place.x));
    const width = (Math.max(...all.map((place) => place.x)) - left) * step.x + 2 * MARGIN;
    const height = Math.max(...all.map((place) => place.depth)) * step.y + 2 * MARGIN;
    const at = (node) => {
      const place = places.get(node);
      return [MARGIN + (place.x - left) * step.x, MARGIN + place.depth * step.y];
    };
    groups = new Map();
    const lines = [];
    for (const node of shown) {
      const [x, y] = at(node);
      if (node > 0) {
        const [px, py] = at(tree.parents[node]);
        lines.push(s("path", { class: "edge", d: `M${px} ${py}L${x} ${y}` }));
      }
      groups.set(node, nodeElement(node, x, y, labelled));
    }
    for (const [key, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })) {
      svg.setAttribute(key, value);
    }
    fill(svg, s("g", { "aria-hidden": "true" }, lines), [...groups.values()]);
    show(selected);
  }

  function nodeElement(node, x, y, labelled) {
    const folded = folding.isFolded(node);
    const inner = folded ? triangle(kindBelow(tree, node), x, y) : mark(tree.kind(node), x, y);
    const texts = [];
    if (labelled && node > 0 && tree.kind(node) !== "open") {
      const words = tree.decision(node).short.split(" ");
      texts.push(s("text", { class: "decision", x, y: y - 27 }, words.slice(0, -2).join(" ")));
      texts.push(s("text", { class: "decision", x, y: y - 16 }, words.slice(-2).join(" ")));
    }
    if (folded) {
      texts.push(s("text", { class: "count", x, y: y + 25 }, short(searchedOf(tree, node))));
    }
    return s("g", {
      id: `${id}-${node}`,
      role: "treeitem",
      class: "knot",
      "data-node": node,
      "aria-level": tree.depths[node] + 1,
      "aria-expanded": tree.childrenOf(node).length > 0 ? String(!folded) : null,
      "aria-label": spokenNode(tree, node, folded),
      onclick: () => (node === selected ? ontoggle(node) : onselect(node)),
    }, s("title", {}, spokenNode(tree, node, folded)),
    s("circle", { class: "halo", cx: x, cy: y + (folded ? 3 : 0), r: folded ? 19 : 14 }), inner, texts);
  }

  function show(node) {
    groups.get(selected)?.removeAttribute("aria-selected");
    selected = node;
    const group = groups.get(node);
    if (!group) return;
    group.setAttribute("aria-selected", "true");
    svg.setAttribute("aria-activedescendant", group.id);
    scrollTo(group);
  }

  /** Scroll the frame, and nothing else, until a node is well inside it. */
  function scrollTo(group) {
    const frame = svg.parentElement;
    if (!frame) return;
    const [inner, outer] = [group.getBoundingClientRect(), frame.getBoundingClientRect()];
    const pad = 50;
    if (inner.left < outer.left + pad) frame.scrollLeft -= outer.left + pad - inner.left;
    if (inner.right > outer.right - pad) frame.scrollLeft += inner.right - outer.right + pad;
    if (inner.top < outer.top + pad) frame.scrollTop -= outer.top + pad - inner.top;
    if (inner.bottom > outer.bottom - pad) frame.scrollTop += inner.bottom - outer.bottom + pad;
  }

  return { element: svg, draw, show };
}

/** A number in few characters. */
function short(number) {
  if (number < 1000) return String(number);
  const digits = number < 9995 ? 1 : 0;
  return `${(number / 1000).toFixed(digits)}k`;
}
