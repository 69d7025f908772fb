import '../../../src/ui/base.css';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { EdgeChips } from '../../../src/map/edges/EdgeChips.tsx';

function show(text: string): () => void {
  const host = document.body.appendChild(document.createElement('div'));
  const chip = {
    far: 'uid',
    farIs: 'owner',
    text,
    count: 1,
    invalid: false,
    side: 'left',
  } as const;
  const box = { x: 6, y: 6, width: 290, height: 22 };
  createRoot(host).render(
    <EdgeChips
      chips={[{ ...chip, at: 20, straight: 20, box, step: { aside: 0, inside: 0 } }]}
      onGo={() => undefined}
    />,
  );
  return () => host.remove();
}

it('a chip has the space between kind and name where its text is cut in two', async () => {
  const remove = show('Deployment checkout');
  const start = page.getByText('Deployment', { exact: true });
  await expect.element(start).toBeVisible();
  const range = document.createRange();
  const text = start.element().firstChild as Text;
  range.setStart(text, 0);
  range.setEnd(text, 'Deployment'.length);
  const { width } = range.getBoundingClientRect();
  expect(start.element().getBoundingClientRect().width).toBeGreaterThan(width + 2);
  remove();
});

it('a chip without room for a whole name has its beginning and its end: names in one view differ there', async () => {
  const text = `Pod ${'recommendation-service-'.repeat(3)}7d9f8b6c5d-abcde`;
  const remove = show(text);
  const button = page.getByRole('button', { name: `Go to the owner: ${text}` });
  await expect.element(button).toBeVisible();
  const { right } = button.element().getBoundingClientRect();
  const end = button.element().querySelector('.cut-end');
  expect(end?.textContent).toMatch(/-abcde$/);
  expect(end?.getBoundingClientRect().right).toBeLessThanOrEqual(right);
  remove();
});
