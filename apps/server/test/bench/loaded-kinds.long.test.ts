import { describe, expect, it } from 'vitest';
import { type LoadedCluster, type LoadedKind, loadedKinds } from '../../bench/loaded-kinds.ts';
import { JsonListDecoder, JsonWatchDecoder } from '../../src/cluster/answers/decode-json.ts';
import {
  ProtobufListDecoder,
  ProtobufWatchDecoder,
} from '../../src/cluster/answers/decode-protobuf.ts';
import type { ListDecoder } from '../../src/cluster/answers/decoded.ts';

type Encoding = 'protobuf' | 'json';

const ENCODINGS = ['protobuf', 'json'] as const;

/** What is known of one object. */
interface Listed {
  readonly uid: string;
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly creationTimestamp?: string | undefined;
  readonly owner: string | undefined;
}

function listed(kind: LoadedKind, encoding: Encoding, step = 1): Listed[] {
  const decoder: ListDecoder =
    encoding === 'json' ? new JsonListDecoder(false) : new ProtobufListDecoder(false);
  const objects: Listed[] = [];
  for (const piece of kind.list(encoding, step)) {
    for (const each of decoder.push(piece)) {
      if (each.type !== 'object') continue;
      const { uid, name, namespace, creationTimestamp, ownerReferences } = each.meta;
      objects.push({ uid, name, namespace, creationTimestamp, owner: ownerReferences?.[0]?.uid });
    }
  }
  expect(decoder.end()).toMatchObject({ type: 'complete', resourceVersion: '2000000000' });
  return objects;
}

function allOf(cluster: LoadedCluster): Map<string, readonly Listed[]> {
  return new Map(loadedKinds(cluster).map((kind) => [kind.kind, listed(kind, 'protobuf')]));
}

describe('the lists of the bench', () => {
  it('are decoded in both encodings, again and again, although decoders overwrite what they read', () => {
    for (const kind of [...loadedKinds({ objects: 1000 }), ...loadedKinds({ objects: 10 })]) {
      const [protobuf, json] = ENCODINGS.map((encoding) => listed(kind, encoding));
      expect(protobuf).toHaveLength(kind.count);
      expect(json).toEqual(protobuf);
      expect(listed(kind, 'json')).toEqual(protobuf);
    }
  });

  it('have every hundredth object of a list where that is asked for', () => {
    for (const kind of loadedKinds({ objects: 1010 })) {
      const some = listed(kind, 'protobuf').filter((_, index) => index % 100 === 0);
      for (const encoding of ENCODINGS) expect(listed(kind, encoding, 100)).toEqual(some);
    }
  });

  it('are of so many objects, and a few namespaces hold much of them', () => {
    const all = allOf({ objects: 50_000 });
    expect([...all.values()].flat()).toHaveLength(50_000);
    const sizes = new Map(all.get('Namespace')?.map(({ name }) => [name, 0]));
    for (const { namespace } of all.get('Pod') ?? []) {
      sizes.set(namespace ?? '', (sizes.get(namespace ?? '') ?? Number.NaN) + 1);
    }
    expect(sizes.size).toBe(100);
    const [largest = 0, ...others] = [...sizes.values()];
    expect(largest).toBeGreaterThan(3000);
    expect(largest).toBeGreaterThan(2 * Math.max(...others));
    expect(Math.min(...others)).toBeLessThan(200);
    expect(Math.min(...others)).toBeGreaterThan(0);
  });

  it('have objects that live where their owners live and are younger', () => {
    const all = [...allOf({ objects: 2000 }).values()].flat();
    const byUid = new Map(all.map((each) => [each.uid, each]));
    const owned = all.filter(({ owner }) => owner !== undefined);
    expect(owned).toHaveLength(1740);
    for (const { namespace, creationTimestamp = '', owner = '' } of owned) {
      const first = byUid.get(owner);
      expect(first?.namespace).toBe(namespace);
      expect(Date.parse(creationTimestamp)).toBeGreaterThanOrEqual(
        Date.parse(first?.creationTimestamp ?? ''),
      );
    }
    const times = new Set(all.map(({ creationTimestamp }) => creationTimestamp));
    expect(times.size).toBeGreaterThan(1900);
  });

  it('are another cluster with another seed, and the same one with the same', () => {
    const uids = (seed?: number): string[] =>
      [...allOf({ objects: 200, ...(seed && { seed }) }).values()].flat().map(({ uid }) => uid);
    expect(uids()).toEqual(uids(1));
    expect(new Set([...uids(1), ...uids(2)]).size).toBe(400);
  });

  it('are followed by events of the same objects', () => {
    for (const kind of loadedKinds({ objects: 1000 })) {
      const [first] = listed(kind, 'protobuf');
      for (const encoding of ENCODINGS) {
        const decoder = encoding === 'json' ? new JsonWatchDecoder() : new ProtobufWatchDecoder();
        const [event] = decoder.push(kind.event('MODIFIED', 0, 2_000_000_001, encoding));
        const { uid, name, creationTimestamp } = first ?? {};
        const meta = { uid, name, creationTimestamp, resourceVersion: '2000000001' };
        expect(event).toMatchObject({ type: 'MODIFIED', object: { meta } });
      }
    }
  });
});
