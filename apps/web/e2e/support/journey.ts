import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { EmbeddedCluster } from './embedded-cluster.ts';

/** What every journey has at hand. */
export interface Journey {
  /** What the console may say on this journey: what the browser itself logs of refused or lost requests. */
  readonly expectedErrors: readonly RegExp[];
  readonly cluster: EmbeddedCluster;
  /** Opens an address in a browser that knows nothing of the first one, and is watched as well. */
  readonly inFreshBrowser: (address: string) => Promise<Page>;
}

/** What a browser logs of requests to a server that has ended, or is ending: then it answers 503, or breaks off. */
export const SERVER_GONE =
  /ERR_CONNECTION_(REFUSED|RESET)|ERR_INCOMPLETE_CHUNKED_ENCODING|status of 503/;

/**
 * A test that fails on anything the console complains about: errors, warnings, reports of the content security
 * policy, exceptions nobody caught, and any dialog of the browser.
 */
export const test = base.extend<Journey>({
  expectedErrors: [[], { option: true }],
  cluster: async ({ baseURL }, use) => use(new EmbeddedCluster(baseURL ?? '')),
  context: async ({ context, expectedErrors }, use) => {
    const complaints = await watch(context, expectedErrors);
    await use(context);
    expect(complaints).toEqual([]);
  },
  inFreshBrowser: async ({ browser, baseURL, expectedErrors }, use) => {
    const opened: BrowserContext[] = [];
    const complaints: string[][] = [];
    await use(async (address) => {
      const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }) });
      opened.push(context);
      complaints.push(await watch(context, expectedErrors));
      const page = await context.newPage();
      await page.goto(address);
      return page;
    });
    for (const context of opened) await context.close();
    expect(complaints.flat()).toEqual([]);
  },
});

export { expect };

async function watch(context: BrowserContext, expected: readonly RegExp[]): Promise<string[]> {
  const complaints: string[] = [];
  const complain = (text: string): void => {
    if (!expected.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      complain(`console ${message.type()}: ${message.text()}`);
    }
  });
  context.on('weberror', (error) => complain(`exception: ${error.error().stack}`));
  context.on('dialog', (dialog) => {
    complain(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      // biome-ignore lint/suspicious/noConsole: the console is what is watched.
      console.error(`policy ${event.violatedDirective} violated by ${event.blockedURI}`);
    });
  });
  return complaints;
}
