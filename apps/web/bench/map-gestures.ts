import type { Browser, Page } from '@playwright/test';
import type { Core } from 'cytoscape';
import { dispatches, scriptPerFrame, type TraceEvent } from './trace.ts';

/** Globals of the page: Cytoscape as it registers itself at its container, and the number of its redraws. */
declare global {
  interface Window {
    gcscopeCore: Core;
    gcscopeRedraws: number;
  }
}

/** Nearness of a view: everything, five times as near, or readable. */
export const VIEWS = ['fit', 'mid', 'read'] as const;
export type View = (typeof VIEWS)[number];

const WIDTH = 1440;
const HEIGHT = 900;
export const VIEWPORT = { viewport: { width: WIDTH, height: HEIGHT } };
/** Twice as often as frames: the browser keeps the last move of a frame. */
const MOVE_MILLIS = 8;
const NOTCH_MILLIS = 50;

/** Counts from now on how often the map on the page is drawn. */
export async function watchRedraws(page: Page, container: string): Promise<void> {
  await page.evaluate((selector) => {
    const host = document.querySelector(selector) as
      | (Element & { readonly _cyreg?: { readonly cy: Core } })
      | null;
    if (!host?._cyreg) throw new Error('The page has no map.');
    window.gcscopeCore = host._cyreg.cy;
    window.gcscopeRedraws = 0;
    window.gcscopeCore.on('render', () => window.gcscopeRedraws++);
  }, container);
}

/** Looks from so near at the middle of what is in view. The first call is made while everything is in view. */
export async function look(page: Page, view: View, fit: number): Promise<void> {
  const zoom = { fit, mid: 5 * fit, read: 1 }[view];
  await page.evaluate((to) => {
    const cy = window.gcscopeCore;
    cy.zoom({ level: to, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } });
  }, zoom);
}

/** Redraws in a second while the mouse drags the map in circles. */
export function pan(page: Page, millis: number): Promise<number> {
  return redraws(page, async () => {
    await page.mouse.move(WIDTH / 2, HEIGHT / 2);
    await page.mouse.down();
    await circle(page, millis);
    await page.mouse.up();
  });
}

/** Redraws in a second while the wheel turns three notches in and three out. */
export function zoom(page: Page, millis: number): Promise<number> {
  return redraws(page, async () => {
    await page.mouse.move(WIDTH / 2, HEIGHT / 2);
    const notches = Math.ceil(millis / NOTCH_MILLIS / 6) * 6;
    const turns: Promise<void>[] = [];
    for (let notch = 0; notch < notches; notch++) {
      turns.push(page.mouse.wheel(0, notch % 6 < 3 ? -100 : 100));
      await page.waitForTimeout(NOTCH_MILLIS);
    }
    await Promise.all(turns);
  });
}

/** Milliseconds of script in each frame while the mouse drags the map. */
export async function scriptWhilePanning(
  chrome: Browser,
  page: Page,
  millis: number,
): Promise<number[]> {
  return scriptPerFrame(await traced(chrome, page, async () => void (await pan(page, millis))));
}

/** Milliseconds that the page takes for each move of the mouse over the map. */
export async function hitTests(chrome: Browser, page: Page, millis: number): Promise<number[]> {
  return dispatches(await traced(chrome, page, () => circle(page, millis)), 'mousemove');
}

/** JS heap and backing stores of a page after a collection, in megabytes. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const usage = (await session.send('Runtime.getHeapUsage')) as {
    readonly usedSize: number;
    readonly backingStorageSize?: number;
  };
  await session.detach();
  return (usage.usedSize + (usage.backingStorageSize ?? 0)) / 1e6;
}

/** Milliseconds between the frames of a page, for so long. */
export function frameTimes(page: Page, millis: number): Promise<number[]> {
  return page.evaluate(
    (length) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        let last = performance.now();
        const end = last + length;
        const frame = (): void => {
          const now = performance.now();
          times.push(now - last);
          last = now;
          if (now < end) requestAnimationFrame(frame);
          else resolve(times);
        };
        requestAnimationFrame(frame);
      }),
    millis,
  );
}

async function redraws(page: Page, gesture: () => Promise<void>): Promise<number> {
  const read = (): Promise<readonly [number, number]> =>
    page.evaluate(() => [window.gcscopeRedraws, performance.now()] as const);
  const [countBefore, before] = await read();
  await gesture();
  const [countAfter, after] = await read();
  return (1000 * (countAfter - countBefore)) / (after - before);
}

async function circle(page: Page, millis: number): Promise<void> {
  const moves: Promise<void>[] = [];
  for (let at = 0; at * MOVE_MILLIS < millis; at++) {
    const x = WIDTH / 2 + 200 * Math.sin(at / 20);
    const y = HEIGHT / 2 + 100 - 100 * Math.cos(at / 20);
    moves.push(page.mouse.move(x, y));
    await page.waitForTimeout(MOVE_MILLIS);
  }
  await Promise.all(moves);
}

async function traced(
  chrome: Browser,
  page: Page,
  gesture: () => Promise<void>,
): Promise<readonly TraceEvent[]> {
  await chrome.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame'],
  });
  await gesture();
  const trace = JSON.parse((await chrome.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  return trace.traceEvents;
}
