import { play } from '@gcscope/gc-core';
import {
  type AuditReport,
  type Forecast,
  hasWrongReference,
  markOf,
  type NodeRecord,
  type TerminatingReport,
} from '@gcscope/gc-core/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditText } from '../../src/cli/audit.ts';
import { type OpenCluster, openCluster } from '../../src/cli/cluster-source.ts';
import { forecastText } from '../../src/cli/forecast.ts';
import { syncedCluster } from '../../src/cli/synced-cluster.ts';
import { terminatingText } from '../../src/cli/terminating.ts';
import { SILENT } from '../../src/cluster/reflect/cluster-log.ts';
import { ForkRegistry } from '../../src/live/fork-registry.ts';

/** Rules that speak of a invalid reference. */
const OF_REFERENCES = /^(dangling|stale|wrong|cross|cluster-child|unresolvable)/;

let opened: OpenCluster;

beforeAll(async () => {
  opened = await openCluster({ type: 'embedded' }, { log: SILENT });
  await syncedCluster(opened);
});

afterAll(() => opened.close());

/** Read by the commands; the map counts the same records at the same moment. */
function read(): Parameters<typeof auditText>[0] {
  const { cluster, namespace, sources } = opened;
  const live = async (): Promise<typeof cluster.live> => cluster.live;
  const { records } = cluster.live;
  return { context: 'embedded', records, live, namespace, ...sources };
}

function recordsNow(): NodeRecord[] {
  opened.cluster.live.flush();
  return [...opened.cluster.live.records.values()];
}

function names(objects: readonly Pick<NodeRecord, 'kind' | 'name'>[]): string[] {
  return [...new Set(objects.map(({ kind, name }) => `${kind} ${name}`))].sort();
}

describe('the demo', () => {
  it('[NS-08] blocks on the map what “terminating” calls blocked', async () => {
    const { text } = await terminatingText(read(), { output: 'json' });
    const records = recordsNow();
    const { objects } = JSON.parse(text) as TerminatingReport;
    const onMap = names(records.filter((record) => markOf(record) === 'blocked'));
    expect(onMap).toContain('Namespace preview-417');
    expect(onMap).toHaveLength(6);
    const by = (holds: (each: (typeof objects)[number]) => boolean): string[] =>
      names(objects.filter(holds).map(({ object }) => object));
    expect(by(({ state }) => state === 'blocked')).toEqual(onMap);
    expect(by(() => true)).toEqual(names(records.filter(({ beingDeleted }) => beingDeleted)));
    const inWords = await terminatingText(read(), { output: 'text' });
    const going = recordsNow().filter(({ beingDeleted }) => beingDeleted).length;
    expect(inWords.text).toContain(
      `\n${going} objects are being deleted, ${going === 6 ? 'all' : '6'} of them blocked.\n`,
    );
  });

  it('[CL-07] marks on the map the objects in whose references “audit” finds faults', async () => {
    const { text } = await auditText(read(), { output: 'json' });
    const wrong = recordsNow().filter(hasWrongReference);
    const { findings } = JSON.parse(text) as AuditReport;
    const ofReferences = findings.filter(({ rule }) => OF_REFERENCES.test(rule));
    expect(names(wrong)).toEqual(names(ofReferences.map(({ object }) => object)));
    expect(names(wrong)).toContain('ConfigMap pricing-rules-copy');
    const inWords = await auditText(read(), { output: 'text' });
    expect(inWords.text).toContain(
      `${findings.length} findings on ${wrong.length} objects, each with a wrong reference: `,
    );
  });

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
});
