import type { Browser, Page } from '@playwright/test';
import type { BenchOptions, Figure, Measurement } from '../../../tools/src/bench-figure.ts';
import { browser, serve } from '../../../tools/src/served-program.ts';
import { firstMap, still, watchPixels } from './first-pixel.ts';
import {
  frameTimes,
  heapOf,
  hitTests,
  look,
  pan,
  scriptWhilePanning,
  VIEWPORT,
  VIEWS,
  watchRedraws,
  zoom,
} from './map-gestures.ts';
import { openPlain, plainGraph } from './plain-cytoscape.ts';
import { serveWorld } from './served-world.ts';
import { percentile } from './trace.ts';

const PLAIN = 'plain Cytoscape';
/** Half a million objects come in seconds, on a busy machine in a minute. */
const TIMEOUT = 180_000;
/** Objects of a nearly empty world, too few to count: its figures are those of a page without a cluster. */
const NEARLY_EMPTY = 10;

/** Measurements of the map of one world, once a round. */
interface Round {
  /** Milliseconds from the snapshot in memory to the first pixels. */
  readonly paint: number;
  /** Redraws a second, in the slowest of all views and gestures. */
  readonly frames: number;
  /** Milliseconds of script a frame. */
  readonly script: readonly number[];
  /** Milliseconds a hit test. */
  readonly hits: readonly number[];
  /** Megabytes of a page. */
  readonly heap: number;
}

/** Figures of one world share its rounds. */
const worlds = new Map<number, readonly Round[]>();

async function roundsOf(objects: number, options: BenchOptions): Promise<readonly Round[]> {
  const known = worlds.get(objects);
  if (known) return known;
  const world = await serveWorld(objects);
  const rounds: Round[] = [];
  try {
    for (let round = 0; round < (options.smoke ? 1 : 3); round++) {
      // A browser of its own: garbage of the one before is not collected now.
      const chrome = await browser();
      rounds.push(await roundOf(chrome, world.url, options));
      await chrome.close();
      const { paint, frames, heap } = rounds.at(-1) as Round;
      options.progress(
        `${objects} objects: ${paint.toFixed()} ms, ${frames.toFixed()}/s, ${heap.toFixed()} MB`,
      );
    }
  } finally {
    world.stop();
  }
  worlds.set(objects, rounds);
  return rounds;
}

async function roundOf(chrome: Browser, url: string, options: BenchOptions): Promise<Round> {
  const { page, paint } = await openMap(chrome, url);
  const heap = await heapOf(page);
  await watchRedraws(page, '.map-cards');
  const gesture = options.smoke ? 200 : 1500;
  const frames = await slowest(page, gesture, () => still(page), options);
  const script: number[] = [];
  const hits: number[] = [];
  const fit = await page.evaluate(() => window.gcscopeCore.zoom());
  for (const view of VIEWS) {
    await look(page, view, fit);
    await still(page);
    script.push(...(await scriptWhilePanning(chrome, page, gesture)));
    hits.push(...(await hitTests(chrome, page, gesture)));
    await look(page, 'fit', fit);
  }
  return { paint, frames, script, hits, heap };
}

/** A new page, once it has come to rest. */
async function openMap(
  chrome: Browser,
  url: string,
): Promise<{ readonly page: Page; readonly paint: number }> {
  const page = await (await chrome.newContext(VIEWPORT)).newPage();
  page.setDefaultTimeout(TIMEOUT);
  await watchPixels(page);
  await page.goto(url);
  const shown = await firstMap(page);
  const inMemory = await page.evaluate(() => {
    const snapshot = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.endsWith('/api/v1/snapshot/structure'));
    return performance.timeOrigin + (snapshot as PerformanceResourceTiming).responseEnd;
  });
  await still(page);
  return { page, paint: shown - inMemory };
}

/** Redraws a second of all views, panned and zoomed, in the slowest. The map shows everything when it begins. */
async function slowest(
  page: Page,
  millis: number,
  rest: () => Promise<void>,
  { progress }: BenchOptions,
): Promise<number> {
  const fit = await page.evaluate(() => window.gcscopeCore.zoom());
  const rates: number[] = [];
  for (const view of VIEWS) {
    for (const gesture of [pan, zoom]) {
      await look(page, view, fit);
      await rest();
      rates.push(await gesture(page, millis));
      await rest();
      await look(page, 'fit', fit);
    }
  }
  progress(`pan and zoom, fit, mid, read: ${rates.map((rate) => rate.toFixed(1)).join(' ')}`);
  return Math.min(...rates);
}

/** The figures of Cytoscape alone for the same objects. */
const plains = new Map<number, { readonly paint: number; readonly frames: number }>();

