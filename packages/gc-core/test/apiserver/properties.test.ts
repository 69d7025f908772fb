import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RequestTarget } from '../../src/apiserver/api-request.ts';
import type { DeleteOptions } from '../../src/meta/propagation-policy.ts';
import { propertyRuns } from '../support/property-runs.ts';
import {
  cogs,
  configMaps,
  kind,
  manifest,
  pods,
  type TestServer,
  testServer,
} from './test-server.ts';

const RESOURCES = [configMaps, cogs, pods, kind('batch/v1', 'Job'), kind('v1', 'Event')];
const FINALIZERS = ['orphan', 'foregroundDeletion', 'example.com/a', 'example.com/b'];

const target = fc.record({
  resource: fc.constantFrom(...RESOURCES),
  namespace: fc.constant('ns'),
  name: fc.constantFrom('x', 'y'),
});
const finalizers = fc.uniqueArray(fc.constantFrom(...FINALIZERS), { maxLength: 3 });
const options: fc.Arbitrary<DeleteOptions> = fc.record(
  {
    propagationPolicy: fc.constantFrom('Foreground', 'Background', 'Orphan'),
    gracePeriodSeconds: fc.constantFrom(-1, 0, 1, 30),
  },
  { requiredKeys: [] },
);

/** One thing somebody does to the server, as data: fast-check prints it. */
type Move =
  | {
      readonly do: 'create';
      readonly target: RequestTarget;
      readonly finalizers: string[];
      readonly onNode: boolean;
    }
  | { readonly do: 'delete'; readonly target: RequestTarget; readonly options: DeleteOptions }
  | { readonly do: 'patch'; readonly target: RequestTarget; readonly body: object }
  | { readonly do: 'wait'; readonly seconds: number };

const body = fc.oneof(
  finalizers.map((list) => ({ metadata: { finalizers: list } })),
  fc.jsonValue().map((value) => ({ spec: { nodeName: 'n', value }, status: value })),
);

const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ do: fc.constant('create' as const), target, finalizers, onNode: fc.boolean() }),
  fc.record({ do: fc.constant('delete' as const), target, options }),
  fc.record({ do: fc.constant('patch' as const), target, body }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.nat(60) }),
);

const someMoves = fc.array(move, { maxLength: 30 });

function perform({ server, clock }: TestServer, move: Move): void {
  switch (move.do) {
    case 'create': {
      const { resource, name } = move.target;
      const rest = move.onNode ? { spec: { nodeName: 'n' } } : {};
      server.create(
        resource,
        'ns',
        manifest(resource, name, { finalizers: move.finalizers }, rest),
      );
      return;
    }
    case 'delete':
      server.delete(move.target, move.options);
      return;
    case 'patch':
      server.patch(move.target, 'merge', move.body);
      return;
    case 'wait':
      clock.now += move.seconds * 1000;
      return;
    default:
      move satisfies never;
  }
}

function play(moves: readonly Move[]): TestServer {
  const world = testServer();
  for (const each of moves) perform(world, each);
  return world;
}

describe('the API server, whatever is asked of it', () => {
  it('[API-70] numbers every event higher than the one before, and the storage is what the events say', () => {
    fc.assert(
      fc.property(someMoves, (moves) => {
        const { server, events } = play(moves);
        const byKey = new Map<string, unknown>();
        let last = 0;
        for (const { type, resource, object, previous } of events) {
          const version = Number(object.metadata.resourceVersion);
          expect(version).toBeGreaterThan(last);
          last = version;
          const key = `${resource}/${object.metadata.name}`;
          expect(byKey.get(key)).toBe(previous);
          if (type === 'DELETED') byKey.delete(key);
          else byKey.set(key, object);
        }
        expect(server.resourceVersion).toBe(last);
        expect(new Set(server.all())).toEqual(new Set(byKey.values()));
      }),
      propertyRuns(300),
    );
  });

  it('[API-60] a DELETE with grace 0 and Background removes what no other finalizer holds', () => {
    fc.assert(
      fc.property(someMoves, target, (moves, where: RequestTarget) => {
        const { server, read } = play(moves);
        const held = (read(where)?.metadata.finalizers ?? []).some((f) => f.includes('/'));
        server.delete(where, { propagationPolicy: 'Background', gracePeriodSeconds: 0 });
        expect(read(where) !== undefined).toBe(held);
      }),
      propertyRuns(300),
    );
  });

  it('[API-61] never keeps a terminating object that neither a finalizer nor a grace period holds', () => {
    fc.assert(
      fc.property(someMoves, (moves) => {
        for (const { metadata } of play(moves).server.all()) {
          if (metadata.deletionTimestamp === undefined) continue;
          const holds =
            (metadata.finalizers?.length ?? 0) + (metadata.deletionGracePeriodSeconds ?? 0);
          expect(holds).toBeGreaterThan(0);
        }
      }),
      propertyRuns(300),
    );
  });

  it('[API-39] a repeated DELETE changes nothing', () => {
    fc.assert(
      fc.property(someMoves, target, options, (moves, where, how) => {
        const world = play(moves);
        world.server.delete(where, how);
        const before = world.read(where);
        const seen = world.events.length;
        if (before === undefined) return;
        world.server.delete(where, how);
        expect(world.read(where)).toEqual(before);
        expect(world.events).toHaveLength(seen);
      }),
      propertyRuns(300),
    );
  });

  it('[API-62] what was stored or answered once never changes', () => {
    fc.assert(
      fc.property(someMoves, (moves) => {
        const world = testServer();
        const seen: [object, string][] = [];
        world.server.subscribe(({ object }) => seen.push([object, JSON.stringify(object)]));
        for (const each of moves) perform(world, each);
        for (const [object, text] of seen) expect(JSON.stringify(object)).toBe(text);
      }),
      propertyRuns(300),
    );
  });
});
