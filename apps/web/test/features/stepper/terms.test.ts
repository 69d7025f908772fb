import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { play, type Scenario } from '@gcscope/gc-core';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { termsOf } from '../../../src/features/stepper/terms.ts';

const SCENES = join(import.meta.dirname, '../../../../../packages/gc-core/scenarios/walk-throughs');

/** The words to know of the walk-through of a policy. */
function wordsOf(policy: string): readonly string[] {
  const text = readFileSync(join(SCENES, `${policy}-v1.36.yaml`), 'utf8');
  const scenario = parse(text) as Scenario;
  const { title = '', description = '' } = scenario.metadata;
  const scene = { name: policy, title, description, sources: [], chapter: '', release: 'v1.36' };
  return termsOf(scene, play({ type: 'scene', scenario }, { actions: [] })).map(({ term }) => term);
}

it.each(['foreground', 'background', 'orphan'])(
  'the story of the %s deletion explains the words it is about',
  (policy) => {
    const words = wordsOf(policy);
    for (const word of ['Owner, dependent', 'Collector', 'Finalizer', 'Propagation policy']) {
      expect(words).not.toContain(word);
    }
    expect(words).toContain('Check, queue');
  },
);
