import { describe, expect, it } from 'vitest';
import { parseAnswer } from '../../real-cluster/src/api-client.ts';
import {
  AskedSide,
  type Send,
  type WatchEvent,
} from '../../real-cluster/src/request-differential/asked-side.ts';
import {
  comparableAnswer,
  comparableEvents,
} from '../../real-cluster/src/request-differential/comparable-answer.ts';

function event(type: string, metadata: object): WatchEvent {
  const about = { name: 'a', uid: 'u', resourceVersion: '7', ...metadata };
  return { type, object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: about } };
}

const ADDED = event('ADDED', {});
const HELD = event('MODIFIED', { finalizers: ['a.b/c'] });
const MARKED = event('MODIFIED', {
  finalizers: ['a.b/c'],
  deletionTimestamp: '2020-01-01T00:00:00Z',
});
const DELETED = { ...MARKED, type: 'DELETED' };
const OBJECTS = [{ path: '/api/v1/namespaces/n/configmaps/a' }] as never;

/** A side that was seen once, and whose watches are answered so. */
async function sideWith(code: number, body: unknown): Promise<AskedSide> {
  const send: Send = async (_method, path) =>
    path.includes('watch=') ? { code, body } : { code: 200, body: ADDED.object };
  const side = new AskedSide(send, OBJECTS, '1');
  await side.look(0);
  return side;
}

describe('events of a watch', () => {
  it('are compared, but for changes that metadata do not show', async () => {
    const repeated = event('MODIFIED', { finalizers: ['a.b/c'], resourceVersion: '9' });
    const all = [ADDED, event('MODIFIED', { managedFields: [] }), HELD, repeated, MARKED, DELETED];
    const side = await sideWith(200, all);
    const types = comparableEvents(await side.events(0), side).map(({ type }) => type);
    expect(types).toEqual(['ADDED', 'MODIFIED', 'MODIFIED', 'DELETED']);
  });

  it.each([
    ['fails', 410, { kind: 'Status', message: 'too old' }],
    ['ends in an error', 200, [ADDED, { type: 'ERROR', object: { kind: 'Status' } }]],
    ['is silent about an object that was seen', 200, []],
  ])('are nothing to compare when the watch %s', async (_name, code, body) => {
    const side = await sideWith(code, body);
    await expect(side.events(0)).rejects.toThrow(`tells ${code}`);
  });
});

describe('an answer', () => {
  it('tells an object’s times alike however long ago it was met, and other times apart', async () => {
    const side = await sideWith(200, []);
    const met = Date.parse('2026-01-01T00:00:01Z');
    const deletedAt = (deletionTimestamp: string, now: number): unknown => {
      const created = { creationTimestamp: '2026-01-01T00:00:00Z', deletionTimestamp };
      return comparableAnswer(
        { code: 200, body: event('ADDED', created).object },
        side,
        now,
        false,
      );
    };
    const first = deletedAt('2026-01-01T00:00:20Z', met);
    expect(first).toMatchObject({ object: { created: '0 s', deleted: '20 s' } });
    expect(deletedAt('2026-01-01T00:00:20Z', met + 60_000)).toEqual(first);
    expect(deletedAt('2026-01-01T00:01:40Z', met + 60_000)).not.toEqual(first);
  });

  it('is a list of events for a watch, else what it says', () => {
    expect(parseAnswer('/x?watch=true&a=b', '{"type":"ADDED"}\n{"type":"DELETED"}\n')).toEqual([
      { type: 'ADDED' },
      { type: 'DELETED' },
    ]);
    expect(parseAnswer('/x?watch=true', '')).toEqual([]);
    expect(parseAnswer('/x?watch=trueish', '{}')).toEqual({});
  });
});
