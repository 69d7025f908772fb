import type { ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { list, status } from '../support/fake-answers.ts';
import type { SeenRequest } from '../support/fake-api-server.ts';
import { PODS } from '../support/reflector-run.ts';
import { wire } from '../support/wire.ts';
import { all, change, during, type Fault, isListed, isOf } from './fault.ts';

const cut = (response: ServerResponse): void => void response.socket?.resetAndDestroy();

/** Whatever waits asks at once when the server is back. */
const BACK_AT_ONCE = 5000;

/** Connections that end or go mute, and servers that refuse, restart or lag. */
export const SERVER_FAULTS: readonly Fault[] = [
  {
    name: 'a watch ends in time',
    happen: async (faulty) => {
      const { server } = faulty;
      await faulty.settle();
      // The audit of the stores may ask for a count at any time.
      const lists = (): number =>
        server.seen('list').filter(({ query }) => !query.has('limit')).length;
      const before = lists();
      const watches = server.seen('watch').length;
      expect(server.endWatches()).toBe(server.resources.size);
      change(faulty);
      await faulty.pass(5000);
      expect(server.seen('watch').length).toBeGreaterThan(watches);
      expect(lists()).toBe(before);
    },
  },
  {
    name: 'a connection is reset in the middle of an event',
    happen: async (faulty) => {
      await faulty.settle();
      const { server } = faulty;
      const before = server.seen('watch').length;
      server.delivering = false;
      change(faulty);
      const cutOff = server.list(PODS).find(({ name }) => name === 'kept');
      const event = wire.event('ADDED', cutOff ?? {});
      expect(server.write(event.subarray(0, event.length / 2), PODS)).toBe(1);
      await faulty.pass(1000);
      expect(server.resetWatches()).toBe(server.resources.size);
      server.delivering = true;
      await faulty.until(() =>
        server
          .seen('watch')
          .slice(before)
          .some((each) => isOf(each, PODS)),
      );
      // What came in part did not come.
      const resumed = server
        .seen('watch')
        .slice(before)
        .find((each) => isOf(each, PODS));
      expect(Number(resumed?.query.get('resourceVersion'))).toBeLessThan(
        Number(cutOff?.resourceVersion),
      );
    },
  },
  {
    name: 'connections are open on this side only',
    happen: async (faulty) => {
      await faulty.settle();
      const { server } = faulty;
      const watches = server.seen('watch').length;
      faulty.states.clear();
      server.delivering = false;
      change(faulty);
      await faulty.until(() => server.seen('watch').length >= watches + server.resources.size);
      expect([...faulty.states]).toEqual(['synced']);
      server.delivering = true;
    },
  },
  {
    name: 'the history is gone, at the start of a watch and inside of it',
    happen: async (faulty) => {
      await faulty.settle();
      const { server } = faulty;
      const lists = server.seen('list').length;
      server.delivering = false;
      change(faulty);
      server.compact();
      server.write(wire.error(410, 'Expired', 'too old resource version'));
      server.endWatches();
      server.delivering = true;
      server.next('watch', status(410, 'Expired', 'too old'), status(410, 'Gone', 'too old'));
      await faulty.until(() => server.seen('list').length >= lists + 4);
    },
  },
  {
    name: 'the history is gone between two pages of a list',
    happen: async (faulty) => {
      await faulty.settle();
      const { server } = faulty;
      const page = wire.list({ resourceVersion: '1', continue: 'more' }, server.list(PODS));
      let expired = false;
      server.write(wire.error(410, 'Expired', 'too old'));
      await during(
        faulty,
        (request) => isOf(request, PODS) && isListed(request) && !expired,
        (response, request) => {
          if (request.query.has('watch')) {
            response.writeHead(200, { 'content-type': wire.contentType });
            response.end(wire.error(410, 'Expired', 'too old'));
            return;
          }
          expired = request.query.has('continue');
          if (expired) status(410, 'Expired', 'the continue token is too old')(response);
          else list(page)(response);
        },
        60_000,
      );
      expect(expired).toBe(true);
    },
  },
  {
    name: 'the server has not reached the version',
    happen: async (faulty) => {
      await faulty.settle();
      const { server } = faulty;
      const tooLarge = status(504, 'Timeout', 'Too large resource version: 900, current: 100');
      const newest = (): number =>
        server.seen('list').filter(({ query }) => query.size === 0).length;
      const before = newest();
      expect(server.write(wire.error(410, 'Expired', 'too old'))).toBe(server.resources.size);
      server.next('list', tooLarge, tooLarge, tooLarge);
      change(faulty);
      await faulty.until(() => newest() > before);
      expect(server.unasked('list')).toBe(0);
    },
  },
  {
    name: 'too many requests, with and without Retry-After, on lists, watches and inside',
    happen: async (faulty) => {
      const { server } = faulty;
      const refused = new Set<string>();
      const isOfPods = (request: SeenRequest): boolean => isOf(request, PODS);
      const refuse = (response: ServerResponse, request: SeenRequest): void => {
        const what = isListed(request) ? 'list' : 'watch';
        const isLong = !refused.has(`${what}, wait`);
        refused.add(isLong ? `${what}, wait` : what);
        const headers = isLong ? { 'retry-after': '7' } : {};
        status(429, 'TooManyRequests', 'busy', headers)(response);
      };
      await faulty.settle();
      expect(server.write(wire.error(429, 'TooManyRequests', 'busy'), PODS)).toBe(1);
      await during(faulty, isOfPods, refuse, 60_000);
      expect([...refused]).toEqual(expect.arrayContaining(['watch, wait', 'watch']));
      await faulty.settle();
      expect(server.write(wire.error(410, 'Expired', 'too old'), PODS)).toBe(1);
      await during(faulty, isOfPods, refuse, 60_000);
      expect([...refused]).toEqual(expect.arrayContaining(['list, wait', 'list']));
    },
  },
  {
    name: 'errors of the server, and pages of a proxy',
    happen: async (faulty) => {
      const codes = [500, 502, 503, 504];
      let turn = 0;
      await during(
        faulty,
        all,
        (response) => {
          const code = codes[turn++ % codes.length] ?? 500;
          if (code === 502) {
            response
              .writeHead(502, { 'content-type': 'text/html' })
              .end('<html>{"items":[]}</html>');
          } else status(code, 'InternalError', 'boom')(response);
        },
        120_000,
      );
      expect(turn).toBeGreaterThan(codes.length);
    },
  },
  {
    name: 'the API server restarts',
    longestCatchingUp: BACK_AT_ONCE,
    happen: async (faulty) => {
      faulty.server.resetWatches();
      await during(faulty, all, cut, 4000);
    },
  },
  {
    name: 'the API server is down for ten minutes',
    takesMinutes: true,
    longestCatchingUp: BACK_AT_ONCE,
    happen: async (faulty) => {
      faulty.server.resetWatches();
      await during(faulty, all, cut, 600_000);
      expect(faulty.cluster.health.state).toBe('stale');
      faulty.server.compact();
    },
  },
  {
    name: 'a list comes from a server that is behind',
    happen: async (faulty) => {
      await faulty.settle();
      const { server } = faulty;
      const behind = server.listsAsNow(PODS);
      change(faulty);
      await faulty.pass(2000);
      const seen = (): number =>
        faulty.cluster.activity.read({ types: ['created', 'gone'] }, 1).total;
      const before = seen();
      let fired = false;
      server.answering = (response, request) => {
        if (!isListed(request) || !isOf(request, PODS)) return false;
        behind(response, request);
        server.answering = undefined;
        fired = true;
        return true;
      };
      await faulty.until(() => server.write(wire.error(410, 'Expired', 'too old'), PODS) > 0);
      await faulty.until(() => fired);
      await faulty.pass(5000);
      // Nothing goes back to what it was, not even for a moment.
      expect(seen()).toBe(before);
    },
  },
];
