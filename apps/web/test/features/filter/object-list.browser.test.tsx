import {
  formatTimestamp,
  type KindHealth,
  type NodeRecord,
  type OwnerReference,
} from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { eventually } from '../../support/eventually.ts';
import { FakeServer } from '../../support/fake-server.ts';
import { ownedBy, record } from '../../support/record.ts';
import { type Started, startApp } from '../../support/start-app.tsx';

const world = ['one', 'two', 'three'].map((uid) => record({ uid }));

async function start(path: string): Promise<Started> {
  return startApp(new FakeServer(world), path);
}

const tick = (name: string): Locator => page.getByRole('checkbox', { name: `Select Pod ${name}` });

describe('the list of objects', { timeout: 60_000 }, () => {
  it('keeps the selected objects in the address, so the way back from the forecast finds them', async () => {
    const { address, history } = await start('/?view=list');
    await tick('one').click();
    await tick('three').click();
    await eventually(() => expect(address()).toBe('/?of=one&of=three&view=list'));
    expect(history.length).toBe(1);
    await page.getByRole('link', { name: 'Forecast delete of 2' }).click();
    await eventually(() => expect(address()).toMatch(/^\/forecast\?of=one&of=three/));
    history.back();
    await expect.element(tick('three')).toBeChecked();
    await expect.element(tick('two')).not.toBeChecked();
    await tick('one').click();
    await eventually(() => expect(address()).toBe('/?of=three&view=list'));
    await page.getByRole('button', { name: 'Deselect all' }).click();
    await eventually(() => expect(address()).toBe('/?view=list'));
    await expect.element(tick('three')).not.toBeChecked();
  });

  it.each([1440, 390])('stays where it is at %i px while one ticks', async (width) => {
    await page.viewport(width, 800);
    const { address } = await start('/?view=list');
    await expect.element(tick('one')).toBeVisible();
    const places = (): readonly number[] =>
      ['one', 'two', 'three'].map((name) => tick(name).element().getBoundingClientRect().top);
    const before = places();
    await tick('one').click();
    const forecast = page.getByRole('link', { name: 'Forecast delete of 1' });
    await expect.element(forecast).toBeVisible();
    expect(places()).toEqual(before);
    if (width === 390) return;
    // No head is covered: each still sorts.
    for (const [head, sort] of [
      ['Object', 'name'],
      ['Age', 'age'],
    ] as const) {
      const link = page.getByRole('link', { name: head, exact: true });
      const { left, top, height } = link.element().getBoundingClientRect();
      const hit = document.elementFromPoint(left + 10, top + height / 2);
      expect(link.element().contains(hit)).toBe(true);
      await link.click();
      await eventually(() => expect(address()).toContain(`sort=${sort}`));
    }
  });

  it('a link may tick what is gone: it is not counted', async () => {
    await start('/?view=list&of=two&of=nobody');
    await expect.element(tick('two')).toBeChecked();
    await expect.element(page.getByRole('link', { name: 'Forecast delete of 1' })).toBeVisible();
  });

  it('says of how many none matches, and shows all', async () => {
    const { address } = await start('/?state=goes&kind=Pod&view=list');
    await expect
      .element(page.getByText('None of the 3 objects matches the filters.'))
      .toBeVisible();
    await page.getByRole('link', { name: 'Show all' }).click();
    await expect.element(tick('two')).toBeVisible();
    expect(address()).toBe('/?view=list');
  });

  it('two ticks in one breath are both kept', async () => {
    const { address } = await start('/?view=list');
    await expect.element(tick('one')).toBeVisible();
    for (const name of ['one', 'two']) (tick(name).element() as HTMLElement).click();
    await eventually(() => expect(address()).toBe('/?of=one&of=two&view=list'));
    for (const name of ['Pod 3', 'shop 3']) {
      // The lists of filters come once the page has nothing else to do.
      await expect.element(page.getByRole('option', { name })).toBeVisible();
      (page.getByRole('option', { name }).element() as HTMLElement).click();
    }
    await eventually(() => expect(address()).toMatch(/^\/\?kind=[^&]*Pod&ns=shop&/));
  });

  it('says what blocks an object and for how long, and what is wrong with its reference', async () => {
    const blocked = { verdict: 'waits', rule: 'FG-02', blockedBy: 'finalizer e.com/hold' } as const;
    const lost = {
      verdict: 'goes',
      rule: 'CL-13',
      wrong: [{ index: 0, finding: 'dangling' }],
    } as const;
    const held = record({
      uid: 'held',
      beingDeleted: true,
      // The end of its grace period.
      deletionTimestamp: formatTimestamp(Date.now() - 50 * 3_600_000 + 30_000),
      deletionGracePeriodSeconds: 30,
      summary: blocked,
    });
    await startApp(new FakeServer([held, record({ uid: 'lost', summary: lost })]), '/?view=list');
    const row = (name: string): Locator => page.getByRole('row', { name });
    await expect
      .element(row('held'))
      .toHaveTextContent(/blocked.*for 2d2h.*finalizer e\.com\/hold/);
    await expect.element(row('lost')).toHaveTextContent(/wrong reference.*owner is missing/);
    // On a phone the reason begins where the name above it begins.
    await page.viewport(390, 844);
    await expect.element(page.getByText('Sort by')).toBeVisible();
    const left = (selector: string): number | undefined =>
      row('held').element().querySelector(selector)?.getBoundingClientRect().left;
    expect(left('.list-reason')).toBe(left('.name'));
  });

  it('says which kind cannot be read, of an object that is not verified', async () => {
    const summary = { verdict: 'not verified', rule: 'CL-06' } as const;
    const owner = (kind: string, apiVersion = 'v1'): OwnerReference => {
      return { apiVersion, kind, name: 'x', uid: 'x' };
    };
    const owned = record({ uid: 'owned', owners: [owner('Pod'), owner('Secret')], summary });
    const other = record({ uid: 'other', owners: [owner('Secret', 'a.b/v1')], summary });
    const itself = record({ uid: 'itself', kind: 'Secret', summary });
    const calm = record({ uid: 'calm', owners: [owner('Secret')] });
    await startApp(new FakeServer([owned, other, itself, calm]), '/?view=list');
    const row = (name: string): Locator => page.getByRole('row', { name });
    await expect.element(row('owned')).toHaveTextContent(/not verified ?Secret cannot be read/);
    await expect.element(row('itself')).toHaveTextContent(/Secret cannot be read/);
    await expect.element(row('other')).not.toHaveTextContent(/cannot be read/);
    await expect.element(row('calm')).not.toHaveTextContent(/cannot be read/);
  });

  it('says of an object that is not verified what else is not known', async () => {
    const summary = { verdict: 'not verified', rule: 'CL-06' } as const;
    const ghost = record({ uid: 'ghost', kind: 'Node', namespace: '', virtual: true });
    const late = record({ uid: 'late', owners: [ownedBy(ghost)], summary });
    const server = new FakeServer([
      ghost,
      late,
      record({ uid: 'listed', kind: 'Job', apiVersion: 'batch/v1', summary }),
      record({ uid: 'unserved', kind: 'Cart', apiVersion: 'e.com/v1', summary }),
    ]);
    const [secrets] = server.health.kinds;
    if (!secrets) throw new Error('No kind is known.');
    const kindOf = (group: string, kind: string, state: KindHealth['state']): KindHealth => {
      return { ...secrets, group, kind, resource: `${kind.toLowerCase()}s`, state };
    };
    const kinds = [
      kindOf('', 'Pod', 'synced'),
      kindOf('batch', 'Job', 'listing'),
      kindOf('e.com', 'Cart', 'gone'),
    ];
    server.health = { ...server.health, kinds };
    await startApp(server, '/?view=list');
    const row = (name: string): Locator => page.getByRole('row', { name });
    await expect.element(row('late')).toHaveTextContent(/not verified ?owner never seen/);
    await expect.element(row('listed')).toHaveTextContent(/not verified ?Job is still being read/);
    await expect
      .element(row('unserved'))
      .toHaveTextContent(/not verified ?Cart is no longer served/);
  });

  it('names the owner of a wrong reference if there are several', async () => {
    const ownedBy = (name: string, controller = false): OwnerReference => {
      return { apiVersion: 'v1', kind: 'Pod', name, uid: name, controller };
    };
    const summary = {
      verdict: 'stays',
      rule: 'CL-03',
      wrong: [{ index: 0, finding: 'unresolvable' }],
    } as const;
    const both = record({ uid: 'both', owners: [ownedBy('lost'), ownedBy('one', true)], summary });
    const only = record({ uid: 'only', owners: [ownedBy('lost')], summary });
    await startApp(new FakeServer([...world, both, only]), '/?view=list');
    const row = (name: string): Locator => page.getByRole('row', { name });
    await expect.element(row('only')).toHaveTextContent(/owner kind not served/);
    const named = (name: string): Locator => row(name).getByText(/^: Pod lost$/);
    await expect.element(named('both')).toBeVisible();
    await expect.element(named('only')).not.toBeVisible();
    // The list of a phone has no column of owners.
    await page.viewport(390, 844);
    await expect.element(named('only')).toBeVisible();
  });

  it('names the namespace of an owner that is in another one', async () => {
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
    const web = record({ uid: 'web', ...deployment });
    const far = (uid: string, namespace: string): NodeRecord =>
      record({ uid, namespace, owners: [{ ...deployment, uid: 'web' }] });
    const children = [far('near', 'shop'), far('other', 'payments'), far('cluster', '')];
    await startApp(new FakeServer([web, ...children]), '/?view=list', 1440, 900);
    const owner = (name: string): Locator =>
      page.getByRole('row', { name }).getByRole('cell').nth(3);
    await expect.element(owner('near')).toHaveTextContent(/^Deployment web$/);
    await expect.element(owner('other')).toHaveTextContent(/^Deployment shop\/web$/);
    await expect.element(owner('cluster')).toHaveTextContent(/^Deployment shop\/web$/);
  });

  it.each(['list', 'map'])(
    'says in the %s which filters exclude each other, and removes one',
    async (view) => {
      const { address } = await start(`/?ns=shop&kind=Ingress.networking.k8s.io&view=${view}`);
      const filters = page.getByRole('list', { name: 'Filters that match nothing together' });
      await expect
        .element(filters)
        .toHaveTextContent(/namespace shop matches 3 objects by itself\./);
      await expect
        .element(filters)
        .toHaveTextContent(/kind Ingress\S* matches 0 objects by itself\./);
      await filters.getByRole('link', { name: /^Remove this filter: kind Ingress/ }).click();
      await expect.element(filters).not.toBeInTheDocument();
      expect(address()).toBe(`/?ns=shop&view=${view}`);
    },
  );

  it('breaks the name of an owner after a slash or a hyphen, and cuts one that no object can have', async () => {
    const summary = {
      verdict: 'stays',
      rule: 'CL-03',
      wrong: [{ index: 0, finding: 'unresolvable' }],
    } as const;
    const owner = (kind: string, name: string): OwnerReference => {
      return { apiVersion: 'example.com/v1', kind, name, uid: name };
    };
    const far = record({ uid: 'far', owners: [owner('Deployment', 'payments/checkout')] });
    const near = record({ uid: 'near', owners: [owner('Deployment', 'shop/web')] });
    const hostile = owner(`K${'ind'.repeat(333)}`, 'n'.repeat(2000));
    const child = record({ uid: 'child', owners: [hostile, owner('Pod', 'b')], summary });
    const ghost = record({ ...hostile, uid: 'ghost', virtual: true });
    await startApp(new FakeServer([far, near, child, ghost]), '/?view=list', 1440, 900);
    const row = (name: string): Locator => page.getByRole('row', { name });
    await expect.element(row('far')).toBeVisible();
    for (const name of ['child', 'ind']) {
      expect(row(name).first().element().getBoundingClientRect().height).toBeLessThan(150);
    }
    expect(
      row('child')
        .getByTitle(/^n{2000}$/)
        .elements(),
    ).toHaveLength(2);
    // Beside a panel the column is narrow.
    const column = document.querySelector<HTMLElement>('th[data-column="owner"]');
    const table = document.querySelector<HTMLElement>('.object-list table');
    if (column && table) [table.style.width, column.style.width] = ['0', '110px'];
    const cell = row('far').element().querySelector('.list-owner-name span');
    const last = cell?.lastChild;
    const length = last?.textContent?.length ?? 0;
    const text = document.createRange();
    if (last) text.setStart(last, length - 'checkout'.length);
    if (last) text.setEnd(last, length);
    expect(text.toString()).toBe('checkout');
    expect(text.getClientRects()).toHaveLength(1);
    // The name of one that fits beside its kind or below it is whole.
    const short = row('near').element().querySelector('.list-owner-name');
    expect(short?.getBoundingClientRect().height).toBeLessThan(25);
  });

  it('one long name leaves the other columns as wide as they were', async () => {
    await page.viewport(1440, 900);
    const name = 'a'.repeat(250);
    const owners = [{ apiVersion: 'v1', kind: 'Pod', name, uid: 'long' }];
    const { server } = await startApp(new FakeServer(world), '/?view=list');
    const state = (): Element => page.getByRole('columnheader', { name: 'State' }).element();
    await expect.element(tick('one')).toBeVisible();
    const before = state().getBoundingClientRect();
    const upserts = [record({ uid: 'long', name }), record({ uid: 'child', owners })];
    server.push({ upserts, removes: [] });
    await expect.element(page.getByRole('row', { name: 'child' })).toBeVisible();
    expect(state().getBoundingClientRect()).toMatchObject({ x: before.x, width: before.width });
    for (const cell of document.querySelectorAll('.object-list :is(th, td)')) {
      expect(cell.scrollWidth, cell.textContent).toBeLessThanOrEqual(cell.clientWidth);
    }
  });

  it('sorts by a press anywhere on the head of a column, and shows an arrow there', async () => {
    const { address } = await startApp(new FakeServer(world), '/?view=list');
    const head = page.getByRole('columnheader', { name: 'Owner' });
    const arrow = (): string =>
      getComputedStyle(head.element().querySelector('svg') as Element).opacity;
    await expect.element(head).toBeVisible();
    await tick('one').hover();
    expect(arrow()).toBe('0');
    const { width, height } = head.element().getBoundingClientRect();
    await head.hover({ position: { x: width - 3, y: height - 3 } });
    await eventually(() => expect(arrow()).not.toBe('0'));
    await head.click({ position: { x: width - 3, y: height - 3 } });
    await eventually(() => expect(address()).toBe('/?view=list&sort=owner'));
    expect(arrow()).toBe('1');
  });

  it('on a phone shows owners while it is sorted by them', async () => {
    const owner = record({ uid: 'top', kind: 'Deployment' });
    const owned = record({ uid: 'leaf', owners: [ownedBy(owner)] });
    await startApp(new FakeServer([owner, owned]), '/?view=list', 390, 844);
    const named = page.getByRole('row', { name: 'leaf' }).getByText('Deployment');
    await expect.element(page.getByText('Sort by')).toBeVisible();
    await expect.element(named).not.toBeVisible();
    await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('owner');
    await expect.element(named).toBeVisible();
  });
});
