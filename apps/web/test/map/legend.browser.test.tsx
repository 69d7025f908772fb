import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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

it('the legend of the map explains the ring of a change and the number beside a mark', {
  timeout: 60_000,
}, async () => {
  await startApp(new FakeServer([record({ uid: 'one' })]), '/?legend=open');
  await expect.element(page.getByText('the object has just changed')).toBeVisible();
  await expect.element(page.getByText('a mark of several objects')).toBeVisible();
  await expect
    .element(page.getByText('nothing is blocked, but references are wrong'))
    .toBeVisible();
});

it('the legend of the map explains what a Namespace waits for', { timeout: 60_000 }, async () => {
  await startApp(new FakeServer([record({ uid: 'one' })]), '/?legend=open');
  const line = page.getByText('waits for: its own deletion ends only after that');
  await expect.element(line).toBeVisible();
  const [sample, tip] = line.element().closest('li')?.querySelectorAll('path') ?? [];
  expect(sample?.getAttribute('stroke-dasharray')).toBe('9 4 2 4');
  expect(tip?.getAttribute('fill')).toBe('#8a5a00');
});

it('Esc closes the legend, also while the map has the focus, and its button has the focus then', {
  timeout: 60_000,
}, async () => {
  const { address } = await startApp(new FakeServer([record({ uid: 'one' })]), '/?sel=one');
  const button = page.getByRole('button', { name: 'Legend' });
  const legend = page.getByRole('region', { name: 'Legend' });
  const map = page.getByRole('application', { name: 'Map of the cluster' });
  for (const focused of [button, map, legend]) {
    await button.click();
    await expect.element(legend).toBeVisible();
    expect(address()).toBe('/?sel=one&legend=open');
    (focused.element() as HTMLElement).focus();
    await userEvent.keyboard('{Escape}');
    await expect.element(legend).not.toBeInTheDocument();
    expect(document.activeElement).toBe(button.element());
    expect(address()).toBe('/?sel=one');
  }
});
