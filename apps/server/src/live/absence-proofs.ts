import { type GraphNode, sameOwners } from '@gcscope/gc-core';
import type { OwnerReference, Uid } from '@gcscope/gc-core/wire';
import { compareResourceVersions } from '../cluster/reflect/resource-version.ts';

/** The references of an object, and the version in which they were first seen like this. */
interface Seen {
  readonly owners: readonly OwnerReference[];
  readonly resourceVersion: string | undefined;
}

/**
 * Up to which version each kind was observed, against the age of references. An owner is created before it is referred to,
 * but its kind may be observed later: it is absent only if its kind was observed at least as far as the reference is old.
 */
export class AbsenceProofs {
  readonly #observed = new Map<string, string>();
  readonly #seen = new Map<Uid, Seen>();
  /** Objects that asked in vain, by the kind that they asked about. */
  readonly #waiting = new Map<string, Set<Uid>>();
  readonly #judgeAnew = new Set<Uid>();

  /** Everything of the kind up to this version was observed. True if an object waits for that. */
  observed(groupResource: string, resourceVersion: string): boolean {
    this.#observed.set(groupResource, resourceVersion);
    const waiting = this.#waiting.get(groupResource);
    if (!waiting) return false;
    this.#waiting.delete(groupResource);
    for (const uid of waiting) this.#judgeAnew.add(uid);
    return true;
  }

  /** Whether the kind was observed since the node has its references; if not, the node waits for it. */
  proves(groupResource: string, node: GraphNode): boolean {
    return this.#isObserved(groupResource, node, this.#since(node));
  }

  /** Whether the kind was observed since the node last changed; if not, the node waits for it. */
  isNewer(groupResource: string, node: GraphNode): boolean {
    return this.#isObserved(groupResource, node, node.meta?.resourceVersion);
  }

  #isObserved(groupResource: string, node: GraphNode, since: string | undefined): boolean {
    const observed = this.#observed.get(groupResource);
    if (observed !== undefined && (since === undefined || isReached(observed, since))) return true;
    const waiting = this.#waiting.get(groupResource);
    if (waiting) waiting.add(node.uid);
    else this.#waiting.set(groupResource, new Set([node.uid]));
    return false;
  }

  /** Objects to judge anew because a kind they wait for was observed; asking forgets them. */
  takeObserved(): Uid[] {
    const uids = [...this.#judgeAnew];
    this.#judgeAnew.clear();
    return uids;
  }

  forget(uid: Uid): void {
    this.#seen.delete(uid);
  }

  /** A later version of the object may have the same references: theirs is the first one. */
  #since(node: GraphNode): string | undefined {
    const { uid, owners } = node;
    const seen = this.#seen.get(uid);
    if (seen && sameOwners(seen.owners, owners)) return seen.resourceVersion;
    const resourceVersion = node.meta?.resourceVersion;
    this.#seen.set(uid, { owners, resourceVersion });
    return resourceVersion;
  }
}

/** Versions that are no numbers cannot be compared; of one and the same it is known. */
function isReached(observed: string, since: string): boolean {
  return observed === since || (compareResourceVersions(observed, since) ?? -1) >= 0;
}
