import { expect } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';

/** Presses a control with the keyboard once it is there. */
export async function press(control: Locator, keys = '{Enter}'): Promise<void> {
  await expect.element(control).toBeVisible();
  (control.element() as HTMLElement).focus();
  await userEvent.keyboard(keys);
}
