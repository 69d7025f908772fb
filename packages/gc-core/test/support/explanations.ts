import type { GraphNode } from '../../src/graph/graph-node.ts';
import type { ClusterView } from '../../src/insight/cluster-view.ts';
import { explain, summaryOf } from '../../src/insight/verdict/explain.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import { simulationView } from '../../src/scenario/simulation-view.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import type { Explanation, Reason } from '../../src/wire/explanation.ts';
import type { VerdictSummary } from '../../src/wire/node-record.ts';
import { forgetQueue, observe } from './one-look.ts';
import { type Plain, plain } from './plain.ts';
import { simulate } from './simulate.ts';

/** A collector of the release that has seen these objects in this order, and is at rest. */
export function seenBy(release: Release, ...objects: readonly ApiObject[]): Simulation {
  return seenWith(ResourceTable.builtIn(), release, ...objects);
}

/** The same, of a server with these kinds. */
export function seenWith(
  table: ResourceTable,
  release: Release,
  ...objects: readonly ApiObject[]
): Simulation {
  const simulation = simulate(objects, { release: RELEASES[release], table });
  observe(simulation);
  forgetQueue(simulation);
  return simulation;
}

/** What is said of the object `<name>-uid`; `changed` is what else is known of the cluster. */
export function explained(
  simulation: Simulation,
  name: string,
  changed: Partial<ClusterView> = {},
): Plain<Explanation> {
  return plain(explain(nodeOf(simulation, name), { ...simulationView(simulation), ...changed }));
}

/** The short verdict on the object `<name>-uid`. */
export function summary(
  simulation: Simulation,
  name: string,
  changed: Partial<ClusterView> = {},
): VerdictSummary {
  return summaryOf(nodeOf(simulation, name), { ...simulationView(simulation), ...changed });
}

function nodeOf(simulation: Simulation, name: string): GraphNode {
  const node = simulation.process.collector.graph.get(`${name}-uid`);
  if (!node) throw new Error(`${name} is not in the graph`);
  return node;
}

/** All that is said: the sentence, and each reason as `<rule> <text> [<the names it speaks of>]`. */
export function linesOf({ sentence, because }: Plain<Explanation>): string[] {
  return [sentence, ...because.map(lineOf)];
}

/** `<rule> <text> [<the names it speaks of>]` */
export function lineOf({ rule, text, objects = [] }: Plain<Reason>): string {
  return `${rule} ${text} [${objects.map(({ name }) => name).join()}]`;
}
