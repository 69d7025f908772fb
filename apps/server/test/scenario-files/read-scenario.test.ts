import { describe, expect, it } from 'vitest';
import {
  readAnyScenario,
  readKubeletScenario,
  readScenario,
} from '../../src/scenario-files/read-scenario.ts';

const HEAD = 'apiVersion: gcscope.dev/v1\nkind: Scenario\nmetadata: {name: a}\n';

function errorsOf(text: string): readonly unknown[] {
  const read = readScenario(text);
  return 'errors' in read ? read.errors : [];
}

describe('readScenario', () => {
  it('reads a good file and finds the line of a place in it', () => {
    const read = readScenario(`${HEAD}spec:\n  steps:\n    - settle: {}\n    - step: 3\n`);
    if ('errors' in read) throw new Error('refused');
    expect(read.scenario.spec.steps).toEqual([{ settle: {} }, { step: 3 }]);
    expect(read.locate(['spec', 'steps', 1, 'step'])).toEqual({
      line: 7,
      path: 'spec.steps[1].step',
      message: '',
    });
  });

  it.each([
    [
      'a syntax error',
      `${HEAD}spec: {steps: [\n`,
      {
        line: 5,
        path: '',
        message: expect.stringMatching(/^Flow sequence in block .* with a \]\.$/),
      },
    ],
    [
      'a text for a list',
      `${HEAD}spec: {steps: none}\n`,
      { line: 4, path: 'spec.steps', message: 'Expected a list.' },
    ],
    [
      'an unknown action',
      `${HEAD}spec:\n  steps:\n    - setle: {}\n`,
      {
        line: 6,
        path: 'spec.steps[0].setle',
        message: expect.stringMatching(/^"setle" is not known here; known are name, .*settle, /),
      },
    ],
    [
      'a wrong queue',
      `${HEAD}spec:\n  steps:\n    - process: {queue: nope}\n`,
      {
        line: 6,
        path: 'spec.steps[0].process.queue',
        message: 'Expected one of: graphChanges, attemptToDelete, attemptToOrphan.',
      },
    ],
    [
      'another kind',
      'apiVersion: gcscope.dev/v1\nkind: Pod\nmetadata: {name: a}\nspec: {}\n',
      { line: 2, path: 'kind', message: 'Expected "Scenario".' },
    ],
    ['a missing part', `${HEAD}`, { line: 1, path: '', message: '"spec" is missing.' }],
    [
      'no mapping at all',
      'hello',
      {
        line: 1,
        path: '',
        message: 'Expected a mapping with apiVersion, kind, metadata and spec.',
      },
    ],
    [
      'an empty file',
      '',
      {
        line: 1,
        path: '',
        message: 'Expected a mapping with apiVersion, kind, metadata and spec.',
      },
    ],
  ])('says line and path of %s', (_what, text, expected) => {
    expect(errorsOf(text)[0]).toMatchObject(expected);
  });

  const bomb = ['a0: &a0 [x, x]'];
  for (let at = 1; at < 30; at++) bomb.push(`a${at}: &a${at} [*a${at - 1}, *a${at - 1}]`);

  it.each([
    ['an alias without its anchor', 'spec: *nowhere', 'alias'],
    ['an anchor within itself', 'spec: &a [*a]', 'An alias stands within'],
    ['aliases that expand without end', bomb.join('\n'), 'alias'],
    ['two documents', 'a: 1\n---\nb: 2', 'several documents'],
    ['twenty thousand brackets', '['.repeat(20_000) + ']'.repeat(20_000), 'nested too deeply'],
    ['a very deep list', `${'- '.repeat(20_000)}a`, 'nested too deeply'],
  ])('refuses %s', (_, text, message) => {
    for (const read of [readScenario, readKubeletScenario, readAnyScenario]) {
      const reading = read(text);
      expect('errors' in reading && reading.errors[0]?.message).toContain(message);
    }
  });

  it('a key named __proto__ changes nothing', () => {
    errorsOf(
      `${HEAD}spec:\n  objects:\n    - {apiVersion: v1, kind: Pod, metadata: {name: a, uid: u, labels: {__proto__: x}}}\n`,
    );
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});