async function plainOf(
  objects: number,
  options: BenchOptions,
): Promise<{ readonly paint: number; readonly frames: number }> {
  const known = plains.get(objects);
  if (known) return known;
  const chrome = await browser();
  try {
    const { page, paint } = await openPlain(chrome, plainGraph(objects));
    options.progress(`${PLAIN}, ${objects} objects: ${paint.toFixed()} ms`);
    const frames = await slowest(page, options.smoke ? 200 : 4000, async () => {}, options);
    plains.set(objects, { paint, frames });
    return { paint, frames };
  } finally {
    await chrome.close();
  }
}

/** Objects of a figure; all figures of a small run share a world. */
function sized(objects: number, { smoke }: BenchOptions): number {
  return smoke ? 3000 : objects;
}

function ofRounds(
  name: string,
  unit: string,
  goal: string,
  objects: number,
  sampleOf: (round: Round) => number,
): Figure {
  return {
    name,
    unit,
    goal,
    run: async (options) => ({
      samples: (await roundsOf(sized(objects, options), options)).map(sampleOf),
    }),
  };
}

/** A figure that Cytoscape alone is held against. */
function besidePlain(figure: Figure, objects: number, of: 'paint' | 'frames'): Figure {
  return {
    ...figure,
    run: async (options) => {
      const measured = await figure.run(options);
      const plain = await plainOf(sized(objects, options), options);
      return { ...measured, baseline: { [PLAIN]: plain[of] } };
    },
  };
}

/** Megabytes of a page beyond those of one that shows hardly anything. */
async function heap100k(options: BenchOptions): Promise<Measurement> {
  const world = await serveWorld(NEARLY_EMPTY);
  const chrome = await browser();
  try {
    const { page } = await openMap(chrome, world.url);
    const empty = await heapOf(page);
    const rounds = await roundsOf(sized(100_000, options), options);
    return { samples: rounds.map(({ heap }) => heap - empty) };
  } finally {
    await chrome.close();
    world.stop();
  }
}

/** Milliseconds between the frames of a page that shows all of 10,000 objects while 1,000 of them change in a second. */
const churned: number[][] = [];

async function churnFrames(options: BenchOptions): Promise<readonly (readonly number[])[]> {
  if (churned.length > 0) return churned;
  const world = await serveWorld(sized(10_000, options));
  const chrome = await browser();
  try {
    const { page } = await openMap(chrome, world.url);
    world.churn(1000);
    await frameTimes(page, 1000);
    for (let sample = 0; sample < (options.smoke ? 1 : 3); sample++) {
      churned.push(await frameTimes(page, options.smoke ? 1000 : 10_000));
    }
    return churned;
  } finally {
    await chrome.close();
    world.stop();
  }
}

/** Milliseconds from the start of the navigation to the first pixels of the embedded world's map, in fresh pages. */
async function paintEmbedded({ smoke }: BenchOptions): Promise<Measurement> {
  const served = await serve('--embedded');
  const chrome = await browser();
  try {
    const samples: number[] = [];
    for (let sample = 0; sample < (smoke ? 1 : 7); sample++) {
      const context = await chrome.newContext(VIEWPORT);
      const page = await context.newPage();
      await watchPixels(page);
      await page.goto(served.url);
      const shown = await firstMap(page);
      samples.push(shown - (await page.evaluate(() => performance.timeOrigin)));
      await context.close();
    }
    return { samples };
  } finally {
    await chrome.close();
    await served.stop();
  }
}

const SMALL = 100_000;
const LARGE = 500_000;

/** Figures of the map in a real browser. */
export const figures: readonly Figure[] = [
  { name: 'map.paintEmbedded', unit: 'ms', goal: '<= 500', run: paintEmbedded },
  besidePlain(
    ofRounds('map.paint100k', 'ms', '<= 500', SMALL, ({ paint }) => paint),
    SMALL,
    'paint',
  ),
  ofRounds('map.paint500k', 'ms', '<= 1500', LARGE, ({ paint }) => paint),
  besidePlain(
    ofRounds('map.frames100k', '1/s', '>= 50', SMALL, ({ frames }) => frames),
    SMALL,
    'frames',
  ),
  ofRounds('map.frames500k', '1/s', '>= 40', LARGE, ({ frames }) => frames),
  ofRounds('map.script100k', 'ms', '<= 5', SMALL, ({ script }) => percentile(script, 0.5)),
  ofRounds('map.script100k.p95', 'ms', '<= 10', SMALL, ({ script }) => percentile(script, 0.95)),
  ofRounds('map.hit100k', 'ms', '<= 5', SMALL, ({ hits }) => percentile(hits, 0.95)),
  { name: 'map.heap100k', unit: 'MB', goal: '<= 60', run: heap100k },
  {
    name: 'map.churn',
    unit: 'ms',
    goal: '<= 50',
    run: async (options) => ({
      samples: (await churnFrames(options)).map((times) => percentile(times, 0.99)),
    }),
  },
  {
    name: 'map.churn.longest',
    unit: 'ms',
    goal: '<= 120',
    run: async (options) => ({
      samples: (await churnFrames(options)).map((times) => Math.max(...times)),
    }),
  },
];
