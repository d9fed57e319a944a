// Replies that were prepared when a site was made: the families, their examples and the puzzles of
// some days, with their solutions and first hints. They are available before Python has started;
// nothing here knows the rules of a puzzle.

const readJson = async (name) => (await fetch(name)).json();

export class Prepared {
  constructor(site) {
    this.days = new Set(site.days ?? []);
    this.start = readJson("prepared.json");
    this.read = new Map();
  }

  /** The puzzles of a day. */
  async ofDay(day) {
    if (!this.days.has(day)) return [];
    if (!this.read.has(day)) this.read.set(day, readJson(`days/${day}.json`));
    return this.read.get(day);
  }

  /** A puzzle with its solution, or undefined. */
  async entry(puzzle) {
    const { examples, puzzles } = await this.start;
    const known = [...examples, ...(await this.ofDay(puzzles[puzzle]))];
    return known.find((one) => one.puzzle === puzzle);
  }

  /** The reply to a question, or undefined if it was not prepared. */
  async reply(question) {
    const start = await this.start;
    if (question.ask === "families" || question.ask === "gallery") return start[question.ask];
    if (question.ask === "today") {
      return without((await this.ofDay(question.date)).find(({ family }) => family === question.family));
    }
    if (!["puzzle", "solve", "compare", "hint"].includes(question.ask)) return undefined;
    const entry = await this.entry(question.puzzle);
    if (question.ask === "puzzle") return without(entry);
    if (question.ask === "hint") {
      return isEmpty(question.state) ? entry?.hints?.[question.level - 1] : undefined;
    }
    if (!entry?.solution) return undefined;
    const { puzzle, solution, unwritten } = entry;
    const wrong = differing(solution, question.state?.numbers ?? {});
    if (question.ask === "compare") return { ok: true, wrong };
    return { ok: true, puzzle, solution, unwritten, verdict: "unique", agrees: wrong.length === 0 };
  }

  /** Whether numbers are the solution of a puzzle, and whether each cell has one; undefined if the
   * solution was not prepared. */
  async verdict(puzzle, numbers) {
    const entry = await this.entry(puzzle);
    if (!entry?.solution) return undefined;
    const { unwritten, solution } = entry;
    // A given stays unless something is written in its cell.
    const stays = ({ id, given }) => unwritten.includes(id) || given === String(solution[id]);
    const open = entry.scene.places.filter((place) => place.open);
    const filled = open.every((place) => place.id in numbers || stays(place));
    return { filled, solved: filled && differing(entry.solution, numbers).length === 0 };
  }
}

const differing = (solution, numbers) =>
  Object.keys(numbers).filter((id) => String(numbers[id]) !== String(solution[id]));

/** Whether nothing is written: no number, no candidates, nothing excluded. */
const isEmpty = (state) =>
  Object.values(state ?? {}).every((part) => Object.keys(part).length === 0);

function without(entry) {
  if (!entry) return undefined;
  const { solution, unwritten, hints, ...reply } = entry;
  return reply;
}
