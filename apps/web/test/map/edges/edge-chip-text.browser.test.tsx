import '../../../src/ui/base.css';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { EdgeChips } from '../../../src/map/edges/EdgeChips.tsx';

it('a chip without room for a whole name has its beginning and its end: names in one view differ there', async () => {
  const host = document.body.appendChild(document.createElement('div'));
  const text = `Pod ${'recommendation-service-'.repeat(3)}7d9f8b6c5d-abcde`;
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
      chips={[{ ...chip, at: 20, box, step: { aside: 0, inside: 0 } }]}
      onGo={() => undefined}
    />,
  );
  const button = page.getByRole('button', { name: `Go to the owner: ${text}` });
  await expect.element(button).toBeVisible();
  const { right } = button.element().getBoundingClientRect();
  const end = button.element().querySelector('.cut-end');
  expect(end?.textContent).toMatch(/-abcde$/);
  expect(end?.getBoundingClientRect().right).toBeLessThanOrEqual(right);
  host.remove();
});
