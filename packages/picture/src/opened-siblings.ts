import type { Forest } from './forest.ts';
import { hasReason, rowsByUid } from './rows.ts';

/** The dependents of an owner, those that came out of a stack kept together. */
export interface Siblings {
  /** Siblings with places of their own; behind an open stack its members that have dependents or say why. */
  readonly slots: readonly number[];
  /** By the slot of an open stack: the members below its card. */
  readonly opened: ReadonlyMap<number, readonly number[]>;
}

const NOTHING: Siblings['opened'] = new Map();

/** Takes the members below the cards of open stacks from their siblings, which keep their order. */
export function groupOpened(forest: Forest, siblings: readonly number[]): Siblings {
  const { rows, children } = forest;
  const heads = siblings.filter((slot) => rows.stacks.get(slot)?.isOpen);
  if (heads.length === 0) return { slots: siblings, opened: NOTHING };
  const slotsByUid = rowsByUid(rows.uids);
  const isSibling = new Set(siblings);
  const opened = new Map<number, readonly number[]>();
  const behind = new Map<number, readonly number[]>();
  const moved = new Set<number>();
  for (const head of heads) {
    const uids = rows.stacks.get(head)?.members ?? [];
    const members = uids.map((uid) => slotsByUid.get(uid) ?? -1).filter((at) => isSibling.has(at));
    for (const member of members) moved.add(member);
    const isBelow = (slot: number): boolean =>
      !children[slot] && !hasReason(rows.marks[slot] as number);
    const below = members.filter(isBelow);
    if (below.length > 0) opened.set(head, below);
    behind.set(
      head,
      members.filter((slot) => !isBelow(slot)),
    );
  }
  const slots = siblings
    .filter((slot) => !moved.has(slot))
    .flatMap((slot) => [slot, ...(behind.get(slot) ?? [])]);
  return { slots, opened };
}
