import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiRequest } from '../../src/collector/object-client.ts';
import type { Note } from '../../src/meta/note.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { arbitraryWorld, worldTable } from '../support/arbitrary-world.ts';
import { decidedWorld } from '../support/decided-world.ts';
import { forgetQueue, type Look, look, observe } from '../support/one-look.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { simulate } from '../support/simulate.ts';

const releases = Object.keys(RELEASES) as Release[];

interface NotedLook extends Look {
  readonly notes: readonly Note[];
}

/**
 * What one look at the first of the objects comes to, in a collector that has seen them all and has nothing to do; `seen`
 * if it has seen them as they were before.
 */
function lookAtFirst(
  release: Release,
  objects: readonly ApiObject[],
  seen: readonly ApiObject[] = objects,
): NotedLook {
  const simulation = simulate(seen, { release: RELEASES[release], table: worldTable });
  observe(simulation);
  if (seen !== objects) simulation.apiServer.put(objects);
  forgetQueue(simulation);
  const node = simulation.process.collector.graph.get(objects[0]?.metadata.uid ?? '');
  if (!node) throw new Error('the first object is not in the graph');
  const notes: Note[] = [];
  simulation.listen({ note: (note) => void notes.push(note) });
  return { ...look(simulation, node), notes };
}

/** What the rules name: the item, what answers to the names in its references, and what refers to its uid. */
function inputs([item, ...others]: readonly ApiObject[]): ApiObject[] {
  if (!item) return [];
  const references = item.metadata.ownerReferences ?? [];
  const isAsked = ({ metadata }: ApiObject): boolean =>
    references.some(({ name }) => name === metadata.name);
  const isDependent = ({ metadata }: ApiObject): boolean =>
    (metadata.ownerReferences ?? []).some(({ uid }) => uid === item.metadata.uid);
  return [item, ...others.filter((each) => isAsked(each) || isDependent(each))];
}

/** The same objects with what no rule reads, and strangers that depend on the same owners. */
function noised(objects: readonly ApiObject[], noise: number): ApiObject[] {
  const [item] = objects;
  const more = { labels: { noise: `${noise}` }, generation: noise, creationTimestamp: LATER };
  const owners = (item?.metadata.ownerReferences ?? []).filter(
    ({ uid }) => uid !== item?.metadata.uid,
  );
  const strangers = Array.from({ length: 1 + (noise % 3) }, (_, at): ApiObject => {
    const name = `stranger-${at}`;
    const namespace = item?.metadata.namespace ?? 'a';
    const metadata = { name, namespace, uid: name, ownerReferences: owners.slice(at) };
    return { apiVersion: 'v1', kind: 'ConfigMap', metadata };
  });
  const known = objects.map((each) => ({ ...each, metadata: { ...each.metadata, ...more } }));
  return [...known, ...strangers];
}

/** The item is heard of first all the same: until 1.19 what is referred to before gets its identity from the reference. */
function inOtherOrder([item, ...others]: readonly ApiObject[]): ApiObject[] {
  return item ? [item, ...others.toReversed()] : [];
}

/** The same world before the deletion of the item began. */
function beforeDeletion([item, ...others]: readonly ApiObject[]): ApiObject[] {
  if (!item) return [];
  const { deletionTimestamp: _, deletionGracePeriodSeconds: __, ...metadata } = item.metadata;
  return [{ ...item, metadata }, ...others];
}

const LATER = '2025-12-31T00:00:00Z';

/** The requests without what differs from world to world by right: versions, and whole objects. */
function sent({ requests }: Look): unknown[] {
  return requests.map((request: ApiRequest) => {
    const { verb, resource, namespace, name } = request;
    const more = 'options' in request ? request.options : 'body' in request ? request.body : {};
    const text = JSON.stringify(more).replaceAll(/"resourceVersion":"\d*",?/g, '');
    return { verb, kind: resource.kind, namespace, name, text };
  });
}

