import { describe, expect, it } from 'vitest';
import { runCli } from './support/run-cli.ts';

const WRONG: readonly (readonly [words: readonly string[], sentence: RegExp])[] = [
  [['-v=11'], /Use a whole number from 0 to 10\./],
  [['--workers', '0'], /Use a whole number from 1 to 1000\./],
  [['--sync-period', '90ms'], /Use a duration from 100ms to 24h, such as 30s or 2m\./],
  [['--sync-period', '25h'], /Use a duration from 100ms to 24h, such as 30s or 2m\./],
  [
    ['--ignore', 'pods'],
    /"pods" is not a group and a resource\. Write apps\/deployments, or \/pods for the core group\./,
  ],
  [['--kubeconfig', '/nowhere', '-v=5', '--yes-delete'], /kubeconfig \/nowhere .* does not exist/],
];

describe('gcscope collect', () => {
  for (const [words, sentence] of WRONG) {
    it(`says what is wrong with ${words.join(' ')}`, async () => {
      const { exitCode, out, err } = await runCli('collect', ...words);
      expect([exitCode, out]).toEqual([2, '']);
      expect(err).toMatch(sentence);
    });
  }

  it('says what it needs consent for', async () => {
    const { out } = await runCli('collect --help');
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      '--yes-delete confirm that gcscope may delete objects; without it, gcscope lists what it would delete',
    );
  });
});
