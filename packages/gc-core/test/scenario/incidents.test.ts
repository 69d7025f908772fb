import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Scenario } from '../../src/scenario/scenario.ts';

const FOLDER = join(import.meta.dirname, '../../scenarios');
const [, replayed = '', others = ''] = readFileSync(join(FOLDER, 'INCIDENTS.md'), 'utf8').split(
  /^## .*$/m,
);

interface Row {
  readonly incidents: readonly string[];
  readonly what: string;
  readonly last: string;
}

function rowsOf(part: string): Row[] {
  return part
    .split('\n')
    .filter((line) => line.startsWith('| #'))
    .map((line) => {
      const [, incidents = '', what = '', last = ''] = line.split('|').map((cell) => cell.trim());
      return { incidents: incidents.split(', '), what, last };
    });
}

const rows = rowsOf(replayed);
const inFiles = rows.flatMap(({ incidents, last }) =>
  incidents.map((incident) => ({
    incident,
    files: [...last.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  })),
);

describe('the table of incidents', () => {
  it.each(inFiles)('$incident is replayed by scenarios that name it', ({ incident, files }) => {
    expect(files).not.toEqual([]);
    for (const file of files) {
      const path = join(FOLDER, `${file}.yaml`);
      expect(existsSync(path), path).toBe(true);
      const { metadata } = parse(readFileSync(path, 'utf8')) as Scenario;
      expect(metadata.title, `${file} is a scene`).toMatch(/./);
      const named = `kubernetes/kubernetes${incident}`;
      expect(metadata.sources, `${file} names it`).toContain(named);
    }
  });

  it('has every incident once, with its description, and its scenario or the reason for its absence', () => {
    const all = [...rows, ...rowsOf(others)];
    const incidents = all.flatMap((row) => row.incidents);
    expect(incidents).toEqual([...new Set(incidents)]);
    for (const incident of incidents) expect(incident).toMatch(/^#\d{5,6}$/);
    for (const { what, last } of all) expect([what, last]).not.toContain('');
    expect(rows).toHaveLength(replayed.match(/^\| #/gm)?.length ?? 0);
  });
});
