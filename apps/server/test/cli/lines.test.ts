import { code, say } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { jsonOf, printed } from '../../src/cli/lines.ts';
import { runCli } from './support/run-cli.ts';

const SAID = say`${{ kind: 'Pod', namespace: 'shop', name: 'web' }} has the finalizer ${code('a.b/c')}.`;

describe('sentences', () => {
  it('are printed without marks, which JSON keeps', () => {
    expect(printed(SAID)).toBe('Pod shop/web has the finalizer a.b/c.');
    expect(JSON.parse(jsonOf('Answer', { text: SAID }))).toMatchObject({
      text: 'Pod `shop/web` has the finalizer `a.b/c`.',
    });
  });

  it.each([
    [['explain', 'ns/preview-417']],
    [['forecast', 'ns/payments']],
    [['terminating']],
    [['terminating', 'ns/preview-417']],
    [['audit']],
    [['collect', '--help']],
    [['explain', 'a/b']],
    [['explain', 'pods', 'b', 'c']],
  ])('of %j have no backticks', async (words) => {
    const cluster = words.includes('--help') ? [] : ['--embedded'];
    const { out, err } = await runCli(...words, ...cluster);
    expect(`${out}${err}`).toMatch(/\w/);
    expect(`${out}${err}`.split('\n').filter((line) => line.includes('`'))).toEqual([]);
  });
});
