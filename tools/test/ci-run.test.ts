import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Says how it was called, and leaves the counts that it is told, if any. */
const NPM = `#!/bin/sh
echo "npm $* (real: \${GCSCOPE_REQUIRE_REAL:-no must}, Firefox: \${GCSCOPE_REQUIRE_FIREFOX:-no must})"
case "$*" in
  test) counts=$PLAIN_COUNTS ;;
  'run test:long') counts=$LONG_COUNTS ;;
  'run rules') counts=$RULES_COUNTS ;;
  'run test:firefox') counts=$FIREFOX_COUNTS ;;
  'run test:real') counts=$REAL_COUNTS ;;
esac
if [ -n "$counts" ]; then echo "$counts" >> "$GCSCOPE_TALLY"; fi
exit 1
`;

describe('the whole suite', () => {
  let copy: string;
  let env: NodeJS.ProcessEnv;

  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'gcscope-ci-run-'));
    mkdirSync(join(copy, 'bin'));
    env = { ...process.env, PATH: `${join(copy, 'bin')}${delimiter}${process.env.PATH}` };
    delete env.GCSCOPE_REQUIRE_REAL;
    delete env.GCSCOPE_REQUIRE_FIREFOX;
    delete env.GCSCOPE_TALLY;
  });

  afterEach(() => rmSync(copy, { recursive: true }));

  function stub(name: string, script: string): void {
    const file = join(copy, 'bin', name);
    writeFileSync(file, script);
    chmodSync(file, 0o755);
  }

  /** Standard output by lines, and the exit code. */
  function said({ stdout, status }: SpawnSyncReturns<string>): [string[], number | null] {
    return [stdout.trimEnd().split('\n'), status];
  }

  it.each([
    ['all runs', ['12 0 0', '4 0 0', '3 0 0', '1 0 0', '5 0 0'], '25 passed, 0 failed', 0],
    ['what failed', ['12 2 0', '4 1 0', '2 1 0', '1 1 0', '5 1 0'], '24 passed, 6 failed', 1],
    [
      'what was skipped',
      ['12 0 3', '4 0 0', '3 0 0', '1 0 0', '5 0 1'],
      '25 passed, 0 failed, 4 skipped',
      0,
    ],
    ['a run without counts', ['12 0 0', '4 0 0', '3 0 0', '1 0 0', ''], '20 passed, 1 failed', 1],
    ['no run at all', ['', '', '', '', ''], '0 passed, 5 failed', 1],
  ])('adds up %s', (_, [plain, long, rules, firefox, real], last, code) => {
    cpSync(join(root, '.ci/run'), join(copy, '.ci/run'));
    stub('npm', NPM);
    // Else it would be installed.
    stub('firefox-esr', '');
    const run = spawnSync(join(copy, '.ci/run'), {
      cwd: tmpdir(),
      encoding: 'utf8',
      env: {
        ...env,
        PLAIN_COUNTS: plain,
        LONG_COUNTS: long,
        RULES_COUNTS: rules,
        FIREFOX_COUNTS: firefox,
        REAL_COUNTS: real,
      },
    });
    expect(said(run)).toEqual([
      [
        'npm test (real: no must, Firefox: no must)',
        'npm run test:long (real: no must, Firefox: no must)',
        'npm run rules (real: no must, Firefox: no must)',
        'npm run test:firefox (real: no must, Firefox: 1)',
        'npm run test:real (real: 1, Firefox: no must)',
        last,
      ],
      code,
    ]);
  });

  it('names what failed or needed a second try', () => {
    cpSync(join(root, '.ci/run'), join(copy, '.ci/run'));
    stub('npm', NPM);
    stub('firefox-esr', '');
    const counts = {
      PLAIN_COUNTS: '12 1 0 test unit [a graph › grows]',
      LONG_COUNTS: '4 0 0',
      RULES_COUNTS: '3 0 0',
    };
    const others = { FIREFOX_COUNTS: '1 0 0 [second try: live]', REAL_COUNTS: '5 0 0' };
    const run = spawnSync(join(copy, '.ci/run'), {
      encoding: 'utf8',
      env: { ...env, ...counts, ...others },
    });
    const [lines] = said(run);
    expect(lines.slice(-3).map((line) => line.replace(/ +/g, ' '))).toEqual([
      'failed: test unit [a graph › grows]',
      'passed, but [second try: live]',
      '25 passed, 1 failed',
    ]);
  });

  it.each([
    ['1', '0 passed, 1 failed', 1],
    ['', '0 passed, 0 failed, 1 skipped', 0],
  ])('with an old Go fails only where the real cluster is a must: "%s"', (must, last, code) => {
    // In a copy that has no test runner, the suite counts as one test.
    for (const folder of ['tools/src', 'tools/real-cluster/src']) {
      cpSync(join(root, folder), join(copy, folder), { recursive: true });
    }
    cpSync(join(root, 'package.json'), join(copy, 'package.json'));
    stub('go', '#!/bin/sh\necho go version go1.20.0 linux/amd64\n');
    const run = spawnSync(
      join(root, 'node_modules/.bin/tsx'),
      [join(copy, 'tools/src/test-real.ts')],
      { encoding: 'utf8', env: { ...env, GCSCOPE_REQUIRE_REAL: must } },
    );
    const [lines, status] = said(run);
    expect([lines[0], lines.at(-1), status]).toEqual([
      expect.stringMatching(/^The real cluster needs Go .* 1\.20\.0\. The suite is skipped\.$/),
      last,
      code,
    ]);
  });
});
