import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../support/eventually.ts';
import { FakeServer } from '../support/fake-server.ts';
import { onPaper } from '../support/on-paper.ts';
import { record } from '../support/record.ts';
import { type Started, startApp } from '../support/start-app.tsx';

function start(path: string, server = new FakeServer([record({ uid: 'one' })])): Promise<Started> {
  return startApp(server, path);
}

function startOnPhone(path: string): Promise<Started> {
  return startApp(new FakeServer([record({ uid: 'one' })]), path, 390, 844);
}

describe('the frame around the pages', { timeout: 60_000 }, () => {
  it('where there is room, the search stays where it is when the graph has come', async () => {
    const server = new FakeServer([record({ uid: 'one' })]);
    const release = server.holdNames();
    await startApp(server, '/', 1600);
    const state = page.getByRole('status').filter({ hasText: /^(loading|live)$/ });
    const search = page.getByRole('button', { name: /^Search/ });
    const left = (): number => search.element().getBoundingClientRect().left;
    await expect.element(state).toHaveTextContent('loading');
    const before = left();
    release();
    await expect.element(state).toHaveTextContent('live');
    expect(left()).toBe(before);
  });

  it.each([1440, 1920])(
    'begins the title of every page at the same place, at %i px',
    async (width) => {
      const places: number[][] = [];
      for (const path of [
        '/findings',
        '/terminating',
        '/activity',
        '/forecast?of=one',
        '/scenes',
        '/node',
      ]) {
        const server = new FakeServer([record({ uid: 'one' })]);
        server.reports.set('/api/v1/forecasts', {});
        server.holdReports();
        await startApp(server, path, width);
        const title = page.getByRole('heading', { level: 1 });
        await expect.element(title).toBeVisible();
        const { left, top, height } = title.element().getBoundingClientRect();
        places.push([Math.round(left), Math.round(top + height / 2)]);
      }
      expect(new Set(places.map(String)).size, String(places.join(' '))).toBe(1);
    },
  );

  it('says on hover what a button with only an icon does', async () => {
    await start('/');
    const theme = page.getByRole('button', { name: 'Theme: system. Change to light' });
    await expect.element(theme).toBeVisible();
    const { left, top, width, height } = theme.element().getBoundingClientRect();
    const hit = document.elementFromPoint(left + 3, top + height / 2);
    expect(width).toBe(28);
    expect(hit?.closest('[title]')?.getAttribute('title')).toBe('Theme: system. Change to light');
  });

  it('on a narrow screen open filters are in the address', async () => {
    const { address, history } = await startOnPhone('/?filters=open');
    const filters = page.getByRole('complementary', { name: 'Filters' });
    await expect.element(filters).toBeVisible();
    await page.getByRole('button', { name: 'Filters' }).click();
    await eventually(() => expect(address()).toBe('/'));
    await expect.element(filters).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Filters' }).click();
    await eventually(() => expect(address()).toBe('/?filters=open'));
    expect(history.length).toBe(1);
  });

  it('the kinds say what is not as it should be, and count the objects of now', async () => {
    const server = new FakeServer([record({ uid: 'one' })]);
    const pods = { version: 'v1', group: '', resource: 'pods', kind: 'Pod', namespaced: true };
    const since = '2026-01-01T00:00:00Z';
    const kinds = [{ ...pods, state: 'synced', objects: 9, since }] as const;
    server.health = { ...server.health, kinds };
    await start('/?show=kinds', server);
    const row = page.getByRole('dialog', { name: 'Kinds: 1 read' }).getByRole('listitem');
    await expect.element(row).toHaveTextContent(/Pod\s*1$/);
    await expect.element(row).not.toHaveTextContent('read');
  });

  it('names the unknown parts of a link until the user goes on', async () => {
    const { address } = await start('/o/one?depth=-1');
    const notice = page.getByText(/“depth=-1” is not valid/);
    await expect.element(notice).toBeVisible();
    await page.getByRole('combobox', { name: 'Depth' }).selectOptions('3 levels');
    await eventually(() => expect(address()).toBe('/o/one?depth=3'));
    await expect.element(notice).toBeVisible();
    await page.getByRole('radio', { name: 'List' }).click();
    await eventually(() => expect(address()).toContain('view=list'));
    await expect.element(notice).not.toBeInTheDocument();
  });

  it('a key that the page does not know is named, with the one that is meant', async () => {
    const { address } = await start('/?namespace=shop');
    await expect
      .element(page.getByText(/no parameter “namespace”.*Did you mean “ns”/))
      .toBeVisible();
    await page.getByRole('radio', { name: 'List' }).click();
    await eventually(() => expect(address()).toBe('/?view=list'));
    expect(document.body.textContent).not.toContain('“namespace”');
  });

  it('a long word in a link leaves the page as wide as it is', async () => {
    await start(`/?state=${'x'.repeat(3000)}`);
    const fault = page.getByText(/“x+….* is not a state|“x+….*Known:/);
    await expect
      .element(fault)
      .toHaveTextContent(/virtual \(never seen\),.* calm \(nothing special\)/);
    expect(document.documentElement.scrollWidth).toBe(1200);
  });

  it('survives broken escapes', async () => {
    await start('/?state=%E0%A4%A&ns=%&show=<script>');
    await expect.element(page.getByText('Parts of this link are ignored')).toBeVisible();
    await expect.element(page.getByRole('link', { name: '1 object' })).toBeVisible();
  });

  it('of a cluster that was never read nothing is said but why', async () => {
    const server = new FakeServer([]);
    const message = 'nothing answers at http://10.0.0.1:6443 (connection refused)';
    server.health = { state: 'stale', since: '2026-11-21T09:00:00Z', kinds: [], message };
    const report = { findings: [], objects: [], unread: [] };
    server.reports.set('/api/v1/audit', { ...report, objects: 0 });
    server.reports.set('/api/v1/terminating', report);
    await start('/', server);
    const banner = page.getByRole('alert');
    await expect
      .element(banner)
      .toHaveTextContent(/^Never read\. Nothing answers at .* \(connection refused\)\.$/);
    const says = page.getByRole('heading', { name: 'The cluster could not be read' });
    await expect.element(says).toBeVisible();
    // A refusal is an answer, and what was never read is not old.
    expect(document.body.textContent).not.toMatch(/No answer|stale/i);
    expect(document.querySelector('.stream-state')?.textContent).toBe('unread');
    await expect.element(page.getByRole('link', { name: '? blocked' })).toBeVisible();
    await page.getByRole('radio', { name: 'List' }).click();
    await expect.element(says).toBeVisible();
    for (const name of ['Findings', 'Terminating']) {
      await page.getByRole('link', { name }).click();
      await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect.element(says).toBeVisible();
      expect(document.body.textContent).not.toMatch(/Every owner reference|No object is being/);
    }
  });

  it('a cluster whose kinds are not known yet is being read', async () => {
    const server = new FakeServer([]);
    server.health = { state: 'syncing', since: '2026-11-21T09:00:00Z', kinds: [] };
    await start('/', server);
    await expect.element(page.getByRole('heading', { name: 'Reading the cluster…' })).toBeVisible();
  });

  it('a server that does not answer is named, with what to do; then the page comes by itself', async () => {
    const server = new FakeServer([record({ uid: 'one' })]);
    server.unreachable = true;
    await start('/', server);
    await expect
      .element(page.getByText(/gcscope server does not answer. Check that.*This page tries again/))
      .toBeVisible();
    server.unreachable = false;
    await expect.element(page.getByRole('link', { name: '1 object' })).toBeVisible();
  });

  it.each([
    ['/', 'fake · '],
    ['/o/one', 'fake · '],
    ['/findings', 'fake · '],
    ['/scenes', ''],
    ['/scenes/node-gone-pod', ''],
  ])('says on paper of which cluster %s is, and of when', async (path, cluster) => {
    await start(path);
    await expect.element(page.getByRole('main').first()).toBeVisible();
    window.dispatchEvent(new Event('beforeprint'));
    const said = document.querySelector('.printed-at')?.textContent;
    expect(said).toMatch(
      new RegExp(`^${cluster}.*printed \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC$`),
    );
    expect(said?.startsWith('printed')).toBe(cluster === '');
    const restore = onPaper();
    const broken = [...document.querySelectorAll('h1, h2, h3')].filter(
      (each) => getComputedStyle(each).breakAfter !== 'avoid',
    );
    restore();
    expect(broken).toEqual([]);
    window.dispatchEvent(new Event('afterprint'));
    expect(document.querySelector('.printed-at')).toBeNull();
  });

  it('says by the clock of its other pages of when a view is whose server is gone', async () => {
    const server = new FakeServer([record({ uid: 'one' })]);
    await start('/', server);
    await expect.element(page.getByRole('link', { name: '1 object' })).toBeVisible();
    server.unreachable = true;
    server.hangUp();
    await expect.element(page.getByText(/as it was at \d\d:\d\d:\d\d\. /)).toBeVisible();
  });

  it('a closed dialog leaves no entry in the history, also one that another dialog led to', async () => {
    const { address, history } = await startApp(
      new FakeServer([record({ uid: 'one' })]),
      '/findings',
    );
    await page.getByRole('link', { name: 'Activity' }).click();
    await eventually(() => expect(address()).toBe('/activity'));
    await userEvent.keyboard('/');
    await page.getByRole('option', { name: 'Keyboard shortcuts' }).click();
    await eventually(() => expect(address()).toBe('/activity?show=keys'));
    await userEvent.keyboard('{Escape}');
    await eventually(() => expect(address()).toBe('/activity'));
    history.back();
    await eventually(() => expect(address()).toBe('/findings'));
  });

  it('an address that leads nowhere says so', async () => {
    await start('/nowhere');
    await expect.element(page.getByText('Page not found')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Search by name' })).toBeVisible();
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expect.element(pages.getByRole('link', { name: 'Map' })).toBeVisible();
    expect(document.querySelectorAll('.page-nav [aria-current]')).toHaveLength(0);
    await pages.getByRole('link', { name: 'Map' }).click();
    await expect.element(pages.getByRole('link', { name: 'Map' })).toHaveAttribute('aria-current');
  });
});
