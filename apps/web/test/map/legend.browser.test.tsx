import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FakeServer } from '../support/fake-server.ts';
import { record } from '../support/record.ts';
import { startApp } from '../support/start-app.tsx';

it('the legend of the map explains what a foreground deletion waits for', {
  timeout: 60_000,
}, async () => {
  await startApp(new FakeServer([record({ uid: 'one' })]), '/?legend=open');
  const line = page.getByText('a foreground deletion waits for the dependent now');
  await expect.element(line).toBeVisible();
  const sample = line.element().closest('li')?.querySelector('path');
  expect(sample?.getAttribute('stroke')).toBe('#8a5a00');
  expect(sample?.getAttribute('stroke-dasharray')).toBe('6 4');
});
