import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FakeServer } from '../support/fake-server.ts';
import { ownedBy, record } from '../support/record.ts';
import { startApp } from '../support/start-app.tsx';

const owner = record({ uid: 'owner', kind: 'Deployment', name: 'recommendations' });
const [first, second] = ['one', 'two'].map(
  (each) => `recommendations-of-the-${each}-neighbourhood-shop-5c8d9f7b4-abcde`,
) as [string, string];
const pod = record({ uid: first, name: first, owners: [ownedBy(owner)] });
const lower = record({ uid: second, name: second, owners: [ownedBy(pod)] });

it('the name of the selected card is whole where there is room beside its card, also while cards have one line', {
  timeout: 60_000,
}, async () => {
  const write = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  const texts = (): readonly string[] => write.mock.calls.map(([text]) => text);
  await startApp(new FakeServer([owner, pod, lower]), `/?sel=${first}`);
  await vi.waitFor(() => expect(texts()).toContain(first), 5000);
  const zoom = page.getByRole('button', { name: 'Back to 100 %' });
  const zoomOut = page.getByRole('button', { name: 'Zoom out' });
  await zoomOut.click();
  await vi.waitFor(
    () => expect(Number.parseFloat(zoom.element().textContent)).toBeLessThan(70),
    5000,
  );
  write.mockClear();
  await zoomOut.click();
  await vi.waitFor(() => expect(texts()).toContain(first), 5000);
  expect(texts()).not.toContain(second);
  write.mockRestore();
});
