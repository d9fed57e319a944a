// A result to share: as text, and as a picture that reveals no number.

import { dayInWords } from "./days.js";
import { s } from "./dom.js";
import { download } from "./files.js";
import { helpUsed } from "./help.js";
import { revealedIn } from "./game.js";
import { texts } from "./texts.js";
import { clock } from "./time.js";

const WIDTH = 640;
const HEIGHT = 640;
const COLOURS = { paper: "#f8f6f1", ink: "#1d2433", given: "#d8d3c7", found: "#1d7a3a", revealed: "#c2571a" };

/** The result of a game in lines. */
export function resultLines({ reply, game }) {
  const used = helpUsed(game);
  const about = [texts.title, reply.title, texts.grades[reply.grade], reply.date && dayInWords(reply.date)];
  return [
    about.filter(Boolean).join(" · "),
    texts.play.solved(clock(game.seconds), used.length > 0 ? texts.help.used(used) : texts.help.none),
  ];
}

/** Share the result with another program, or copy it. Returns whether it was copied. */
export async function shareText(table) {
  const text = [...resultLines(table), location.href].join("\n");
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ text });
    return false;
  }
  await navigator.clipboard.writeText(text);
  return true;
}

/** Save the result as a picture. */
export async function sharePicture(table) {
  const image = new Image();
  const text = new XMLSerializer().serializeToString(drawn(table));
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  download(`${table.reply.family}.png`, blob, "image/png");
}

/** The board without numbers: colours show which cells were given, found and revealed. */
function drawn(table) {
  const { x, y, width, height } = table.scene.view;
  const scale = Math.min((WIDTH - 80) / width, (HEIGHT - 200) / height);
  const left = (WIDTH - scale * width) / 2;
  const at = ([px, py]) => `${left + scale * (px - x)},${40 + scale * (py - y)}`;
  const revealed = new Set(revealedIn(table.content));
  const colour = (place) =>
    revealed.has(place.id) ? COLOURS.revealed : place.id in table.content ? COLOURS.found : COLOURS.given;
  const line = (text, top, size) => s("text", {
    x: WIDTH / 2, y: top, "text-anchor": "middle", "font-family": "sans-serif", "font-size": size, fill: COLOURS.ink,
  }, text);
  const [about, solved] = resultLines(table);
  return s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT },
    s("rect", { width: WIDTH, height: HEIGHT, fill: COLOURS.paper }),
    table.scene.reachable.map((place) => s("polygon", {
      points: place.outline.map(at).join(" "), fill: colour(place), stroke: COLOURS.paper, "stroke-width": 3,
    })),
    line(about, HEIGHT - 90, about.length > 46 ? 20 : 24), line(solved, HEIGHT - 50, solved.length > 46 ? 18 : 24));
}
