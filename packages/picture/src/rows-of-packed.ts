import {
  isBlocking,
  isPackedBlocking,
  isPackedController,
  markFrom,
  ownerRow,
  type PackedNodes,
  type PackedTraits,
  REFERENCE_FLAGS,
  referenceOf,
} from '@gcscope/gc-core/wire';
import { factsOf, NO_FACTS } from './card-text.ts';
import { EdgeColumns, edgeTraits } from './edge-columns.ts';
import { MARKS, NO_STACKS, type Rows, rowsByUid, WRONG } from './rows.ts';

/** Packed nodes as rows: most columns are taken as they are. No uid may be there twice. */
export function rowsOfPacked(packed: PackedNodes): Rows {
  const { uids, names, kinds, kind, namespaces, namespace, trait, summary } = packed;
  const { creationTimestamp: created } = packed;
  const facts = new Map<number, readonly string[]>();
  const marks = new Uint8Array(uids.length);
  // Nearly always an object has the traits and the summary of the one before it.
  let mark = 0;
  let said: readonly string[] = NO_FACTS;
  let waits = false;
  const waiting = new Set<number>();
  for (let row = 0; row < uids.length; row++) {
    if (row === 0 || trait[row] !== trait[row - 1] || summary[row] !== summary[row - 1]) {
      const traits = packed.traits[trait[row] as number] as PackedTraits;
      const verdict = packed.summaries[summary[row] as number];
      said = factsOf(traits, verdict);
      waits = traits.deletingDependents;
      const isWrong = (verdict?.wrong?.length ?? 0) > 0;
      mark = MARKS.indexOf(markFrom(traits, verdict)) + (isWrong ? WRONG : 0);
    }
    marks[row] = mark;
    if (said !== NO_FACTS) facts.set(row, said);
    if (waits) waiting.add(row);
  }
  const edges = edgesOf(packed, waiting);
  const what = { uids, names, kinds, kind, namespaces, namespace, created };
  return { ...what, edges, marks, facts, stacks: NO_STACKS };
}

/** Traits of a plain reference, by its flags. */
const TRAITS: readonly number[] = Array.from({ length: REFERENCE_FLAGS }, (_, flags) =>
  edgeTraits(isPackedController(flags), isPackedBlocking(flags), false),
);

function edgesOf(packed: PackedNodes, waiting: ReadonlySet<number>): Rows['edges'] {
  const { uids, owners, ownerCount, summary, summaries } = packed;
  const columns = new EdgeColumns(uids.length, owners.length);
  let next = 0;
  for (let row = 0; row < uids.length; row++) {
    const count = ownerCount[row] as number;
    const owner = count === 1 ? (owners[next] as number) : -1;
    if (owner >= 0 && !summaries[summary[row] as number]?.wrong) {
      const flags = owner % REFERENCE_FLAGS;
      columns.addOnly((owner - flags) / REFERENCE_FLAGS, TRAITS[flags] as number);
      next++;
      continue;
    }
    for (let index = 0; index < count; index++) addReference(columns, packed, row, index, next++);
    columns.endRow();
  }
  return columns.finish(waiting);
}

function addReference(
  columns: EdgeColumns,
  packed: PackedNodes,
  row: number,
  index: number,
  at: number,
): void {
  const wrong = packed.summaries[packed.summary[row] as number]?.wrong;
  const isInvalid = wrong?.some((each) => each.index === index) === true;
  const owner = packed.owners[at] as number;
  const reference = referenceOf(packed, owner);
  const ownerOf = owner < 0 ? rowsByUid(packed.uids).get(reference.uid) : ownerRow(owner);
  const traits = edgeTraits(reference.controller === true, isBlocking(reference), isInvalid);
  columns.add(ownerOf ?? -1, traits);
}
