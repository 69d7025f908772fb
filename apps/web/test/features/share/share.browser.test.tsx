import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FakeServer } from '../../support/fake-server.ts';
import { record } from '../../support/record.ts';
import { startApp } from '../../support/start-app.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('an object for others', { timeout: 60_000 }, () => {
  it('the kubectl command goes to the cluster that is read', async () => {
    const server = new FakeServer([record({ uid: 'one' })]);
    server.kubectl = ['--context', 'prod'];
    await startApp(server, '/o/one');
    await expect.element(page.getByText('kubectl --context prod get pod/one')).toBeVisible();
  });

  it('signs that would turn the command around are shown as what they are', async () => {
    const server = new FakeServer([record({ uid: 'one', name: 'a\u202eb' })]);
    await startApp(server, '/o/one');
    await expect.element(page.getByText('kubectl get pod/a[U+202E]b')).toBeVisible();
    expect(document.body.textContent).not.toContain('\u202e');
  });
});

describe('a view for others', { timeout: 60_000 }, () => {
  it('a filtered view is saved as it is shown, with what was filtered as its title', async () => {
    const pictures: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((picture) => {
      if (picture instanceof Blob) pictures.push(picture);
      return 'blob:picture';
    });
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    const there = record({ uid: 'here', namespace: 'shop' });
    const server = new FakeServer([there, record({ uid: 'elsewhere', namespace: 'bank' })]);
    await startApp(server, '/?ns=shop');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('menuitem', { name: 'This filtered view as SVG' }).click();
    await expect.poll(() => pictures).toHaveLength(1);
    const svg = await pictures[0]?.text();
    expect(svg).toMatch(/<title>fake · shop<\/title>/);
    expect(svg).toContain('here');
    expect(svg).not.toContain('elsewhere');
    expect(names).toEqual(['fake-shop.svg']);
  });

  it('where nothing is filtered the whole graph is the view', async () => {
    await startApp(new FakeServer([record({ uid: 'one' })]), '/');
    await page.getByRole('button', { name: 'Share' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Whole graph as SVG' })).toBeVisible();
    await expect.element(page.getByText('This filtered view')).not.toBeInTheDocument();
  });
});
