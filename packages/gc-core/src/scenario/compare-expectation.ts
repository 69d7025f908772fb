import { explain } from '../insight/verdict/explain.ts';
import { goQuote } from '../meta/go-quote.ts';
import { type ApiObject, parseTimestamp } from '../meta/object-meta.ts';
import { identityLine } from '../simulation/identity-line.ts';
import { cacheLine, isClusterScoped, queueContents } from '../simulation/step-recorder.ts';
import { compareLists } from './compare-lists.ts';
import type { Expectation, ExpectedNode, ExpectedObject } from './scenario.ts';
import type { ScenarioWorld } from './scenario-world.ts';
import { simulationView } from './simulation-view.ts';

/** What does not hold of the expectation, as diff lines: `-` expected, `+` found. Throws `ScenarioError`. */
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

  for (const object of expect.objects ?? []) diff.push(...compareObject(world, object));
  if (expect.onlyObjects) {
    const wanted = expect.onlyObjects.map((each) => world.named.resolve(each).uid);
    const found = [...world.simulation.apiServer.all()].map((object) => object.metadata.uid);
    exact('onlyObjects', wanted.toSorted(), found.toSorted());
  }
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
  for (const verdict of expect.verdicts ?? []) diff.push(...compareVerdict(world, verdict));
  return diff;
}

function compareObject(world: ScenarioWorld, expected: ExpectedObject): string[] {
  const named = world.named.resolve(expected.object);
  const title = `object ${named.kind} ${named.namespace === '' ? named.name : `${named.namespace}/${named.name}`}`;
  const living = world.named.isLiving(named);
  if (expected.exists === false) return living ? [`- ${title}: does not exist`, '+ exists'] : [];
  if (!living) return [`- ${title}: exists`, '+ does not exist'];
  const { namespace, name } = named;
  const resource = world.named.resourceOf(named);
  const answer = world.simulation.apiServer.get({ resource, namespace, name });
  if (!answer.ok) return [`- ${title}: exists`, `+ ${answer.status.message}`];
  const { metadata } = answer.object as ApiObject;
  const diff: string[] = [];
  const check = (key: string, wanted: unknown, found: unknown): void => {
    if (wanted === undefined || matches(wanted, found)) return;
    diff.push(
      `- ${title}: ${key}: ${JSON.stringify(wanted)}`,
      `+ ${key}: ${JSON.stringify(found)}`,
    );
  };
  check('finalizers', expected.finalizers, metadata.finalizers ?? []);
  check('ownerReferences', expected.ownerReferences, metadata.ownerReferences ?? []);
  check('generation', expected.generation, metadata.generation);
  check(
    'deletionGracePeriodSeconds',
    expected.deletionGracePeriodSeconds,
    metadata.deletionGracePeriodSeconds,
  );
  const { deletionTimestamp } = expected;
  const found = metadata.deletionTimestamp;
  check(
    'deletionTimestamp',
    deletionTimestamp,
    typeof deletionTimestamp === 'boolean'
      ? found !== undefined
      : asWritten(found, deletionTimestamp),
  );
  return diff;
}

/** A time in the words of the other when both are the same moment. */
function asWritten(found: string | undefined, wanted: string | undefined): string | undefined {
  const moment = parseTimestamp(wanted ?? '');
  return moment !== undefined && moment === parseTimestamp(found ?? '') ? wanted : found;
}

/** What is written must match: lists element by element, mappings key by key. */
function matches(wanted: unknown, found: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(found) &&
      wanted.length === found.length &&
      wanted.every((each, i) => matches(each, found[i]))
    );
  }
  if (typeof wanted !== 'object' || wanted === null) return wanted === found;
  if (typeof found !== 'object' || found === null) return false;
  return Object.entries(wanted).every(([key, value]) =>
    matches(value, (found as Record<string, unknown>)[key]),
  );
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
