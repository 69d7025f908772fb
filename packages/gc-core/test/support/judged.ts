import { expect } from 'vitest';
import { JudgedRecords, type Records } from '../../src/insight/verdict/judged-records.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import type { Uid } from '../../src/meta/object-reference.ts';
import type { ResourceTable } from '../../src/meta/resource-table.ts';
import { simulationView } from '../../src/scenario/simulation-view.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import type { VerdictSummary } from '../../src/wire/node-record.ts';
import { observe } from './one-look.ts';
import { watched } from './watched.ts';

/** A cluster whose records are kept up to date from what was touched. */
export interface Judged {
  readonly simulation: Simulation;
  readonly judged: JudgedRecords;
  /** Whose verdict was given, in this order. */
  readonly judgedAgain: Uid[];
  /** After the change, what `update` answers; the records are those of somebody who judges everything anew. */
  readonly after: (change: () => void) => ReturnType<JudgedRecords['update']>;
  readonly summary: (name: string) => VerdictSummary | undefined;
}

/** A cluster of these objects. */
export function judging(objects: readonly ApiObject[], table?: ResourceTable): Judged {
  const simulation = watched(objects, table);
  const { graph } = simulation.process.collector;
  const view = { ...simulationView(simulation), isQueued: () => false };
  const judgedAgain: Uid[] = [];
  const judged = new JudgedRecords(graph, view, { onJudged: (uid) => void judgedAgain.push(uid) });
  graph.takeTouched();
  judged.update(uidsOf(simulation));
  return {
    simulation,
    judged,
    judgedAgain,
    after: (change) => {
      change();
      observe(simulation);
      const answer = judged.update(graph.takeTouched());
      const anew = new JudgedRecords(graph, view);
      anew.update(uidsOf(simulation));
      const bare = (records: Records): object =>
        [...records.values()]
          .map(({ resourceVersion: _, ...record }) => record)
          .toSorted((a, b) => (a.uid < b.uid ? -1 : 1));
      expect(bare(judged.records)).toEqual(bare(anew.records));
      return answer;
    },
    summary: (name) => judged.records.get(`${name}-uid`)?.summary,
  };
}

function uidsOf({ process }: Simulation): Uid[] {
  return [...process.collector.graph.nodes()].map(({ uid }) => uid);
}

/** The server holds the object from now on, as it is, and the collector hears of it. */
export function store(simulation: Simulation, object: ApiObject): void {
  const { apiVersion, kind, metadata: meta } = object;
  const { uid, name, namespace = '' } = meta;
  const { collector } = simulation.process;
  simulation.apiServer.put([object]);
  const oldMeta = collector.graph.get(uid)?.meta;
  collector.enqueue({
    type: oldMeta ? 'MODIFIED' : 'ADDED',
    identity: { apiVersion, kind, namespace, name, uid },
    meta,
    ...(oldMeta ? { oldMeta } : {}),
  });
}
