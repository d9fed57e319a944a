// The board as SVG. Every cell that can be reached is an element of its own that takes the focus
// and says what it is called and what it holds. Looks come from style.css by the classes' names.

import { s, set } from "./dom.js";
import { LINE, MIDDLE, fitted, marksGrid, shrunk, emWidth } from "./fitting.js";
import { piecesOf, rowsOf } from "./scene.js";
import { texts } from "./texts.js";

const UNIT = 40;
const LARGEST = 92;
const HEAD = 0.2;
const BOLD = new Set(["given", "title", "on solid"]);
const NOTHING = new Set();

const px = (units) => String(Math.round(units * UNIT * 100) / 100);
const joined = (points) => points.map(([x, y]) => `${px(x)},${px(y)}`).join(" ");

/** A board to play on. Calls `onselect(id)` when a cell gets the focus. `show(view)` draws
 * { content, pending: { id, text }, look, found, wrong, revealed, strike }: sets of ids, and notes
 * to cross out by id. */
export function makeBoard(scene, { onselect, label = scene.title, describedby = null } = {}) {
  const cells = new Map();
  const rows = rowsOf(scene.reachable).map((row) =>
    s("g", { role: "row" }, row.map((place) => makeCell(place))),
  );
  const overlay = s("g", { class: "overlay", "aria-hidden": "true" });
  const ring = s("polygon", { class: "ring", points: "" });
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
    decoration(scene),
    overlay,
    s("g", { "aria-hidden": "true" }, ring),
  );
  element.style.maxWidth = `${scene.view.width * LARGEST}px`;
  let selected = null;

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
        "aria-readonly": place.open ? "false" : "true",
        onpointerdown: (event) => {
          event.preventDefault();
          select(place.id);
        },
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
      if (element.parentElement?.classList.contains("large")) {
        cell.group.scrollIntoView({ block: "nearest", inline: "nearest" });
      }
    }
  }

  function show(view) {
    for (const cell of cells.values()) showCell(scene, cell, view);
    overlay.replaceChildren(...outlines(scene, view));
  }

  return {
    element,
    show,
    select,
    get selected() {
      return selected;
    },
  };
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
    decoration(scene),
  );
}

/** A cell and what stands in it, in words. */
export function spoken(scene, place, entry, view = {}) {
  const text = piecesOf(scene, place, entry).map(([piece]) => piece).join("");
  const said = [text || texts.cell.empty];
  if (place.given && !place.open) said.push(texts.cell.given);
  if (entry?.candidates) said.push(texts.cell.candidates(entry.candidates.map(scene.text)));
  if (entry?.summary) said.push(entry.summary.join(" "));
  if (entry?.excluded) said.push(texts.cell.excluded(entry.excluded.map(scene.text)));
  if (view.wrong?.has(place.id)) said.push(texts.cell.wrong);
  if (view.found?.has(place.id) || view.look?.has(place.id)) said.push(texts.cell.look);
  if (view.revealed?.has(place.id)) said.push(texts.cell.revealed);
  return `${place.name}: ${said.join(", ")}`;
}

function classOf(place) {
  return place.given && !place.open ? "cell fixed" : "cell";
}

function viewOf(scene) {
  const { x, y, width, height } = scene.view;
  return { viewBox: [x, y, width, height].map(px).join(" "), "stroke-linejoin": "round" };
}

function showCell(scene, cell, view) {
  const { place, group, inside } = cell;
  const entry = view.content[place.id];
  const pending = view.pending?.id === place.id ? view.pending.text : null;
  const wrong = view.wrong ?? NOTHING;
  const name = spoken(scene, place, entry, view);
  const strike = view.strike?.[place.id] ?? [];
  const drawn = `${name}|${pending}|${strike}`;
  group.classList.toggle("look", Boolean(view.look?.has(place.id)));
  group.classList.toggle("found", Boolean(view.found?.has(place.id)));
  group.classList.toggle("wrong", wrong.has(place.id));
  group.classList.toggle("revealed", Boolean(view.revealed?.has(place.id)));
  set(group, "aria-invalid", wrong.has(place.id) ? "true" : null);
  if (drawn === cell.drawn) return;
  cell.drawn = drawn;
  set(group, "aria-label", name);
  inside.replaceChildren(...insideOf(scene, place, entry, pending, strike));
}

/** The texts in a cell. */
function insideOf(scene, place, entry, pending = null, strike = []) {
  const pieces = piecesOf(scene, place, entry);
  const marks = entry?.candidates ?? entry?.excluded ?? [];
  const halved = (marks.length > 0 || pending || entry?.summary) && pieces.length > 0 && !("number" in (entry ?? {}));
  const { upper, lower } = halves(place.room);
  const drawn = contentOf(pieces, halved ? upper : place.room, scene.size);
  if (marks.length > 0) {
    const struck = entry.excluded ?? strike;
    drawn.push(...marksOf(scene, place, marks, struck, halved ? lower : place.room));
  }
  if (entry?.summary) drawn.push(...summaryOf(scene, place, entry.summary, halved));
  if (pending && !("number" in (entry ?? {}))) {
    const room = { ...lower, height: lower.height };
    const { lines, size } = fitted(`${pending}…`, room, 0.6 * scene.size);
    drawn.push(textAt(lines[0], room.x, place.room.y + 0.36 * place.room.height, size, "pending"));
  }
  return drawn;
}

