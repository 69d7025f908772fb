import type { Scenario } from '@gcscope/gc-core';
import type { Uid } from '@gcscope/gc-core/wire';
import { type TriedWorld, wrongIn } from './tried-world.ts';
import { ORDERS, referenceOf, scenarioOf } from './world-scenario.ts';
import { isTerminating, type StoredObject, type WorldState } from './world-state.ts';

type Step = NonNullable<Scenario['spec']['steps']>[number];
type Expectation = NonNullable<Step['expect']>;
type Rename = (uid: Uid) => Uid;

const ON_NODE = { nodeName: 'node-1' };

/**
 * A world whose verdicts or forecast did not come true as a scenario: the objects of which something was said, and how
 * they ended. What was said is in the description; a verdict that was wrong is expected as it came true.
 */
export function triedScenario(tried: TriedWorld, release: string): Scenario {
  const { world, numberOf, verdicts, forecast } = tried;
  const rename: Rename = (uid) => {
    const number = numberOf(uid);
    return number === undefined ? uid : `uid-${number}`;
  };
  const isForecast = wrongIn(tried) === 'forecast' && forecast !== undefined;
  const { before, after } = isForecast ? forecast : verdicts;
  const { disagreements } = isForecast ? forecast : verdicts;
  const settled: Step = { settle: { explore: ORDERS }, expect: endOf(after, rename) };
  // The collector has observed all objects and checked none.
  const seen: Step = {
    step: before.size,
    expect: { verdicts: verdictsOf(tried) },
  };
  const steps: Step[] = isForecast
    ? [{ settle: {} }, deletionOf(forecast, before), settled]
    : [{ restartCollector: {} }, seen, settled];
  const said = disagreements.map(({ uid, predicted, real }) => {
    const object = before.get(uid);
    return `- ${object ? referenceTo(object) : uid}: said was "${predicted}"; it came to "${real}".`;
  });
  const about = [
    `What was said of the random world ${world.seed}, shrunk, and did not come true on a real collector:`,
    ...said,
  ];
  const objects = [...before.values()].map((each) => manifestOf(each, rename));
  return scenarioOf(`said-of-world-${world.seed}`, about, release, { objects, steps });
}

function deletionOf({ deletion }: NonNullable<TriedWorld['forecast']>, before: WorldState): Step {
  const target = before.get(deletion.target);
  if (!target) throw new Error('What was to be deleted was not there.');
  return { delete: { object: referenceTo(target), propagationPolicy: deletion.policy } };
}

/** Verdicts that turned out to be right, for each that was said wrongly. */
function verdictsOf({ verdicts }: TriedWorld): NonNullable<Expectation['verdicts']> {
  const { before, after, disagreements } = verdicts;
  const wrong = new Set(disagreements.map(({ uid }) => uid));
  return [...wrong].flatMap((uid) => {
    const was = before.get(uid);
    if (!was) return [];
    const end = after.get(uid);
    const isGoing = !end || (isTerminating(end) && !isTerminating(was));
    const verdict = isGoing ? 'goes' : isTerminating(was) ? 'waits' : 'stays';
    return [{ object: referenceTo(was), verdict }];
  });
}

function endOf(after: WorldState, rename: Rename): Expectation {
  const left = [...after.values()];
  return {
    onlyObjects: left.map(referenceTo),
    objects: left.map((each) => ({
      object: referenceTo(each),
      deletionTimestamp: isTerminating(each),
      finalizers: each.meta.finalizers ?? [],
      ownerReferences: (each.meta.ownerReferences ?? []).map((reference) => ({
        ...reference,
        uid: rename(reference.uid),
      })),
    })),
  };
}

function manifestOf(
  { identity, meta, onNode, status }: StoredObject,
  rename: Rename,
): NonNullable<Scenario['spec']['objects']>[number] {
  const { apiVersion, kind } = identity;
  const { name, namespace, finalizers, deletionTimestamp, deletionGracePeriodSeconds } = meta;
  const ownerReferences = meta.ownerReferences?.map((reference) => ({
    ...reference,
    uid: rename(reference.uid),
  }));
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      uid: rename(meta.uid),
      ...(ownerReferences ? { ownerReferences } : {}),
      ...(finalizers ? { finalizers } : {}),
      ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
      ...(deletionGracePeriodSeconds === undefined ? {} : { deletionGracePeriodSeconds }),
    },
    ...(onNode ? { spec: ON_NODE } : {}),
    ...(status ? { spec: { finalizers: status.finalizers } } : {}),
  };
}

function referenceTo({ identity }: StoredObject): string {
  return referenceOf(identity);
}
