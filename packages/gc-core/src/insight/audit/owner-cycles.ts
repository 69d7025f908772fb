import type { GraphNode } from '../../graph/graph-node.ts';
import type { ClusterView } from '../cluster-view.ts';
import { solidOwner } from './solid-owner.ts';

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

/** The cycles that living objects form by references that hold; nobody checks for them (VA-05). */
export function ownerCycles(candidates: readonly GraphNode[], view: ClusterView): OwnerCycle[] {
  const walk = new CycleWalk(view);
  for (const node of candidates) walk.from(node);
  return walk.cycles;
}

/** Tarjan's strongly connected components, with a way of its own instead of recursion: chains of owners may be long. */
class CycleWalk {
  readonly cycles: OwnerCycle[] = [];
  readonly #view: ClusterView;
  readonly #visits = new Map<GraphNode, Visit>();
  /** Visited, and not yet known to which component they belong. */
  readonly #open: Visit[] = [];

  constructor(view: ClusterView) {
    this.#view = view;
  }

  from(start: GraphNode): void {
    if (this.#visits.has(start)) return;
    const way = [this.#enter(start)];
    for (let visit = way.at(-1); visit; visit = way.at(-1)) {
      const owner = visit.owners[visit.next++];
      if (owner) this.#look(visit, owner, way);
      else {
        way.pop();
        this.#leave(visit, way.at(-1));
      }
    }
  }

  #enter(node: GraphNode): Visit {
    const index = this.#visits.size;
    const owners = lastingOwners(node, this.#view);
    const visit = { node, owners, index, low: index, next: 0, isOpen: true };
    this.#visits.set(node, visit);
    this.#open.push(visit);
    return visit;
  }

  #look(visit: Visit, owner: GraphNode, way: Visit[]): void {
    const seen = this.#visits.get(owner);
    if (!seen) way.push(this.#enter(owner));
    else if (seen.isOpen) visit.low = Math.min(visit.low, seen.index);
  }

  #leave(visit: Visit, before: Visit | undefined): void {
    if (before) before.low = Math.min(before.low, visit.low);
    if (visit.low !== visit.index) return;
    const members = this.#open.splice(this.#open.lastIndexOf(visit));
    for (const each of members) each.isOpen = false;
    const isCycle = members.length > 1 || visit.owners.includes(visit.node);
    if (isCycle) this.cycles.push(new Set(members.map(({ node }) => node)));
  }
}

/** The shortest way from the object over its owners back to itself, without it at the end. */
export function wayRound(node: GraphNode, cycle: OwnerCycle, view: ClusterView): GraphNode[] {
  const from = new Map<GraphNode, GraphNode>();
  let border: readonly GraphNode[] = [node];
  while (border.length > 0) {
    const beyond: GraphNode[] = [];
    for (const each of border) {
      for (const owner of lastingOwners(each, view)) {
        if (owner === node) return pathTo(each, node, from);
        if (!cycle.has(owner) || from.has(owner)) continue;
        from.set(owner, each);
        beyond.push(owner);
      }
    }
    border = beyond;
  }
  return [node];
}

function pathTo(
  last: GraphNode,
  first: GraphNode,
  from: ReadonlyMap<GraphNode, GraphNode>,
): GraphNode[] {
  const path: GraphNode[] = [];
  for (let at: GraphNode | undefined = last; at && at !== first; at = from.get(at)) path.push(at);
  return [first, ...path.toReversed()];
}

function lastingOwners(node: GraphNode, view: ClusterView): GraphNode[] {
  const owners = node.owners.flatMap((each) => solidOwner(each, node, view) ?? []);
  return [...new Set(owners)].filter((owner) => !owner.beingDeleted && owner.owners.length > 0);
}
