import { describe, expect, it } from 'vitest';
import { DeltaPacer } from '../../src/data/delta-pacer.ts';
import { GraphStore } from '../../src/data/graph-store.ts';
import { record } from '../support/record.ts';

/** A page that draws when it is told to, and takes as long as it is told to. */
class Page {
  readonly store: GraphStore = new GraphStore([record({ uid: 'a' })]);
  readonly pauses: { readonly millis: number; readonly end: () => void }[] = [];
  applied = 0;
  #drawn: ((millis: number) => void) | undefined;

  readonly pacer: DeltaPacer = new DeltaPacer(this.store, {
    setTimer: (end, millis) => this.pauses.push({ millis, end }),
    nextFrame: () =>
      new Promise((resolve) => {
        this.#drawn = resolve;
      }),
  });

  constructor() {
    this.store.subscribe(() => {
      this.applied += 1;
    });
  }

  /** The frame is drawn after so many milliseconds. */
  async draw(millis: number): Promise<void> {
    this.#drawn?.(millis);
    await Promise.resolve();
  }

  get uids(): readonly string[] {
    return [...this.store.records.keys()];
  }
}

describe('pace of changes', () => {
  it('changes are applied at once, those that come while they are drawn together afterwards', async () => {
    const page = new Page();
    page.pacer.take({ upserts: [record({ uid: 'b' })], removes: [] });
    expect(page.uids).toEqual(['a', 'b']);
    page.pacer.take({ upserts: [record({ uid: 'c' })], removes: ['a'] });
    page.pacer.take({ upserts: [record({ uid: 'a', name: 'anew' })], removes: ['c', 'b'] });
    expect(page.applied).toBe(1);
    await page.draw(16);
    expect(page.applied).toBe(2);
    expect(page.uids).toEqual(['a']);
    expect(page.store.records.get('a')?.name).toBe('anew');
    await page.draw(16);
    expect(page.applied).toBe(2);
    expect(page.pauses).toEqual([]);
  });

  it('after a frame that took long, the page has four times as long for its reader', async () => {
    const page = new Page();
    page.pacer.take({ upserts: [record({ uid: 'b' })], removes: [] });
    page.pacer.take({ upserts: [record({ uid: 'c' })], removes: [] });
    await page.draw(300);
    expect(page.uids).toEqual(['a', 'b']);
    expect(page.pauses.map(({ millis }) => millis)).toEqual([1200]);
    page.pacer.take({ upserts: [record({ uid: 'd' })], removes: [] });
    page.pauses[0]?.end();
    expect(page.uids).toEqual(['a', 'b', 'c', 'd']);
  });

  it('what waited is forgotten when a newer state comes', async () => {
    const page = new Page();
    page.pacer.take({ upserts: [record({ uid: 'b' })], removes: [] });
    page.pacer.take({ upserts: [record({ uid: 'c' })], removes: [] });
    page.pacer.discard();
    await page.draw(16);
    expect(page.uids).toEqual(['a', 'b']);
    page.pacer.take({ upserts: [], removes: ['b'] });
    expect(page.uids).toEqual(['a']);
  });
});
