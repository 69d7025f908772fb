import fc from 'fast-check';
import protobuf from 'protobufjs';
import { describe, expect, it, vi } from 'vitest';
import { anyCharacter } from '../../../../tools/src/any-character.ts';
import { JsonListDecoder } from '../../src/cluster/answers/decode-json.ts';
import {
  ProtobufListDecoder,
  ProtobufWatchDecoder,
} from '../../src/cluster/answers/decode-protobuf.ts';
import {
  type DecodedObject,
  type ListDecoder,
  OBJECT_LIMIT,
} from '../../src/cluster/answers/decoded.ts';
import {
  bytesField,
  encodeDocument,
  encodeEvent,
  encodeList,
  encodeObject,
  encodeStatus,
  textField,
  varintField,
  type WrittenMeta,
} from '../../src/embedded/http/encode-protobuf.ts';
import { propertyRuns } from '../support/property-runs.ts';

function decode(decoder: ListDecoder, bytes: Uint8Array, cuts: readonly number[] = []) {
  const objects: DecodedObject[] = [];
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    objects.push(...decoder.push(Uint8Array.from(bytes.subarray(from, cut))));
    from = cut;
  }
  return { objects, end: decoder.end() };
}

const protobufList = (bytes: Uint8Array, cuts?: readonly number[]) =>
  decode(new ProtobufListDecoder(true), bytes, cuts);

/** What a server of Go writes as JSON for the same list: nothing for what is empty. */
function jsonList(metas: readonly WrittenMeta[], resourceVersion: string): Uint8Array {
  const items = metas.map((metadata) => ({
    kind: 'PartialObjectMetadata',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
  }));
  const kind = 'PartialObjectMetadataList';
  return Buffer.from(JSON.stringify({ kind, metadata: { resourceVersion }, items }));
}

const jsonListOf = (_: object, metas: readonly WrittenMeta[]): Buffer =>
  Buffer.from(jsonList(metas, '7'));
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20 }),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 8 }),
  fc.constantFrom('__proto__', 'constructor', '"managedFields":[', '\\"', 'a\u2028b'),
);
const labels = fc.dictionary(fc.string({ minLength: 1, maxLength: 9 }), text, { maxKeys: 3 });
const time = fc
  .integer({ min: -62_167_219_200, max: 253_402_300_799 })
  .map((seconds) => `${new Date(seconds * 1000).toISOString().slice(0, -5)}Z`);
const owner = fc.record(
  {
    apiVersion: text,
    kind: text,
    name: text,
    uid: text,
    controller: fc.boolean(),
    blockOwnerDeletion: fc.boolean(),
  },
  { requiredKeys: ['apiVersion', 'kind', 'name', 'uid'] },
);
const meta: fc.Arbitrary<WrittenMeta> = fc.record(
  {
    name: text,
    uid: text,
    namespace: text,
    resourceVersion: text,
    generation: fc.maxSafeNat().filter((value) => value > 0),
    creationTimestamp: time,
    deletionTimestamp: time,
    deletionGracePeriodSeconds: fc.maxSafeInteger(),
    labels,
    annotations: labels,
    ownerReferences: fc.array(owner, { minLength: 1, maxLength: 3 }),
    finalizers: fc.array(text, { minLength: 1, maxLength: 3 }),
    managedFields: fc.array(fc.record({ manager: text, fieldsV1: fc.object() }), { maxLength: 2 }),
  },
  { requiredKeys: ['name', 'uid'] },
);
const cuts = (bytes: Uint8Array, places: readonly number[]): readonly number[] =>
  places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b);

