import { Graph } from '../../src/graph/graph.ts';
import { GraphBuilder } from '../../src/graph/graph-builder.ts';
import type { GraphChange } from '../../src/graph/graph-change.ts';
import { ReferenceCache } from '../../src/graph/reference-cache.ts';
import type { Note } from '../../src/meta/note.ts';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import { type ObjectReference, ownerIdentity } from '../../src/meta/object-reference.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import type { WarningEvent } from '../../src/meta/warning-event.ts';
import { monitorIdentity } from '../../src/simulation/monitor-identity.ts';
import { type Sighting, worldTable } from './arbitrary-world.ts';

/** A graph with its builder, and everything the builder did besides. */
export interface GraphFixture {
  readonly graph: Graph;
  readonly cache: ReferenceCache;
  readonly enqueued: string[];
  readonly orphaned: string[];
  readonly notes: Note[];
  readonly events: WarningEvent[];
  process(change: GraphChange): void;
}

/** `listens`: whether somebody wants to be told the rules. */
export function graphFixture(
  cacheSize = 500,
  name: Release = 'v1.36',
  listens = true,
): GraphFixture {
  const release = RELEASES[name];
  const graph = new Graph();
  const cache = new ReferenceCache(cacheSize, release.absentOwnerCacheKey);
  const enqueued: string[] = [];
  const orphaned: string[] = [];
  const notes: Note[] = [];
  const events: WarningEvent[] = [];
  const builder = new GraphBuilder({
    release,
    graph,
    absentOwnerCache: cache,
    attemptToDelete: {
      add: (node) => void enqueued.push(node.uid),
      addRateLimited: (node) => void enqueued.push(`${node.uid} (rate limited)`),
    },
    attemptToOrphan: {
      add: (node) => void orphaned.push(node.uid),
      addRateLimited: (node) => void orphaned.push(node.uid),
    },
    ...(listens && { note: (note) => void notes.push(note) }),
    recordEvent: (event) => void events.push(event),
  });
  const process = (change: GraphChange): void => builder.processGraphChange(change);
  return { graph, cache, enqueued, orphaned, notes, events, process };
}

/**
 * Turns observations into the changes that reach the graph builder: first sight, change, removal of the known, and the virtual
 * delete that a worker puts in. A uid that is gone never comes back, as in a cluster; one that was only not found may.
 */
export function changesOf(sightings: readonly Sighting[]): GraphChange[] {
  const known = new Map<string, ObjectMeta>();
  const gone = new Set<string>();
  const changes: GraphChange[] = [];
  for (const { object, what, whose } of sightings) {
    const resource = worldTable.forKind(object.apiVersion, object.kind);
    if (!resource) throw new Error(`${object.kind} is not served`);
    const identity = monitorIdentity(resource, object.metadata);
    const old = known.get(identity.uid);
    if (what === 'absent') {
      const absent = absentOf(identity, old ?? object.metadata, whose);
      changes.push({ type: 'DELETED', identity: absent, virtual: true });
      continue;
    }
    if (gone.has(identity.uid)) continue;
    if (what === 'gone') {
      if (!old) continue;
      known.delete(identity.uid);
      gone.add(identity.uid);
      changes.push({ type: 'DELETED', identity, meta: old });
      continue;
    }
    known.set(identity.uid, object.metadata);
    changes.push(
      old
        ? { type: 'MODIFIED', identity, meta: object.metadata, oldMeta: old }
        : { type: 'ADDED', identity, meta: object.metadata },
    );
  }
  return changes;
}

/** The object, or one of its owners in its own namespace: what the graph takes them for (GB-25). */
function absentOf(identity: ObjectReference, meta: ObjectMeta, whose: number): ObjectReference {
  const owners = meta.ownerReferences ?? [];
  const guessed = owners.map((reference) => ownerIdentity(reference, identity.namespace));
  return [identity, ...guessed][whose % (owners.length + 1)] ?? identity;
}
