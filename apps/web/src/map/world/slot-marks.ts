import {
  type Absence,
  hasWrongReference,
  type Mark,
  markOf,
  type Uid,
} from '@gcscope/gc-core/wire';
import { MARKS, type Rows, WRONG } from '@gcscope/picture';
import type { Records } from './faces.ts';

/** The marks of the slots of a layout, by number as in rows; `NOBODY_THERE` for places without an object. */
export type SlotMarks = Uint8Array;

const NOBODY_THERE = 255;

/**
 * The marks of rows of objects as they are now; with `records`, which know them better, where rows are places only. Painters and
 * counts read them for all objects, also when no record has been made.
 */
export function slotMarks(
  rows: Rows,
  records?: Records,
  absent?: ReadonlyMap<Uid, Absence>,
): SlotMarks {
  if (!records) return rows.marks;
  return Uint8Array.from(rows.uids, (uid) => {
    const record = records.get(uid);
    if (!record) return NOBODY_THERE;
    const absence = absent?.get(uid);
    if (absence) return MARKS.indexOf(absence);
    return MARKS.indexOf(markOf(record)) + (hasWrongReference(record) ? WRONG : 0);
  });
}

/** The mark at a slot; `undefined` where no object is. */
export function markAt(marks: SlotMarks, slot: number): Mark | undefined {
  const mark = marks[slot] ?? NOBODY_THERE;
  return mark === NOBODY_THERE ? undefined : MARKS[mark % WRONG];
}

/** The mark that the object at a slot is drawn with. */
export function drawnMark(marks: SlotMarks, slot: number): Mark {
  return markAt(marks, slot) ?? 'calm';
}

/** Whether a reference of the object at a slot does not hold. */
export function isWrongAt(marks: SlotMarks, slot: number): boolean {
  const mark = marks[slot] ?? NOBODY_THERE;
  return mark !== NOBODY_THERE && mark >= WRONG;
}

/** Whether the object at a slot is there, with nothing to say of it. */
export function isCalmAt(marks: SlotMarks, slot: number): boolean {
  return markAt(marks, slot) === 'calm' && !isWrongAt(marks, slot);
}

/** Whether a reason may stand at the card of the object at a slot. */
export function hasReasonAt(marks: SlotMarks, slot: number): boolean {
  return markAt(marks, slot) === 'blocked' || isWrongAt(marks, slot);
}
