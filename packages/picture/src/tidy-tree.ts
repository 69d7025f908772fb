/**
 * Tidy trees as Buchheim, Jünger and Leipert draw them ("Improving Walker's Algorithm to Run in Linear Time", 2002):
 * parents above the middle of their children, subtrees as near to each other as they can be, room between them shared.
 * One tree at a time; what one leaves behind is used again by the next, so that ten thousand small trees allocate
 * nothing. Items are numbers from 0, the root.
 */
export class TidyTree {
  /** Room between the sides of two neighbours. */
  readonly #gap: number;
  /** How many items the tree has so far. */
  size = 0;

  readonly #widths: number[] = [];
  readonly #parents: number[] = [];
  /** Neighbours and places among siblings; -1 where there is none. */
  readonly #lefts: number[] = [];
  readonly #rights: number[] = [];
  readonly #ordinals: number[] = [];
  readonly #firsts: number[] = [];
  readonly #lasts: number[] = [];

  /** The middle: relative to the parent's subtree until all is arranged. */
  readonly #middles: number[] = [];
  /** By how much everything below moves. */
  readonly #moves: number[] = [];
  /** Shifts not yet handed to the siblings between, and how they grow from one to the next. */
  readonly #shifts: number[] = [];
  readonly #changes: number[] = [];
  /** From the end of a contour to where it goes on in another subtree; -1 where it does not. */
  readonly #threads: number[] = [];
  /** The sibling whose subtree the item is known to belong to. */
  readonly #ancestors: number[] = [];

  constructor(gap: number) {
    this.#gap = gap;
  }

  /** Begins a new tree with a root of that width. */
  start(width: number): void {
    this.size = 0;
    this.#append(-1, width);
  }

  /** Adds the next child of an item, right of those that it has. */
  add(parent: number, width: number): number {
    const item = this.#append(parent, width);
    const left = this.#lasts[parent] as number;
    this.#lasts[parent] = item;
    if (left < 0) {
      this.#firsts[parent] = item;
    } else {
      this.#lefts[item] = left;
      this.#rights[left] = item;
      this.#ordinals[item] = (this.#ordinals[left] as number) + 1;
    }
    return item;
  }