describe('decode protobuf', () => {
  it('reads the same objects as from JSON, however the bytes are cut', () => {
    const places = fc.array(fc.nat(), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(meta, { maxLength: 4 }), places, (metas, at) => {
        const bytes = encodeList({ resourceVersion: '7' }, metas);
        const json = jsonList(metas, '7');
        const read = protobufList(bytes, cuts(bytes, at));
        expect(read.end).toEqual({ type: 'complete', resourceVersion: '7', continue: '' });
        expect(read).toEqual(decode(new JsonListDecoder(true), json, cuts(json, at)));
        expect(read.objects.map((object) => object.type === 'object' && object.meta)).toEqual(
          metas.map(({ labels: _, annotations: __, managedFields: ___, ...kept }) => kept),
        );
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it.each([
    ['protobuf', encodeList, ProtobufListDecoder],
    ['JSON', jsonListOf, JsonListDecoder],
  ] as const)('makes no string of what it does not keep, from %s', (_, encode, Decoder) => {
    const made: unknown[] = [];
    const spies = [
      vi.spyOn(JSON, 'parse'),
      vi.spyOn(TextDecoder.prototype, 'decode'),
      vi.spyOn(Buffer.prototype, 'toString'),
    ];
    const secret: WrittenMeta = {
      name: 'kept-name',
      uid: '1',
      annotations: { [LAST_APPLIED]: '{"data":{"password":"canary"}}' },
      labels: { canary: 'canary' },
      managedFields: [{ manager: 'canary', fieldsV1: { 'f:canary': {} } }],
    };
    const bytes = encode({ resourceVersion: '7' }, [secret]);
    try {
      for (const spy of spies) spy.mockClear();
      decode(new Decoder(false), bytes, [bytes.indexOf('canary') + 3]);
      for (const spy of spies) made.push(...spy.mock.results.map(({ value }) => value));
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
    const strings = JSON.stringify(made);
    expect(strings).toContain('kept-name');
    expect(strings).not.toContain('canary');
  });

  it('reads what another library writes, fields in any order and unknown ones among them', () => {
    const { root } = protobuf.parse(`
      syntax = "proto2";
      message Time { optional int64 seconds = 1; optional int32 nanos = 2; }
      message Owner { optional string kind = 1; optional string name = 3; optional string uid = 4;
        optional string apiVersion = 5; optional bool controller = 6; optional bool block = 7; }
      message Meta { optional string name = 1; optional string namespace = 3; optional string uid = 5;
        optional string resourceVersion = 6; optional int64 generation = 7; optional Time created = 8;
        optional Time deleted = 9; optional int64 grace = 10; map<string, string> labels = 11;
        map<string, string> annotations = 12; repeated Owner owners = 13; repeated string finalizers = 14;
        optional fixed64 future = 90; optional float share = 91; optional group Old = 92 { optional bytes a = 1; } }
      message Partial { optional Meta metadata = 1; }
      message ListMeta { optional string resourceVersion = 2; optional string continue = 3; optional int64 remaining = 4; }
      message List { repeated Partial items = 2; optional ListMeta metadata = 1; optional bytes future = 77; }
      message Type { optional string apiVersion = 1; optional string kind = 2; }
      message Unknown { optional Type type = 1; optional bytes raw = 2; optional string encoding = 3; optional uint64 future = 60; }
    `);
    const encode = (name: string, value: object): Uint8Array =>
      root.lookupType(name).encode(value).finish();
    const raw = encode('List', {
      metadata: { resourceVersion: '9', continue: 'more', remaining: -1 },
      future: Buffer.alloc(500_000),
      items: [
        {
          metadata: {
            name: 'web',
            uid: 'u1',
            generation: 2 ** 40,
            created: { seconds: -1, nanos: 5 },
            deleted: { seconds: 0, nanos: 0 },
            grace: -3,
            future: 1,
            share: 0.5,
            old: { a: Buffer.from('x') },
            labels: { app: 'web' },
            annotations: { secret: 'canary' },
            owners: [{ kind: 'Pod', name: 'p', uid: 'u0', apiVersion: 'v1', controller: true }],
            finalizers: ['a', 'b'],
          },
        },
      ],
    });
    const type = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadataList' };
    const document = encode('Unknown', { type, raw, encoding: '', future: 5 });
    const { objects, end } = protobufList(Buffer.concat([Buffer.from('k8s\0'), document]));
    expect(end).toEqual({
      type: 'complete',
      resourceVersion: '9',
      continue: 'more',
      remaining: -1,
    });
    expect(objects).toEqual([
      {
        type: 'object',
        labels: [['app', 'web']],
        meta: {
          name: 'web',
          uid: 'u1',
          generation: 2 ** 40,
          creationTimestamp: '1969-12-31T23:59:59Z',
          deletionTimestamp: '1970-01-01T00:00:00Z',
          deletionGracePeriodSeconds: -3,
          ownerReferences: [
            { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u0', controller: true },
          ],
          finalizers: ['a', 'b'],
        },
      },
    ]);
  });

  const one = { name: 'a', uid: '1' };
  const listed = (...fields: readonly Buffer[]): Buffer =>
    encodeDocument('meta.k8s.io/v1', 'PartialObjectMetadataList', ...fields);
  const whole = encodeList({ resourceVersion: '7' }, [one]);

  it.each([
    ['nothing', Buffer.alloc(0), 'the list ends too early'],
    ['a list without its last byte', whole.subarray(0, -1), 'the list ends too early'],
    ['another format', Buffer.from('<html>'), 'the prefix “k8s” is missing'],
    ['a list in a list', Buffer.concat([whole, whole.subarray(4)]), 'it holds two lists'],
    ['bytes after its end', Buffer.concat([whole, Buffer.of(0)]), 'a field has no valid number'],
    ['packed bytes', Buffer.concat([whole.subarray(0, -4), textField(3, 'gzip')]), 'it is packed'],
    ['no kind', Buffer.from('k8s\0\x12\0', 'latin1'), 'its kind does not come first'],
    ['an item that is too long', Buffer.concat([listed(), Buffer.of(0x12)]), 'it holds two lists'],
    ['a field that is too long', listed(Buffer.of(0x12, 0x7f)), 'longer than the list'],
    ['an endless number', listed(Buffer.alloc(11, 0xff)), 'longer than ten bytes'],
    ['a field without number', listed(Buffer.of(0x02, 0)), 'no valid number'],
    ['a group', listed(Buffer.of(0x23)), 'unknown wire type'],
    ['endless metadata', listed(bytesField(1, Buffer.alloc(300_000, 0x20))), 'too large'],
  ])('takes %s for no list and says why', (_, bytes, reason) => {
    const { end } = protobufList(bytes);
    expect(end).toEqual({ type: 'undecodable', reason: expect.stringContaining(reason) });
  });

  it('takes a list cut anywhere for no whole list', () => {
    for (let length = 0; length < whole.length; length++) {
      // Without the two empty fields at its end, it is as whole as with them.
      const isWhole = length === whole.length - 2 || length === whole.length - 4;
      expect(protobufList(whole.subarray(0, length)).end.type).toBe(
        isWhole ? 'complete' : 'undecodable',
      );
    }
  });

  const item = (...fields: readonly Buffer[]): Buffer => bytesField(2, bytesField(1, ...fields));
  const named = (...fields: readonly Buffer[]): Buffer =>
    item(textField(1, 'a'), textField(3, 'ns'), textField(5, '1'), ...fields);

  it.each([
    ['no metadata', bytesField(2), '', 'it has no metadata'],
    ['no uid', item(textField(1, 'a')), '/a', 'its uid is not a usable string'],
    ['a name of 200 KB', item(textField(1, 'n'.repeat(200_000))), '/', 'its name'],
    ['invalid UTF-8', item(bytesField(1, Buffer.of(0xff))), '/', 'not valid UTF-8'],
    ['a text that is too long', named(Buffer.of(0x32, 0x7f)), 'ns/a', 'longer than its message'],
    ['finalizers that are numbers', named(varintField(14, 1)), 'ns/a', 'wrong wire type'],
    ['a reference that is a number', named(varintField(13, 1)), 'ns/a', 'wrong wire type'],
    ['an owner whose uid is a number', named(bytesField(13, varintField(4, 1))), 'ns/a', 'wrong'],
    ['a time beyond all years', named(bytesField(8, varintField(1, 2 ** 50))), 'ns/a', 'years'],
    ['a huge number', named(Buffer.of(0x38, ...Array(8).fill(0xff), 0x7f)), 'ns/a', 'too large'],
    ['an endless number', named(Buffer.of(0x38, ...Array(12).fill(0xff))), 'ns/a', 'ten bytes'],
    ['an open group', named(Buffer.of(0xf3, 0x07)), 'ns/a', 'longer than its message'],
    ['groups nested too deep', named(Buffer.alloc(300, 0x23)), 'ns/a', 'nested too deep'],
    ['the end of no group', named(Buffer.of(0x24)), 'ns/a', 'did not begin'],
    ['20,000 owners', named(Buffer.alloc(40_000, Buffer.of(0x6a, 0))), 'ns/a', 'over 10000'],
    ['5 MB', named(bytesField(12, Buffer.alloc(5_000_000))), '', `over`],
  ])('leaves out an object with %s and reads the others', (_, bytes, key, reason) => {
    const { objects, end } = protobufList(
      listed(bytes, bytesField(2, bytesField(1, textField(1, 'b'), textField(5, '2')))),
      [1000],
    );
    const sentence = reason === 'over' ? `larger than ${OBJECT_LIMIT} bytes` : reason;
    expect(objects[0]).toMatchObject({
      type: 'malformed',
      reason: expect.stringContaining(sentence),
    });
    if (reason !== 'its name') expect(objects[0]).toMatchObject({ key });
    expect(objects[1]).toMatchObject({ type: 'object', meta: { name: 'b' } });
    expect(end.type).toBe('complete');
  });

  it('reads the events of a watch however their bytes are cut', () => {
    const events = [
      encodeEvent('ADDED', encodeObject({ ...one, resourceVersion: '3' })),
      encodeEvent(
        'BOOKMARK',
        encodeDocument('v1', 'Pod', bytesField(1, textField(6, '4')), bytesField(2)),
      ),
      encodeEvent(
        'ERROR',
        encodeStatus({
          kind: 'Status',
          apiVersion: 'v1',
          metadata: {},
          status: 'Failure',
          code: 410,
          reason: 'Expired',
          message: 'too old',
          details: { retryAfterSeconds: 3, causes: [{ reason: 'Late' }] },
        }),
      ),
    ];
    const bytes = Buffer.concat([...events, Buffer.of(0, 0, 0, 9, 0x0a)]);
    const expected = [
      {
        type: 'ADDED',
        resourceVersion: '3',
        object: { type: 'object', meta: { ...one, resourceVersion: '3' } },
      },
      { type: 'BOOKMARK', resourceVersion: '4' },
      {
        type: 'ERROR',
        failure: {
          type: 'status',
          code: 410,
          reason: 'Expired',
          message: 'too old',
          causes: ['Late'],
          retryAfter: 3000,
        },
      },
    ];
    for (let cut = 0; cut <= bytes.length; cut++) {
      const decoder = new ProtobufWatchDecoder();
      const read = [
        ...decoder.push(Uint8Array.from(bytes.subarray(0, cut))),
        ...decoder.push(Uint8Array.from(bytes.subarray(cut))),
      ];
      expect(read).toEqual(expected);
    }
  });

  it('neither throws nor hangs on mutated lists and watches', () => {
    const rich: WrittenMeta = {
      ...one,
      namespace: 'ns',
      resourceVersion: '3',
      creationTimestamp: '2026-01-01T00:00:00Z',
      annotations: { a: 'b' },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u0', controller: true }],
      finalizers: ['f'],
    };
    const protobufBytes = encodeList({ resourceVersion: '7' }, [rich, rich]);
    const jsonBytes = jsonList([rich, rich], '7');
    const event = encodeEvent('MODIFIED', encodeObject(rich));
    const mutation = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(mutation, fc.nat(), (changes, place) => {
        const mutated = (original: Uint8Array): Uint8Array => {
          const bytes = Uint8Array.from(original);
          for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
          return bytes;
        };
        const known = /^(complete|undecodable|unsupported)$/;
        expect(protobufList(mutated(protobufBytes), [place % 50]).end.type).toMatch(known);
        const json = decode(new JsonListDecoder(true), mutated(jsonBytes), [place % 50]);
        expect(json.end.type).toMatch(known);
        const types = new ProtobufWatchDecoder().push(mutated(event)).map(({ type }) => type);
        expect(types.join()).toMatch(/^(ADDED|MODIFIED|DELETED|BOOKMARK|ERROR|undecodable)?$/);
      }),
      { numRuns: propertyRuns(3000) },
    );
  });
});
