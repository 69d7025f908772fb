import type { LabelMatches } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../../support/eventually.ts';
import { FakeServer } from '../../support/fake-server.ts';
import { record } from '../../support/record.ts';
import { startApp } from '../../support/start-app.tsx';

const HOSTILE = '<b>__proto__</b>';

const matches = (uids: readonly string[]): LabelMatches => ({
  selector: 'app=web',
  uids,
  asked: 1,
  unasked: [{ group: '', kind: HOSTILE, message: 'Secrets may not be listed.' }],
});

function rows(): readonly (string | null)[] {
  return page
    .getByRole('rowheader')
    .elements()
    .map((each) => each.querySelector('.name')?.textContent ?? null);
}

describe('filters', { timeout: 60_000 }, () => {
  it('never say that there is nothing while objects are on their way', async () => {
    const said = new Set<string>();
    const watch = new MutationObserver(() => {
      for (const each of document.querySelectorAll('.filter-group .filter-more')) {
        said.add(each.textContent);
      }
    });
    watch.observe(document.body, { childList: true, subtree: true });
    const server = new FakeServer([]);
    server.health = { ...server.health, state: 'syncing' };
    await startApp(server, '/?view=list');
    await expect.element(page.getByRole('heading', { name: 'Filters' })).toBeVisible();
    server.push({ upserts: [record({ uid: 'one' })], removes: [] });
    await expect.element(page.getByRole('option', { name: 'Pod 1' })).toBeVisible();
    watch.disconnect();
    expect([...said]).not.toContain('None.');
  });

  it('says that its numbers are those of the whole cluster, and moves nothing for it', async () => {
    await startApp(new FakeServer([record({ uid: 'one' })]), '/?view=list');
    const kind = page.getByRole('option', { name: 'Pod 1' });
    await expect.element(kind).toBeVisible();
    const head = page.getByRole('heading', { name: 'Filters', exact: true });
    const below = (): number =>
      kind.element().getBoundingClientRect().top - head.element().getBoundingClientRect().top;
    const before = below();
    const note = page.getByText('Numbers count the whole cluster.');
    await expect.element(note).not.toBeInTheDocument();
    await kind.click();
    await expect.element(note).toBeVisible();
    expect(below()).toBeCloseTo(before, 1);
  });

  it('a label is asked of the server, and a chip says how many have it and who could not be asked', async () => {
    const server = new FakeServer(['one', 'two'].map((uid) => record({ uid })));
    server.reports.set('/api/v1/labels', matches(['two', 'unheard-of']));
    const { address } = await startApp(server, '/?view=list&kind=Pod');
    const field = page.getByRole('textbox', { name: 'Label' });
    await userEvent.fill(field, 'app=we b');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('“app=we b” is not a label requirement.')).toBeVisible();
    await userEvent.fill(field, 'app=web');
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(address()).toBe('/?kind=Pod&label=app%3Dweb&view=list'));
    await eventually(() => expect(rows()).toEqual(['two']));
    expect(server.queries.get('/api/v1/labels')).toBe('?selector=app%3Dweb&kind=Pod');
    await expect.element(page.getByText(/^2 objects have this label, as of/)).toBeVisible();
    await page.getByRole('button', { name: '1 kind with unread labels' }).click();
    const unasked = page.getByRole('dialog', { name: 'Kinds with unread labels' });
    await expect.element(unasked.getByText(HOSTILE)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await page.getByRole('link', { name: 'Remove the filter: label app=web' }).click();
    await eventually(() => expect(rows()).toEqual(['one', 'two']));
  });

  it('the chip of a kind says its group only where another kind has the same name', async () => {
    const kinds = [
      ['apps/v1', 'Deployment'],
      ['v1', 'Event'],
      ['events.k8s.io/v1', 'Event'],
    ];
    const records = kinds.map(([apiVersion = '', kind = ''], at) =>
      record({ uid: `o${at}`, apiVersion, kind }),
    );
    await startApp(
      new FakeServer(records),
      '/?view=list&kind=Deployment.apps,Event.events.k8s.io,Gone.example.com&ns=none',
    );
    const chips = page.getByRole('region', { name: 'Active filters' }).getByRole('link');
    await eventually(() =>
      expect(chips.elements().map(({ textContent }) => textContent)).toEqual(
        expect.arrayContaining(['kind Deployment', 'kind Event.events.k8s.io', 'kind Gone']),
      ),
    );
    await expect
      .element(page.getByRole('link', { name: 'Remove the filter: kind Deployment', exact: true }))
      .toBeVisible();
    await expect
      .element(page.getByText('kind Deployment or Event.events.k8s.io or Gone matches'))
      .toBeVisible();
  });

  it('names are whole, on two lines if necessary', async () => {
    const kind = 'PersistentVolumeClaimTemplate';
    await startApp(new FakeServer([record({ uid: 'one', kind })]), '/', 1440, 900);
    const row = page.getByRole('option', { name: kind });
    await expect.element(row).toBeVisible();
    const name = row.element().querySelector('[title]');
    expect(name?.scrollWidth).toBe(name?.clientWidth);
    expect(name?.scrollHeight).toBe(name?.clientHeight);
  });

  it('offers the labels in use of what is shown, once they are wanted', async () => {
    const server = new FakeServer(['one', 'two'].map((uid) => record({ uid })));
    server.reports.set('/api/v1/labels', matches(['two']));
    server.reports.set('/api/v1/labels/counts', {
      labels: [
        { label: 'app=web', count: 1 },
        { label: HOSTILE, count: 1 },
      ],
      objects: 2,
      isCut: true,
      asked: 1,
      unasked: matches([]).unasked,
    });
    const { address } = await startApp(server, '/?view=list&ns=shop');
    await eventually(() => expect(rows()).toEqual(['one', 'two']));
    expect(server.requests.get('/api/v1/labels/counts')).toBeUndefined();
    await page.getByRole('button', { name: 'Show the labels in use' }).click();
    await expect
      .element(page.getByText('Read from 2 objects, and there are more. gcscope could not read'))
      .toBeVisible();
    expect(server.queries.get('/api/v1/labels/counts')).toBe('?namespace=shop');
    await expect.element(page.getByRole('option', { name: `${HOSTILE} 1` })).toBeVisible();
    await page.getByRole('option', { name: 'app=web 1' }).click();
    await eventually(() => expect(rows()).toEqual(['two']));
    expect(address()).toBe('/?ns=shop&label=app%3Dweb&view=list');
  });

  it('shows nothing while labels are unknown, and says why', async () => {
    const server = new FakeServer([record({ uid: 'one' })]);
    await startApp(server, '/?view=list&label=app');
    await expect
      .element(page.getByRole('heading', { name: 'The labels could not be read' }))
      .toBeVisible();
    expect(rows()).toEqual([]);
    server.reports.set('/api/v1/labels', matches(['one']));
    await page.getByRole('button', { name: 'Try again' }).click();
    await eventually(() => expect(rows()).toEqual(['one']));
  });

  it('long lists have a search, and one stop of the Tab key', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `team-${at}`);
    const world = [...names, HOSTILE].map((uid) =>
      record({ uid, namespace: uid, finalizers: [uid] }),
    );
    const { address } = await startApp(new FakeServer(world), '/?view=list');
    const list = page.getByRole('listbox', { name: 'Namespace' });
    await eventually(() => expect(list.getByRole('option').elements()).toHaveLength(10));
    await userEvent.fill(page.getByRole('searchbox', { name: 'Find a namespace' }), '<B>');
    await eventually(() => expect(list.getByRole('option').elements()).toHaveLength(1));
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(rows()).toEqual([HOSTILE]));
    expect(address()).toContain('ns=%3Cb%3E');
    await expect
      .element(page.getByRole('link', { name: `Remove the filter: namespace ${HOSTILE}` }))
      .toBeVisible();
    const filters = document.querySelector('.filters');
    const stops = filters?.querySelectorAll('[tabindex="0"], input, button:not(:disabled)');
    expect(stops?.length).toBeLessThan(12);
  });

  it('namespaces with problems come first, then the large ones', async () => {
    const wrong = [{ index: 0, finding: 'dangling' }] as const;
    const world = [
      ...['a', 'b', 'c'].map((uid) => record({ uid, namespace: 'large' })),
      ...['d', 'e'].map((uid) => record({ uid, namespace: 'middle' })),
      record({ uid: 'f', summary: { verdict: 'goes', rule: 'CL-13', wrong } }),
    ];
    await startApp(new FakeServer(world), '/');
    const list = page.getByRole('listbox', { name: 'Namespace' });
    await expect.element(list).toHaveTextContent('shop1large3middle2');
  });

  it('the list is sorted by the column that is clicked, and the address knows', async () => {
    const world = [
      record({ uid: 'b', namespace: 'x', creationTimestamp: '2026-11-20T00:00:00Z' }),
      record({ uid: 'a', namespace: 'y', creationTimestamp: '2026-11-21T00:00:00Z' }),
      record({ uid: 'c', namespace: 'x', beingDeleted: true }),
    ];
    const { address } = await startApp(new FakeServer(world), '/?view=list');
    await eventually(() => expect(rows()).toEqual(['c', 'b', 'a']));
    const name = page.getByRole('columnheader', { name: 'Object' });
    await name.getByRole('link').click();
    await eventually(() => expect(rows()).toEqual(['a', 'b', 'c']));
    await expect.element(name).toHaveAttribute('aria-sort', 'ascending');
    await name.getByRole('link').click();
    await eventually(() => expect(rows()).toEqual(['c', 'b', 'a']));
    await expect.element(name).toHaveAttribute('aria-sort', 'descending');
    expect(address()).toBe('/?view=list&sort=-name');
    await page.getByRole('columnheader', { name: 'Age' }).getByRole('link').click();
    await eventually(() => expect(rows()).toEqual(['a', 'b', 'c']));
    await expect.element(name).not.toHaveAttribute('aria-sort');
  });

  it('at 390 pixels, where the list has no heads, a choice sorts it', async () => {
    const world = ['b', 'a'].map((uid) => record({ uid, namespace: uid === 'a' ? 'y' : 'x' }));
    await startApp(new FakeServer(world), '/?sort=-namespace', 390, 844);
    await eventually(() => expect(rows()).toEqual(['a', 'b']));
    await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('name, last first');
    await eventually(() => expect(rows()).toEqual(['b', 'a']));
  });
});
