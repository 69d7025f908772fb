import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type * as Axe from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that look at colours: nothing else differs in dark. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** All that axe finds in light and in dark, each with the elements it concerns. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found: string[] = [];
  for (const [colorScheme, runOnly] of [
    ['light', undefined],
    ['dark', ABOUT_COLOURS],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction(
      (scheme) => window.matchMedia(`(prefers-color-scheme: ${scheme})`).matches,
      colorScheme,
    );
    await nextFrame(page);
    found.push(...(await violationsNow(page, runOnly)).map((each) => `${colorScheme}: ${each}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** The page hears of another colour scheme before it draws its next frame, and axe only reads what is drawn. */
function nextFrame(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((drawn) =>
        requestAnimationFrame(() => requestAnimationFrame(() => drawn())),
      ),
  );
}

function violationsNow(page: Page, runOnly: readonly string[] | undefined): Promise<string[]> {
  return page.evaluate(async (rules) => {
    // The script that was run before puts it there.
    const { axe } = window as unknown as { readonly axe: typeof Axe };
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      // Reads all style sheets again, for experimental rules alone.
      preload: false,
      ...(rules && { runOnly: [...rules] }),
    });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}\n${target}\n${failureSummary}`),
    );
  }, runOnly);
}
