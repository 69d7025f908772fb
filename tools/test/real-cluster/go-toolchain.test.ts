import { describe, expect, it } from 'vitest';
import { parseGoVersion } from '../../real-cluster/src/go-toolchain.ts';

describe('Go toolchain', () => {
  it.each([
    ['go version go1.26.8 linux/amd64', '1.26.8'],
    ['go version go1.27rc1 darwin/arm64', '1.27rc1'],
    ['go version go2.0 linux/amd64', '2.0'],
  ])('takes %s', (line, version) => {
    expect(parseGoVersion(line)).toEqual({ command: 'go', version });
  });

  it('refuses an older Go and says which it found', () => {
    expect(parseGoVersion('go version go1.9.7 linux/amd64')).toEqual({
      reason: 'The real cluster needs Go 1.26 or newer, but go on PATH is 1.9.7.',
    });
  });

  it('refuses a command that is not Go', () => {
    expect(parseGoVersion('usage: go [black|white]\n')).toEqual({
      reason: 'The real cluster needs Go, but go version says: usage: go [black|white].',
    });
  });
});
