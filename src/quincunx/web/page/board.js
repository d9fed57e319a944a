// The board as SVG. Every reachable cell is an element that takes the focus and is labelled with
// its name and content. style.css styles the classes.

import { s, set } from "./dom.js";
import { insideOf, joined, px, textAt } from "./cell_texts.js";
import { LINE, emWidth, fitted, shrunk } from "./text_fit.js";
import { piecesOf, rowsOf } from "./scene.js";
import { texts } from "./texts.js";

const LEAST_PIXELS = 11;
const LARGEST = 92;
const FINGER = 40; // pixels
const MOST_ENLARGED = 4; // characters
const HEAD = 0.2;
const AROUND = 12; // pixels that stay beside a cell that is scrolled to
const BOLD = new Set(["given", "title", "on solid"]);
const NOTHING = new Set();

/** A board to play on. Calls `onselect(id)` when a cell gets the focus. `show(view)` draws
 * { content, pending: { id, text }, look, found, wrong, named, shown, revealed, strike }: sets of ids,
 * and notes to cross out by id. */
export function makeBoard(scene, { onselect, about = () => "", label = scene.title, describedby = null } = {}) {
  const cells = new Map();
  const rows = rowsOf(scene.reachable).map((row) =>
    s("g", { role: "row" }, row.map((place) => makeCell(place))),
  );
  const overlay = s("g", { class: "overlay", "aria-hidden": "true" });
  const ring = s("polygon", { class: "ring", points: "" });
  const edges = s("g", { class: "edges decoration", "aria-hidden": "true" });
  const element = s(
    "svg",
    {
      ...viewOf(scene),
      class: "board",
      role: "grid",
      "aria-label": label,
      "aria-describedby": describedby,
    },
    backdrop(scene),
    rows,
    shapesOf(scene),
    edges,
    s("g", { "aria-hidden": "true" }, ring),
    overlay,
  );
  element.style.maxWidth = `${scene.view.width * LARGEST}px`;
  // On touch screens, style.css gives every board this minimum size.
  const reach = (FINGER + 0.1) / smallest(scene.reachable);
  element.style.setProperty("--reach-width", `${Math.ceil(scene.view.width * reach)}px`);
  element.style.setProperty("--reach-height", `${Math.ceil(scene.view.height * reach)}px`);
  let selected = null;
  let scale = 40;
  let shown = null;
  new ResizeObserver(() => {
    const { width, height } = element.getBoundingClientRect();
    const now = Math.min(width / scene.view.width, height / scene.view.height);
    if (!now || now === scale) return;
    scale = now;
    edges.replaceChildren(...labelsOf(scene, LEAST_PIXELS / scale), ...edgesOf(scene, scale));
    if (shown) show(shown);
  }).observe(element);

  function makeCell(place) {
    const inside = s("g", { class: "inside" });
    const face = s("polygon", { class: "face", points: joined(place.outline) });
    const group = s(
      "g",
      {
        role: "gridcell",
        class: classOf(place),
        "data-cell": place.id,
        tabindex: "-1",
        "aria-description": about(place.id) || null,
        "aria-readonly": place.open ? "false" : "true",
        onpointerdown: (event) => {
          if (event.pointerType === "touch") return; // it may become scrolling
          event.preventDefault();
          select(place.id);
        },
        onclick: () => select(place.id),
        onfocus: () => select(place.id, false),
      },
      face,
      inside,
    );
    cells.set(place.id, { place, group, inside, drawn: null });
    return group;
  }

  function select(id, focus = true) {
    const cell = cells.get(id);
    if (!cell) return;
    if (selected !== id) {
      if (selected) {
        set(cells.get(selected).group, "tabindex", "-1");
        set(cells.get(selected).group, "aria-selected", null);
      }
      selected = id;
      set(cell.group, "tabindex", "0");
      set(cell.group, "aria-selected", "true");
      set(ring, "points", joined(cell.place.outline));
      onselect?.(id);
    }
    if (focus) {
      cell.group.focus({ preventScroll: true });
      reveal([id]);
    }
  }

  /** If the board is larger than its place, scroll it, and nothing else, until cells are visible,
   * at least the last one. */
  function reveal(ids) {
    const holder = element.parentElement;
    for (const id of ids) {
      const cell = cells.get(id)?.group.getBoundingClientRect();
      if (!cell || !holder) continue;
      const place = holder.getBoundingClientRect();
      const by = (low, high, from, to) => Math.max(0, high + AROUND - to) - Math.max(0, from - low + AROUND);
      holder.scrollLeft += by(cell.left, cell.right, place.left, place.right);
      holder.scrollTop += by(cell.top, cell.bottom, place.top, place.bottom);
    }
  }

  function show(view) {
    shown = view;
    for (const cell of cells.values()) showCell(scene, cell, view, scale);
    overlay.replaceChildren(...outlines(scene, view, scale));
  }

  return {
    element,
    show,
    select,
    reveal,
    get selected() {
      return selected;
    },
  };
}

