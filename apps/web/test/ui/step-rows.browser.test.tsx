import { type ReactNode, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { StepRow, StepRows } from '../../src/ui/StepRows.tsx';

const STEPS = Array.from({ length: 200 }, (_, at) => `words ${at + 1}`);
const AROUND = 60;

/** A list of steps, and buttons elsewhere that move the cursor. */
function Player(): ReactNode {
  const [cursor, jump] = useState(100);
  const row = (number: number, words: string): ReactNode => (
    <StepRow key={number} number={number} isCurrent={number === cursor} onJump={() => jump(number)}>
      {words}
    </StepRow>
  );
  const key = (name: string): void => {
    if (name === 'Home') jump(0);
    if (name === 'End') jump(STEPS.length);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it stands for the page, which has the keys of a player.
    <div onKeyDown={(event) => key(event.key)}>
      <StepRows
        player={{ cursor, jump }}
        steps={STEPS}
        around={AROUND}
        start={row(0, 'The start')}
        row={(words, number) => row(number, words)}
      />
      <button type="button" onClick={() => jump(1)}>
        Elsewhere
      </button>
    </div>
  );
}

const row = (step: number): Locator =>
  page.getByRole('button', { name: `Step ${step}`, exact: true });

async function focus(locator: Locator): Promise<void> {
  await expect.element(locator).toBeInTheDocument();
  (locator.element() as HTMLElement).focus();
}

describe('the list of steps', () => {
  it('keeps the focus on a jump that leaves the row with the focus far behind', async () => {
    await render(<Player />);
    await focus(row(100));
    await userEvent.keyboard('{End}');
    await expect.element(row(200)).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect.element(row(0)).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(row(1)).toHaveFocus();
  });

  it('does not take the focus from what stands elsewhere', async () => {
    await render(<Player />);
    await focus(row(100));
    const elsewhere = page.getByRole('button', { name: 'Elsewhere' });
    await focus(elsewhere);
    await userEvent.keyboard('{Enter}');
    await expect.element(row(1)).toBeInTheDocument();
    await expect.element(row(100)).not.toBeInTheDocument();
    await expect.element(elsewhere).toHaveFocus();
  });
});
