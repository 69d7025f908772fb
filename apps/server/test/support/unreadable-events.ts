import { encodeEvent } from '../../src/embedded/http/encode-protobuf.ts';
import { isProtobuf, wire } from './wire.ts';

const withMagic = (...bytes: number[]): Buffer =>
  encodeEvent('ADDED', Buffer.from([0x6b, 0x38, 0x73, 0, ...bytes]));
/** Events that no reader can make sense of, in the encoding of this run. */
export const UNREADABLE: readonly (readonly [string, string | Uint8Array])[] = isProtobuf
  ? [
      ['a length that nothing has', Uint8Array.from([0xff, 0xff, 0xff, 0xff, 0])],
      ['JSON', '{"type":"ADDED","object":{}}\n'],
      ['an event without an object', Uint8Array.from([0, 0, 0, 2, 0x0a, 0])],
      ['an object without its magic', encodeEvent('ADDED', Buffer.from('nothing'))],
      ['a value that is longer than its object', withMagic(0x0a, 0x7f)],
      ['a number without end', withMagic(...Array.from({ length: 11 }, () => 0xff))],
      ['groups nested too deep', withMagic(...Array.from({ length: 200 }, () => 0x23))],
      ['an unknown type', wire.event('EXPLODED', { name: 'a', uid: 'a' })],
      ['a deleted object without a uid', wire.event('DELETED', { name: 'a', uid: '' })],
    ]
  : [
      ['garbage', 'this is no JSON\n'],
      ['truncated JSON', '{"type":"ADDED","object":{"kind":"Parti\n'],
      ['a NUL', '{"type":"ADDED",\u0000"object":{}}\n'],
      ['an unknown type', '{"type":"EXPLODED","object":{"metadata":{}}}\n'],
      ['invalid UTF-8', Uint8Array.from([0x22, 0xff, 0xfe, 0x22, 0x0a])],
      ['a deleted object without a uid', wire.event('DELETED', { name: 'a', uid: '' })],
    ];
