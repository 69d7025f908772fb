import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FakeServer } from '../../support/fake-server.ts';
import { startApp } from '../../support/start-app.tsx';

it('the chapter has a text that is that of several rules once, beside all of them', async () => {
  await startApp(new FakeServer([]), '/?rule=API-05');
  const chapter = page.getByRole('dialog', { name: 'Rule API-05' }).getByRole('list');
  const row = chapter.getByRole('listitem').filter({ hasText: 'as a precondition is a Conflict' });
  await expect.element(row.first()).toHaveTextContent(/^API-04API-05A wrong uid/);
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