  #append(parent: number, width: number): number {
    const item = this.size++;
    this.#widths[item] = width;
    this.#parents[item] = parent;
    this.#lefts[item] = -1;
    this.#rights[item] = -1;
    this.#ordinals[item] = 0;
    this.#firsts[item] = -1;
    this.#lasts[item] = -1;
    this.#middles[item] = 0;
    this.#moves[item] = 0;
    this.#shifts[item] = 0;
    this.#changes[item] = 0;
    this.#threads[item] = -1;
    this.#ancestors[item] = item;
    return item;
  }

  /** Gives every item its place. Linear. */
  arrange(): void {
    // Children come after their parents: backwards, what stands below an item is arranged before it.
    for (let item = this.size - 1; item >= 0; item--) this.#arrangeChildren(item);
    const offset = -(this.#middles[0] as number);
    this.#middles[0] = 0;
    this.#moves[0] = (this.#moves[0] as number) + offset;
    for (let item = 1; item < this.size; item++) {
      const move = this.#moves[this.#parents[item] as number] as number;
      this.#middles[item] = (this.#middles[item] as number) + move;
      this.#moves[item] = (this.#moves[item] as number) + move;
    }
  }

  width(item: number): number {
    return this.#widths[item] as number;
  }

  /** The middle of an item; that of the root is 0. */
  middle(item: number): number {
    return this.#middles[item] as number;
  }

  /** Sets the children side by side and the item above them; what stands below the children is arranged. */
  #arrangeChildren(parent: number): void {
    const last = this.#lasts[parent] as number;
    if (last < 0) return;
    const middles = this.#middles;
    const first = this.#firsts[parent] as number;
    let outermost = first;
    let left = first;
    while (left !== last) {
      const child = this.#rights[left] as number;
      const ownMiddle = middles[child] as number;
      const middle = (middles[left] as number) + this.#distance(left, child);
      middles[child] = middle;
      if ((this.#firsts[child] as number) >= 0) this.#moves[child] = middle - ownMiddle;
      outermost = this.#keepApart(child, left, first, outermost);
      left = child;
    }
    this.#shareRoom(last);
    middles[parent] = ((middles[first] as number) + (middles[last] as number)) / 2;
  }

  /**
   * Moves the subtree of `item` right until its left contour is clear of the right one of the subtrees before it.
   * `outermost` is the sibling in whose subtree the common left contour ends; returns the new one.
   */
  #keepApart(item: number, left: number, first: number, outermost: number): number {
    const moves = this.#moves;
    const middles = this.#middles;
    let innerRight = item;
    let outerRight = item;
    let innerLeft = left;
    let outerLeft = first;
    let innerRightMove = moves[item] as number;
    let outerRightMove = innerRightMove;
    let innerLeftMove = moves[left] as number;
    let outerLeftMove = moves[first] as number;
    let until = outermost;
    let nextLeft = this.#nextRight(innerLeft);
    let nextRight = this.#nextLeft(innerRight);
    while (nextLeft >= 0 && nextRight >= 0) {
      innerLeft = nextLeft;
      innerRight = nextRight;
      outerLeft = this.#nextLeft(outerLeft);
      outerRight = this.#nextRight(outerRight);
      this.#ancestors[outerRight] = item;
      const shift =
        (middles[innerLeft] as number) +
        innerLeftMove -
        (middles[innerRight] as number) -
        innerRightMove +
        this.#distance(innerLeft, innerRight);
      if (shift > 0) {
        this.#moveSubtree(this.#siblingAbove(innerLeft, item, until), item, shift);
        innerRightMove += shift;
        outerRightMove += shift;
      }
      innerLeftMove += moves[innerLeft] as number;
      innerRightMove += moves[innerRight] as number;
      outerLeftMove += moves[outerLeft] as number;
      outerRightMove += moves[outerRight] as number;
      nextLeft = this.#nextRight(innerLeft);
      nextRight = this.#nextLeft(innerRight);
    }
    if (nextLeft >= 0 && this.#nextRight(outerRight) < 0) {
      this.#threads[outerRight] = nextLeft;
      moves[outerRight] = (moves[outerRight] as number) + (innerLeftMove - outerRightMove);
    }
    if (nextRight >= 0 && this.#nextLeft(outerLeft) < 0) {
      this.#threads[outerLeft] = nextRight;
      moves[outerLeft] = (moves[outerLeft] as number) + (innerRightMove - outerLeftMove);
      until = item;
    }
    return until;
  }

  #distance(left: number, right: number): number {
    return ((this.#widths[left] as number) + (this.#widths[right] as number)) / 2 + this.#gap;
  }

  #nextLeft(item: number): number {
    const first = this.#firsts[item] as number;
    return first < 0 ? (this.#threads[item] as number) : first;
  }

  #nextRight(item: number): number {
    const last = this.#lasts[item] as number;
    return last < 0 ? (this.#threads[item] as number) : last;
  }

  /** The sibling of `item` in whose subtree an item of the contour lies. */
  #siblingAbove(contour: number, item: number, otherwise: number): number {
    const ancestor = this.#ancestors[contour] as number;
    return this.#parents[ancestor] === this.#parents[item] ? ancestor : otherwise;
  }

  /** Moves a subtree right; its siblings from `left` on get their share later. */
  #moveSubtree(left: number, right: number, shift: number): void {
    const between = (this.#ordinals[right] as number) - (this.#ordinals[left] as number);
    const share = shift / between;
    this.#changes[right] = (this.#changes[right] as number) - share;
    this.#shifts[right] = (this.#shifts[right] as number) + shift;
    this.#changes[left] = (this.#changes[left] as number) + share;
    this.#middles[right] = (this.#middles[right] as number) + shift;
    this.#moves[right] = (this.#moves[right] as number) + shift;
  }

  /** Hands the shifts of siblings to those between, from the last to the first. */
  #shareRoom(last: number): void {
    let shift = 0;
    let change = 0;
    for (let child = last; child >= 0; child = this.#lefts[child] as number) {
      this.#middles[child] = (this.#middles[child] as number) + shift;
      this.#moves[child] = (this.#moves[child] as number) + shift;
      change += this.#changes[child] as number;
      shift += (this.#shifts[child] as number) + change;
    }
  }
}
