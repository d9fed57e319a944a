// The texts in a cell: what is given, what was written, and notes. Notes are never too small to
// read: if they do not fit, they become dots, and the line below the board shows them.

import { s } from "./dom.js";
import { LINE, MIDDLE, emWidth, fitted, marksGrid, shrunk } from "./text_fit.js";
import { piecesOf } from "./scene.js";
import { texts } from "./texts.js";

const UNIT = 40;
const LEAST_PIXELS = 11;
const MOST_SLOTS = 16;
const DOT = 0.05;

export const px = (units) => String(Math.round(units * UNIT * 100) / 100);
export const joined = (points) => points.map(([x, y]) => `${px(x)},${px(y)}`).join(" ");

/** The texts in a cell of a board on which a unit is `scale` pixels long. */
export function insideOf(scene, place, entry, { pending = null, strike = [], scale = UNIT } = {}) {
  const least = LEAST_PIXELS / scale;
  const pieces = piecesOf(scene, place, entry);
  const marks = entry?.candidates ?? entry?.excluded ?? [];
  const hasNumber = "number" in (entry ?? {});
  const { upper, lower } = halves(place.room);
  if (hasNumber && place.open && place.given && !pieces.some(([, role]) => role === "given")) {
    // The given stays visible beside a number that does not contain it.
    return [
      ...contentOf([[place.given, "given"]], upper, scene.size),
      ...contentOf(pieces, lower, scene.size),
    ];
  }
  const halved = (marks.length > 0 || pending) && pieces.length > 0 && !hasNumber;
  const drawn = contentOf(pieces, halved ? upper : place.room, scene.size);
  if (marks.length > 0 && !pending) {
    const room = shrunk(halved ? lower : place.room, place.outline);
    drawn.push(...marksOf(scene, place, marks, entry.excluded ?? strike, room, least));
  }
  if (pending && !hasNumber) {
    const { lines, size } = fitted(`${pending}…`, lower, Math.max(least, 0.6 * scene.size));
    drawn.push(textAt(lines[0], lower.x, place.room.y + 0.3 * place.room.height, Math.max(size, least), "pending"));
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

/** Pencil marks. Each has its own place if the numbers are known and there is room; otherwise they
 * are listed, counted, or drawn as dots. */
function marksOf(scene, place, marks, struck, room, least) {
  const known = place.choices.length > 0 && place.choices.length <= MOST_SLOTS;
  for (const slots of known ? [place.choices, marks] : [marks]) {
    const written = slots.map(scene.text);
    const { columns, size } = marksGrid(written, room, Math.max(least, 0.5 * scene.size));
    if (!columns || size < least) continue;
    const widest = Math.max(...written.map((text) => emWidth(text)));
    const step = Math.min(room.width / columns, size * (1.1 + widest));
    return spread(slots, marks, columns, room, step, LINE * size).flatMap(([number, x, y]) =>
      markAt(scene.text(number), x, y, size, struck.includes(number)));
  }
  const left = marks.filter((number) => !struck.includes(number));
  const said = left.length > 0 ? texts.cell.many(left.length) : texts.cell.manyOut(marks.length);
  const fit = fitted(said, room, Math.max(least, 0.4 * scene.size));
  if (!known && fit.size >= least) return [textAt(fit.lines[0], room.x, room.y, fit.size, "mark")];
  const slots = known ? place.choices : [1, 2, 3];
  const columns = Math.ceil(Math.sqrt(slots.length));
  const step = Math.min(room.width, room.height) / columns;
  return spread(slots, known ? marks : slots, columns, room, step, step).map(([number, x, y]) =>
    s("circle", { class: struck.includes(number) ? "pip struck" : "pip", cx: px(x), cy: px(y), r: px(Math.min(DOT, 0.32 * step)) }));
}

/** Where each of the marks is: [number, x, y]. */
function spread(slots, marks, columns, room, across, down) {
  const rows = Math.ceil(slots.length / columns);
  return slots
    .map((number, at) => [
      number,
      room.x + across * ((at % columns) - (columns - 1) / 2),
      room.y + down * (Math.floor(at / columns) - (rows - 1) / 2),
    ])
    .filter(([number]) => marks.includes(number));
}

function markAt(text, x, y, size, gone) {
  const drawn = [textAt(text, x, y, size, gone ? "struck" : "mark")];
  if (gone) {
    const half = (0.5 * emWidth(text) + 0.1) * size;
    const ends = [[x - half, y + 0.3 * size], [x + half, y - 0.3 * size]];
    drawn.push(s("polyline", { class: "strike", points: joined(ends) }));
  }
  return drawn;
}

/** A line of text with its middle at a point. */
export function textAt(inner, x, middle, size, role, side = "middle") {
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
