import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KUBELET_SCENARIO_SCHEMA } from '../../src/scenario/kubelet-scenario-schema.ts';
import { SCENARIO_SCHEMA } from '../../src/scenario/scenario-schema.ts';

describe('schemas/, for editors and other programs', () => {
  it.each([
    ['scenario.json', SCENARIO_SCHEMA],
    ['kubelet-scenario.json', KUBELET_SCENARIO_SCHEMA],
  ])('%s is what files are checked against', (file, schema) => {
    const published = readFileSync(join(import.meta.dirname, '../../schemas', file), 'utf8');
    expect(JSON.parse(published)).toEqual(schema);
  });
});
