import type { ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { list, status } from '../support/fake-answers.ts';
import { PODS } from '../support/reflector-run.ts';
import { wire } from '../support/wire.ts';
import { all, change, during, type Fault, isListed, isOf } from './fault.ts';

const cut = (response: ServerResponse): void => void response.socket?.resetAndDestroy();

/** Connections that end or go mute, and servers that refuse, restart or lag. */
export const SERVER_FAULTS: readonly Fault[] = [
  {
    number: 1,
    name: 'a watch ends in time',
    happen: async (faulty) => {
      const { server } = faulty;
      await faulty.settle();
      // The audit of the copies may ask for a count at any time.
      const lists = (): number =>
        server.seen('list').filter(({ query }) => !query.has('limit')).length;
      const before = lists();
      const watches = server.seen('watch').length;
      server.endWatches();
      change(faulty);
      await faulty.pass(5000);
      expect(server.seen('watch').length).toBeGreaterThan(watches);
      expect(lists()).toBe(before);
    },
  },
  {
    number: 2,
    name: 'a connection is reset in the middle of an event',
    happen: async (faulty) => {
      const { server } = faulty;
      server.delivering = false;
      change(faulty);
      const event = wire.event('ADDED', server.list(PODS)[0] ?? {});
      server.write(event.subarray(0, event.length / 2));
      server.resetWatches();
      server.delivering = true;
      await faulty.pass(2000);
    },
  },
  {
    number: 3,
    name: 'connections are open on this side only',
    happen: async (faulty) => {
      faulty.server.delivering = false;
      change(faulty);
      await faulty.until(() => faulty.stateOf(PODS) === 'stale');
      faulty.server.delivering = true;
    },
  },
  {
    number: 4,
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
    number: 5,
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
    number: 6,
    name: 'the server has not reached the version',
    happen: async (faulty) => {
      await faulty.settle();
      const { server } = faulty;
      const tooLarge = status(504, 'Timeout', 'Too large resource version: 900, current: 100');
      server.write(wire.error(410, 'Expired', 'too old'));
      server.next('list', tooLarge, tooLarge, tooLarge);
      change(faulty);
      await faulty.until(() => server.seen('list').some(({ query }) => query.size === 0));
    },
  },
  {
    number: 7,
    name: 'too many requests, with and without Retry-After, on lists, watches and inside',
    happen: async (faulty) => {
      faulty.server.write(wire.error(429, 'TooManyRequests', 'busy'));
      let odd = false;
      await during(
        faulty,
        (request) => isOf(request, PODS),
        (response) => {
          odd = !odd;
          const headers = odd ? { 'retry-after': '7' } : {};
          status(429, 'TooManyRequests', 'busy', headers)(response);
        },
        60_000,
      );
    },
  },
  {
    number: 8,
    name: 'errors of the server, and pages of a proxy',
    happen: (faulty) => {
      const codes = [500, 502, 503, 504];
      let turn = 0;
      return during(
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
    },
  },
  {
    number: 9,
    name: 'the API server restarts',
    happen: async (faulty) => {
      faulty.server.resetWatches();
      await during(faulty, all, cut, 4000);
    },
  },
  {
    number: 10,
    name: 'the API server is down for ten minutes',
    happen: async (faulty) => {
      faulty.server.resetWatches();
      await during(faulty, all, cut, 600_000);
      expect(faulty.cluster.health.state).toBe('stale');
      faulty.server.compact();
    },
  },
  {
    number: 11,
    name: 'a list comes from a server that is behind',
    happen: async (faulty) => {
      await faulty.settle();
      const { server } = faulty;
      const behind = server.listsAsNow(PODS);
      change(faulty);
      await faulty.pass(2000);
      const before = server.seen('list').length;
      server.answering = (response, request) => {
        if (!isListed(request) || !isOf(request, PODS)) return false;
        behind(response, request);
        server.answering = undefined;
        return true;
      };
      server.write(wire.error(410, 'Expired', 'too old'));
      await faulty.until(() => server.seen('list').length > before);
    },
  },
];