/** The shortest side of some places, in units. */
function smallest(places) {
  const sides = places.flatMap(({ outline }) => [0, 1].map((axis) => {
    const along = outline.map((point) => point[axis]);
    return Math.max(...along) - Math.min(...along);
  }));
  return Math.min(...sides, 1);
}

/** A picture of a board, not for playing; cells that `differ` are marked. */
export function makePicture(scene, content = {}, label = scene.title, differ = NOTHING) {
  return s(
    "svg",
    { ...viewOf(scene), class: "board picture", role: "img", "aria-label": label },
    backdrop(scene),
    scene.reachable.map((place) =>
      s(
        "g",
        { class: `${classOf(place)}${differ.has(place.id) ? " differs" : ""}` },
        s("polygon", { class: "face", points: joined(place.outline) }),
        insideOf(scene, place, content[place.id]),
      ),
    ),
    shapesOf(scene),
    s("g", { "aria-hidden": "true", class: "decoration" }, labelsOf(scene)),
  );
}

/** A cell and its content, in words. */
export const spoken = (scene, place, entry, view) => `${place.name}: ${heldIn(scene, place, entry, view)}`;

/** The content of a cell, in words. */
export function heldIn(scene, place, entry, view = {}) {
  const text = piecesOf(scene, place, entry).map(([piece]) => piece).join("");
  const said = [text || texts.cell.empty];
  if (place.given && !place.open) said.push(texts.cell.given);
  if (entry?.candidates) said.push(texts.cell.candidates(entry.candidates.map(scene.text)));
  if (entry?.excluded) said.push(texts.cell.excluded(entry.excluded.map(scene.text)));
  if (view.impossible?.has(place.id)) {
    const lacks = place.given && !text.includes(place.given);
    said.push(lacks ? texts.cell.lacks(place.given) : texts.cell.impossible);
  } else if (view.wrong?.has(place.id)) said.push(texts.cell.wrong);
  if (view.found?.has(place.id) || view.look?.has(place.id)) said.push(texts.cell.look);
  if (view.revealed?.has(place.id)) said.push(texts.cell.revealed);
  return said.join(", ");
}

function classOf(place) {
  return place.given && !place.open ? "cell fixed" : "cell";
}

function viewOf(scene) {
  const { x, y, width, height } = scene.view;
  return { viewBox: [x, y, width, height].map(px).join(" "), "stroke-linejoin": "round" };
}

function showCell(scene, cell, view, scale) {
  const { place, group, inside } = cell;
  const entry = view.content[place.id];
  const pending = view.pending?.id === place.id ? view.pending.text : null;
  const wrong = view.wrong ?? NOTHING;
  const name = spoken(scene, place, entry, view);
  const strike = view.strike?.[place.id] ?? [];
  const drawn = `${name}|${pending}|${strike}|${scale}`;
  group.classList.toggle("look", Boolean(view.look?.has(place.id)));
  group.classList.toggle("found", Boolean(view.found?.has(place.id)));
  group.classList.toggle("wrong", wrong.has(place.id));
  group.classList.toggle("revealed", Boolean(view.revealed?.has(place.id)));
  set(group, "aria-invalid", wrong.has(place.id) ? "true" : null);
  if (drawn === cell.drawn) return;
  cell.drawn = drawn;
  set(group, "aria-label", name);
  inside.replaceChildren(...insideOf(scene, place, entry, { pending, strike, scale }));
}

/** The cells that always stay empty. */
function backdrop(scene) {
  return s(
    "g",
    { "aria-hidden": "true", class: "closed" },
    scene.closed.map((place) => s("polygon", { class: "face", points: joined(place.outline) })),
  );
}

/** Labels beside and above the cells. */
function shapesOf(scene) {
  return s("g", { "aria-hidden": "true", class: "decoration" }, scene.shapes.map(shapeElement));
}

/** The texts beside the cells; short ones have a minimum size. */
const labelsOf = (scene, least = 0) => scene.labels.flatMap((label) => labelElement(label, least));

