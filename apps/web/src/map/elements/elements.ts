import {
  hasWrongReference,
  isBlocking,
  type Mark,
  markOf,
  type NodeRecord,
  type Uid,
} from '@gcscope/gc-core/wire';
import { CARD_WIDTH, edgesOf, type Layout, type Stack, slotOf } from '@gcscope/picture';
import type { Position } from 'cytoscape';
import { type Selection, withoutEdges } from '../../data/selection.ts';
import { type EdgeRoute, edgeRoute } from './edge-route.ts';

/** A card of the map. */
export interface CardElement {
  readonly uid: Uid;
  readonly record: NodeRecord;
  readonly position: Position;
  readonly data: {
    readonly mark: Mark;
    readonly wrong: boolean;
    readonly context: boolean;
    /** World px, where that is more than the width of a card. */
    readonly width?: number | undefined;
  };
}

/** An edge to the owner that the dependent hangs under; both have cards. All other edges are routed. */
export interface EdgeElement {
  readonly id: string;
  readonly dependent: Uid;
  readonly owner: Uid;
  readonly data: {
    readonly blocking: boolean;
    readonly invalid: boolean;
    readonly further: boolean;
    /** A foreground deletion of the owner waits for this dependent. */
    readonly waited: boolean;
    readonly weights?: readonly number[];
    readonly distances?: readonly number[];
  };
  readonly from: EdgeRoute['from'] | 'straight';
}

/** The cards and edges of a map. */
export interface MapElements {
  readonly cards: ReadonlyMap<Uid, CardElement>;
  readonly edges: ReadonlyMap<string, EdgeElement>;
}

/** The element id of a card: uids may be any text, also one that an edge could have. */
export function cardId(uid: Uid): string {
  return `n${uid}`;
}

/** The element id of an edge. */
export function edgeId(dependent: Uid, owner: Uid): string {
  return `e${JSON.stringify([dependent, owner])}`;
}

/**
 * The cards of these records where the layout puts them, and the edges between them; gone objects have no edges, unless the
 * past is shown.
 */
export function elementsOf(
  records: Iterable<NodeRecord>,
  layout: Layout,
  selection: Pick<Selection, 'context' | 'absent' | 'isPast'>,
  stacks?: ReadonlyMap<Uid, Stack>,
): MapElements {
  const { context, absent } = selection;
  const cards = new Map<Uid, CardElement>();
  for (const record of records) {
    const slot = slotOf(layout, record.uid);
    if (slot === undefined) continue;
    const absence = absent?.get(record.uid);
    const stack = stacks?.get(record.uid);
    cards.set(record.uid, {
      uid: record.uid,
      record,
      position: { x: layout.x[slot] ?? 0, y: layout.y[slot] ?? 0 },
      data: {
        mark: absence ?? markOf(record),
        wrong: hasWrongReference(record) && absence === undefined,
        context: context.has(record.uid),
        width: stack?.isOpen ? widthOfOpen(stack, slot, layout) : undefined,
      },
    });
  }
  const edges = new Map<string, EdgeElement>();
  const edgeless = withoutEdges(selection);
  for (const { record } of cards.values()) {
    if (edgeless.has(record.uid)) continue;
    for (const edge of edgeElements(record, cards, layout)) edges.set(edge.id, edge);
  }
  return { cards, edges };
}

/** The card of an open stack is as wide as what stands below it. */
function widthOfOpen({ members }: Stack, head: number, layout: Layout): number | undefined {
  const owner = layout.parents[head] ?? -1;
  if (owner < 0) return undefined;
  let [left, right] = [layout.x[head] ?? 0, layout.x[head] ?? 0];
  for (const uid of members) {
    const slot = slotOf(layout, uid) ?? -1;
    if (layout.parents[slot] !== owner || (layout.cells[slot] ?? -1) < 0) continue;
    left = Math.min(left, layout.x[slot] ?? left);
    right = Math.max(right, layout.x[slot] ?? right);
  }
  return left < right ? right - left + CARD_WIDTH : undefined;
}

function edgeElements(
  record: NodeRecord,
  cards: ReadonlyMap<Uid, CardElement>,
  layout: Layout,
): EdgeElement[] {
  return edgesOf(record).flatMap(({ owner, look }) => {
    const above = cards.get(owner)?.record;
    if (!above) return [];
    const slot = slotOf(layout, record.uid) ?? -1;
    const ownerSlot = slotOf(layout, owner) ?? -1;
    if (layout.parents[slot] !== ownerSlot) return [];
    const route = edgeRoute(layout, slot, ownerSlot);
    const waited =
      above.deletingDependents &&
      record.owners.some((reference) => reference.uid === owner && isBlocking(reference));
    return [
      {
        id: edgeId(record.uid, owner),
        dependent: record.uid,
        owner,
        data: {
          ...look,
          waited,
          ...(route && { weights: route.weights, distances: route.distances }),
        },
        from: route?.from ?? 'straight',
      },
    ];
  });
}
