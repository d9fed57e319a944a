// A search as the page's data holds it: nodes and events as numbers in bytes. What a domain is at some
// moment is worked out from the root down when it is shown, so that nothing is kept twice.
//
// A domain is a list of runs, [first, after last] in positions; a position stands for a value.

/** Bytes from base64. */
function bytesOf(text) {
  const plain = atob(text);
  const bytes = new Uint8Array(plain.length);
  for (let at = 0; at < plain.length; at += 1) bytes[at] = plain.charCodeAt(at);
  return bytes;
}

/** Bytes of a compressed stream. */
async function inflated(text) {
  const stream = new Blob([bytesOf(text)]).stream();
  const plain = stream.pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

/** Reads numbers of seven bits a byte. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  number() {
    let number = 0;
    let factor = 1;
    for (;;) {
      const byte = this.bytes[this.at];
      this.at += 1;
      number += (byte & 127) * factor;
      if (byte < 128) return number;
      factor *= 128;
    }
  }

  runs() {
    const runs = [];
    let place = 0;
    for (let left = this.number(); left > 0; left -= 1) {
      const first = place + this.number();
      place = first + this.number();
      runs.push([first, place]);
    }
    return runs;
  }
}

/** A domain without some of its positions. */
export function without(runs, removed) {
  let left = runs;
  for (const [from, to] of removed) {
    const next = [];
    for (const [first, after] of left) {
      if (first < from) next.push([first, Math.min(after, from)]);
      if (after > to) next.push([Math.max(first, to), after]);
    }
    left = next;
  }
  return left;
}

/** How many positions a domain has. */
export const sizeOf = (runs) => runs.reduce((sum, [first, after]) => sum + after - first, 0);

/** A tree from the page's data; `values` are lists of values, and `runs` sets of positions, that
 *  variables share. */
export async function readTree(data, values, runs) {
  const nodes = await inflated(data.nodes);
  const events = await inflated(data.events);
  return new Tree(data, values, runs, nodes, events);
}

class Tree {
  constructor(data, values, runs, nodes, events) {
    const sets = runs.map((text) => new Reader(bytesOf(text)).runs());
    Object.assign(this, {
      labeling: data.labeling,
      consistency: data.consistency,
      facts: data.facts,
      rules: data.rules,
      kept: data.kept,
      searched: data.searched,
      kinds: data.kinds,
    });
    this.variables = data.variables.map((variable) => ({
      ...variable,
      first: sets[variable.runs],
      value: variable.values === undefined
        ? (position) => variable.offset + position
        : (position) => values[variable.values][position],
    }));
    this.decisions = data.decisions;
    this.bytes = events;
    this.readNodes(nodes);
  }

  readNodes(bytes) {
    const reader = new Reader(bytes);
    const parents = [];
    const kinds = [];
    const decisions = [];
    const starts = [];
    let start = 0;
    while (reader.at < bytes.length) {
      parents.push(parents.length - reader.number());
      kinds.push(reader.number());
      decisions.push(reader.number());
      starts.push(start);
      start += reader.number();
    }
    starts.push(start);
    const count = parents.length;
    Object.assign(this, { count, parents, starts, nodeKinds: kinds, nodeDecisions: decisions });
    this.children = Array.from({ length: count }, () => null);
    this.sizes = new Int32Array(count).fill(1);
    this.solutions = new Int32Array(count);
    this.opened = new Int32Array(count);
    this.untried = new Int32Array(count);
    this.depths = new Int32Array(count);
    for (let node = 1; node < count; node += 1) {
      const parent = parents[node];
      (this.children[parent] ??= []).push(node);
      this.depths[node] = this.depths[parent] + 1;
    }
    for (let node = count - 1; node >= 0; node -= 1) {
      const kind = this.kind(node);
      if (kind === "solved") this.solutions[node] += 1;
      if (kind === "open") this.opened[node] += 1;
      // What the search did not come to follows all that it did.
      if (node >= this.searched) this.untried[node] += 1;
      if (node === 0) break;
      const parent = parents[node];
      this.sizes[parent] += this.sizes[node];
      this.solutions[parent] += this.solutions[node];
      this.opened[parent] += this.opened[node];
      this.untried[parent] += this.untried[node];
    }
  }

  kind(node) {
    return this.kinds[this.nodeKinds[node]];
  }

  childrenOf(node) {
    return this.children[node] ?? [];
  }

  /** What was decided at a node: in full, in short, and the variable it was about. */
  decision(node) {
    const [text, short, variable] = this.decisions[this.nodeDecisions[node]];
    return { text, short, variable };
  }

  /** The events of a node: { rule, variable, removed, failed }; rule -1 is the decision. */
  events(node) {
    const reader = new Reader(this.bytes, this.starts[node]);
    const found = [];
    while (reader.at < this.starts[node + 1]) {
      const code = reader.number();
      const about = reader.number();
      const rule = Math.floor(code / 2) - 1;
      if (code % 2) found.push({ rule, variable: about - 1, removed: [], failed: true });
      else found.push({ rule, variable: about, removed: reader.runs(), failed: false });
    }
    return found;
  }

  /** Whether the events of a node were kept. */
  isKept(node) {
    return node < this.kept && this.kind(node) !== "open";
  }

  path(node) {
    const path = [];
    for (let at = node; at >= 0; at = this.parents[at]) path.push(at);
    return path.reverse();
  }

  /** The domains at a node after a number of its events, by variable. */
  domains(node, count) {
    const domains = this.variables.map((variable) => variable.first);
    for (const at of this.path(node)) {
      const events = this.events(at);
      const end = at === node ? Math.min(count, events.length) : events.length;
      for (let place = 0; place < end; place += 1) {
        const { variable, removed, failed } = events[place];
        if (!failed) domains[variable] = without(domains[variable], removed);
      }
    }
    return domains;
  }

  /** The values of a variable that runs stand for, the first `most` of them. */
  values(variable, runs, most = Infinity) {
    const found = [];
    for (const [first, after] of runs) {
      for (let place = first; place < after; place += 1) {
        if (found.length >= most) return found;
        found.push(this.variables[variable].value(place));
      }
    }
    return found;
  }

  /** A domain in few words. */
  described(variable, runs, write) {
    const size = sizeOf(runs);
    if (size === 0) return "nothing";
    const { value } = this.variables[variable];
    const [low, high] = [value(runs[0][0]), value(runs.at(-1)[1] - 1)];
    if (size === 1) return write(low);
    if (size <= 12) return this.values(variable, runs).map(write).join(" ");
    return `${size} values, ${write(low)} to ${write(high)}`;
  }
}
