import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { play, type Scenario } from '@gcscope/gc-core';
import { markOf } from '@gcscope/gc-core/wire';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { momentOf } from '../../src/worker/scene-moment.ts';

const SCENARIOS = join(import.meta.dirname, '../../../../packages/gc-core/scenarios');

it('the small picture of a scene shows the moment that tells most', () => {
  const text = readFileSync(join(SCENARIOS, 'walk-throughs/foreground-v1.36.yaml'), 'utf8');
  const playback = play({ type: 'scene', scenario: parse(text) as Scenario }, { actions: [] });
  const { records, gone } = momentOf(playback);
  expect(records.map(markOf)).toEqual(['terminating', 'terminating', 'goes']);
  expect(gone).toEqual([]);
});
