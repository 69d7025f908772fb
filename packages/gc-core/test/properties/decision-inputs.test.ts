import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiRequest } from '../../src/collector/object-client.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { Simulation } from '../../src/simulation/simulation.ts';
import { arbitraryWorld, worldTable } from '../support/arbitrary-world.ts';
import { forgetQueue, type Look, look, observe } from '../support/one-look.ts';
import { propertyRuns } from '../support/property-runs.ts';

const releases = Object.keys(RELEASES) as Release[];

/** What one look at the first of the objects comes to, in a collector that has seen them all and has nothing to do. */
function lookAtFirst(release: Release, objects: readonly ApiObject[]): Look {
  const simulation = new Simulation({
    release: RELEASES[release],
    table: worldTable,
    objects,
    now: 1_767_225_600_000,
  });
  observe(simulation);
  forgetQueue(simulation);
  const node = simulation.process.collector.graph.get(objects[0]?.metadata.uid ?? '');
  if (!node) throw new Error('the first object is not in the graph');
  return look(simulation, node);
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

describe.each(releases)('decisions of %s', (release) => {
  it('[AD-12] [FG-05] [PG-23] depend on nothing but their inputs', () => {
    fc.assert(
      fc.property(arbitraryWorld({ uniqueUids: true }), fc.nat(100), (objects, noise) => {
        const whole = lookAtFirst(release, objects);
        for (const other of [inputs(objects), noised(objects, noise), inOtherOrder(objects)]) {
          const { outcome, ...rest } = lookAtFirst(release, other);
          expect({ outcome, sent: sent({ outcome, ...rest }) }).toEqual({
            outcome: whole.outcome,
            sent: sent(whole),
          });
        }
      }),
      propertyRuns(60),
    );
  });
});
