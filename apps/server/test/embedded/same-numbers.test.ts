import { play } from '@gcscope/gc-core';
import { type Forecast, hasWrongReference, markOf, type NodeRecord } from '@gcscope/gc-core/wire';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditText } from '../../src/cli/audit.ts';
import { type OpenCluster, openCluster } from '../../src/cli/cluster-source.ts';
import { forecastText } from '../../src/cli/forecast.ts';
import { syncedCluster } from '../../src/cli/synced-cluster.ts';
import { terminatingText } from '../../src/cli/terminating.ts';
import { SILENT } from '../../src/cluster/reflect/cluster-log.ts';
import { ForkRegistry } from '../../src/live/fork-registry.ts';

let opened: OpenCluster;

beforeAll(async () => {
  opened = await openCluster({ type: 'embedded' }, { log: SILENT });
  await syncedCluster(opened);
});

afterAll(() => opened.close());

/** Read by the commands; the map counts the same records at the same moment. */
function read(): Parameters<typeof forecastText>[0] {
  const { cluster, namespace, sources } = opened;
  const live = async (): Promise<typeof cluster.live> => cluster.live;
  const { records } = cluster.live;
  return { context: 'embedded', records, live, namespace, ...sources };
}

function recordsNow(): NodeRecord[] {
  opened.cluster.live.flush();
  return [...opened.cluster.live.records.values()];
}

describe('the demo', () => {
  it('says in a forecast how each blocked object stays, as the page does', async () => {
    const of = recordsNow().find(({ kind, name }) => kind === 'Database' && name === 'ledger');
    const question = { policy: 'background', output: 'text' } as const;
    const text = await forecastText(read(), { objects: [`uid:${of?.uid}`], ...question });
    expect(text).toMatch(
      / {2}blocked {10}Database payments\/ledger stays in Terminating: waits until \S+ is removed/,
    );
    expect(text).toMatch(
      / {2}not deleted yet {2}ConfigMap payments\/\S+ waits for Database payments\/ledger/,
    );
  });

  it('forecasts as many seconds as the player needs, with the grace periods of Pods', async () => {
    const { uid } =
      recordsNow().find(({ kind, name }) => kind === 'Deployment' && name === 'checkout') ?? {};
    const question = { objects: [`uid:${uid}`], policy: 'foreground', output: 'json' } as const;
    const { policies } = JSON.parse(await forecastText(read(), question)) as Forecast;
    const fork = new ForkRegistry(opened.cluster).fork(uid ?? '');
    if (typeof fork === 'string') throw new Error(fork);
    const { steps } = play(
      { type: 'fork', fork },
      { propagationPolicy: 'Foreground', actions: [] },
    );
    const end = Math.max(...steps.map(({ at }) => at));
    expect(policies.map(({ seconds }) => seconds)).toEqual([Math.round(end / 1000)]);
    expect(end).toBeGreaterThanOrEqual(30_000);
    expect(end).toBeLessThan(40_000);
  });

  it('says in commands the numbers that the menu and the map count', async () => {
    // What goes by itself may do so between two looks.
    await vi.waitFor(async () => {
      const terminating = await terminatingText(read(), { output: 'text' });
      const audit = await auditText(read(), { output: 'text' });
      const records = recordsNow();
      const objects = records.filter(({ virtual }) => !virtual);
      const deleted = records.filter(({ beingDeleted }) => beingDeleted);
      const blocked = deleted.filter((each) => markOf(each) === 'blocked');
      const wrong = records.filter(hasWrongReference);
      expect(Math.min(blocked.length, wrong.length)).toBeGreaterThan(3);
      const some = blocked.length === deleted.length ? 'all' : blocked.length;
      expect(terminating.text).toContain(
        `\n${deleted.length} objects are being deleted, ${some} of them blocked.\n`,
      );
      expect(audit.text).toMatch(
        new RegExp(
          `\\n${objects.length} objects checked, ${wrong.length} with a wrong reference; \\d+ findings in all:`,
        ),
      );
    }, 5000);
  });
});
