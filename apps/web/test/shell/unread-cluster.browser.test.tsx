import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeServer } from '../support/fake-server.ts';
import { record } from '../support/record.ts';
import { startApp } from '../support/start-app.tsx';

/** A server that has read nothing of its cluster. */
function unreadServer(): FakeServer {
  const server = new FakeServer([]);
  const message =
    'the server http://10.0.0.1 did not answer in time; check that an API server runs there, or raise --request-timeout';
  server.health = { state: 'stale', since: '2026-11-21T09:00:00Z', kinds: [], message };
  return server;
}

/** A server that may list none of the kinds. */
function forbiddenServer(): FakeServer {
  return new FakeServer([]);
}

describe('a cluster that is not read, or not for sure', { timeout: 60_000 }, () => {
  it('what was read and is refused now is stale', async () => {
    const server = new FakeServer([record({ uid: 'one' })]);
    const message = 'the server refused the credentials (HTTP 401: Unauthorized)';
    server.health = { ...server.health, state: 'stale', message };
    await startApp(server, '/');
    const banner = page.getByRole('alert');
    await expect.element(banner).toHaveTextContent(/^Stale for .*\. The server refused/);
    expect(document.querySelector('.stream-state')?.textContent).toBe('stale');
  });

  it('is read in one namespace only: the page says so, kind by kind', async () => {
    const server = new FakeServer([record({ uid: 'one' })]);
    const [secrets] = server.health.kinds;
    if (!secrets) throw new Error('No kind is known.');
    const message = 'Only the namespace shop is read.';
    const pods = { ...secrets, resource: 'pods', kind: 'Pod', objects: 1, message };
    const kinds = [{ ...pods, state: 'synced' as const, namespaces: ['shop'] }, secrets];
    server.health = { ...server.health, kinds };
    await startApp(server, '/');
    await page.getByRole('link', { name: '2 kinds unread' }).click();
    const rows = page.getByRole('dialog').getByRole('listitem');
    await expect.element(rows.nth(0)).toHaveTextContent(/^Pod.*read in shop only.*Only the name/);
    await expect.element(rows.nth(1)).toHaveTextContent(/^Secret.*forbidden.*may not be listed/);
  });

  it('is not verified, where the kubeconfig says so', async () => {
    const server = new FakeServer([record({ uid: 'one' })]);
    server.warnings = ['The certificate of <b>https://one</b> is not verified.'];
    await startApp(server, '/');
    const banner = page.getByText('The certificate of <b>https://one</b> is not verified.');
    await expect.element(banner).toBeVisible();
    expect(document.querySelector('.stream-state')?.textContent).toBe('live');
  });

  it.each([
    ['does not answer', unreadServer],
    ['may not be listed', forbiddenServer],
  ])('that %s is not called empty, neither by filters nor by the search', async (_, serverOf) => {
    await startApp(serverOf(), '/?ns=shop', 1440, 900);
    const filters = page.getByRole('complementary', { name: 'Filters' });
    await expect.element(filters.getByText('Not read.').first()).toBeVisible();
    expect(filters.getByText('Not read.').elements()).toHaveLength(2);
    await expect.element(filters.getByRole('option', { name: 'shop' })).toHaveTextContent('shop?');
    expect(document.body.textContent).not.toContain('None.');
    await userEvent.keyboard('{Control>}k{/Control}');
    const field = page.getByRole('combobox', { name: 'Search and commands' });
    await expect.element(field).toBeVisible();
    const search = page.getByRole('dialog', { name: 'Search and commands' });
    const says = search.getByText('gcscope has not read the cluster yet.');
    for (const query of ['', 'ns:shop', 'checkout-v7', 'map', 'label:app=web']) {
      await userEvent.fill(field, query);
      await expect.element(says).toBeVisible();
      await expect.element(search).not.toHaveTextContent(/No object|Nothing matches|all 0 objects/);
    }
    // Still named is what is wrong with a filter itself.
    await userEvent.fill(field, 'label:=');
    await expect.element(says).not.toBeInTheDocument();
  });

  it('is said to be never read, once with the reason, in words as dark as elsewhere', async () => {
    await startApp(unreadServer(), '/', 1440, 900);
    const banner = page.getByRole('alert');
    await expect
      .element(banner)
      .toHaveTextContent(/^Never read\. The server .*, or raise --request-timeout\.$/);
    const says = page.getByText('gcscope will retry.');
    await expect.element(says).toBeVisible();
    expect(document.body.textContent?.match(/did not answer in time/g)).toHaveLength(1);
    expect(fadingOf(says.element())).toEqual([]);
    // The words of an option stay on one line.
    const option = banner.getByText('--request-timeout', { exact: true });
    expect(getComputedStyle(option.element()).whiteSpace).toBe('nowrap');
  });

  it('fades the map of what is stale, and no words beside it', async () => {
    const server = new FakeServer([record({ uid: 'one' })]);
    server.health = { ...server.health, state: 'stale' };
    await startApp(server, '/', 1440, 900);
    const map = page.getByRole('application');
    await expect.element(map).toBeVisible();
    expect(fadingOf(map.element())).not.toEqual([]);
    await page.getByRole('radio', { name: 'List' }).click();
    const row = page.getByRole('row', { name: 'one' });
    await expect.element(row).toBeVisible();
    expect(fadingOf(row.element())).toEqual([]);
  });
});

/** Styles that make the element paler: its own and those of its ancestors. */
function fadingOf(element: Element | null): string[] {
  if (!element) return [];
  const { filter, opacity } = getComputedStyle(element);
  const own = [filter, opacity === '1' ? '' : `opacity(${opacity})`];
  return [...own.filter((each) => each.includes('opacity')), ...fadingOf(element.parentElement)];
}