/** The outcome without the version that a conflict tells of. */
function outcome({ outcome: { error = '', ...rest } }: Look): object {
  return { ...rest, error: error.replaceAll(/ResourceVersion in (\w+) \(\d+\)/g, '$1') };
}

/** What is decided in each generation of the collector, as `decisionsOf` names it. */
const DECISIONS = {
  'graph-builder': [
    'AD-02',
    'AD-11',
    'AD-14',
    'AD-14 with a patch',
    'AD-15',
    'AD-16',
    'AD-17 Background',
    'AD-17 Foreground',
    'AD-17 Orphan',
    'AD-18',
    'AD-20',
    'FG-01',
    'FG-02',
  ],
  propagator: ['PG-22', 'PG-28', 'PG-29'],
} as const;

/** The decision that a look came to, and those that the classes of the references make of it. */
function decisionsOf({ outcome, requests, notes }: NotedLook): string[] {
  const { rule } = outcome;
  if (rule === 'AD-14') {
    return [requests.some(({ verb }) => verb === 'patch') ? 'AD-14 with a patch' : rule];
  }
  if (rule !== 'AD-15' && rule !== 'AD-17') return [rule];
  const classes = notes.find((note) => note.rule === 'AD-13')?.references;
  const policy = notes.find((note) => note.rule === rule)?.policy;
  const waits = (classes?.waiting.length ?? 0) > 0;
  return [
    rule === 'AD-17' ? `AD-17 ${policy}` : rule,
    ...(notes.some((note) => note.rule === 'AD-16') ? ['AD-16'] : []),
    ...(rule === 'AD-17' && waits ? ['AD-18'] : []),
    ...(waits && (classes?.dangling.length ?? 0) > 0 ? ['AD-20'] : []),
  ];
}

const worlds = fc.oneof(
  { weight: 1, arbitrary: arbitraryWorld({ uniqueUids: true }) },
  { weight: 3, arbitrary: decidedWorld() },
);

describe.each(releases)('decisions of %s', (release) => {
  it('[AD-12] [FG-05] [PG-23] depend on nothing but their inputs', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(worlds, fc.nat(100), (objects, noise) => {
        const whole = lookAtFirst(release, objects);
        for (const decision of decisionsOf(whole)) seen.add(decision);
        for (const other of [inputs(objects), noised(objects, noise), inOtherOrder(objects)]) {
          const again = lookAtFirst(release, other);
          expect(outcome(again)).toEqual(outcome(whole));
          expect(sent(again)).toEqual(sent(whole));
        }
      }),
      propertyRuns(100, 100),
    );
    const all: readonly string[] = DECISIONS[RELEASES[release].generation];
    expect(all.filter((each) => !seen.has(each))).toEqual([]);
  });

  it('[AD-19] [PG-30] do not depend on a deletion that the graph has not seen', () => {
    let again = 0;
    // A worker asks the server for an owner, also where the item owns itself: it sees there that it is waiting (CL-08).
    const isWaiting = ({ metadata }: ApiObject): boolean =>
      (metadata.finalizers ?? []).includes('foregroundDeletion');
    const deleted = worlds.filter(
      ([item]) =>
        item?.metadata.deletionTimestamp !== undefined &&
        !(
          isWaiting(item) &&
          item.metadata.ownerReferences?.some(({ uid }) => uid === item.metadata.uid)
        ),
    );
    fc.assert(
      fc.property(deleted, fc.nat(100), (objects, noise) => {
        const plain = lookAtFirst(release, beforeDeletion(objects));
        if (plain.deleted) again++;
        for (const other of [objects, inputs(objects), noised(objects, noise)]) {
          const unseen = lookAtFirst(release, other, beforeDeletion(other));
          expect(outcome(unseen)).toEqual(outcome(plain));
          expect(sent(unseen)).toEqual(sent(plain));
        }
      }),
      propertyRuns(),
    );
    expect(again).toBeGreaterThan(0);
  });
});
