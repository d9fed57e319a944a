// The board of a puzzle from a reply, prepared for drawing and playing. docs/web.md describes its
// data; only this module reads it.

const MARGIN = 0.35;

/** A scene from a reply. By default, cells with something in them and open cells can be reached. */
export function readScene(data, reachable = null) {
  const { words } = data;
  const places = data.places.map(readPlace);
  const labels = data.shapes.filter((one) => one.kind === "label");
  const shapes = data.shapes.filter((one) => one.kind !== "label");
  const [left, top, width, height] = data.bounds;
  return {
    title: data.title,
    description: data.description,
    size: data.size,
    words,
    shapes,
    labels: labels.map((one) => ({ ...one, room: readRoom(one.room) })),
    places,
    byId: Object.fromEntries(places.map((place) => [place.id, place])),
    reachable: places.filter((place) =>
      reachable ? reachable.has(place.id) : place.open || place.given !== "",
    ),
    view: {
      x: left - MARGIN,
      y: top - MARGIN,
      width: width + 2 * MARGIN,
      height: height + 2 * MARGIN,
    },
    text: (number) => words[number] ?? String(number).replace("-", "−"),
  };
}

function readPlace(data) {
  const entries = data.entries ?? {};
  return {
    id: data.id,
    name: data.name,
    outline: data.outline,
    room: readRoom(data.room),
    given: data.given ?? "",
    open: data.open,
    choices: entries.choices ?? [],
    negative: (entries.least ?? 0) < 0,
    longest: entries.longest ?? 1,
  };
}

function readRoom(room) {
  const [left, top, width, height] = room;
  return { x: left + width / 2, y: top + height / 2, width, height };
}

/** What stands in a place in pieces: what is given, and what was written. */
export function piecesOf(scene, place, entry) {
  if (!entry || !("number" in entry)) return place.given ? [[place.given, "given"]] : [];
  const text = scene.text(entry.number);
  const at = place.given ? text.indexOf(place.given) : -1;
  if (at < 0 || !place.open) return [[text, "answer"]];
  const end = at + place.given.length;
  return [
    [text.slice(0, at), "answer"],
    [text.slice(at, end), "given"],
    [text.slice(end), "answer"],
  ].filter(([piece]) => piece);
}

/** The places in rows, in reading order: a row ends where the board goes up or down. */
export function rowsOf(places) {
  const rows = [];
  let height = null;
  for (const place of places) {
    if (height === null || Math.abs(place.room.y - height) > 0.3) rows.push([]);
    rows.at(-1).push(place);
    height = place.room.y;
  }
  return rows;
}
