import { say } from '@gcscope/gc-core/wire';
import { describe, expect, it, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { eventually } from '../../support/eventually.ts';
import { FakeServer } from '../../support/fake-server.ts';
import { record } from '../../support/record.ts';
import { startApp } from '../../support/start-app.tsx';

const HTML = '<img src=x onerror=alert(1)>';
const world = [
  record({ uid: 'web', name: 'web', kind: 'Deployment', apiVersion: 'apps/v1' }),
  record({ uid: 'web-1', name: 'web-1', finalizers: ['example.com/hold'] }),
  record({ uid: 'db', name: 'db', namespace: 'payments', beingDeleted: true }),
  record({ uid: 'proto', name: HTML, namespace: '__proto__' }),
];

const field = (): Locator => page.getByRole('combobox', { name: 'Search and commands' });

async function type(text: string): Promise<void> {
  await expect.element(field()).toBeVisible();
  await userEvent.fill(field(), text);
}

/** The lines under a title. */
function lines(title: string): string[] {
  return page
    .getByRole('group', { name: title })
    .getByRole('option')
    .elements()
    .map((each) => each.textContent ?? '');
}

describe('the palette', { timeout: 60_000 }, () => {
  it('finds what is there, then what is gone, and leads to its page', async () => {
    const there = record({ uid: 'there', name: 'web-new', namespace: 'shop' });
    const gone = record({ uid: 'old', name: 'web-old', namespace: 'shop' });
    const server = new FakeServer([there]);
    const at = '2026-11-21T09:00:00Z';
    const line = { type: 'gone', at, text: say`Gone.` };
    server.reports.set('/api/v1/activity', {
      // An object that came back under its uid is there, whatever happened before.
      entries: [
        { ...line, seq: 3, object: there },
        { ...line, seq: 2, object: gone },
        { ...line, seq: 1, object: gone },
      ],
      since: at,
      total: 3,
      isCut: false,
      deletions: { byCollector: 0, byOthers: 2, unknown: 0 },
      deleters: {},
      types: {},
      namespaces: [],
    });
    const started = await startApp(server, '/?show=search');
    await type('shop web');
    await eventually(() => expect(lines('Objects')).toEqual([expect.stringContaining('web-new')]));
    await eventually(() => expect(lines('Gone')).toEqual([expect.stringMatching(/web-old.*gone/)]));
    expect(server.queries.get('/api/v1/activity')).toBe(
      '?limit=100&type=gone&q=shop+web&order=match',
    );
    await expect.element(page.getByText('1 object, and 1 gone.')).toBeVisible();
    await page.getByRole('option', { name: 'web-old' }).click();
    await eventually(() => expect(started.address()).toMatch(/^\/o\/old/));
    // The palette offers the opened entry again.
    await userEvent.keyboard('{Control>}k{/Control}');
    await eventually(() =>
      expect(lines('Recent')).toEqual([expect.stringMatching(/web-old.*gone/)]),
    );
  });

  it('of what is gone under such a name, lists the latest first, and says since when', async () => {
    const server = new FakeServer([record({ uid: 'there', name: 'there' })]);
    const entries = [3, 1, 2].map((seq) => {
      const at = new Date(Date.now() - (4 - seq) * 3_600_000 * 5 - 60_000).toISOString();
      const object = record({ uid: `${seq}`, name: `settle-${'x'.repeat(seq)}` });
      return { type: 'gone', at, text: say`Gone.`, seq, object };
    });
    entries.sort((a, b) => b.seq - a.seq);
    const deletions = { byCollector: 0, byOthers: 3, unknown: 0 };
    const activity = { isCut: false, deletions, types: {}, namespaces: [], total: 3 };
    server.reports.set('/api/v1/activity', { ...activity, since: '', entries });
    await startApp(server, '/?show=search');
    await type('settle-');
    await eventually(() =>
      expect(lines('Gone')).toEqual([
        expect.stringMatching(/^settle-xxxgone5h1?m? ago/),
        expect.stringMatching(/^settle-xxgone10h ago/),
        expect.stringMatching(/^settle-xgone15h ago/),
      ]),
    );
  });

  it('of equal names lists those with problems first; on a phone states stand below the name', async () => {
    const tokens = ['a', 'b', 'c'].map((namespace) =>
      record({
        uid: namespace,
        name: 'export-token',
        namespace,
        ...(namespace === 'c' && {
          beingDeleted: true,
          summary: {
            verdict: 'waits',
            rule: 'API-35',
            blockedBy: 'finalizer a/b',
            wrong: [{ index: 0, finding: 'cross-namespace' }],
          } as const,
        }),
      }),
    );
    await startApp(new FakeServer(tokens), '/?show=search', 390, 844);
    await type('export-token');
    await eventually(() => expect(lines('Objects')[0]).toMatch(/blocked.*wrong reference/));
    const [row] = page.getByRole('group', { name: 'Objects' }).getByRole('option').elements();
    const name = row?.querySelector('.palette-name')?.getBoundingClientRect();
    const states = [...(row?.querySelectorAll('.state-word') ?? [])];
    for (const { left, top } of states.map((each) => each.getBoundingClientRect())) {
      expect(left).toBeGreaterThanOrEqual(name?.left ?? Number.NaN);
      expect(top).toBeGreaterThanOrEqual(name?.bottom ?? Number.NaN);
    }
    expect(states[0]?.getBoundingClientRect().left).toBe(name?.left);
  });

  it('a filter has all the room beside its count', async () => {
    const name = `${'finalizer-'.repeat(3)}of.example.com/hold-it`;
    await startApp(new FakeServer([record({ uid: 'one', finalizers: [name] })]), '/?show=search');
    await type('finalizer:fin');
    const title = page.getByText(`Show only finalizer ${name}`).element();
    expect(title.scrollWidth).toBeLessThanOrEqual(title.clientWidth);
    expect(title.parentElement?.lastElementChild?.getBoundingClientRect().width).toBeLessThan(20);
  });

  it('finds what is gone by its state, the latest first', async () => {
    const server = new FakeServer([record({ uid: 'there', name: 'there' })]);
    const at = '2026-11-21T09:00:00Z';
    const entries = ['the-latest', 'older'].map((name, seq) => {
      return { type: 'gone', at, text: say`Gone.`, seq, object: record({ uid: name, name }) };
    });
    const deletions = { byCollector: 0, byOthers: 2, unknown: 0 };
    const activity = { since: at, isCut: false, deletions, types: {}, namespaces: [], total: 2 };
    server.reports.set('/api/v1/activity', { ...activity, entries });
    await startApp(server, '/?show=search');
    await type('is:gone');
    await expect.element(page.getByText('0 objects, and 2 gone.')).toBeVisible();
    expect(lines('Gone')).toEqual([
      expect.stringContaining('the-latest'),
      expect.stringContaining('older'),
    ]);
    expect(lines('Filters')).toEqual([]);
  });

  it('counts all that are gone, also those that it does not list', async () => {
    const server = new FakeServer([record({ uid: 'there', name: 'cart-cleanup' })]);
    const at = '2026-11-21T09:00:00Z';
    const entries = Array.from({ length: 42 }, (_, seq) => ({
      type: 'gone',
      at,
      text: say`Gone.`,
      seq,
      object: record({ uid: `gone-${seq}`, name: `cart-cleanup-${seq}` }),
    }));
    const deletions = { byCollector: 0, byOthers: 2, unknown: 0 };
    const activity = { since: at, isCut: false, deletions, types: {}, namespaces: [] };
    server.reports.set('/api/v1/activity', { ...activity, entries, total: 42 });
    await startApp(server, '/?show=search');
    await type('cart-cleanup');
    const foot = page.getByText('1 object, and 42 gone, of which 10 are listed.');
    await expect.element(foot).toBeVisible();
    // The server has more than it was asked for.
    server.reports.set('/api/v1/activity', { ...activity, entries, total: 142 });
    await type('cart-clean');
    await expect
      .element(page.getByText('1 object, and at least 42 gone, of which 10 are listed.'))
      .toBeVisible();
  });

  it('gives the name of an object its room before the namespace, which is cut in its middle', async () => {
    const namespace = `a${'-very'.repeat(12)}-z`;
    const far = record({ uid: 'far', name: 'default', namespace, beingDeleted: true });
    await startApp(new FakeServer([far]), '/?show=search');
    await type('default');
    await eventually(() => expect(lines('Objects')).toEqual([expect.stringContaining('default')]));
    const row = page.getByRole('option', { name: 'default' });
    expect(row.element().textContent).toContain(namespace);
    const name = row.getByText('default', { exact: true }).element();
    expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth);
    const end = row.getByText(namespace.slice(-8), { exact: true }).element();
    const right = row.element().getBoundingClientRect().right;
    expect(end.getBoundingClientRect().right).toBeLessThanOrEqual(right);
    expect(end.getBoundingClientRect().width).toBeGreaterThan(30);
  });

  it('finds the legend and how to simulate, and a state before scenes', async () => {
    const blocked = record({
      uid: 'held',
      name: 'volume',
      beingDeleted: true,
      summary: { verdict: 'waits', rule: 'API-35', blockedBy: 'a finalizer' },
    });
    const { address } = await startApp(new FakeServer([blocked]), '/findings?show=search');
    await type('simulate');
    await eventually(() =>
      expect(lines('Actions')).toEqual([expect.stringMatching(/^Simulate a delete/)]),
    );
    await type('blocked');
    await eventually(() => expect(lines('Scenes')).not.toEqual([]));
    const [first] = page.getByRole('option').elements();
    expect(first?.textContent).toBe('Show only state blocked1');
    await type('legend');
    await eventually(() => expect(lines('Actions')).toEqual(['Show the legend of the map']));
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(address()).toBe('/?legend=open'));
  });

  it('opens the Share of the page by the forms that it gives, and prints', async () => {
    const onPaper: boolean[] = [];
    const print = vi.spyOn(window, 'print').mockImplementation(() => {
      // Prints as a browser: the page as it stands at the end of the event.
      window.dispatchEvent(new Event('beforeprint'));
      const isPlain = document.querySelector('.modal') === null;
      onPaper.push(isPlain && document.querySelector('.printed-picture, .printed-note') !== null);
      window.dispatchEvent(new Event('afterprint'));
    });
    await startApp(new FakeServer(world), '/?show=search');
    const all = 'Share this view: link, SVG, PNG, JSON, Mermaid, DOT…';
    for (const word of ['svg', 'mermaid', 'export', 'png']) {
      await type(word);
      await eventually(() => expect(lines('Actions')).toContain(all));
    }
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'Save as PNG' })).toBeVisible();
    await expect.element(field()).not.toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('menuitem', { name: 'Copy link' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await userEvent.keyboard('/');
    await type('print');
    await eventually(() => expect(lines('Actions')).toEqual([all, 'Print this page']));
    await page.getByRole('option', { name: 'Print this page' }).click();
    await eventually(() => expect(onPaper).toEqual([true]));
    print.mockRestore();
  });

  it('offers no Share where the page has none, and no form that it does not give', async () => {
    const { history } = await startApp(new FakeServer(world), '/findings?show=search');
    await type('share');
    await eventually(() => expect(lines('Actions')).toContain('Share this view: link, JSON…'));
    history.push('/nowhere?show=search');
    await type('share');
    await eventually(() => expect(lines('Actions')).not.toContain('Share this view: link, JSON…'));
    expect(lines('Actions')).toContain('Print this page');
    expect(lines('Actions').join()).not.toContain('Share this view');
  });

  it('what it led to takes its place in the history', async () => {
    const { address, history } = await startApp(new FakeServer(world), '/?view=list');
    await expect.element(page.getByRole('table')).toBeVisible();
    await userEvent.keyboard('/');
    await type('web-1');
    await eventually(() => expect(lines('Objects')).toEqual([expect.stringContaining('web-1')]));
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(address()).toContain('sel='));
    history.back();
    await eventually(() => expect(address()).toBe('/?view=list'));
  });

  it('words become filters, one Enter away', async () => {
    const { address } = await startApp(new FakeServer(world), '/?view=list');
    await expect.element(page.getByRole('table')).toBeVisible();
    await userEvent.keyboard('/');
    await type('ns:pay');
    await eventually(() => expect(lines('Filters')).toEqual(['Show only namespace payments1']));
    expect(lines('Objects')).toEqual([expect.stringContaining('db')]);
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(address()).toBe('/?ns=payments&view=list'));
    await userEvent.keyboard('{Meta>}k{/Meta}');
    await type('ns:shop kind:pod finalizer:HOLD');
    await eventually(() =>
      expect(lines('Filters')).toEqual([
        'Show only namespace shop, kind Pod, finalizer example.com/hold',
      ]),
    );
    expect(lines('Objects')).toEqual([expect.stringContaining('web-1')]);
    await userEvent.keyboard('{Enter}');
    await eventually(() =>
      expect(address()).toBe('/?kind=Pod&ns=shop&finalizer=example.com%2Fhold&view=list'),
    );
  });

  it('Enter keeps the words beside a filter: it opens the first object that has them', async () => {
    const { address } = await startApp(new FakeServer(world), '/?view=list&show=search');
    await type('ns:shop kind:pod web');
    await eventually(() =>
      expect(lines('Filters')).toEqual(['Show only namespace shop, kind Pod']),
    );
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(address()).toContain('sel=web-1'));
  });

  it('plain words find a finalizer, by its beginning or by its name behind the domain', async () => {
    await startApp(new FakeServer(world), '/?show=search');
    for (const words of ['hold', 'example.com/ho']) {
      await type(words);
      const row = expect.stringContaining('Show only finalizer example.com/hold');
      await eventually(() => expect(lines('Filters')).toEqual([row]));
    }
    await type('old');
    await eventually(() => expect(lines('Filters')).toEqual([]));
  });

  it('says what is wrong with a label, and what no object has', async () => {
    await startApp(new FakeServer(world), '/?show=search');
    await type('label:a=b=c');
    await expect.element(page.getByText('“a=b=c” is not a label requirement.')).toBeVisible();
    await type(`ns:${HTML}`);
    await expect.element(page.getByText('“<img” in it')).toBeVisible();
    expect(document.querySelector('.modal img')).toBeNull();
  });

  it('says which filters there are when there is none of a name', async () => {
    const role = record({ uid: 'role', name: 'system:node', kind: 'ClusterRole' });
    await startApp(new FakeServer([...world, role]), '/?show=search');
    await type('owner:web');
    await expect
      .element(page.getByText(/no filter “owner:”.* kind:, ns:, state: or is:, .* and uid:\./))
      .toBeVisible();
    await type('uid:nobody');
    await expect.element(page.getByText(/^Nothing matches all of these words/)).toBeVisible();
    // There is nothing to count.
    expect(document.querySelector('.palette-foot')?.getBoundingClientRect().height).toBe(0);
    await type('system:no');
    await eventually(() => expect(lines('Objects')).toEqual([expect.stringContaining('system')]));
  });

  it('hostile names are text, in every group', async () => {
    const { address } = await startApp(new FakeServer(world), '/?show=search&view=list');
    await type('onerror');
    await eventually(() => expect(lines('Objects')).toEqual([expect.stringContaining(HTML)]));
    expect(document.querySelector('.modal img')).toBeNull();
    await type('ns:__proto__');
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(address()).toBe('/?ns=__proto__&view=list'));
  });

  it('teaches its words, offers pages and actions, and acts on the object in view', async () => {
    const { address } = await startApp(new FakeServer(world), '/?sel=web&show=search');
    await eventually(() => expect(lines('Words that filter')).toHaveLength(6));
    expect(lines('Pages')).toHaveLength(6);
    expect(lines('Actions')[0]).toBe('Simulate Background delete of Deployment shop/web');
    await page.getByRole('option', { name: 'kind: ' }).click();
    await expect.element(field()).toHaveValue('kind:');
    await eventually(() => expect(lines('Filters')).toHaveLength(2));
    await type('dark');
    await eventually(() => expect(lines('Actions')).toEqual(['Switch to the dark theme']));
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(document.documentElement.dataset.theme).toBe('dark'));
    await eventually(() => expect(address()).toBe('/?sel=web'));
    delete document.documentElement.dataset.theme;
    await userEvent.keyboard('/');
    await type('find');
    await eventually(() => expect(lines('Pages')).toEqual([expect.stringContaining('Findings')]));
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(address()).toBe('/findings'));
  });

  it('finds scenes by their words, and opens them', async () => {
    const { address } = await startApp(new FakeServer(world), '/?show=search');
    await type('foreground step v1.36');
    await eventually(() =>
      expect(lines('Scenes')).toEqual([expect.stringMatching(/^Foreground deletion step by step/)]),
    );
    await page.getByRole('option', { name: /^Foreground deletion step by step/ }).click();
    await eventually(() => expect(address()).toMatch(/^\/scenes\/foreground-v1\.36/));
    // The palette offers the opened entry again.
    await userEvent.keyboard('/');
    await eventually(() =>
      expect(lines('Recent')).toEqual([expect.stringMatching(/^Foreground deletion/)]),
    );
  });

  it('what is selected in a scene is no object of the cluster', async () => {
    await startApp(new FakeServer(world), '/scenes/foreground-v1.36?sel=nobody&show=search');
    await eventually(() => expect(lines('Actions')[0]).toBe('Copy the link to this view'));
  });

  it('an object whose name begins so comes before pages and scenes', async () => {
    const { address } = await startApp(
      new FakeServer([...world, record({ uid: 'map', name: 'mapper' })]),
      '/findings?show=search',
    );
    await type('map');
    await eventually(() => expect(lines('Pages')).toEqual([expect.stringContaining('Map')]));
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(address()).toMatch(/^\/o\/map/));
  });
});
