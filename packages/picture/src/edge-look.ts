import {
  isBlocking,
  type NodeRecord,
  type OwnerReference,
  type ReferenceFinding,
  type Uid,
} from '@gcscope/gc-core/wire';
import { BLOCKING, FURTHER, INVALID, WAITS } from './rows.ts';

/** Look of the edge of an owner reference; the line runs from the dependent to the owner. */
export interface EdgeLook {
  /** `blockOwnerDeletion`: thick, with a bar at the owner's end. */
  readonly blocking: boolean;
  /** The reference does not hold: red. */
  readonly invalid: boolean;
  /** The owner is not the one that the object hangs under: dotted. */
  readonly further: boolean;
  /** No reference: the object at the owner's end waits for the other one. The arrowhead is at that one. */
  readonly waits?: true;
}

/** One edge of a record, all its references to the same owner taken together. */
export interface Edge {
  readonly owner: Uid;
  readonly look: EdgeLook;
}

/** The look of one reference; the same object every time. */
function edgeLook(
  reference: OwnerReference,
  finding?: ReferenceFinding,
  further = false,
): EdgeLook {
  return lookOf(isBlocking(reference), finding !== undefined, further);
}

/** The look of an edge of `Rows`; the same object every time. */
export function lookOfTraits(traits: number): EdgeLook {
  if ((traits & WAITS) !== 0) return WAITS_LOOK;
  return lookOf((traits & BLOCKING) !== 0, (traits & INVALID) !== 0, (traits & FURTHER) !== 0);
}

function lookOf(blocking: boolean, invalid: boolean, further: boolean): EdgeLook {
  return LOOKS[(blocking ? 4 : 0) + (invalid ? 2 : 0) + (further ? 1 : 0)] as EdgeLook;
}

/** Meaning of such an edge, in one line. */
export const WAITS_MEANING = 'waits for: its own deletion ends only after that';

/** Dashes of such an edge, world px. */
export const WAITS_DASH: readonly number[] = [9, 4, 2, 4];

/** Look of the edge of a wait without a reference. */
export const WAITS_LOOK: EdgeLook = {
  blocking: false,
  invalid: false,
  further: false,
  waits: true,
};

const BOTH = [false, true] as const;
const LOOKS: readonly EdgeLook[] = BOTH.flatMap((blocking) =>
  BOTH.flatMap((invalid) => BOTH.map((further): EdgeLook => ({ blocking, invalid, further }))),
);

/**
 * The edges of a record, one per owner uid, primary owner (the controller, else the first) first
 * told from further ones. Duplicate references to one uid become one edge that has all their traits.
 */
export function edgesOf(record: NodeRecord): readonly Edge[] {
  const first = record.owners[0];
  if (!first) return [];
  if (record.owners.length === 1) {
    const look = edgeLook(first, record.summary?.wrong?.[0]?.finding);
    return [{ owner: first.uid, look }];
  }
  const primary = (record.owners.find((owner) => owner.controller === true) ?? first).uid;
  const edges = new Map<Uid, EdgeLook>();
  record.owners.forEach((reference, index) => {
    const finding = record.summary?.wrong?.find((wrong) => wrong.index === index)?.finding;
    const look = edgeLook(reference, finding, reference.uid !== primary);
    const before = edges.get(reference.uid);
    const blocking = look.blocking || before?.blocking === true;
    const invalid = look.invalid || before?.invalid === true;
    edges.set(reference.uid, lookOf(blocking, invalid, look.further));
  });
  return [...edges].map(([owner, look]) => ({ owner, look }));
}
