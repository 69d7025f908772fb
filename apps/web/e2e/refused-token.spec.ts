import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '../../../tools/src/served-program.ts';
import { expect, test } from './support/journey.ts';
import { RefusingServer } from './support/refusing-server.ts';

const TOKEN = 'a-token-of-yesterday';

/** The path of a kubeconfig for the server, in a folder of its own. */
function kubeconfig(folder: string, { url, certificate }: RefusingServer): string {
  const file = join(folder, 'config');
  const ca = Buffer.from(certificate).toString('base64');
  writeFileSync(
    file,
    JSON.stringify({
      'current-context': 'yesterday',
      clusters: [{ name: 'c', cluster: { server: url, 'certificate-authority-data': ca } }],
      users: [{ name: 'u', user: { token: TOKEN } }],
      contexts: [{ name: 'yesterday', context: { cluster: 'c', user: 'u' } }],
    }),
  );
  return file;
}

test.describe('A token that the server refuses', { tag: '@long' }, () => {
  test('is named on every page with what to do, and the program goes on until it is taken', async ({
    page,
    cluster,
  }) => {
    // Between two attempts gcscope waits up to half a minute.
    test.setTimeout(120_000);
    const { cluster: behind } = await cluster.snapshot();
    const server = await RefusingServer.start(behind.server);
    const folder = mkdtempSync(join(tmpdir(), 'gcscope-token-'));
    const program = await serve('--kubeconfig', kubeconfig(folder, server));
    try {
      await page.goto(program.url);
      const banner = page.getByRole('alert');
      await expect(banner).toContainText(
        /Never read\. The server refused the credentials \(HTTP 401: Unauthorized\); log in again or check the user of the context\./,
      );
      await expect(page.getByRole('heading', { name: /could not be read/ })).toBeVisible();
      for (const path of ['/findings', '/terminating', '/activity']) {
        await page.goto(`${program.url}${path}`);
        await expect(banner).toContainText('log in again or check the user of the context');
      }
      expect([...server.tokens]).toEqual([`Bearer ${TOKEN}`]);
      expect(await page.content()).not.toContain(TOKEN);
      expect((await page.request.get(`${program.url}/livez`)).status()).toBe(200);

      server.takeTokens();
      await page.goto(`${program.url}/?view=list&ns=payments`);
      await expect(page.getByRole('row', { name: /ledger-v1 Deployment/ })).toBeVisible({
        timeout: 60_000,
      });
      await expect(banner).toBeHidden();
    } finally {
      // An open page would ask for the program that stops.
      await page.goto('about:blank');
      await program.stop();
      await server.stop();
      rmSync(folder, { recursive: true });
    }
  });
});
