import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Figure, Measurement } from '../src/bench-figure.ts';
import { benchResult, benchTable, median, reachesGoal } from '../src/bench-report.ts';
import { benchModules, loadFigures, selectFigures, takeFigures } from '../src/bench-run.ts';

function figure(name: string, measured: Measurement | Error, more: Partial<Figure> = {}): Figure {
  return {
    name,
    unit: 'ms',
    ...more,
    run: () => {
      if (measured instanceof Error) throw measured;
      return Promise.resolve(measured);
    },
  };
}

describe('bench', () => {
  const root = mkdtempSync(join(tmpdir(), 'gcscope-bench-'));
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function write(path: string, code: string): string {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), code);
    return join(root, path);
  }

  it('takes the median', () => {
    expect(median([30, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 30])).toBe(3);
    expect(median([])).toBeNaN();
  });

  it('makes the line of a figure', () => {
    const measured = { samples: [812_345.4, 790_000, 830_000], baseline: { peer: 341 } };
    const line = benchResult(figure('core.changes', measured, { goal: '>= 700000' }), measured, 3);
    expect(line).toEqual({
      figure: 'core.changes',
      value: 812_345,
      unit: 'ms',
      goal: '>= 700000',
      baseline: { peer: 341 },
      n: 3,
      spread: [790_000, 830_000],
    });
    expect(reachesGoal(line)).toBe(true);
  });

  it('names a peer that is not installed', () => {
    const measured = { samples: [1, 1, 1], skipped: ['dot'] };
    const line = benchResult(figure('svg.1k', measured), measured, 3);
    expect(line.skipped).toEqual(['dot']);
    expect(benchTable([line], false)).toContain('dot: not installed');
  });

  it('says how many times better than its peers a figure is', () => {
    const table = (goal: string, peer: number) => {
      const measured = { samples: [20, 20, 20], baseline: { peer } };
      return benchTable([benchResult(figure('a.b', measured, { goal }), measured, 3)], false);
    };
    expect(table('<= 60', 5000.4)).toContain('peer: 5000 (250x)');
    expect(table('>= 10', 8)).toContain('peer: 8 (2.5x)');
  });

  it('refuses too few samples and samples that are no numbers', () => {
    expect(() => benchResult(figure('a.b', { samples: [1, 2] }), { samples: [1, 2] }, 3)).toThrow(
      'a.b has 2 samples; it needs at least 3.',
    );
    expect(() => benchResult(figure('a.b', { samples: [] }), { samples: [Number.NaN] }, 1)).toThrow(
      'not a number',
    );
  });

  it('says whether a goal is reached', () => {
    const at = (value: number, goal?: string) =>
      reachesGoal({ figure: 'a', value, unit: '', n: 1, spread: [1, 1], ...(goal && { goal }) });
    expect(at(5, '<= 5')).toBe(true);
    expect(at(5.1, '<= 5')).toBe(false);
    expect(at(3.9, '>= 4')).toBe(false);
    expect(at(1)).toBeUndefined();
  });

  it('judges goals at full size only', () => {
    const measured = { samples: [9, 9, 9] };
    const line = benchResult(figure('svg.1k', measured, { goal: '<= 5' }), measured, 3);
    expect(benchTable([line], false)).toContain('missed');
    expect(benchTable([line], true)).not.toContain('missed');
  });

  it('finds the modules of all packages', () => {
    const found = [
      write('packages/a/bench/one.bench.ts', ''),
      write('apps/b/bench/two.bench.ts', ''),
    ];
    write('packages/a/bench/world.ts', '');
    write('packages/c/src/index.ts', '');
    expect(benchModules(root)).toEqual(found);
  });

  it('refuses a module without figures and a name given twice', async () => {
    const none = write('none.bench.ts', 'export const a = 1;');
    await expect(loadFigures([none])).rejects.toThrow('does not export figures');
    const one = write('one.bench.ts', "export const figures = [{ name: 'a.b' }];");
    const two = write('two.bench.ts', "export const figures = [{ name: 'a.b' }];");
    expect(await loadFigures([one])).toHaveLength(1);
    await expect(loadFigures([one, two])).rejects.toThrow('Two figures are called a.b.');
  });

  it('selects groups and single figures, all without a name, and refuses an unknown one', () => {
    const figures = ['core.a', 'core.a.b', 'core.b', 'svg.a'].map((name) =>
      figure(name, { samples: [] }),
    );
    const selected = (...names: string[]): string[] =>
      selectFigures(figures, names).map(({ name }) => name);
    expect(selected('core')).toEqual(['core.a', 'core.a.b', 'core.b']);
    expect(selected('core.a')).toEqual(['core.a']);
    expect(selected('svg', 'core.b', 'svg.a')).toEqual(['core.b', 'svg.a']);
    expect(selected()).toHaveLength(4);
    expect(() => selected('map')).toThrow('There is no group map; there are: core, svg.');
    expect(() => selected('map.a')).toThrow('There is no group map; there are: core, svg.');
    expect(() => selected('svg.b')).toThrow('There is no figure svg.b; there are: svg.a.');
  });

  it('goes on after a figure that throws and leaves out what is not for a smoke run', async () => {
    const figures = [
      figure('a.bad', new Error('broken')),
      figure('a.big', { samples: [1] }, { smokeable: false }),
      figure('a.good', { samples: [1] }),
    ];
    const emitted: string[] = [];
    const said: string[] = [];
    const run = await takeFigures(
      figures,
      { smoke: true, progress: (text) => said.push(text) },
      ({ figure: name }) => emitted.push(name),
    );
    expect(run).toMatchObject({ failed: ['a.bad'], leftOut: ['a.big'] });
    expect(emitted).toEqual(['a.good']);
    expect(said.join('\n')).toContain('a.bad failed: Error: broken');
  });
});
