// The cell that an arrow key leads to: the nearest one in that direction, on a board of any shape.

const WAYS = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** The place that a key leads to from a place; the same place if there is none in that direction.
 * */
export function moved(places, from, key) {
  const order = places.indexOf(from);
  if (key === "Home") return places[0];
  if (key === "End") return places.at(-1);
  if (key === "next") return places[order + 1] ?? places[0];
  if (key === "previous") return places[order - 1] ?? places.at(-1);
  const way = WAYS[key];
  if (!way) return from;
  return nearest(places, from, way, 1.05) ?? nearest(places, from, way, Infinity) ?? from;
}

/** The nearest place in a direction, not further aside than `aside` times as far as ahead. */
function nearest(places, from, [dx, dy], aside) {
  let best = null;
  let least = Infinity;
  for (const place of places) {
    const x = place.room.x - from.room.x;
    const y = place.room.y - from.room.y;
    const ahead = x * dx + y * dy;
    const beside = Math.abs(x * dy) + Math.abs(y * dx);
    if (place === from || ahead < 0.2 || beside > aside * ahead) continue;
    const far = ahead + 2 * beside;
    if (far < least) [best, least] = [place, far];
  }
  return best;
}
