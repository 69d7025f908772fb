import type { NodeRecord } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { eventually } from '../../support/eventually.ts';
import { FakeServer } from '../../support/fake-server.ts';
import { record } from '../../support/record.ts';
import { shopWorld } from '../../support/shop-world.ts';
import { type Started, startApp } from '../../support/start-app.tsx';

async function start(path: string): Promise<Started> {
  const server = new FakeServer(shopWorld());
  server.reports.set('/api/v1/terminating', { objects: [], unread: [] });
  const started = await startApp(server, path, 1440, 900);
  await expect.element(tile('objects')).toBeVisible();
  return started;
}

function tile(word: string): Locator {
  return page
    .getByRole('navigation', { name: 'Summary of the cluster' })
    .getByRole('link', { name: new RegExp(`^[\\d,]+ ${word}$`) });
}

function numberIn(element: Element): number {
  return Number(element.textContent?.replace(/\D/g, ''));
}

/** The states of each object in the list, as written there; owners that were never seen are no objects. */
function listed(): string[] {
  return [...document.querySelectorAll('.object-list tbody .list-state')]
    .map((cell) => cell.textContent ?? '')
    .filter((words) => !words.includes('never seen'));
}

describe('the summary bar', { timeout: 60_000 }, () => {
  it('each number leads to as many objects as it counts', async () => {
    const { address } = await start('/?view=list');
    for (const [word, query, states] of [
      ['objects', '', /^/],
      ['terminating', 'state=terminating&', /^(terminating|blocked)/],
      ['of them blocked', 'state=blocked&', /^blocked/],
      ['go next', 'state=goes&', /goes next/],
      ['with wrong references', 'state=wrong&', /wrong reference/],
      ['not verified', 'state=not-verified&', /^not verified/],
    ] as const) {
      const count = numberIn(tile(word).element());
      expect(count).toBeGreaterThan(0);
      await tile(word).click();
      await eventually(() => expect(address()).toBe(`/?${query}view=list`));
      await eventually(() => expect(listed()).toHaveLength(count));
      for (const words of listed()) expect(words).toMatch(states);
      expect(numberIn(tile(word).element())).toBe(count);
    }
  });

  it('says how many there are of each, also of one; and how many of the terminating objects are the blocked ones', async () => {
    const summary = { verdict: 'waits', rule: 'API-35', blockedBy: 'finalizer a/b' } as const;
    const held = ['a', 'b'].map((uid) => record({ uid, beingDeleted: true, summary }));
    const wrong = {
      verdict: 'stays',
      rule: 'CL-13',
      wrong: [{ index: 0, finding: 'dangling' }],
    } as const;
    for (const [objects, words] of [
      [[record({ uid: 'w', summary: wrong })], '1 with a wrong reference'],
      [held, 'all 2 blocked'],
      [held.slice(1), '1 blocked'],
      [[...held, record({ uid: 'c', beingDeleted: true })], '2 of them blocked'],
    ] as const) {
      const server = new FakeServer(objects);
      server.reports.set('/api/v1/terminating', { objects: [], unread: [] });
      await startApp(server, '/', 1440, 900);
      await expect.element(page.getByRole('link', { name: words, exact: true })).toBeVisible();
    }
  });

  it('“kind unread” leads to as many kinds as it counts, each with its reason', async () => {
    const { address } = await start('/');
    await expect.element(tile('kind unread')).toHaveAttribute('href', '/?show=kinds');
    expect(numberIn(tile('kind unread').element())).toBe(1);
    await tile('kind unread').click();
    await eventually(() => expect(address()).toBe('/?show=kinds'));
    const dialog = page.getByRole('dialog', { name: 'Kinds: 0 read, 1 unread' });
    const kinds = dialog.getByRole('listitem');
    await expect.element(kinds).toHaveTextContent(/Secrets may not be listed: grant/);
    expect(kinds.elements()).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await eventually(() => expect(address()).toBe('/'));
  });

  it('no zero stands there, except that of the filter in use', async () => {
    const server = new FakeServer([record({ uid: 'a' })]);
    server.health = { ...server.health, kinds: [] };
    await startApp(server, '/?state=wrong', 1440, 900);
    await expect.element(tile('object')).toBeVisible();
    const tiles = [...document.querySelectorAll('.tile')].map(({ textContent }) => textContent);
    expect(tiles).toEqual(['1 object', '0 with wrong references']);
  });

  it('a kind that is still being read for the first time is not called unread', async () => {
    const server = new FakeServer([record({ uid: 'a' })]);
    const [secrets] = server.health.kinds;
    if (!secrets) throw new Error('No kind is known.');
    const listing = {
      ...secrets,
      resource: 'databases',
      kind: 'Database',
      state: 'listing',
    } as const;
    server.health = { ...server.health, state: 'syncing', kinds: [secrets, listing] };
    await startApp(server, '/', 1440, 900);
    await expect.element(page.getByText('Still reading databases.')).toBeVisible();
    expect(numberIn(tile('kind unread').element())).toBe(1);
    await expect.element(page.getByText('1 kind cannot be read.')).toBeVisible();
  });

  it('on a phone, where no kind is unread, the commands lead to the kinds', async () => {
    const server = new FakeServer(shopWorld());
    server.health = { ...server.health, kinds: [] };
    const { address } = await startApp(server, '/', 390, 844);
    await expect.element(tile('objects')).toBeVisible();
    await expect.element(tile('kinds unread')).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Search and commands' }).click();
    await userEvent.fill(page.getByRole('combobox', { name: 'Search and commands' }), 'kinds');
    await page.getByRole('option', { name: 'Show the kinds, read and unread' }).click();
    await eventually(() => expect(address()).toBe('/?show=kinds'));
    await expect
      .element(page.getByRole('dialog', { name: 'Kinds: 0 read, 0 unread' }))
      .toBeVisible();
  });

  it('stands in one line on a phone, also with unread kinds', async () => {
    const summary = { verdict: 'goes', rule: 'CL-13' } as const;
    const wrong = { ...summary, wrong: [{ index: 0, finding: 'dangling' }] } as const;
    const blocked = { verdict: 'waits', rule: 'API-35', blockedBy: 'finalizer a/b' } as const;
    const many = (count: number, fields: Partial<NodeRecord>): NodeRecord[] =>
      Array.from({ length: count }, (_, at) =>
        record({ uid: `${JSON.stringify(fields)} ${at}`, name: `n-${at}`, ...fields }),
      );
    const server = new FakeServer([
      ...many(1200, {}),
      ...many(131, { summary: wrong }),
      ...many(47, { summary: { verdict: 'not verified', rule: 'CL-06' } }),
      ...many(12, { beingDeleted: true }),
      ...many(26, { beingDeleted: true, summary: blocked }),
    ]);
    server.reports.set('/api/v1/terminating', { objects: [], unread: [] });
    await startApp(server, '/?view=list', 390, 844);
    await expect.element(tile('wrong')).toBeVisible();
    await expect.element(tile('unread')).toBeVisible();
    const tiles = [...document.querySelectorAll('.tile')];
    expect(tiles).toHaveLength(7);
    expect(new Set(tiles.map((each) => each.getBoundingClientRect().top)).size).toBe(1);
    expect(tiles.at(-1)?.getBoundingClientRect().right).toBeLessThanOrEqual(390);
  });

  it('terminating is the same number wherever it stands', async () => {
    await start('/?state=terminating');
    const count = numberIn(tile('terminating').element());
    await expect.element(tile('terminating')).toHaveAttribute('aria-current', 'true');
    await expect.element(page.getByRole('link', { name: `Terminating ${count}` })).toBeVisible();
    const filters = page.getByRole('complementary', { name: 'Filters' });
    const option = filters.getByRole('option', { name: `terminating ${count}`, selected: true });
    await expect.element(option).toBeVisible();
  });
});
