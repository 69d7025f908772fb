import { type Activity, formatTimestamp, rule, say } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { press } from '../support/press.ts';
import { record } from '../support/record.ts';
import { type Started, startApp } from '../support/start-app.tsx';

const pod = record({ uid: 'pod', kind: 'Pod', name: '<b>web</b>', namespace: 'shop' });
const NOTHING: Activity = {
  entries: [],
  since: '2026-11-21T09:00:00Z',
  total: 0,
  remembered: 0,
  isCut: false,
  deletions: { byCollector: 0, byOthers: 0, unknown: 0 },
  deleters: {},
  types: {},
  namespaces: [],
};
const ACTIVITY: Activity = {
  ...NOTHING,
  entries: [
    {
      seq: 3,
      at: '2026-11-21T09:00:02Z',
      type: 'gone',
      object: pod,
      text: say`Gone: its deletion is complete.`,
    },
    {
      seq: 2,
      at: '2026-11-21T09:00:01Z',
      type: 'kind',
      text: say`Secrets can be read now.`,
      isReadable: true,
    },
    {
      seq: 1,
      at: '2026-11-21T09:00:00Z',
      type: 'kind',
      text: say`Secrets can no longer be read.`,
      isReadable: false,
    },
  ],
  total: 250,
  remembered: 250,
  isCut: true,
  deletions: { byCollector: 1200, byOthers: 1, unknown: 2 },
  deleters: {},
  types: { gone: 249, kind: 1 },
  namespaces: [
    { namespace: 'shop', count: 240 },
    { namespace: '', count: 9 },
  ],
};

/** Starts on a page whose server answers with this activity. */
function start(path: string, activity: Activity): Promise<Started> {
  const server = new FakeServer([pod]);
  server.reports.set('/api/v1/activity', activity);
  return startApp(server, path);
}

/** The filter of the last request for activity. */
function asked(server: FakeServer): string[] {
  return [...new URLSearchParams(server.queries.get('/api/v1/activity')).entries()].map(
    ([key, value]) => `${key}=${value}`,
  );
}

/** The boxes of the texts of these parts, without what is around them. */
function textEdges(row: Element, parts: string): readonly DOMRect[] {
  return [...row.querySelectorAll(parts)].map((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return range.getBoundingClientRect();
  });
}

