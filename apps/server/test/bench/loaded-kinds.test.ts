import { describe, expect, it } from 'vitest';
import { loadedKinds } from '../../bench/loaded-kinds.ts';
import { JsonListDecoder } from '../../src/cluster/answers/decode-json.ts';
import { ProtobufListDecoder } from '../../src/cluster/answers/decode-protobuf.ts';
import type { ListDecoder } from '../../src/cluster/answers/decoded.ts';

function countObjects(decoder: ListDecoder, pieces: Iterable<Buffer>): number {
  let objects = 0;
  for (const piece of pieces) {
    for (const { type } of decoder.push(piece)) if (type === 'object') objects++;
  }
  expect(decoder.end()).toMatchObject({ type: 'complete', resourceVersion: '2000000000' });
  return objects;
}

describe('the lists of the bench', () => {
  it('are decoded in both encodings, again and again, although decoders overwrite what they read', () => {
    for (const kind of [...loadedKinds(1000), ...loadedKinds(10)]) {
      expect(countObjects(new ProtobufListDecoder(false), kind.list('protobuf'))).toBe(kind.count);
      expect(countObjects(new JsonListDecoder(false), kind.list('json'))).toBe(kind.count);
    }
  });
});
