import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FakeServer } from '../support/fake-server.ts';
import { ownedBy, record } from '../support/record.ts';
import { startApp } from '../support/start-app.tsx';

const owner = record({ uid: 'owner', kind: 'Deployment', name: 'recommendations' });
const names = ['one', 'two', 'three'].map(
  (each) => `recommendations-of-the-${each}-neighbourhood-shop-5c8d9f7b4-abcde`,
);
const pods = names.map((name) => record({ uid: name, name, owners: [ownedBy(owner)] }));

it('the name of the selected card is whole, whatever room its card has, also while cards have one line', {
  timeout: 60_000,
}, async () => {
  const write = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  const texts = (): readonly string[] => write.mock.calls.map(([text]) => text);
  const [first = '', second = ''] = names;
  await startApp(new FakeServer([owner, ...pods]), `/?sel=${first}`);
  await vi.waitFor(() => expect(texts()).toContain(first), 5000);
  const zoom = page.getByRole('button', { name: 'Back to 100 %' });
  const zoomOut = page.getByRole('button', { name: 'Zoom out' });
  await zoomOut.click();
  await vi.waitFor(
    () => expect(Number.parseFloat(zoom.element().textContent)).toBeLessThan(62),
    5000,
  );
  write.mockClear();
  await zoomOut.click();
  await vi.waitFor(() => expect(texts()).toContain(first), 5000);
  expect(texts()).not.toContain(second);
  write.mockRestore();
});
