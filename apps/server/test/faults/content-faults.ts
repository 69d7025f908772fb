import type { ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { status } from '../support/fake-answers.ts';
import type { SeenRequest } from '../support/fake-api-server.ts';
import { PODS, WIDGETS } from '../support/reflector-run.ts';
import { snapshotOf } from '../support/snapshot-of.ts';
import { UNREADABLE } from '../support/unreadable-events.ts';
import { wire } from '../support/wire.ts';
import { all, change, during, type Fault, isListed, isOf, put } from './fault.ts';
import { LOST_BY_SERVER } from './faulty-cluster.ts';

/** So long after a definition comes or goes its kind does. */
const FOLLOWED = 32_000;
/** A suspend is noticed sooner than silence. */
const AFTER_SUSPEND = 10_000;

const INGRESSES = ['extensions', 'networking.k8s.io'].map((group) => ({
  ...PODS,
  group,
  resource: 'ingresses',
  kind: 'Ingress',
}));

/** Events that are lost, wrong or out of order, and kinds, rights and times that change. */
export const CONTENT_FAULTS: readonly Fault[] = [
  {
    name: 'the server loses events',
    longestLie: LOST_BY_SERVER,
    happen: async (faulty) => {
      await faulty.settle();
      const { server } = faulty;
      server.delivering = false;
      for (const { uid } of server.list(PODS)) server.remove(PODS, uid);
      server.forgetEvents();
      server.delivering = true;
      await faulty.pass(1000);
      expect(faulty.longestLie).toBeGreaterThan(0);
    },
  },
  {
    name: 'events come twice and out of order',
    happen: async (faulty) => {
      await faulty.settle();
      const { server } = faulty;
      const old = server.list(PODS)[0] ?? {};
      change(faulty);
      const last = server.list(PODS).at(-1) ?? {};
      for (const meta of [last, old, last, old]) {
        expect(server.write(wire.event('MODIFIED', meta), PODS)).toBe(1);
      }
      await faulty.pass(1000);
    },
  },
  {
    name: 'an unknown object is deleted, and a late event would bring a deleted one back',
    happen: async (faulty) => {
      const { server } = faulty;
      const [late] = server.list(PODS);
      change(faulty);
      await faulty.pass(120_000);
      const unknown = { name: 'x', namespace: 'shop', uid: 'u-x', resourceVersion: '90' };
      await faulty.until(() => server.write(wire.event('ADDED', late ?? {}), PODS) > 0);
      await faulty.until(() => server.write(wire.event('DELETED', unknown), PODS) > 0);
      await faulty.pass(1000);
    },
  },
  {
    name: 'an object is deleted and created again under its name between two watches',
    happen: async (faulty) => {
      await faulty.settle();
      const { server } = faulty;
      expect(server.endWatches()).toBe(server.resources.size);
      for (const { uid, name } of server.list(PODS)) {
        server.remove(PODS, uid);
        server.put(PODS, { namespace: 'shop', name, uid: `${uid}-again` });
      }
      await faulty.pass(2000);
    },
  },
  {
    name: 'no bookmark for ten minutes, then one that is too low',
    takesMinutes: true,
    happen: async (faulty) => {
      await faulty.settle();
      const { server } = faulty;
      faulty.bookmarks = false;
      await faulty.pass(600_000);
      change(faulty);
      await faulty.until(() => server.bookmark('50') === server.resources.size);
      const before = server.seen('watch').length;
      await faulty.pass(60_000);
      const versions = server
        .seen('watch')
        .slice(before)
        .map(({ query }) => Number(query.get('resourceVersion')));
      expect(versions.length).toBeGreaterThan(0);
      expect(Math.min(...versions)).toBeGreaterThan(50);
      faulty.bookmarks = true;
    },
  },
  {
    name: 'initial events of a watch are refused, or never end',
    happen: async (faulty) => {
      await faulty.settle();
      const { server } = faulty;
      const refused = server.refusedWatchLists;
      server.write(wire.error(410, 'Expired', 'too old'), PODS);
      if (!server.watchLists) {
        change(faulty);
        await faulty.pass(10_000);
        expect(refused).toBeGreaterThan(0);
        expect(server.refusedWatchLists).toBe(refused);
        return;
      }
      const endless = (response: ServerResponse, request: SeenRequest): void => {
        // The second time, plain lists are asked for.
        if (!request.query.has('sendInitialEvents')) {
          server.listsAsNow(PODS)(response, request);
          return;
        }
        response.writeHead(200, { 'content-type': wire.contentType });
        response.write(wire.event('ADDED', server.list(PODS)[0] ?? {}));
      };
      const concerns = (request: SeenRequest): boolean => isOf(request, PODS) && isListed(request);
      await during(faulty, concerns, endless, 30_000);
      expect(faulty.stateOf(PODS)).toBe('synced');
    },
  },
  {
    name: 'watches end at once',
    happen: async (faulty) => {
      await faulty.settle();
      const { server } = faulty;
      const before = server.seen('watch').length;
      const close = (response: ServerResponse): void => {
        response.writeHead(200, { 'content-type': wire.contentType }).end();
      };
      await during(faulty, ({ query }) => query.has('watch'), close, 60_000);
      expect((server.seen('watch').length - before) / server.resources.size).toBeLessThan(60);
      expect(faulty.stateOf(PODS)).toBe('stale');
    },
  },
  {
    name: 'what a watch brings cannot be read',
    happen: async (faulty) => {
      await faulty.settle();
      const { server, served } = faulty;
      const kinds = [...server.resources.values()];
      const unreadable = (): readonly number[] =>
        kinds.map((kind) => served.counts.of(kind).undecodable);
      const listed = (): readonly number[] => kinds.map((kind) => served.counts.of(kind).lists);
      for (const [, bytes] of UNREADABLE) {
        await faulty.until(() => server.watchCount === kinds.length);
        const [unreadableBefore, listedBefore] = [unreadable(), listed()];
        expect(server.write(bytes)).toBe(kinds.length);
        change(faulty);
        // Each of them is counted once, and its kind is listed for it.
        await faulty.until(() =>
          listed().every((count, index) => count > (listedBefore[index] ?? 0)),
        );
        expect(unreadable()).toEqual(unreadableBefore.map((count) => count + 1));
      }
    },
  },
  {
    name: 'the token expires',
    happen: (faulty) =>
      during(faulty, all, status(401, 'Unauthorized', 'the token has expired'), 60_000),
  },
  {
    name: 'a certificate is replaced',
    happen: async (faulty) => {
      await faulty.settle();
      // Not when watches end anyway.
      await faulty.until(() => (faulty.clock.now() / 1000) % 30 === 5);
      const { server } = faulty;
      const before = server.seen('watch').length;
      faulty.served.security = { verify: true, ca: 'another' };
      change(faulty);
      // Watches that are open go on, on the old connections.
      await faulty.pass(2000);
      expect(server.seen('watch')).toHaveLength(before);
      await faulty.pass(60_000);
      expect(server.seen('watch').length).toBeGreaterThan(before);
    },
  },
  {
    name: 'a right is taken away and granted again',
    happen: async (faulty) => {
      const gone = (): number => faulty.cluster.activity.read({ types: ['gone'] }, 1).total;
      await faulty.settle();
      const before = gone();
      await during(
        faulty,
        (request) => isOf(request, PODS),
        status(403, 'Forbidden', 'pods is forbidden'),
        120_000,
      );
      expect(faulty.stateOf(PODS)).toBe('forbidden');
      expect(gone()).toBe(before);
    },
  },
  {
    name: 'a definition goes, comes back, and moves to another version',
    happen: async (faulty) => {
      await faulty.settle();
      const { server } = faulty;
      const begin = faulty.clock.now();
      server.unserve(WIDGETS);
      await faulty.until(() => faulty.stateOf(WIDGETS) === undefined);
      server.serve(WIDGETS);
      put(faulty, 'w', WIDGETS);
      await faulty.until(() => faulty.stateOf(WIDGETS) === 'synced');
      expect(faulty.clock.now() - begin).toBeLessThanOrEqual(2 * FOLLOWED);
      server.serve({ ...WIDGETS, version: 'v2' });
      server.endWatches();
      await faulty.pass(60_000);
      expect(server.seen('watch').some(({ path }) => path.endsWith('/v2/widgets'))).toBe(true);
    },
  },
  {
    name: 'the server of a group is down',
    happen: async (faulty) => {
      await faulty.settle();
      const { server } = faulty;
      server.staleGroups.add('example.com');
      await during(
        faulty,
        (request) => isOf(request, WIDGETS),
        status(503, 'ServiceUnavailable', 'down'),
        120_000,
      );
      // What is known of it stays, and is not taken for current.
      expect(faulty.stateOf(WIDGETS)).toMatch(/^(stale|degraded)$/);
      for (const { uid } of server.list(WIDGETS)) {
        expect(faulty.cluster.live.graph.get(uid)?.virtual).toBe(false);
      }
      expect(faulty.stateOf(PODS)).toBe('synced');
      server.staleGroups.clear();
    },
  },
  {
    name: 'a conversion webhook is broken',
    happen: async (faulty) => {
      await faulty.settle();
      const busy = status(429, 'TooManyRequests', 'storage is (re)initializing', {
        'retry-after': '1',
      });
      const { server } = faulty;
      const lists = (): number => server.seen('list').filter((each) => isOf(each, WIDGETS)).length;
      await faulty.settle();
      const before = lists();
      await during(faulty, (request) => isOf(request, WIDGETS), busy, 180_000);
      // Not as often as the server asks for it.
      expect(lists() - before).toBeLessThan(15);
      expect(faulty.stateOf(WIDGETS)).toBe('degraded');
      expect(faulty.stateOf(PODS)).toBe('synced');
    },
  },
  {
    name: 'the same object is served in two groups',
    happen: async (faulty) => {
      const { server } = faulty;
      for (const name of ['i', 'j']) {
        for (const resource of INGRESSES) {
          server.serve(resource);
          put(faulty, name, resource);
          // It is stored once, at one version.
          server.version--;
        }
        server.version++;
      }
      const stored = INGRESSES.flatMap((each) => server.list(each));
      const uid = stored.find(({ name }) => name === 'i')?.uid ?? '';
      await faulty.until(() => INGRESSES.every((each) => faulty.stateOf(each) === 'synced'));
      await faulty.until(() => faulty.cluster.live.records.get(uid) !== undefined);
      for (const resource of INGRESSES) {
        server.remove(resource, uid);
        server.version--;
      }
      server.version++;
      // One group goes; the other still serves the object that is left.
      const [gone, kept] = INGRESSES;
      if (!gone || !kept) throw new Error('There are two groups.');
      server.unserve(gone);
      await faulty.until(() => faulty.stateOf(gone) === undefined);
      await faulty.pass(5000);
      const [left] = server.list(kept);
      expect(faulty.cluster.live.records.get(left?.uid ?? '')).toMatchObject({ name: 'j' });
      for (const each of server.list(kept)) server.remove(kept, each.uid);
    },
  },
  {
    name: 'the server sends whole objects',
    happen: async (faulty) => {
      await faulty.settle();
      await during(
        faulty,
        (request) => isOf(request, PODS),
        (response, request) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          const object = { metadata: { name: 'a', uid: 'whole', resourceVersion: '900' } };
          response.end(
            request.query.has('watch')
              ? `${JSON.stringify({ type: 'ADDED', object: { kind: 'Pod', ...object } })}\n`
              : JSON.stringify({ kind: 'PodList', items: [object] }),
          );
        },
        30_000,
      );
      expect(faulty.stateOf(PODS)).toBe('unsupported');
      expect(faulty.cluster.live.graph.get('whole')).toBeUndefined();
    },
  },
  {
    name: 'the machine is suspended, and every connection is dead',
    longestLie: AFTER_SUSPEND,
    happen: async (faulty) => {
      const { server, clock } = faulty;
      server.delivering = false;
      change(faulty);
      clock.jump(240_000);
      await faulty.until(() => faulty.stateOf(PODS) === 'stale');
      server.delivering = true;
      clock.jump(-3_600_000);
      await faulty.pass(10_000);
    },
  },
  {
    name: 'a namespace of 10,000 objects is deleted',
    takesMinutes: true,
    happen: async (faulty) => {
      const { server } = faulty;
      // Without a look for each whether its name is taken.
      for (let index = 0; index < 10_000; index++) {
        const name = `many-${index}`;
        server.put(PODS, { namespace: 'shop', name, uid: `u-${name}-${server.version}` });
      }
      await faulty.until(() => faulty.cluster.live.graph.size > 10_000);
      for (const { uid } of server.list(PODS)) server.remove(PODS, uid);
    },
  },
  {
    name: 'owners are odd: itself, a circle, elsewhere, missing, of another kind, a thousand',
    happen: async (faulty) => {
      await faulty.settle();
      const { server } = faulty;
      // As in a cluster, a name is of one object, and no uid comes twice.
      const names = ['self', 'a', 'b', 'elsewhere', 'lost', 'many'];
      for (const { name, uid } of server.list(PODS)) {
        if (names.includes(name)) server.remove(PODS, uid);
      }
      const { version } = server;
      const uidOf = (name: string): string => `u-${name}-${version}`;
      const owner = (name: string, more = {}): object => ({
        apiVersion: 'v1',
        kind: 'Pod',
        name,
        uid: uidOf(name),
        ...more,
      });
      const owned = (name: string, ownerReferences: readonly object[], namespace = 'shop'): void =>
        void server.put(PODS, { namespace, name, uid: uidOf(name), ownerReferences });
      owned('self', [owner('self')]);
      owned('a', [owner('b')]);
      owned('b', [owner('a')]);
      owned('elsewhere', [owner('a')], 'other');
      owned('lost', [owner('never'), owner('a', { kind: 'Job', apiVersion: 'batch/v1' })]);
      owned(
        'many',
        Array.from({ length: 1000 }, (_, index) => owner(`owner-${index}`)),
      );
      // gcscope knows that there is no such Job once it read Jobs later than the reference.
      await faulty.pass(40_000);
      const { records } = faulty.cluster.live;
      const verdicts = names.map((name) => records.get(uidOf(name))?.summary?.verdict);
      expect(verdicts).toEqual(['stays', 'stays', 'stays', 'goes', 'goes', 'goes']);
      const { nodes } = snapshotOf(faulty.cluster);
      expect(nodes.uids.filter((uid) => uid.startsWith('u-owner-'))).toHaveLength(1000);
    },
  },
];