function shapeElement(shape) {
  const name = `s-${shape.role}`;
  if (shape.kind === "circle") {
    const [x, y] = shape.centre;
    return s("circle", { class: name, cx: px(x), cy: px(y), r: px(shape.radius) });
  }
  if (shape.kind !== "line") return s("polygon", { class: name, points: joined(shape.points) });
  const line = s("polyline", { class: name, points: joined(shape.points) });
  return shape.arrow ? [line, head(shape.points.at(-2), shape.points.at(-1))] : line;
}

function head([ax, ay], [bx, by]) {
  const long = Math.hypot(bx - ax, by - ay) || 1;
  const [dx, dy] = [((bx - ax) / long) * HEAD, ((by - ay) / long) * HEAD];
  const [x, y] = [bx - dx, by - dy];
  const points = [[bx, by], [x - dy * 0.6, y + dx * 0.6], [x + dy * 0.6, y - dx * 0.6]];
  return s("polygon", { class: "s-head", points: joined(points) });
}

function labelElement(label, least) {
  const { room, role, side = "middle" } = label;
  const { lines, size: fit } = fitted(label.text, room, label.size ?? 0.4, BOLD.has(role));
  const size = label.text.length <= MOST_ENLARGED ? Math.max(fit, least) : fit;
  const x = { start: room.x - room.width / 2, end: room.x + room.width / 2 }[side] ?? room.x;
  return lines.map((line, at) => {
    const y = room.y + LINE * size * (at - (lines.length - 1) / 2);
    return textAt(line, x, y, size, role.replace(" ", "-"), side);
  });
}

/** The names of rows and columns; without them, those of cells that have room. */
function edgesOf(scene, scale) {
  const size = Math.max(0.22, LEAST_PIXELS / scale);
  if (scene.edges.length === 0) {
    const isRoomy = scene.reachable.every(({ room }) => room.width > 4 * size && room.height > 2.4 * size);
    return (isRoomy ? scene.reachable : []).map(({ short, room }) =>
      textAt(bare(short), room.x - room.width / 2, room.y - room.height / 2 + 0.3 * size, size, "edge", "start"));
  }
  const large = Math.max(0.3, size);
  return [["r", "y", () => 1], ["c", "x", emWidth]].flatMap(([letter, axis, ems]) => {
    const line = scene.edges.filter(({ text }) => text[0] === letter);
    const apart = line.length > 1 ? line[1][axis] - line[0][axis] : Infinity;
    const widest = Math.max(...line.map(({ text }) => ems(text))) * large;
    // If they would touch, only every second or third is written.
    const step = Math.ceil((widest + 0.1) / apart) || 1;
    return line.filter((_, at) => at % step === 0).map(({ text, x, y }) => textAt(text, x, y, large, "edge", letter === "r" ? "end" : "middle"));
  });
}

const bare = (name) => name.replace(/^cell /, "");

/** The name of a cell, on its upper edge. */
function tag(place, scale) {
  const size = Math.max(0.28, LEAST_PIXELS / scale);
  const text = bare(place.short);
  const width = (emWidth(text) + 0.5) * size;
  const y = Math.min(...place.outline.map((point) => point[1]));
  const x = place.room.x;
  return s("g", { class: "tag" },
    s("rect", { x: px(x - width / 2), y: px(y - 0.62 * size), width: px(width), height: px(1.24 * size), rx: px(0.3 * size) }),
    textAt(text, x, y, size, "tag"));
}

/** Outlines around cells; each kind has a form of its own. */
function outlines(scene, view, scale) {
  const drawn = [];
  const kinds = ["look", "named", "found", "wrong", "shown"];
  for (const [kind, ids] of kinds.map((one) => [one, view[one]])) {
    for (const id of ids ?? NOTHING) {
      const place = scene.byId[id];
      if (!place || (kind === "named" && view.wrong?.has(id))) continue;
      drawn.push(s("polygon", { class: `line-${kind}`, points: joined(place.outline) }));
      if (kind === "wrong") drawn.push(badge(place));
    }
  }
  const one = view.shown?.size === 1 ? view.shown : NOTHING;
  for (const id of new Set([...(view.named ?? []), ...one])) {
    if (scene.byId[id]) drawn.push(tag(scene.byId[id], scale));
  }
  return drawn;
}

/** An exclamation mark in the corner of a cell. */
function badge(place) {
  const room = shrunk(place.room, place.outline);
  const x = room.x + room.width / 2;
  const y = room.y - room.height / 2;
  return s(
    "g",
    { class: "badge" },
    s("circle", { cx: px(x), cy: px(y), r: px(0.16) }),
    textAt("!", x, y, 0.26, "badge"),
  );
}
