import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { play, type Scenario } from '@gcscope/gc-core';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { describeState } from '../../../src/data/describe-state.ts';
import { termsOf } from '../../../src/features/stepper/terms.ts';

const SCENES = join(import.meta.dirname, '../../../../../packages/gc-core/scenarios/walk-throughs');

/** The explained words of a policy's scene, beside its description or at a step. */
function wordsOf(policy: string, step?: number): readonly string[] {
  const text = readFileSync(join(SCENES, `${policy}-v1.36.yaml`), 'utf8');
  const scenario = parse(text) as Scenario;
  const { title = '', description = '' } = scenario.metadata;
  const scene = { name: policy, title, description, sources: [], chapter: '', release: 'v1.36' };
  const playback = play({ type: 'scene', scenario }, { actions: [] });
  const at = step === undefined ? undefined : playback.steps[step - 1];
  return termsOf(scene, playback, at).map(({ term }) => term);
}

const TOLD = ['Owner, dependent', 'Collector', 'Finalizer', 'Propagation policy', 'Blocking'];

it.each(['foreground', 'background', 'orphan'])(
  'the description of the %s deletion explains its words',
  (policy) => {
    const words = wordsOf(policy);
    for (const word of TOLD.slice(0, 4)) expect(words).not.toContain(word);
    expect(words).toContain('Check, queue');
  },
);

it('at a step, where the description is not in view, each word is explained, those of the step first', () => {
  const words = wordsOf('foreground', 8);
  expect(words).toEqual(expect.arrayContaining(TOLD));
  expect(words.indexOf('Blocking')).toBeLessThan(words.indexOf('Propagation policy'));
});

it('at a step, a word that is new to the reader stands before those of earlier steps', () => {
  expect(wordsOf('foreground', 5).slice(0, 2)).toEqual(['Graph builder, event', 'Check, queue']);
  expect(wordsOf('foreground', 8)[0]).toBe('Blocking');
  const later = wordsOf('foreground', 11);
  expect(later[0]).toBe('Blocking');
  expect(later.indexOf('Check, queue')).toBeLessThan(later.indexOf('Owner, dependent'));
});

it('says of “not verified” what the legend says', () => {
  const text = readFileSync(join(SCENES, 'foreground-v1.36.yaml'), 'utf8');
  const scenario = parse(text) as Scenario;
  const playback = play({ type: 'scene', scenario }, { actions: [] });
  const scene = { name: '', title: 'A verdict', description: '', sources: [], chapter: '' };
  const terms = termsOf({ ...scene, release: 'v1.36' }, playback);
  expect(terms.find(({ term }) => term === 'Verdict')?.meaning).toContain(
    `*not verified*: ${describeState('not-verified')}.`,
  );
});

it('the words of the evidence are explained where they stand', () => {
  const words = wordsOf('foreground', 8);
  // "virtual=false" in the log, and the titles of the queues.
  expect(words).toEqual(expect.arrayContaining(['Virtual', 'Queues', 'Absent owner']));
  expect(words).not.toContain('Verdict');
  // "verdict: waits (was: goes)"
  expect(wordsOf('foreground', 7)).toContain('Verdict');
});
