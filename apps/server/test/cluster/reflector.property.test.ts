import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { status } from '../support/fake-answers.ts';
import { FakeApiServer, type FakeResource } from '../support/fake-api-server.ts';
import { HastyClock } from '../support/manual-clock.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { ReflectorRun, until } from '../support/reflector-run.ts';
import { wire } from '../support/wire.ts';

const JOBS: FakeResource = {
  group: 'batch',
  version: 'v1',
  resource: 'jobs',
  kind: 'Job',
  namespaced: true,
};

const name = fc.constantFrom('a', 'b', 'c', 'constructor', '__proto__');
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('put' as const), name }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('remove' as const), name }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('recreate' as const), name }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('pause' as const) }) },
  fc.record({
    type: fc.constantFrom(
      'end' as const,
      'reset' as const,
      'lose' as const,
      'expire' as const,
      'garbage' as const,
      'half a line' as const,
      'refuse' as const,
      'break off a list' as const,
      'fail' as const,
      'bookmark' as const,
    ),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function play(server: FakeApiServer, { type, ...rest }: Step): void {
  const target = 'name' in rest ? rest.name : '';
  const found = server.list(JOBS).find((meta) => meta.name === target);
  switch (type) {
    case 'put':
      server.put(JOBS, { ...found, namespace: 'shop', name: target });
      break;
    case 'remove':
    case 'recreate':
      if (found) server.remove(JOBS, found.uid);
      if (type === 'recreate') server.put(JOBS, { namespace: 'shop', name: target });
      break;
    case 'end':
      server.endWatches();
      break;
    case 'reset':
      server.resetWatches();
      break;
    case 'lose':
      // Events are stored but not delivered until the connection is cut.
      server.delivering = false;
      break;
    case 'expire':
      server.compact();
      server.write(wire.error(410, 'Expired', 'too old'));
      server.endWatches();
      break;
    case 'garbage':
      server.write('{"type":"ADDED",\n');
      break;
    case 'half a line':
      server.write(wire.event('ADDED', { name: 'half', uid: 'half' }).subarray(0, 30));
      server.resetWatches();
      break;
    case 'refuse':
      server.next('watch', status(429, 'TooManyRequests', 'busy', { 'retry-after': '1' }));
      server.next('list', status(503, 'ServiceUnavailable', 'down'));
      server.resetWatches();
      break;
    case 'break off a list':
      server.next('list', (response) => {
        response.writeHead(200, { 'content-type': wire.contentType });
        const [first] = server.list(JOBS);
        response.write(first ? wire.event('ADDED', first) : '', () => response.destroy());
      });
      server.write(wire.error(410, 'Expired', 'too old'));
      break;
    case 'fail':
      server.write(wire.error(500, 'InternalError', 'boom'));
      break;
    case 'bookmark':
      server.bookmark();
      break;
    case 'pause':
      break;
    default:
      throw new Error(type satisfies never);
  }
}

/** Lets requests and answers pass, how far does not matter. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
}

describe('reflector, after any sequence of events', () => {
  it('ends with the same objects as the server, and its changes always follow from each other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.boolean(),
        async (steps, watchLists) => {
          const server = await FakeApiServer.start([JOBS]);
          server.watchLists = watchLists;
          const run = new ReflectorRun(server, JOBS, new HastyClock(), () => 0, new Set());
          try {
            for (const one of steps) {
              play(server, one);
              if (one.type === 'pause') await someTurns();
            }
            server.delivering = true;
            server.resetWatches();
            server.put(JOBS, { namespace: 'shop', name: 'last' });
            const expected = (): unknown =>
              server
                .list(JOBS)
                .map((m) => [m.uid, m.resourceVersion])
                .sort();
            const actual = (): unknown =>
              [...run.replay.objects.values()].map((m) => [m.uid, m.resourceVersion]).sort();
            await until(
              () =>
                run.state === 'synced' && JSON.stringify(actual()) === JSON.stringify(expected()),
            ).catch(() => expect(actual()).toEqual(expected()));
            expect(run.store.size).toBe(server.list(JOBS).length);
          } finally {
            await run.stop();
            await server.stop();
          }
        },
      ),
      { numRuns: propertyRuns(25), interruptAfterTimeLimit: 60_000 },
    );
  }, 90_000);
});
