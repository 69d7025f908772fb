import { say } from '@gcscope/gc-core/wire';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../../support/eventually.ts';
import { FakeServer } from '../../support/fake-server.ts';
import { record } from '../../support/record.ts';
import { startApp } from '../../support/start-app.tsx';

it('the chapter has a text that is that of several rules once, beside all of them', async () => {
  await startApp(new FakeServer([]), '/?rule=API-05');
  const chapter = page.getByRole('dialog', { name: 'Rule API-05' }).getByRole('list');
  const row = chapter.getByRole('listitem').filter({ hasText: 'API-05' });
  await expect.element(row.first()).toHaveTextContent(/^API-04API-05The rule above/);
  expect(row.all()).toHaveLength(1);
  await expect.element(row).toHaveAttribute('aria-current', 'true');
});

it('shows the rule above its chapter, and its row in the chapter, however far down', async () => {
  await startApp(new FakeServer([]), '/?rule=CL-13', 1280, 800);
  const dialog = page.getByRole('dialog', { name: 'Rule CL-13' });
  await expect.element(dialog).toBeVisible();
  const inView = (selector: string): boolean => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    const list = document.querySelector('.modal-body')?.getBoundingClientRect();
    return box && list ? box.top >= list.top && box.bottom <= list.bottom + 1 : false;
  };
  expect(inView('.rule-rows [aria-current]')).toBe(true);
  expect(inView('.rule-text')).toBe(true);
});

it.each(['AD-17', 'AD-20', 'CL-13', 'FR-08', 'GB-46'])(
  'lists the chapter of %s from a whole row on, also near its end',
  async (id) => {
    await startApp(new FakeServer([]), `/?rule=${id}`, 1440, 900);
    await expect.element(page.getByRole('dialog', { name: `Rule ${id}` })).toBeVisible();
    const list = document.querySelector('.rule-rows');
    const { top = 0, bottom = 0 } = list?.getBoundingClientRect() ?? {};
    const rows = [...(list?.children ?? [])].map((row) => row.getBoundingClientRect());
    expect(rows.filter((row) => row.top < top - 1 && row.bottom > top + 1)).toEqual([]);
    const current = list?.querySelector('[aria-current]')?.getBoundingClientRect();
    expect(current?.top).toBeGreaterThanOrEqual(top - 1);
    expect(current?.bottom).toBeLessThanOrEqual(bottom + 1);
  },
);

it('is closed with all rules that it led to, and leaves no entry in the history', async () => {
  const server = new FakeServer([record({ uid: 'one' })]);
  const because = [{ rule: 'CL-06', text: say`You may not list this kind.`, uids: [] }];
  const sentence = say`Not verified: Secrets may not be listed.`;
  server.explanations.set('one', { verdict: 'not verified', sentence, because, unread: [] });
  const { address, history } = await startApp(server, '/activity', 1280, 800);
  history.push('/o/one');
  const verdict = page.getByRole('region', { name: 'Verdict' });
  const dialog = page.getByRole('dialog');
  await verdict.getByRole('link', { name: 'CL-06' }).click();
  await dialog.getByRole('link', { name: 'CL-07' }).click();
  await eventually(() => expect(address()).toBe('/o/one?rule=CL-07'));
  history.back();
  await eventually(() => expect(address()).toBe('/o/one?rule=CL-06'));
  history.forward();
  await eventually(() => expect(address()).toBe('/o/one?rule=CL-07'));
  await userEvent.keyboard('{Escape}');
  await eventually(() => expect(address()).toBe('/o/one'));
  history.back();
  await eventually(() => expect(address()).toBe('/activity'));
});

it('that the address opened is closed where it is', async () => {
  const { address } = await startApp(new FakeServer([]), '/findings?rule=CL-06', 1280, 800);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: 'CL-07' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Rule CL-07' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(address()).toBe('/findings');
});
