import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

/** Makes the browser ask for less motion, as some people do, until the end of the test: maps are where they go at once. */
export async function withoutMotion(): Promise<void> {
  const prefer = (value: string): Promise<unknown> =>
    cdp().send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value }],
    });
  await prefer('reduce');
  onTestFinished(async () => void (await prefer('')));
}
