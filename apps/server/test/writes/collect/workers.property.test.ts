import {
  type ApiObject,
  type ApiRequest,
  ApiServer,
  GarbageCollector,
  type Note,
  type PropagationPolicy,
  RELEASES,
  ResourceTable,
} from '@gcscope/gc-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CollectorProcess } from '../../../../../packages/gc-core/src/simulation/collector-process.ts';
import { Monitors } from '../../../../../packages/gc-core/src/simulation/monitors.ts';
import { sendRequest } from '../../../../../packages/gc-core/src/simulation/send-request.ts';
import { CollectorLog } from '../../../src/writes/collect/collector-log.ts';
import { Workers } from '../../../src/writes/collect/workers.ts';
import { HastyClock } from '../../support/manual-clock.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { configMap } from './requests.ts';

const RELEASE = RELEASES['v1.36'];

interface World {
  /** Owners of each object by their places; -1 for an owner that never existed. */
  readonly owners: readonly (readonly number[])[];
  readonly deletions: readonly { readonly object: number; readonly policy: PropagationPolicy }[];
  readonly workers: number;
  /** Turns of the event loop until an answer comes, one after the other. */
  readonly delays: readonly number[];
}

const world: fc.Arbitrary<World> = fc.record({
  owners: fc.array(fc.uniqueArray(fc.integer({ min: -1, max: 7 }), { maxLength: 3 }), {
    minLength: 1,
    maxLength: 8,
  }),
  deletions: fc.array(
    fc.record({
      object: fc.nat({ max: 7 }),
      policy: fc.constantFrom<PropagationPolicy>('Background', 'Foreground', 'Orphan'),
    }),
    { maxLength: 3 },
  ),
  workers: fc.integer({ min: 1, max: 4 }),
  delays: fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 20 }),
});

const nameOf = (index: number): string => (index < 0 ? 'never' : `o${index}`);
const reference = (index: number): object => {
  const name = nameOf(index);
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name,
    uid: `uid-${name}`,
    blockOwnerDeletion: true,
  };
};

/** Everything of the world is there before the collector sees any of it. */
function serverOf({ owners }: World, now: () => number): ApiServer {
  const table = ResourceTable.builtIn();
  const server = new ApiServer({ release: RELEASE, table, now });
  const objects = owners.map((each, index) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: nameOf(index),
      namespace: 'shop',
      uid: `uid-${nameOf(index)}`,
      resourceVersion: String(index + 1),
      creationTimestamp: '2026-01-01T00:00:00Z',
      ownerReferences: each.map(reference),
    },
  }));
  server.put(objects as unknown as ApiObject[]);
  return server;
}

/** Plays the world; the most deletions that were in flight at once, and the log. */
async function play(
  given: World,
  server: ApiServer,
): Promise<{ most: number; patching: number; log: string }> {
  const clock = new HastyClock();
  let [sent, inFlight, deleting, most, patching, log] = [0, 0, 0, 0, 0, ''];
  const collector = new GarbageCollector({
    release: RELEASE,
    absentOwnerCacheSize: RELEASE.absentOwnerCacheSize,
    restMapper: ResourceTable.builtIn(),
    localStore: () => undefined,
    now: () => clock.now(),
    note: (note: Note) => workers.note(note),
    recordEvent: () => undefined,
  });
  const workers: Workers = new Workers({
    collector,
    release: 'v1.36',
    clock,
    log: new CollectorLog(5, (text) => {
      log += text;
    }),
    perQueue: given.workers,
    send: async (request: ApiRequest) => {
      inFlight++;
      if (request.verb === 'patch') patching = Math.max(patching, inFlight);
      if (request.verb === 'delete') most = Math.max(most, ++deleting);
      const turns = given.delays[sent++ % given.delays.length] ?? 0;
      for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
      inFlight--;
      if (request.verb === 'delete') deleting--;
      return sendRequest(server, request);
    },
  });
  const monitors = new Monitors({
    apiServer: server,
    release: RELEASE,
    enqueue: (change) => {
      collector.enqueue(change);
      workers.wake();
    },
  });
  server.subscribe((event) => monitors.observe(event));
  monitors.list(server.all());
  workers.start();
  for (const { object, policy } of given.deletions) {
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    const address = configMap(nameOf(object));
    server.delete({ ...address } as never, { propagationPolicy: policy });
  }
  const queues = [collector.attemptToDelete, collector.attemptToOrphan];
  const isAtRest = (): boolean =>
    inFlight === 0 &&
    collector.graphChanges.size === 0 &&
    queues.every((queue) => queue.size === 0 && queue.delayed().length === 0);
  for (let calm = 0, turn = 0; calm < 20; turn++) {
    await new Promise(setImmediate);
    calm = isAtRest() ? calm + 1 : 0;
    expect(turn).toBeLessThan(20_000);
  }
  await workers.stop();
  // Memory grows with what the graph keeps for readers of changes, who are not there.
  expect(collector.graph.takeTouched()).toEqual([]);
  return { most, patching, log };
}

describe('workers that wait for answers', () => {
  it('leave nothing that a collector after a restart would change', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        const server = serverOf(given, () => Date.parse('2026-01-01T00:00:00Z'));
        const { most } = await play(given, server);
        expect(most).toBeLessThanOrEqual(given.workers);
        const before = server.changes;
        const restarted = new CollectorProcess({
          apiServer: server,
          release: RELEASE,
          now: () => Date.parse('2026-01-01T01:00:00Z'),
        });
        for (let step = 0; restarted.pending() && step < 5000; step++) restarted.step();
        expect(server.changes).toBe(before);
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('see to all dependents of an owner at once when it is orphaned (OR-03)', async () => {
    const owners = [[], ...Array.from({ length: 6 }, () => [0])];
    const deletions = [{ object: 0, policy: 'Orphan' } as const];
    const given: World = { owners, deletions, workers: 1, delays: [5] };
    const server = serverOf(given, () => 0);
    const { patching } = await play(given, server);
    expect(patching).toBe(6);
    expect([...server.all()].map(({ metadata }) => metadata.ownerReferences ?? [])).toEqual(
      Array.from({ length: 6 }, () => []),
    );
  });

  it('write each line when it comes: an item before its answer, and the outcome after', async () => {
    const given: World = { owners: [[-1]], deletions: [], workers: 1, delays: [2] };
    const server = serverOf(given, () => 0);
    const { log } = await play(given, server);
    const texts = log.split('\n').map((line) => line.replace(/^.*\] "([^"]*)".*$/, '$1'));
    expect(texts.filter((text) => /Processing item|Deleting item|not found/.test(text))).toEqual([
      'Processing item',
      'item not found, generating a virtual delete event',
      'Processing item',
      'Deleting item',
    ]);
  });
});