function halves(room) {
  const height = 0.48 * room.height;
  return {
    upper: { ...room, y: room.y - 0.26 * room.height, height },
    lower: { ...room, y: room.y + 0.26 * room.height, height },
  };
}

function contentOf(pieces, room, largest) {
  if (pieces.length === 0) return [];
  const whole = pieces.map(([text]) => text).join("");
  const bold = pieces.some(([, role]) => role === "given");
  const { lines, size } = fitted(whole, room, largest, bold);
  const role = pieces.length === 1 ? pieces[0][1] : "answer";
  return lines.map((line, at) => {
    const middle = room.y + LINE * size * (at - (lines.length - 1) / 2);
    const alone = pieces.length === 1 || lines.length > 1 || line !== whole;
    const inner = alone ? line : pieces.map(([text, r]) => s("tspan", { class: `t-${r}` }, text));
    return textAt(inner, room.x, middle, size, alone ? role : "mixed");
  });
}

/** Pencil marks. Where the numbers a place may hold are known, each has a place of its own. */
function marksOf(scene, place, marks, struck, whole) {
  const room = shrunk(whole, place.outline);
  const slots = place.choices.length > 0 && place.choices.length <= 16 ? place.choices : marks;
  const written = slots.map(scene.text);
  const { columns, size } = marksGrid(written, room, 0.5 * scene.size);
  if (!columns) {
    const left = marks.filter((number) => !struck.includes(number)).length;
    const said = left > 0 ? texts.cell.many(left) : texts.cell.manyOut(marks.length);
    const fit = fitted(said, room, 0.4 * scene.size);
    return [textAt(fit.lines[0], room.x, room.y, fit.size, "mark")];
  }
  const rows = Math.ceil(slots.length / columns);
  const widest = Math.max(...written.map((text) => emWidth(text)));
  const step = Math.min(room.width / columns, size * (1.1 + widest));
  const drawn = [];
  slots.forEach((number, at) => {
    if (!marks.includes(number)) return;
    const x = room.x + step * ((at % columns) - (columns - 1) / 2);
    const y = room.y + LINE * size * (Math.floor(at / columns) - (rows - 1) / 2);
    const gone = struck.includes(number);
    drawn.push(textAt(written[at], x, y, size, gone ? "struck" : "mark"));
    if (gone) {
      const half = (0.5 * emWidth(written[at]) + 0.1) * size;
      const ends = [[x - half, y + 0.3 * size], [x + half, y - 0.3 * size]];
      drawn.push(s("polyline", { class: "strike", points: joined(ends) }));
    }
  });
  return drawn;
}

/** Lines about what may stand in a place, where that is too much to be listed. */
function summaryOf(scene, place, lines, halved) {
  const room = shrunk(halved ? halves(place.room).lower : place.room, place.outline);
  const part = { ...room, height: room.height / lines.length };
  const size = Math.min(...lines.map((line) => fitted(line, part, 0.4 * scene.size, false, 1).size));
  return lines.map((line, at) => {
    const middle = room.y + LINE * size * (at - (lines.length - 1) / 2);
    return textAt(line, room.x, middle, size, "mark");
  });
}

/** The cells in which nothing can ever stand. */
function backdrop(scene) {
  const closed = scene.places.filter((place) => !scene.reachable.includes(place));
  return s(
    "g",
    { "aria-hidden": "true", class: "closed" },
    closed.map((place) => s("polygon", { class: "face", points: joined(place.outline) })),
  );
}

/** What stands beside and above the cells. */
function decoration(scene) {
  return s(
    "g",
    { "aria-hidden": "true", class: "decoration" },
    scene.shapes.map(shapeElement),
    scene.labels.map(labelElement),
  );
}

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

function labelElement(label) {
  const { room, role, side = "middle" } = label;
  const { lines, size } = fitted(label.text, room, label.size ?? 0.4, BOLD.has(role));
  const x = { start: room.x - room.width / 2, end: room.x + room.width / 2 }[side] ?? room.x;
  return lines.map((line, at) => {
    const y = room.y + LINE * size * (at - (lines.length - 1) / 2);
    return textAt(line, x, y, size, role.replace(" ", "-"), side);
  });
}

function textAt(inner, x, middle, size, role, side = "middle") {
  return s(
    "text",
    {
      class: `t-${role}`,
      x: px(x),
      y: px(middle + MIDDLE * size),
      "font-size": px(size),
      "text-anchor": side,
    },
    inner,
  );
}

/** Outlines around cells that are looked at, found or wrong; each kind has a form of its own. */
function outlines(scene, view) {
  const drawn = [];
  for (const [kind, ids] of [["look", view.look], ["found", view.found], ["wrong", view.wrong]]) {
    for (const id of ids ?? NOTHING) {
      const place = scene.byId[id];
      if (!place) continue;
      drawn.push(s("polygon", { class: `line-${kind}`, points: joined(place.outline) }));
      if (kind === "wrong") drawn.push(badge(place));
    }
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