describe('the page of activity', { timeout: 60_000 }, () => {
  it('lists what happened, the latest first, each with its object', async () => {
    const { address } = await start('/', ACTIVITY);
    await page.getByRole('link', { name: 'Activity' }).click();
    await expect.element(page.getByText(/^250 changes since gcscope began to watch/)).toBeVisible();
    await expect.element(page.getByText('Older changes are forgotten.')).toBeVisible();
    await expect
      .element(
        page.getByText(
          '1,203 deletions: 1,200 by the collector, 1 by others and 2 by unknown clients. gcscope infers who deleted.',
        ),
      )
      .toBeVisible();
    const rows = [...document.querySelectorAll('.activity-entry')].map((row) => row.textContent);
    expect(rows).toEqual([
      expect.stringMatching(/<b>web<\/b> Pod · shopGone: its deletion is complete\.$/),
      expect.stringMatching(/Secrets can be read now\.$/),
      expect.stringMatching(/Secrets can no longer be read\.$/),
    ]);
    // Only a kind that can no longer be read has a red sign.
    const probe = document.createElement('p');
    probe.style.color = 'var(--red)';
    document.body.append(probe);
    const colourOf = (element: Element): string => getComputedStyle(element).color;
    const signs = [...document.querySelectorAll('.activity-text svg')].map(colourOf);
    expect(signs.map((colour) => colour === colourOf(probe))).toEqual([false, false, true]);
    await page.getByRole('link', { name: /<b>web<\/b>/ }).click();
    await eventually(() => expect(address()).toContain('/o/pod'));
  });

  it('on a phone, names, sentences and buttons begin at one edge, and times end at another, all as far from the lines', async () => {
    const many = Array.from({ length: 6 }, (_, at) => ({
      seq: 20 - at,
      at: `2026-11-21T09:00:${30 - at}Z`,
      type: 'deleting' as const,
      object: record({ uid: `many-${at}`, name: `many-${at}`, namespace: 'shop' }),
      text: say`Deletion began.`,
    }));
    await start('/activity', { ...ACTIVITY, entries: [...many, ...ACTIVITY.entries] });
    await page.viewport(390, 844);
    await press(page.getByRole('button', { name: 'Show 6 changes' }));
    await expect.element(page.getByText('many-5')).toBeVisible();
    const rows = [...document.querySelectorAll('.activity-entry')];
    expect(rows).toHaveLength(10);
    const lefts = rows.flatMap((row) => textEdges(row, '.name, b, .activity-text > span, button'));
    expect(new Set(lefts.map(({ left }) => Math.round(left))).size).toBe(1);
    const times = rows.flatMap((row) => textEdges(row, 'time'));
    expect(new Set(times.map(({ right }) => Math.round(right))).size).toBe(1);
    for (const [at, row] of rows.entries()) {
      // Without the line above it.
      const { y, bottom } = row.getBoundingClientRect();
      const top = y + row.clientTop;
      const parts = [...row.querySelectorAll('*')]
        .map((part) => part.getBoundingClientRect())
        .filter(({ height }) => height > 0);
      const above = Math.min(...parts.map((part) => part.top)) - top;
      const below = bottom - Math.max(...parts.map((part) => part.bottom));
      expect({ at, above: Math.round(above), below: Math.round(below) }).toEqual({
        at,
        above: 8,
        below: 8,
      });
      // Only the time stands beside the first line.
      expect(textEdges(row, 'time')[0]?.top).toBeLessThan(top + 12);
    }
  });

  it('on a phone, filters are behind a button that counts those that are chosen; the search is not', async () => {
    await start('/activity?what=gone', ACTIVITY);
    const filters = page.getByRole('navigation', { name: 'Filters' });
    await expect.element(filters.getByRole('link', { name: 'gone 249' })).toBeVisible();
    await page.viewport(390, 844);
    const button = page.getByRole('button', { name: 'Filters 1', exact: true });
    await expect.element(button).toHaveAttribute('aria-expanded', 'false');
    expect(filters.query()).toBeNull();
    await expect.element(page.getByRole('searchbox')).toBeVisible();
    await press(button);
    await expect.element(filters.getByRole('link', { name: 'gone 249' })).toBeVisible();
  });

  it('asks for what is chosen and keeps it in the address', async () => {
    const { server, address } = await start('/activity?what=gone', ACTIVITY);
    await expect.element(page.getByRole('link', { name: 'gone 249' })).toBeVisible();
    expect(asked(server)).toEqual(['limit=1000', 'type=gone']);
    await page.getByRole('link', { name: 'kind 1' }).click();
    await page.getByRole('link', { name: 'in shop 240' }).click();
    await userEvent.fill(
      page.getByRole('searchbox', { name: 'Name, kind, namespace or uid' }),
      'web',
    );
    await eventually(() =>
      expect(asked(server)).toEqual([
        'limit=1000',
        'type=gone',
        'type=kind',
        'namespace=shop',
        'q=web',
      ]),
    );
    expect(address()).toContain('what=gone,kind');
    await expect.element(page.getByText(/^These lines hold the latest 3 changes\./)).toBeVisible();
  });

  it('pages by lines: no joined line ends where a page ends', async () => {
    const line = (seq: number, kind: string, text: string) => ({
      ...{ seq, type: 'reference' as const, at: '2026-11-21T09:00:00Z', text: say`${text}` },
      object: record({ uid: `${seq}`, kind, name: `${kind}-${seq}`, namespace: 'shop' }),
    });
    const entries = [
      ...Array.from({ length: 90 }, (_, at) => line(999 - at, 'Secret', `Change ${at}.`)),
      ...Array.from({ length: 40 }, (_, at) => line(900 - at, 'ConfigMap', 'Changed.')),
      ...Array.from({ length: 20 }, (_, at) => line(800 - at, 'Secret', `Older ${at}.`)),
    ];
    await start('/activity', { ...NOTHING, entries, total: entries.length });
    await expect.element(page.getByText('40 × ConfigMap')).toBeVisible();
    await expect.element(page.getByText('100 of 111 lines shown.')).toBeVisible();
    await page.getByRole('button', { name: 'Show 11 more' }).click();
    await expect.element(page.getByText('Older 19.')).toBeVisible();
    expect(document.querySelectorAll('.activity-entry')).toHaveLength(111);
    expect(document.querySelector('.list-more')).toBeNull();
  });

  it('leads from each number of deletions to just these lines, and back', async () => {
    const { server, address, history } = await start('/activity', ACTIVITY);
    const others = page.getByRole('status').getByRole('link', { name: '1', exact: true });
    await expect.element(others).toBeVisible();
    (others.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(asked(server)).toEqual(['limit=1000', 'deletedBy=others']));
    expect(address()).toContain('by=others');
    await expect.element(page.getByText(/^250 of 250 changes since/)).toBeVisible();
    const chip = page.getByRole('link', { name: 'others', exact: false });
    await expect.element(chip).toHaveAttribute('aria-current', 'true');
    history.back();
    await page.getByRole('link', { name: '1,203 deletions' }).click();
    await eventually(() =>
      expect(asked(server)).toEqual([
        'limit=1000',
        'deletedBy=collector',
        'deletedBy=others',
        'deletedBy=unknown',
      ]),
    );
  });

  it('folds what a CronJob does again and again into one line, and what happened to many objects alike', async () => {
    const cronJob = record({ uid: 'cron', kind: 'CronJob', name: 'nightly', namespace: 'shop' });
    const line = (seq: number, type: 'created' | 'reference', kind: string, name: string) => ({
      ...{ seq, type, at: formatTimestamp(Date.now() - (104 - seq) * 60_000), text: say`Changed.` },
      object: record({ uid: name, kind, name, namespace: 'shop' }),
    });
    const entries = [
      ...[3, 2, 1].map((seq) => line(100 + seq, 'created', 'Job', `nightly-2993000${seq}`)),
      ...Array.from({ length: 40 }, (_, at) => line(99 - at, 'reference', 'Secret', `part-${at}`)),
    ];
    const server = new FakeServer([cronJob]);
    server.reports.set('/api/v1/activity', { ...NOTHING, entries, total: 43 });
    await startApp(server, '/activity');
    await expect.element(page.getByText(/^In the last \d+m\d*s?: created 3 Jobs\.$/)).toBeVisible();
    await expect.element(page.getByText('40 × Secret')).toBeVisible();
    expect(document.querySelectorAll('.activity-entry')).toHaveLength(2);
    for (const [count, name] of [
      [3, 'nightly-29930002'],
      [40, 'part-39'],
    ] as const) {
      await page.getByRole('button', { name: `Show ${count} changes` }).click();
      await expect.element(page.getByText(name)).toBeVisible();
      await page.getByRole('button', { name: 'Fold' }).click();
      await expect.element(page.getByText(name)).not.toBeInTheDocument();
    }
  });

  it('keeps the changes of an open group together, and sets them off from the rows around it', async () => {
    const cronJob = record({ uid: 'cron', kind: 'CronJob', name: 'nightly', namespace: 'shop' });
    const line = (seq: number, kind: string, name: string) => ({
      ...{ seq, type: 'created' as const, at: '2026-11-21T09:00:00Z', text: say`Created.` },
      object: record({ uid: `${seq}`, kind, name, namespace: 'shop' }),
    });
    const entries = [
      line(5, 'Job', 'nightly-29930003'),
      line(4, 'Secret', 'between'),
      line(3, 'Job', 'nightly-29930002'),
      line(2, 'Job', 'nightly-29930001'),
      line(1, 'Secret', 'last'),
    ];
    const server = new FakeServer([cronJob]);
    server.reports.set('/api/v1/activity', { ...NOTHING, entries, total: entries.length });
    await startApp(server, '/activity');
    await page.getByRole('button', { name: 'Show 3 changes' }).click();
    const names = [...document.querySelectorAll('.activity-entry .name')];
    expect(names.map(({ textContent }) => textContent)).toEqual([
      ...['nightly', 'nightly-29930003', 'nightly-29930002', 'nightly-29930001'],
      ...['between', 'last'],
    ]);
    const [head, first, , , between] = names.map((each) => {
      const row = each.closest('li, .activity-entry');
      const list = each.closest('ol');
      if (!row || !list) throw new Error('It is in no list.');
      const line = each.closest('.activity > li');
      return {
        left: each.getBoundingClientRect().left,
        ground: getComputedStyle(list).backgroundColor,
        line: line && getComputedStyle(line).borderLeftColor,
      };
    });
    expect((first?.left ?? 0) - (head?.left ?? 0)).toBeGreaterThan(15);
    expect(between?.left).toBe(head?.left);
    expect(first?.ground).not.toBe(between?.ground);
    expect(first?.line).toBe(head?.line);
    expect(first?.line).not.toBe(between?.line);
  });

  it('shows a change of finalizers with a sign that means nothing else', async () => {
    const text = say`Finalizer removed.`;
    const entry = { seq: 1, at: '2026-11-21T09:00:00Z', type: 'finalizer' as const, text };
    await start('/activity', { ...NOTHING, entries: [{ ...entry, object: pod }], total: 1 });
    await expect.element(page.getByText('Finalizer removed.')).toBeVisible();
    expect(document.querySelector('.activity-text .lucide-anchor')).not.toBeNull();
    expect(document.querySelector('.activity-text .lucide-lock')).toBeNull();
  });

  it.each([1440, 1920, 2560])(
    'fills a window of %i px, with the time of day in each row',
    async (width) => {
      const server = new FakeServer([pod]);
      server.reports.set('/api/v1/activity', ACTIVITY);
      await startApp(server, '/activity', width, 900);
      await expect.element(page.getByText('Gone: its deletion is complete.')).toBeVisible();
      const list = document.querySelector('.activity')?.getBoundingClientRect();
      expect(list?.right).toBe(width - 24);
      expect(document.querySelector('.activity-clock')?.textContent).toMatch(/^\d\d:\d\d:\d\d$/);
    },
  );

  it('leads from the rule behind a change to its text', async () => {
    const text = say`Verdict changed from “stays” to “goes” ${rule('AD-17')}.`;
    const entry = {
      seq: 1,
      at: '2026-11-21T09:00:00Z',
      type: 'verdict' as const,
      object: pod,
      text,
    };
    const { address } = await start('/activity', { ...NOTHING, entries: [entry], total: 1 });
    await page.getByRole('link', { name: 'AD-17' }).click();
    await eventually(() => expect(address()).toContain('rule=AD-17'));
  });

  it('with a filter says how many of all changes match, and nothing about all deletions', async () => {
    await start('/activity?q=web', { ...ACTIVITY, total: 3, remembered: 1250 });
    await expect
      .element(page.getByText(/^3 of 1,250 changes since gcscope began to watch/))
      .toHaveTextContent(/ ago\. Older changes are forgotten\.$/);
  });

  it('says that nothing fits the filters, or that nothing happened yet', async () => {
    const { address } = await start('/activity?q=web', NOTHING);
    await expect.element(page.getByText('No change matches the filters.')).toBeVisible();
    await page.getByRole('link', { name: 'Show all changes' }).click();
    await eventually(() => expect(address()).not.toContain('q='));
    await expect.element(page.getByText('Changes appear here as they happen.')).toBeVisible();
    const said = document.querySelector('main')?.textContent ?? '';
    expect(said.match(/no changes|nothing has changed/gi)).toEqual(['No changes']);
    // Without chips, too, the field keeps its distance from what is below.
    const field = page.getByRole('searchbox', { name: 'Name, kind, namespace or uid' }).element();
    const below = field.closest('search')?.nextElementSibling?.getBoundingClientRect().top ?? 0;
    const search = field.closest('search')?.getBoundingClientRect().bottom ?? 0;
    expect(Math.min(below, search) - field.getBoundingClientRect().bottom).toBeGreaterThanOrEqual(
      12,
    );
  });
});
