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
