import { type ActivityEntry, code, rule, say } from '@gcscope/gc-core/wire';
import { describe, expect, it, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { eventually } from '../../support/eventually.ts';
import { FakeServer } from '../../support/fake-server.ts';
import { record } from '../../support/record.ts';
import { endApp, type Started, startApp } from '../../support/start-app.tsx';

const AT = '2026-11-21T09:00:00Z';
const cronJob = record({ uid: 'cron', kind: 'CronJob', name: 'nightly', namespace: 'shop' });
const job = record({ uid: 'job', kind: 'Job', name: 'nightly-29930001', namespace: 'shop' });
const pods = [1, 2, 3, 4].map((at) =>
  record({ uid: `pod-${at}`, name: `web-5d8c9f7b6-${at}x`, namespace: 'shop' }),
);
/** The newest first, as the server tells them; the first is what a CronJob does each night. */
const ENTRIES: readonly ActivityEntry[] = [
  { seq: 9, at: AT, type: 'created', object: job, text: say`Created.` },
  ...pods.map(
    (object, at): ActivityEntry => ({
      seq: 8 - at,
      at: AT,
      type: 'gone',
      object,
      text: say`Gone: its deletion is complete.`,
    }),
  ),
];

function report(server: FakeServer, entries: readonly ActivityEntry[]): void {
  server.reports.set('/api/v1/activity', {
    entries,
    since: AT,
    total: entries.length,
    isCut: false,
    deletions: { byCollector: 0, byOthers: 0, unknown: 0 },
    deleters: {},
    types: {},
    namespaces: [],
  });
}

function start(width: number, server = new FakeServer([cronJob]), path = '/'): Promise<Started> {
  report(server, ENTRIES);
  return startApp(server, `${path}?view=map`, width, 844);
}

const strip = (): Locator => page.getByRole('toolbar', { name: 'Latest changes' });

/** The names in the strip that are in sight, from the left. */
function named(): readonly string[] {
  return [...document.querySelectorAll('.lately li')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((each) => each.querySelector('b')?.textContent ?? '');
}

/** Distances of the end of a name from the ellipsis behind each letter of its start, CSS px. */
function gapsBehind(start: HTMLElement, end: HTMLElement): readonly number[] {
  const { left } = end.getBoundingClientRect();
  const context = document.createElement('canvas').getContext('2d');
  if (!context || !start.firstChild) throw new Error('Nothing is measured.');
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(start);
  context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const { width } = context.measureText('…');
  const range = document.createRange();
  range.setStart(start.firstChild, 0);
  return [...(start.textContent ?? '')].map((_, at) => {
    range.setEnd(start.firstChild as Node, at + 1);
    return left - range.getBoundingClientRect().right - width;
  });
}

/** The words on the changes in sight. */
function said(): readonly unknown[] {
  return [...document.querySelectorAll('.lately-said, .lately-brief')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map(({ textContent }) => textContent);
}

function widen(width: number): void {
  const line = document.querySelector<HTMLElement>('.lately');
  if (line) line.style.cssText = `flex: none; width: ${width}px`;
}

/** Height of the strip, its own element being laid out by its children. */
function height(): number {
  return document.querySelector('.lately')?.getBoundingClientRect().height ?? Number.NaN;
}

describe('what happened lately', { timeout: 60_000 }, () => {
  it.each([
    [1440, 3],
    [390, 1],
  ])(
    'is one line at %i px: %i changes that are no routine, the newest first',
    async (width, count) => {
      await start(width);
      const names = pods.slice(0, count).map(({ name }) => name);
      await eventually(() => expect(named()).toEqual(names));
      expect(height()).toBe(20);
      const links = [...document.querySelectorAll('.lately a')].filter((each) =>
        each.checkVisibility({ visibilityProperty: true }),
      );
      const tops = new Set(links.map((each) => Math.round(each.getBoundingClientRect().top)));
      expect(tops.size).toBe(1);
      const rights = links.map((each) => each.getBoundingClientRect().right);
      expect(Math.max(...rights)).toBeLessThanOrEqual(width);
    },
  );

  it('drops the older changes first as it gets narrower, then the newest, and then the link to all', async () => {
    await start(1440);
    await eventually(() => expect(named()).toHaveLength(3));
    const kept: ReadonlyArray<readonly [width: number, changes: number, link: boolean]> = [
      [1300, 3, true],
      [900, 2, true],
      [560, 1, true],
      [280, 1, true],
      [279, 0, true],
      [101, 0, true],
      [100, 0, false],
      [1300, 3, true],
    ];
    for (const [width, changes, link] of kept) {
      widen(width);
      await eventually(() =>
        expect([width, named()]).toEqual([width, pods.slice(0, changes).map(({ name }) => name)]),
      );
      expect(document.querySelector('.lately-all')?.checkVisibility()).toBe(link);
    }
  });

  it('shows each sentence whole; only the name of the newest is cut where it has no room', async () => {
    await start(1920);
    await eventually(() => expect(named()).toHaveLength(3));
    for (let width = 1340; width > 279; width -= 53) {
      widen(width);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const shown = [...document.querySelectorAll('.lately li .cut')].filter((each) =>
        each.checkVisibility({ visibilityProperty: true }),
      );
      const cut = shown.filter((each) => each.scrollWidth > each.clientWidth);
      expect({ width, isCut: cut.length > 0 && named().length > 1 }).toEqual({
        width,
        isCut: false,
      });
      expect({ width, cut: cut.filter((each) => !each.closest('b')) }).toEqual({ width, cut: [] });
      const room = shown.map((each) => each.getBoundingClientRect().width);
      expect({ width, least: Math.min(...room) >= 24 }).toEqual({ width, least: true });
      expect(document.querySelector('.lately')?.scrollWidth).toBeLessThanOrEqual(width);
      expect(height()).toBe(20);
    }
  });

  it('says in a word what happened where a sentence has no room', async () => {
    await start(1440);
    await eventually(() => expect(named()).toHaveLength(3));
    widen(560);
    await eventually(() => expect(said()).toEqual(['Gone: its deletion is complete.']));
    widen(400);
    await eventually(() => expect(said()).toEqual(['Gone']));
    expect(document.querySelector('.lately li b .cut')?.scrollWidth).toBe(
      document.querySelector('.lately li b .cut')?.clientWidth,
    );
    widen(560);
    await eventually(() => expect(said()).toEqual(['Gone: its deletion is complete.']));
  });

  it('has one form of a change that is no more than this word, whatever the room', async () => {
    const server = new FakeServer([cronJob]);
    report(server, [
      {
        ...{
          seq: 9,
          at: AT,
          type: 'gone',
          object: record({ uid: 'one', name: 'web-with-a-name' }),
        },
        text: say`Gone. The collector probably deleted it.`,
      },
    ]);
    await startApp(server, '/?view=map', 1440, 844);
    for (const width of [1000, 280]) {
      widen(width);
      await eventually(() => expect([width, said()]).toEqual([width, ['Gone']]));
    }
  });

  it('cuts no sentence inside: a long one is said in a word, of a kind without its cause, or not at all', async () => {
    const server = new FakeServer([cronJob]);
    const why = 'the server does not answer, and the last list is eleven minutes old';
    const kind = 'ValidatingAdmissionPolicyBindings.admissionregistration.k8s.io';
    report(server, [
      {
        seq: 9,
        at: AT,
        type: 'gone',
        object: record({ uid: 'one', name: 'web-1', namespace: 'shop' }),
        text: say`Gone: it was deleted in the foreground, and no dependent blocked it any more.`,
      },
    ]);
    await startApp(server, '/?view=map', 1440, 844);
    for (const [width, text] of [
      [1000, ['Gone: it was deleted in the foreground, and no dependent blocked it any more.']],
      [600, ['Gone']],
    ] as const) {
      widen(width);
      await eventually(() => expect([width, said()]).toEqual([width, text]));
    }
    await endApp();
    report(server, [
      {
        seq: 9,
        at: AT,
        type: 'kind',
        text: say`${kind} can no longer be read: ${why}.`,
        isReadable: false,
      },
    ]);
    await startApp(server, '/?view=map', 1440, 844);
    for (const [width, text] of [
      [1200, [`${kind} can no longer be read: ${why}.`]],
      [800, [`${kind} can no longer be read.`]],
      [400, []],
      [800, [`${kind} can no longer be read.`]],
    ] as const) {
      widen(width);
      await eventually(() => expect([width, said()]).toEqual([width, text]));
    }
  });

  it('says of a kind what Activity says, also where a sentence has little room: only it names the kind', async () => {
    const server = new FakeServer([cronJob]);
    const text = say`Secrets can be read now.`;
    report(server, [{ seq: 9, at: AT, type: 'kind', text, isReadable: true }]);
    await startApp(server, '/?view=map', 1440, 844);
    for (const width of [1300, 500, 280]) {
      widen(width);
      await eventually(() => expect(said()).toEqual(['Secrets can be read now.']));
    }
  });

  it('says once that many kinds can no longer be read', async () => {
    const server = new FakeServer([cronJob]);
    const kinds = Array.from({ length: 8 }, (_, at) => {
      const text = say`Kind ${at} can no longer be read.`;
      return { seq: 20 - at, at: AT, type: 'kind', text, isReadable: false } as const;
    });
    report(server, [
      ...kinds,
      { seq: 9, at: AT, type: 'created', object: record({ uid: 'other' }), text: say`Created.` },
    ]);
    await startApp(server, '/?view=map', 1440, 844);
    await eventually(() =>
      expect(said()).toEqual(['Many kinds can no longer be read.', 'Created']),
    );
  });

  it('keeps verbs whole and both ends of a name where it has little room', async () => {
    const server = new FakeServer([cronJob]);
    const name = 'price-sync-with-a-long-name-zms8f8hfts-s9rdd';
    const object = record({ uid: 'long', name, namespace: 'shop' });
    const text = say`Finalizer ${code('x.io/y')} removed ${rule('AP-09')}.`;
    // No other word and age are longer.
    const at = new Date(Date.now() - 3_580_000).toISOString();
    report(server, [{ seq: 9, at, type: 'finalizer', object, text }]);
    await startApp(server, '/?view=map', 1440, 844);
    await eventually(() => expect(named()).toEqual([name]));
    for (const width of [500, 340, 280]) {
      widen(width);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const said = document.querySelector('.lately li .lately-brief');
      expect(said?.textContent).toBe('Finalizer changed');
      const [start, end] = document.querySelectorAll('.lately li b span');
      expect(end?.textContent).toBe('ts-s9rdd');
      for (const whole of [said, end]) {
        expect(whole?.scrollWidth).toBeLessThanOrEqual(whole?.clientWidth ?? 0);
      }
      expect({ width, start: (start?.clientWidth ?? 0) >= 24 }).toEqual({ width, start: true });
      const gaps = gapsBehind(start as HTMLElement, end as HTMLElement);
      expect({ width, gap: Math.min(...gaps.map(Math.abs)) < 0.6 }).toEqual({ width, gap: true });
    }
  });

  it('leads from each change to its object, and to all changes', async () => {
    const { address, history } = await start(1440);
    await strip()
      .getByRole('link', { name: /web-5d8c9f7b6-2x Gone: its deletion is complete\./ })
      .click();
    await eventually(() => expect(address()).toMatch(/^\/o\/pod-2/));
    history.back();
    await strip().getByRole('link', { name: 'All changes' }).click();
    await eventually(() => expect(address()).toMatch(/^\/activity/));
  });

  it.each([
    ['nothing', [], 'Nothing has changed yet.'],
    ['only routine', ENTRIES.slice(0, 1), 'Only CronJobs have run lately.'],
  ])('says so where there is %s', async (_, entries, sentence) => {
    const server = new FakeServer([cronJob]);
    report(server, entries);
    await startApp(server, '/?view=map', 390, 844);
    await expect.element(strip().getByText(sentence)).toBeVisible();
    expect(height()).toBe(20);
  });

  it('has its line before its changes, and follows them: nothing below it moves', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const server = new FakeServer([cronJob]);
    await startApp(server, '/?view=map', 390, 844);
    await expect.element(page.getByRole('button', { name: 'Fit everything' })).toBeVisible();
    const top = (): number | undefined =>
      document.querySelector('.map-host')?.getBoundingClientRect().top;
    const before = top();
    expect(named()).toEqual([]);
    const newest: ActivityEntry = {
      seq: 10,
      at: AT,
      type: 'created',
      object: record({ uid: 'newest', name: 'web-newest', namespace: 'shop' }),
      text: say`Created.`,
    };
    for (const [entries, name] of [
      [ENTRIES, pods[0]?.name],
      [[newest, ...ENTRIES], 'web-newest'],
    ] as const) {
      report(server, entries);
      server.push({ upserts: [record({ uid: `frame-${entries.length}` })], removes: [] });
      await vi.advanceTimersByTimeAsync(5000);
      await eventually(() => expect(named()).toEqual([name]));
      expect(top()).toBe(before);
    }
  });
});
