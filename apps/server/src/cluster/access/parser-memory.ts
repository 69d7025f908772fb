import { Socket } from 'node:net';
import type { Millis } from '@gcscope/gc-core/wire';
import { Client } from 'undici';

/** More than a connection gives the parser at once. */
const SIZE = 262_144;
const PERIOD: Millis = 1_000;
const ZEROS = Buffer.concat([
  Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${SIZE}\r\n\r\n`),
  Buffer.alloc(SIZE),
]);

const IGNORE = {
  onRequestStart: () => undefined,
  onResponseStart: () => undefined,
  onResponseData: () => undefined,
  onResponseEnd: () => undefined,
  onResponseError: () => undefined,
};

/**
 * undici's parser copies what any connection brings into the same memory, where the last of it stays: of Secrets, what the decoders
 * pass over. So each second an answer of zeros is parsed as well, until the returned function is called.
 */
export function wipeParserMemory(): () => void {
  const client = new Client('http://zeros.invalid', {
    connect: (_options, callback) => callback(null, new ZerosSocket()),
  });
  const wipe = (): void => void client.dispatch({ method: 'GET', path: '/' }, IGNORE);
  wipe();
  const timer = setInterval(wipe, PERIOD).unref();
  return () => {
    clearInterval(timer);
    void client.close();
  };
}

/** A connection to nowhere that answers each request with zeros. */
class ZerosSocket extends Socket {
  override readonly ref = () => this;
  override readonly unref = () => this;

  override _read(): void {}

  override _write(_request: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.push(ZEROS);
    done();
  }
}
