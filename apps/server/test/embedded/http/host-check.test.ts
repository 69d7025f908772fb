import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../src/embedded/http/host-check.ts';

function refusal(headers: IncomingMessage['headers']): string | undefined {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, headers);
  return refusalOf(request);
}

describe('refusalOf', () => {
  it.each(['127.0.0.1:8001', 'localhost:80', 'LOCALHOST', '[::1]:8001'])('lets %s pass', (host) => {
    expect(refusal({ host })).toBeUndefined();
  });

  it.each(['evil.example:8001', '127.0.0.1.evil.example', '', '[::2]:1'])('refuses %j', (host) => {
    expect(refusal({ host })).toContain('loopback names only');
  });
});
