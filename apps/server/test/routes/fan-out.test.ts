import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PODS, SECRETS } from '../live/support/scripted-cluster.ts';
import { StreamReader } from './support/read-stream.ts';
import { type ScriptedApp, scriptedApp } from './support/scripted-app.ts';

/** Pages that read gzip, as browsers do, and some that do not. */
const [GZIP, PLAIN] = [20, 5];
/** Everything of Node that compresses. */
const COMPRESSING = Object.keys(zlib).filter((name) => /gzip|deflate|brotliC|zstdC/i.test(name));

let served: ScriptedApp;
const readers: StreamReader[] = [];

beforeEach(async () => {
  served = await scriptedApp();
});

afterEach(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  for (const reader of readers.splice(0)) reader.close();
  await served.app.close();
});

/** Counts the calls of what compresses, and what is serialised. */
function counts(): { compressed: () => number; serialised: (field: string) => number } {
  const spies = COMPRESSING.flatMap((name) => {
    const property = name as 'deflateRawSync';
    return typeof zlib[property] === 'function' ? [vi.spyOn(zlib, property)] : [];
  });
  const stringify = vi.spyOn(JSON, 'stringify');
  // Named imports follow the spies only after this.
  syncBuiltinESMExports();
  return {
    compressed: () => spies.reduce((all, { mock }) => all + mock.calls.length, 0),
    serialised: (field) =>
      stringify.mock.calls.filter(([value]) => typeof value === 'object' && value && field in value)
        .length,
  };
}

async function openAll(): Promise<void> {
  const url = `${await served.listen()}/api/v1/stream`;
  for (let index = 0; index < GZIP; index++) readers.push(await StreamReader.open(url));
  for (let index = 0; index < PLAIN; index++) {
    readers.push(await StreamReader.open(url, { 'accept-encoding': 'identity' }));
  }
  for (const reader of readers) await reader.nextNamed('health');
}

it('a frame and a change of health are serialised once and compressed once, however many pages read them', async () => {
  await openAll();
  const { compressed, serialised } = counts();
  served.scripted.put(PODS, 'a');
  served.scripted.tick();
  for (const reader of readers) expect((await reader.next())?.data).toContain('"name":"a"');
  expect([serialised('upserts'), compressed()]).toEqual([1, 1]);
  served.scripted.health(SECRETS, 'forbidden', 'secrets is forbidden');
  served.scripted.tick();
  for (const reader of readers)
    expect((await reader.nextNamed('health'))?.data).toContain('is forbidden');
  expect([serialised('kinds'), serialised('upserts')]).toEqual([1, 1]);
  expect(compressed()).toBe(2);
});
