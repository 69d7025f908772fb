import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isReady, type RunningCli, startCli } from '../../cli/support/run-cli.ts';
import { status } from '../../support/fake-answers.ts';
import { FakeApiServer } from '../../support/fake-api-server.ts';
import { config } from '../../support/kubeconfig-folder.ts';
import { PODS, WIDGETS } from '../../support/reflector-run.ts';
import { fileIn, testFolder } from '../../support/test-folder.ts';

const OWNER = { namespace: 'shop', name: 'p', uid: 'uid-of-a-pod' };
const WIDGET = { namespace: 'shop', name: 'w', uid: 'uid-of-a-widget' };
/** So that only a request for `/readyz` looks for new kinds. */
const SELDOM = '--sync-period=24h';

describe('collect, when it is ready', () => {
  const folder = testFolder();
  let server: FakeApiServer;
  let running: RunningCli | undefined;

  beforeEach(async () => {
    server = await FakeApiServer.start([PODS]);
  });
  afterEach(async () => {
    running?.stop();
    await running?.ended;
    await server.stop();
  });

  async function collect(...words: readonly string[]): Promise<string> {
    const kubeconfig = fileIn(folder, 'kubeconfig', config('one', '{}', server.url));
    running = startCli(['collect', '--yes-delete', '--kubeconfig', kubeconfig, ...words]);
    return running.firstLine;
  }
  const readyz = async (url: string): Promise<number> => (await fetch(`${url}/readyz`)).status;
  const graph = async (url: string): Promise<string> =>
    (await fetch(`${url}/debug/controllers/garbagecollector/graph`)).text();

  it('is not ready from the moment a kind is served until that kind is in the graph (MO-15)', async () => {
    server.put(PODS, OWNER);
    const url = await collect(SELDOM);
    await isReady(url);
    let answer: (() => void) | undefined;
    server.answering = (response: ServerResponse, { path, query }) => {
      if (answer || !path.includes('widgets') || query.get('watch') === 'true') return false;
      const body = server.listsAsNow(WIDGETS);
      answer = () => body(response, { method: 'GET', path, query, headers: {} });
      return true;
    };
    server.serve(WIDGETS);
    const { name, uid } = OWNER;
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Pod', name, uid }];
    server.put(WIDGETS, { ...WIDGET, ownerReferences });
    expect(await readyz(url)).toBe(503);
    await expect.poll(() => answer !== undefined).toBe(true);
    expect(await readyz(url)).toBe(503);
    answer?.();
    await isReady(url);
    expect(await graph(url)).toContain(WIDGET.uid);
    server.unserve(WIDGETS);
    await isReady(url);
  });

  it('does not wait for a kind that cannot be watched or deleted', async () => {
    for (const [resource, verbs] of [
      ['unwatched', ['get', 'list', 'delete']],
      ['undeletable', ['get', 'list', 'watch']],
      ['unlisted', ['get', 'watch', 'delete']],
    ] as const) {
      server.serve({ ...WIDGETS, resource, kind: resource, verbs });
    }
    await isReady(await collect(SELDOM));
    expect(
      server.requests.filter(({ path }) => /unwatched|undeletable|unlisted/.test(path)),
    ).toEqual([]);
  });

  it('says which kind it may not list, and is not ready without it', async () => {
    server.serve(WIDGETS);
    server.answering = (response, { path }) => {
      if (!path.includes('widgets')) return false;
      status(403, 'Forbidden', 'cannot list resource "widgets"')(response);
      return true;
    };
    const url = await collect(SELDOM);
    const warnings = (): readonly string[] => running?.errors().match(/^W.*$/gm) ?? [];
    await expect.poll(warnings).toHaveLength(1);
    for (let look = 0; look < 3; look++) expect(await readyz(url)).toBe(503);
    // Ready-made advice of other commands would name a flag that this one does not have.
    expect(warnings()).toEqual([
      expect.stringMatching(
        /You may not list this kind: .*Ask your administrator for the verbs list and watch on it\." resource="Widget\.example\.com"$/,
      ),
    ]);
  });

  it('counts a discovery that names nothing as an error of its sync (MO-05)', async () => {
    const url = await collect('--sync-period=100ms');
    const errors = async (): Promise<number> => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(
        /^garbagecollector_controller_resources_sync_error_total (\d+)$/m.exec(text)?.[1],
      );
    };
    await isReady(url);
    // On a busy machine a sync may fail before.
    const before = await errors();
    expect(before).toBeGreaterThanOrEqual(0);
    server.resources.clear();
    await expect.poll(errors).toBeGreaterThan(before);
  });
});
