import { explain } from '../insight/verdict/explain.ts';
import { goQuote } from '../meta/go-quote.ts';
import { identityLine } from '../simulation/identity-line.ts';
import { cacheLine, isClusterScoped, queueContents } from '../simulation/step-recorder.ts';
import { compareLists } from './compare-lists.ts';
import { compareObjects } from './compare-objects.ts';
import type { Expectation, ExpectedNode } from './scenario.ts';
import type { ScenarioWorld } from './scenario-world.ts';
import { simulationView } from './simulation-view.ts';
import { at } from './step-place.ts';

/** The differences from the expectation, as diff lines: `-` expected, `+` found. Throws `ScenarioError`. */
export function compareExpectation(world: ScenarioWorld, expect: Expectation): string[] {
  const queues = queueContents(world.simulation);
  const { collector } = world.simulation.process;
  const diff: string[] = [];
  const exact = (
    key: string,
    wanted: readonly string[] | undefined,
    found: readonly string[],
  ): void => {
    if (wanted) diff.push(...compareLists(key, wanted, found));
  };

  diff.push(...compareObjects(expect, world.named, () => world.simulation.apiServer.all()));
  if (expect.graph) diff.push(...compareGraph(world, expect.graph));
  exact('attemptToDelete', expect.attemptToDelete, queues.attemptToDelete);
  exact('attemptToOrphan', expect.attemptToOrphan, queues.attemptToOrphan);
  exact(
    'graphChanges',
    expect.graphChanges?.map(
      ({ type, object, virtual }) => `${type} ${object}${virtual ? ' (virtual)' : ''}`,
    ),
    queues.graphChanges,
  );
  exact(
    'absentOwnerCache',
    expect.absentOwnerCache?.toSorted(),
    collector.absentOwnerCache
      .entries()
      .map((identity) => cacheLine(world.simulation, identity))
      .toSorted(),
  );
  for (const key of ['requests', 'events', 'decisions'] as const) {
    if (expect[key]) exact(key, expect[key], world.transcript.take(key));
  }
  for (const [index, verdict] of (expect.verdicts ?? []).entries()) {
    diff.push(...at(['verdicts', index, 'object'], () => compareVerdict(world, verdict)));
  }
  return diff;
}

function compareGraph(world: ScenarioWorld, expected: readonly ExpectedNode[]): string[] {
  const { graph } = world.simulation.process.collector;
  const found = new Map(
    [...graph.nodes()].map((node) => [
      identityLine(node.identity, isClusterScoped(world.simulation, node.identity)),
      node,
    ]),
  );
  const lines = [...found.keys()].toSorted();
  const diff = compareLists('graph', expected.map((each) => each.node).toSorted(), lines);
  for (const wanted of expected) {
    const node = found.get(wanted.node);
    if (!node) continue;
    const owners = node.owners.map(
      ({ apiVersion, kind, name, uid }) => `${apiVersion}/${kind} ${name} ${uid}`,
    );
    if (wanted.owners)
      diff.push(...compareLists(`owners of ${wanted.node}`, wanted.owners, owners));
    for (const flag of ['virtual', 'beingDeleted', 'deletingDependents'] as const) {
      const value = flag === 'virtual' ? (wanted.virtual ?? false) : wanted[flag];
      if (value === undefined || value === node[flag]) continue;
      diff.push(`- ${wanted.node}: ${flag}: ${value}`, `+ ${flag}: ${node[flag]}`);
    }
  }
  return diff;
}

function compareVerdict(
  world: ScenarioWorld,
  expected: NonNullable<Expectation['verdicts']>[number],
): string[] {
  const { uid, kind, name } = world.named.resolve(expected.object);
  const node = world.simulation.process.collector.graph.get(uid);
  const title = `verdict on ${kind} ${goQuote(name)}`;
  if (!node) return [`- ${title}: ${expected.verdict}`, '+ not in the graph'];
  const { verdict, because } = explain(node, simulationView(world.simulation));
  const rules = because.map((reason) => reason.rule);
  const missing = (expected.because ?? []).filter((rule) => !rules.includes(rule));
  if (verdict === expected.verdict && missing.length === 0) return [];
  return [
    `- ${title}: ${expected.verdict}, because ${(expected.because ?? []).join(', ')}`,
    `+ ${verdict}, because ${rules.join(', ')}`,
  ];
}
