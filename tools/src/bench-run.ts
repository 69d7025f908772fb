import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BenchOptions, Figure } from './bench-figure.ts';
import { type BenchResult, benchResult } from './bench-report.ts';

/** The bench modules of all packages below `root`, in order. */
export function benchModules(root: string): string[] {
  return ['packages', 'apps']
    .flatMap((kind) => folders(join(root, kind)).map((name) => join(root, kind, name, 'bench')))
    .flatMap((folder) =>
      files(folder)
        .filter((name) => name.endsWith('.bench.ts'))
        .map((name) => join(folder, name)),
    );
}

/** The figures of the modules. Throws when one exports none, or when two have the same name. */
export async function loadFigures(modules: readonly string[]): Promise<Figure[]> {
  const figures = new Map<string, Figure>();
  for (const path of modules) {
    const loaded = (await import(pathToFileURL(path).href)) as { figures?: readonly Figure[] };
    if (!Array.isArray(loaded.figures)) throw new Error(`${path} does not export figures.`);
    for (const figure of loaded.figures as readonly Figure[]) {
      if (figures.has(figure.name)) throw new Error(`Two figures are called ${figure.name}.`);
      figures.set(figure.name, figure);
    }
  }
  return [...figures.values()];
}

/** The part of a figure's name before the dot. */
function groupOf(figure: Figure): string {
  return figure.name.split('.')[0] ?? figure.name;
}

/** The figures with these names, and those of groups with these names; all if nothing is named. Throws when a name is of neither. */
export function selectFigures(figures: readonly Figure[], names: readonly string[]): Figure[] {
  const isNamed = (figure: Figure, name: string): boolean =>
    figure.name === name || groupOf(figure) === name;
  const unknown = names.find((name) => !figures.some((figure) => isNamed(figure, name)));
  if (unknown !== undefined) throw new Error(notFound(figures, unknown));
  return figures.filter(
    (figure) => names.length === 0 || names.some((name) => isNamed(figure, name)),
  );
}

function notFound(figures: readonly Figure[], name: string): string {
  const [group = name] = name.split('.');
  const siblings = figures.filter((figure) => groupOf(figure) === group);
  const [what, known] =
    siblings.length > 0
      ? [`figure ${name}`, siblings.map((figure) => figure.name)]
      : [`group ${group}`, [...new Set(figures.map(groupOf))]];
  return `There is no ${what}; there are: ${known.join(', ')}.`;
}

/** The results of a run: each figure is in exactly one of the lists. */
export interface BenchRun {
  readonly results: readonly BenchResult[];
  readonly failed: readonly string[];
  readonly leftOut: readonly string[];
}

/** Takes the figures one after the other; `emit` gets each result at once. One that throws does not stop the rest. */
export async function takeFigures(
  figures: readonly Figure[],
  options: BenchOptions,
  emit: (result: BenchResult) => void,
): Promise<BenchRun> {
  const results: BenchResult[] = [];
  const failed: string[] = [];
  const leftOut: string[] = [];
  for (const figure of figures) {
    if (options.smoke && figure.smokeable === false) {
      leftOut.push(figure.name);
      continue;
    }
    try {
      options.progress(figure.name);
      const atLeast = options.smoke || figure.isTakenOnce ? 1 : 3;
      const result = benchResult(figure, await figure.run(options), atLeast);
      results.push(result);
      emit(result);
    } catch (error) {
      failed.push(figure.name);
      options.progress(`${figure.name} failed: ${error instanceof Error ? error.stack : error}`);
    }
  }
  return { results, failed, leftOut };
}

function folders(path: string): string[] {
  return files(path).filter((name) => statSync(join(path, name)).isDirectory());
}

function files(path: string): string[] {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(path).toSorted()
    : [];
}
