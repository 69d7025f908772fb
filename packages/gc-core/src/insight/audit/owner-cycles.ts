import type { GraphNode } from '../../graph/graph-node.ts';
import type { OwnerReference } from '../../meta/object-reference.ts';
import type { ClusterView } from '../cluster-view.ts';
import { plainOwner } from '../plain-owner.ts';
import { judgeReference } from '../references/judge-reference.ts';
import { inSlices } from './in-slices.ts';

/** Objects looked at between two pauses. */
const VISITED = 2000;

/** A set of objects each of which owns, over others, all of the set. */
export type OwnerCycle = ReadonlySet<GraphNode>;

/** An object on the way that is walked, and how far its owners have been looked at. */
interface Visit {
  readonly node: GraphNode;
  readonly owners: readonly GraphNode[];
  readonly index: number;
  /** The first object on the way that can be reached from here. */
  low: number;
  next: number;
  isOpen: boolean;
}

/** The cycles that living objects form by references that hold; the API server does not check for them (VA-05). */
export function* ownerCycles(
  candidates: readonly GraphNode[],
  view: ClusterView,
): Generator<void, OwnerCycle[]> {
  const visits = new Map<GraphNode, Visit>();
  const enter = (node: GraphNode): Visit => {
    const index = visits.size;
    const owners = lastingOwners(node, view);
    const visit = { node, owners, index, low: index, next: 0, isOpen: true };
    visits.set(node, visit);
    return visit;
  };
  const cycles: OwnerCycle[] = [];
  yield* inSlices(VISITED, candidates, (node) => {
    if (visits.has(node)) return;
    for (const cycle of cyclesAbove(enter(node), enter, visits)) cycles.push(cycle);
  });
  return cycles;
}

/** Tarjan's strongly connected components, with a way of its own instead of recursion: chains of owners may be long. */
function cyclesAbove(
  start: Visit,
  enter: (node: GraphNode) => Visit,
  visits: ReadonlyMap<GraphNode, Visit>,
): OwnerCycle[] {
  const cycles: OwnerCycle[] = [];
  const way = [start];
  /** Visited, and not yet known to which component they belong. */
  const open = [start];
  for (let visit = way.at(-1); visit; visit = way.at(-1)) {
    const owner = visit.owners[visit.next];
    const seen = owner && visits.get(owner);
    if (owner && !seen) {
      // The owner is looked at again once all above it is known.
      const entered = enter(owner);
      way.push(entered);
      open.push(entered);
      continue;
    }
    visit.next++;
    if (seen?.isOpen) visit.low = Math.min(visit.low, seen.low);
    if (owner) continue;
    way.pop();
    if (visit.low === visit.index) {
      const cycle = close(visit, open);
      if (cycle) cycles.push(cycle);
    }
  }
  return cycles;
}

/** Takes what is open since the visit: a component, which is a cycle unless it is one object alone. */
function close(visit: Visit, open: Visit[]): OwnerCycle | undefined {
  const members = open.splice(open.lastIndexOf(visit));
  for (const each of members) each.isOpen = false;
  const isCycle = members.length > 1 || visit.owners.includes(visit.node);
  return isCycle ? new Set(members.map(({ node }) => node)) : undefined;
}

/** The shortest way from the object over its owners back to itself, without it at the end. */
export function wayRound(node: GraphNode, cycle: OwnerCycle, view: ClusterView): GraphNode[] {
  const from = new Map<GraphNode, GraphNode>();
  const reached = [node];
  for (const each of reached) {
    for (const owner of lastingOwners(each, view)) {
      if (owner === node) {
        const way = [];
        for (let at: GraphNode | undefined = each; at; at = from.get(at)) way.unshift(at);
        return way;
      }
      if (!cycle.has(owner) || from.has(owner)) continue;
      from.set(owner, each);
      reached.push(owner);
    }
  }
  return [node];
}

function lastingOwners(node: GraphNode, view: ClusterView): GraphNode[] {
  const owners = node.owners.flatMap((each) => solidOwner(each, node, view) ?? []);
  return [...new Set(owners)].filter((owner) => !owner.beingDeleted && owner.owners.length > 0);
}

/** The owner that the reference holds on to, also where its kind is misspelt (KM-02); most references need no judgement. */
export function solidOwner(
  reference: OwnerReference,
  dependent: GraphNode,
  view: ClusterView,
): GraphNode | undefined {
  const plain = plainOwner(reference, dependent, view);
  if (plain) return plain;
  const judged = judgeReference(reference, dependent.identity, view);
  return judged.class === 'solid' ? view.get(reference.uid) : undefined;
}
