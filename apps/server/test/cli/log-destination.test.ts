import { describe, expect, it } from 'vitest';
import { logDestination } from '../../src/cli/log-destination.ts';

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
