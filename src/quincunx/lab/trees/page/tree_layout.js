// Which nodes of a tree are drawn, and where. An unfolded node shows its children; a folded node with
// children is one mark for all that is below it.

const FOLDED_WIDTH = 1.5;
const OVERVIEW = 60;
const MORE = 24;
const MOST = 1200;

/** What is unfolded of a tree. */
export class Folding {
  constructor(tree) {
    this.tree = tree;
    this.open = new Set();
    this.overview();
  }

  /** Unfold from the top as much as is easily looked at. */
  overview() {
    this.open.clear();
    this.grow(0, OVERVIEW);
  }

  /** Unfold a node and, as long as there are few marks, the largest subtrees below it. */
  grow(node, marks = MORE) {
    let left = marks;
    const waiting = [node];
    while (waiting.length > 0 && left > 0) {
      let best = 0;
      waiting.forEach((one, at) => {
        if (this.tree.sizes[one] > this.tree.sizes[waiting[best]]) best = at;
      });
      const [next] = waiting.splice(best, 1);
      const children = this.tree.childrenOf(next);
      if (children.length === 0) continue;
      this.open.add(next);
      left -= children.length;
      waiting.push(...children);
    }
  }

  isFolded(node) {
    return !this.open.has(node) && this.tree.childrenOf(node).length > 0;
  }

  toggle(node) {
    if (this.open.has(node)) this.open.delete(node);
    else this.grow(node);
  }

  /** Unfold whatever hides a node. */
  reveal(node) {
    const above = this.tree.path(node).slice(0, -1);
    if (above.every((one) => this.open.has(one))) return;
    if (this.shown().length > MOST) this.overview();
    for (const one of above) this.open.add(one);
  }

  /** The nodes that are drawn, parents first. */
  shown() {
    const found = [];
    const waiting = [0];
    while (waiting.length > 0) {
      const node = waiting.pop();
      found.push(node);
      if (this.open.has(node)) waiting.push(...[...this.tree.childrenOf(node)].reverse());
    }
    return found;
  }

  /** Where the nodes stand, in marks across and levels down: parents above the middle of their
   * children, and subtrees as close together as they can be. */
  places(shown) {
    const offsets = new Map();
    const contours = new Map();
    for (const node of [...shown].reverse()) {
      const children = this.open.has(node) ? this.tree.childrenOf(node) : [];
      const merged = [];
      const moves = [];
      for (const child of children) {
        const contour = contours.get(child);
        contours.delete(child);
        let move = 0;
        const common = Math.min(merged.length, contour.length);
        for (let level = 0; level < common; level += 1) {
          const needed = merged[level][1] - contour[level][0];
          if (level === 0 && moves.length > 0) move = needed;
          if (needed > move) move = needed;
        }
        moves.push(move);
        contour.forEach(([low, high], level) => {
          if (level < merged.length) merged[level] = [merged[level][0], high + move];
          else merged.push([low + move, high + move]);
        });
      }
      const centre = moves.length > 0 ? (moves[0] + moves.at(-1)) / 2 : 0;
      children.forEach((child, at) => offsets.set(child, moves[at] - centre));
      const half = this.isFolded(node) ? FOLDED_WIDTH / 2 : 0.5;
      const below = merged.map(([low, high]) => [low - centre, high - centre]);
      contours.set(node, [[-half, half], ...below]);
    }
    const places = new Map([[0, { x: 0, depth: 0 }]]);
    for (const node of shown) {
      if (node === 0) continue;
      const above = places.get(this.tree.parents[node]);
      places.set(node, { x: above.x + offsets.get(node), depth: above.depth + 1 });
    }
    return places;
  }
}
