import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../tools/src/any-character.ts';
import { JsonListDecoder, JsonWatchDecoder } from '../../src/cluster/answers/decode-json.ts';
import { decodeObject } from '../../src/cluster/answers/decode-meta.ts';
import { type DecodedObject, OBJECT_LIMIT } from '../../src/cluster/answers/decoded.ts';
import { propertyRuns } from '../support/property-runs.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function decodeList(bytes: Uint8Array, pieces: readonly number[] = []) {
  const decoder = new JsonListDecoder(false);
  const objects: DecodedObject[] = [];
  let from = 0;
  for (const cut of [...pieces, bytes.length]) {
    objects.push(...decoder.push(Uint8Array.from(bytes.subarray(from, cut))));
    from = cut;
  }
  return { objects, end: decoder.end() };
}

function listText(items: readonly unknown[]): string {
  const kind = 'PartialObjectMetadataList';
  return JSON.stringify({ kind, metadata: { resourceVersion: '7', continue: '' }, items });
}

const item = (metadata: object): object => ({ kind: 'PartialObjectMetadata', metadata });

describe('decode JSON', () => {
  it('keeps what deletion depends on and drops labels, annotations and managedFields', () => {
    const kept = {
      name: 'web',
      namespace: 'shop',
      uid: 'u1',
      resourceVersion: '5',
      generation: 2,
      creationTimestamp: '2026-01-01T00:00:00Z',
      deletionTimestamp: '2026-01-02T00:00:00Z',
      deletionGracePeriodSeconds: 30,
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid: 'u0', controller: true },
      ],
      finalizers: ['foregroundDeletion'],
    };
    const dropped = {
      labels: { canary: 'x' },
      annotations: { canary: 'secret' },
      managedFields: [{ manager: 'canary' }],
      selfLink: '/canary',
    };
    const { objects, end } = decodeList(bytesOf(listText([item({ ...kept, ...dropped })])));
    expect(objects).toEqual([{ type: 'object', meta: kept }]);
    expect(end).toEqual({ type: 'complete', resourceVersion: '7', continue: '' });
  });

  it('reads the same list however its bytes are cut', () => {
    const names = fc.array(fc.string({ unit: anyCharacter, minLength: 1 }), { maxLength: 5 });
    fc.assert(
      fc.property(
        names,
        fc.array(fc.nat(), { maxLength: 8 }),
        fc.boolean(),
        (list, cuts, spaced) => {
          const items = list.map((name, index) =>
            item({ name, uid: `u${index}`, note: '"items":[{' }),
          );
          const value = JSON.parse(listText(items));
          const bytes = bytesOf(
            spaced ? JSON.stringify(value, undefined, 2) : JSON.stringify(value),
          );
          const pieces = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
          const { objects, end } = decodeList(bytes, pieces);
          expect(end.type).toBe('complete');
          const read = objects.map((object) =>
            object.type === 'object' ? object.meta.name : object,
          );
          expect(read).toEqual(items.map((_, index) => list[index]));
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });

  it('makes of any item what a whole parse makes of it', () => {
    const name = fc.constantFrom(
      'name',
      'uid',
      'finalizers',
      'annotations',
      '__proto__',
      '"{',
      'x',
    );
    const members = fc.dictionary(name, fc.jsonValue({ maxDepth: 3 }));
    const value = fc.record(
      { kind: fc.constant('PartialObjectMetadata'), metadata: fc.oneof(members, fc.jsonValue()) },
      { requiredKeys: [] },
    );
    const escaped = (text: string, every: number): string =>
      text.replace(/[a-z](?=\w*":)/g, (letter, at: number) =>
        at % every === 0 ? `\\u00${letter.charCodeAt(0).toString(16)}` : letter,
      );
    const places = fc.array(fc.nat(), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(value), fc.integer({ min: 1, max: 40 }), places, (items, every, at) => {
        const text = `{"items":${escaped(JSON.stringify(items), every)}}`;
        const bytes = bytesOf(text);
        const cuts = at.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
        const parsed = JSON.parse(text).items.map((each: unknown) => decodeObject(each));
        expect(decodeList(bytes, cuts).objects).toEqual(parsed);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('finds the fields of a list in any order', () => {
    const text =
      '{"items":[{"metadata":{"name":"a","uid":"1"}}],"metadata":{"resourceVersion":"9"},"kind":"PartialObjectMetadataList"}';
    expect(decodeList(bytesOf(text)).end).toMatchObject({ type: 'complete', resourceVersion: '9' });
    expect(decodeList(bytesOf(text)).objects).toHaveLength(1);
  });

  it('takes a whole list of other objects for unsupported, wherever its kind stands', () => {
    const first = decodeList(bytesOf('{"kind":"SecretList","items":[{"data":{"p":"canary"}}]}'));
    expect(first).toEqual({ objects: [], end: expect.objectContaining({ type: 'unsupported' }) });
    const last = decodeList(bytesOf('{"items":[{"kind":"Secret"}],"kind":"SecretList"}'));
    expect(last.end.type).toBe('unsupported');
  });

  it.each([
    '',
    'null',
    '[]',
    '{"kind":"PartialObjectMetadataList","items":[{"metadata":{"name":"a"',
    '{"kind":"PartialObjectMetadataList","items":[1,2]}',
    '{"kind":"PartialObjectMetadataList","items":[]}}}}',
    '<html></html>',
  ])('takes %j for no list', (text) => {
    expect(decodeList(bytesOf(text)).end.type).toBe('undecodable');
  });

  it('leaves out one object that is too large or no JSON and reads the others', () => {
    const large = `{"metadata":{"name":"${'x'.repeat(OBJECT_LIMIT)}"}}`;
    const text = `{"kind":"PartialObjectMetadataList","items":[${large},{broken},{"metadata":{"name":"a","uid":"1"}}]}`;
    const bytes = bytesOf(text);
    const { objects, end } = decodeList(bytes, [1000, 2_000_000]);
    expect(objects.map(({ type }) => type)).toEqual(['malformed', 'malformed', 'object']);
    expect(end.type).toBe('complete');
  });

  it.each([
    ['no uid', { name: 'a' }, 'its uid is not a usable string'],
    ['an empty name', { name: '', uid: '1' }, 'its name is not a usable string'],
    ['a name that is an object', { name: {}, uid: '1' }, 'its name is not a usable string'],
    [
      'a name of 200 KB',
      { name: 'n'.repeat(200_000), uid: '1' },
      'its name is not a usable string',
    ],
    [
      'a number as version',
      { name: 'a', uid: '1', resourceVersion: 5 },
      'its resourceVersion is not a usable string',
    ],
    [
      'a fraction as grace',
      { name: 'a', uid: '1', deletionGracePeriodSeconds: 0.5 },
      'its deletionGracePeriodSeconds is not a whole number',
    ],
    [
      'owners that are no list',
      { name: 'a', uid: '1', ownerReferences: {} },
      'its ownerReferences are not owner references',
    ],
    [
      'an owner without uid',
      { name: 'a', uid: '1', ownerReferences: [{ kind: 'Pod' }] },
      'its ownerReferences are not owner references',
    ],
    [
      '20,000 owners',
      {
        name: 'a',
        uid: '1',
        ownerReferences: Array.from({ length: 20_000 }, () => ({
          apiVersion: 'v1',
          kind: 'Pod',
          name: 'p',
          uid: 'u',
        })),
      },
      'it has over 10000 ownerReferences',
    ],
  ])('leaves out an object with %s', (_, metadata, reason) => {
    const { objects } = decodeList(bytesOf(listText([item(metadata)])));
    expect(objects).toEqual([expect.objectContaining({ type: 'malformed', reason })]);
  });

  it('takes hostile but legal metadata as it is and leaves prototypes alone', () => {
    const hostile = [
      '__proto__',
      'constructor',
      '<img src=x onerror=alert(1)>',
      'a\u2028b',
      '\u202egnp',
      'n'.repeat(100_000),
    ];
    const items = hostile.map((text) => {
      const owner = { apiVersion: text, kind: text, name: text, uid: text };
      return item({
        name: text,
        namespace: text,
        uid: text,
        ownerReferences: [owner],
        finalizers: [text],
      });
    });
    const before = Object.getOwnPropertyNames(Object.prototype);
    const { objects } = decodeList(
      bytesOf(listText(items).replace('{', '{"__proto__":{"polluted":1},')),
    );
    expect(objects.map((object) => object.type === 'object' && object.meta.uid)).toEqual(hostile);
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect('polluted' in {}).toBe(false);
  });

  it('never throws on mutated watch lines', () => {
    const line = bytesOf(
      JSON.stringify({
        type: 'MODIFIED',
        object: item({ name: 'a', uid: '1', resourceVersion: '3' }),
      }),
    );
    const mutation = fc.array(fc.tuple(fc.nat(line.length - 1), fc.nat(255)), { maxLength: 6 });
    fc.assert(
      fc.property(mutation, (changes) => {
        const bytes = Uint8Array.from(line);
        for (const [at, byte] of changes) bytes[at] = byte;
        expect(new JsonWatchDecoder().push(bytes)[0]?.type ?? 'undecodable').toMatch(
          /^(ADDED|MODIFIED|DELETED|BOOKMARK|ERROR|undecodable)$/,
        );
      }),
      { numRuns: propertyRuns(1000) },
    );
  });
});
