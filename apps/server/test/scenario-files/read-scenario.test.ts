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
        message: expect.stringMatching(/^"setle" is not known. Known: name, .*settle, /),
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
    [
      'an unknown key whose value begins on the next line',
      `${HEAD}spec:\n  steps:\n    - setle:\n        limit: 5\n`,
      { line: 6, path: 'spec.steps[0].setle' },
    ],
    [
      'a mapping for a list, on the line of its key',
      `${HEAD}spec:\n  steps: # all of them\n\n    settle: {}\n`,
      { line: 5, path: 'spec.steps', message: 'Expected a list.' },
    ],
    [
      'what an alias stands for, at the alias',
      `${HEAD}spec:\n  steps:\n    - name: &five 5a\n      expect: &e {all: 5}\n    - expect:\n        *e\n`,
      { line: 7, path: 'spec.steps[0].expect.all', message: 'Expected true or false.' },
    ],
    [
      'a key that is a number',
      `${HEAD}spec:\n  objects:\n    - apiVersion: v1\n      kind: Pod\n      metadata: {name: a, uid: u,\n        labels: {1: a,\n          2: 3}}\n`,
      {
        line: 10,
        path: 'spec.objects[0].metadata.labels.2',
        message: 'Expected a text; put it in quotes.',
      },
    ],
    [
      'a key with dots and blanks',
      `${HEAD}spec:\n  a.b c: 1\n`,
      { line: 5, path: 'spec["a.b c"]' },
    ],
    [
      'a text that looks like a number',
      `${HEAD}spec: {now: 2026}\n`,
      { line: 4, path: 'spec.now', message: 'Expected a text; put it in quotes.' },
    ],
    [
      'a number too small',
      `${HEAD}spec: {steps: [step: 0]}\n`,
      { line: 4, path: 'spec.steps[0].step', message: 'Expected 1 or more.' },
    ],
    [
      'a number too large',
      `${HEAD}spec: {steps: [step: 1000001]}\n`,
      { line: 4, path: 'spec.steps[0].step', message: 'Expected 1000000 or less.' },
    ],
    [
      'an empty text',
      `${HEAD}spec: {steps: [{settle: {}, as: ''}]}\n`,
      { line: 4, path: 'spec.steps[0].as', message: 'Expected a text that is not empty.' },
    ],
    [
      'a name that is no slug',
      'apiVersion: gcscope.dev/v1\nkind: Scenario\nmetadata: {name: Two words}\nspec: {}\n',
      {
        line: 3,
        path: 'metadata.name',
        message: expect.stringMatching(/^Expected lower-case letters, /),
      },
    ],
    [
      'a mapping that is no reference',
      `${HEAD}spec: {steps: [{delete: {object: {kind: Pod}}}]}\n`,
      { line: 4, path: 'spec.steps[0].delete.object', message: '"name" is missing.' },
    ],
    [
      'what is neither of two types',
      `${HEAD}spec: {steps: [{terminatePod: []}]}\n`,
      { line: 4, path: 'spec.steps[0].terminatePod', message: 'Expected a text or a mapping.' },
    ],
    [
      'a quote that is not closed, where the text begins',
      `${HEAD}spec:\n  steps:\n    - name: "never\n      settle: {}\n    - step: 1\n`,
      { line: 6, path: '', message: 'A quoted text starts here and has no closing quote.' },
    ],
    [
      'an alias of nothing',
      `${HEAD}spec:\n  steps:\n    - delete: *nobody\n`,
      {
        line: 6,
        path: '',
        message: expect.stringMatching(/^gcscope cannot follow an alias: .*nobody/),
      },
    ],
    [
      'a circle',
      `${HEAD}spec:\n  steps: []\n  users: &a [*a]\n`,
      { line: 6, path: '', message: expect.stringMatching(/^An alias contains itself/) },
    ],
    [
      'a second document',
      `${HEAD}spec: {}\n---\n# the next one\n${HEAD}spec: {}\n`,
      { line: 7, path: '', message: expect.stringMatching(/^The file contains several documents/) },
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

  it('names every key that is missing, and every one that is not known', () => {
    const messages = (text: string): unknown[] =>
      errorsOf(text).map(
        (error) => (error as { message: string }).message.split(/[;.] [Kk]nown/)[0],
      );
    expect(messages('{"apiVersion":"gcscope.dev/v1"}')).toEqual(
      ['kind', 'metadata', 'spec'].map((key) => `"${key}" is missing.`),
    );
    expect(messages(`${HEAD}spec: {a: 1, b: 2}\n`)).toEqual(
      ['a', 'b'].map((key) => `"${key}" is not known`),
    );
  });

  it('says which kinds there are, where several are taken', () => {
    const read = readAnyScenario('kind: Pod\n');
    expect('errors' in read && read.errors).toEqual([
      { line: 1, path: 'kind', message: 'Expected "Scenario" or "KubeletScenario".' },
    ]);
  });

  it.each([
    ['between marks', `---\n${HEAD}spec: {}\n...\n`],
    ['with nothing before and after it', `# a\n---\n---\n${HEAD}spec: {}\n---\n# b\n`],
    [
      'with a byte order mark and other line ends',
      `\ufeff${HEAD}spec: {}\n`.replaceAll('\n', '\r\n'),
    ],
    [
      'as JSON',
      JSON.stringify({
        apiVersion: 'gcscope.dev/v1',
        kind: 'Scenario',
        metadata: { name: 'a' },
        spec: {},
      }),
    ],
  ])('reads a document %s', (_, text) => expect(errorsOf(text)).toEqual([]));

  it('takes over what stands under an anchor, as kubectl does', () => {
    const read = readScenario(
      `${HEAD}spec:\n  objects:\n    - {apiVersion: v1, kind: Pod, metadata: &m {name: a, uid: u, __proto__: {x: 1}}}\n    - {apiVersion: v1, kind: Secret, metadata: {<<: *m, uid: s}}\n`,
    );
    if ('errors' in read) throw new Error('refused');
    const [, secret] = read.scenario.spec.objects ?? [];
    expect(Object.getPrototypeOf(secret?.metadata)).toBe(Object.prototype);
    expect(secret?.metadata).toMatchObject({ name: 'a', uid: 's' });
    expect(read.locate(['spec', 'objects', 1, 'metadata', 'name']).line).toBe(7);
  });

  const bomb = ['a0: &a0 [x, x]'];
  for (let at = 1; at < 30; at++) bomb.push(`a${at}: &a${at} [*a${at - 1}, *a${at - 1}]`);

  it.each([
    ['an alias without its anchor', 'spec: *nowhere', 'alias'],
    ['an anchor within itself', 'spec: &a [*a]', 'An alias contains itself'],
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
