import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

/** Cases that the kubelet's own tests pin, and further ones that they do not (`X`). */
const VECTORS: Readonly<Record<string, readonly (number | string)[]>> = {
  CG: [1, 2, 3, 4, 5, 6, 7, '11old'],
  CU: [1],
  SG: [1, 2, 3, 4],
  LG: [1, 2],
  LS: [1, 2, 3, 4, 5, 6],
  RC: [1],
  LC: [1],
  DL: [1, 2, 3, 4, 5, 6, 7],
  IG: [1, 2, 3, 4, 5, 6, 7, 8, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28],
  EV: [1, 2, 3, 4, 5, 6, 7, 8],
  X: [1, 2, 3, 4, 8, 9, 10, 14, 15, 16],
};

const scenarios = join(import.meta.dirname, '../../scenarios/kubelet');

/** In scenarios: at the end of a source. In tests: `[CG-1]` or `'CG-1'`. */
function shown(): Set<string> {
  const inScenarios = readdirSync(scenarios).flatMap((file) => {
    const { metadata } = parse(readFileSync(join(scenarios, file), 'utf8')) as {
      metadata: { sources?: string[] };
    };
    return (metadata.sources ?? []).flatMap((source) => source.match(/\b[A-Z]+-\w+/g) ?? []);
  });
  const inTests = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.test.ts') && file !== 'vectors.test.ts')
    .flatMap((file) => {
      const text = readFileSync(join(import.meta.dirname, file), 'utf8');
      return text.match(/(?<=\[|'|, )[A-Z]+-\d+(?=\]|'|, [A-Z]+-\d)/g) ?? [];
    });
  return new Set([...inScenarios, ...inTests]);
}

describe('vectors', () => {
  it('are all shown by a scenario or a test that names them', () => {
    const named = shown();
    const all = Object.entries(VECTORS).flatMap(([kind, ids]) => ids.map((id) => `${kind}-${id}`));
    expect(all.filter((id) => !named.has(id))).toEqual([]);
  });
});
