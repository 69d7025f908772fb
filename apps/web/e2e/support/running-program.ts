import type { Served } from '../../../../tools/src/served-program.ts';
import { serve } from '../../../../tools/src/served-program.ts';
import { test as base } from './journey.ts';

/** A gcscope of the journey's own, which it may stop and start again. */
export interface RunningProgram {
  readonly url: string;
  stop(): Promise<void>;
  /** At the address it had before, with a new embedded cluster. */
  startAgain(): Promise<void>;
}

/** A journey with a program of its own: `baseURL` still leads to the one that all share. */
export const test = base.extend<{ readonly program: RunningProgram }>({
  program: async ({ context }, use) => {
    let served: Served | undefined = await serve('--embedded');
    const { url } = served;
    const stop = async (): Promise<void> => {
      await served?.stop();
      served = undefined;
    };
    await use({
      url,
      stop,
      startAgain: async () => {
        served = await serve('--embedded', '--port', new URL(url).port);
      },
    });
    // An open page would ask for the program that stops.
    for (const page of context.pages()) await page.close();
    await stop();
  },
});
