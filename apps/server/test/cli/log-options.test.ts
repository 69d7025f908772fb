import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { logDestination, REDACTED } from '../../src/cli/log-options.ts';

const CANARY = 'canary-7d0a';

describe('options that name the user', () => {
  it.each([
    'authorization',
    'proxy-authorization',
    'cookie',
    'set-cookie',
    'token',
    'impersonate-user',
    'impersonate-group',
    'impersonate-uid',
    'x-forwarded-user',
    'x-forwarded-groups',
    'x-remote-user',
    'x-gcscope-proxy-secret',
    'headers',
  ])('is in no line of the log, wherever it stands: %s', (name) => {
    const lines: string[] = [];
    const write = (line: string): void => void lines.push(line);
    const logger = pino({ redact: REDACTED }, { write });
    const secret = { [name]: CANARY };
    for (const logged of [secret, { request: secret }, { request: { raw: secret } }]) {
      logger.error(logged, 'failed');
    }
    // Credentials in headers of any name.
    logger.error(
      { request: { headers: { 'x-own-user': CANARY, 'impersonate-extra-scopes': CANARY } } },
      'failed',
    );
    expect(lines).toHaveLength(4);
    expect(lines.join()).not.toContain(CANARY);
  });
});

describe('log destination', () => {
  it('loses what cannot be written, and says how much as soon as it can', () => {
    let isFull = false;
    let file = '';
    const log = logDestination((text) => {
      if (isFull) throw new Error('ENOSPC');
      file += text;
    });
    log.write('first\n');
    isFull = true;
    for (const line of ['second\n', 'third\n']) log.write(line);
    isFull = false;
    log.write('fourth\n');
    expect(file).toMatch(
      /^first\n\{"level":40,"time":\d+,"msg":"2 lines of the log could not be written."\}\nfourth\n$/,
    );
  });
});
