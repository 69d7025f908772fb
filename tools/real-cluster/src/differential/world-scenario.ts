import {
  type ObjectReference,
  REASON_CODES,
  type Scenario,
  type StatusReason,
} from '@gcscope/gc-core';
import type { Mismatch } from './compare-worlds.ts';
import type { Course, LeftObject } from './outcome.ts';
import { WorldRequests } from './requests.ts';
import { WIDGET_RESOURCES, type World, type WorldAction } from './world.ts';

type Step = NonNullable<Scenario['spec']['steps']>[number];

/** Orders in which the real end of a kept world is looked for. */
export const ORDERS = 300;

/** A mismatch as a scenario that passes once the simulation knows the way the real world went; `rules` decide in it. */
export function worldScenario(
  { world, real }: Pick<Mismatch, 'world' | 'real'>,
  release: string,
  rules: Iterable<string>,
): Scenario {
  const about = [
    `What a real collector made of the random world ${world.seed}, shrunk, and its simulation did not.`,
    '',
    `Rules: ${[...rules].toSorted().join(', ')}`,
  ];
  return scenarioOf(`world-${world.seed}`, about, release, { steps: stepsOf(world, real) });
}

/** A scenario with the kinds of the worlds, described by these lines. */
export function scenarioOf(
  name: string,
  lines: readonly string[],
  release: string,
  spec: Pick<Scenario['spec'], 'objects' | 'steps'>,
): Scenario {
  return {
    apiVersion: 'gcscope.dev/v1',
    kind: 'Scenario',
    metadata: { name, description: `${lines.join('\n')}\n` },
    spec: { release, resources: WIDGET_RESOURCES, ...spec },
  };
}

function stepsOf(world: World, real: Course): Step[] {
  const requests = new WorldRequests(world, 'w');
  return world.rounds.flatMap((round, at): Step[] => {
    const { answers = [], left = [] } = real[at] ?? {};
    const actions = round.map((action, index): Step => {
      const reason = reasonOf(answers[index]);
      return { ...stepOf(action, requests), ...(reason === undefined ? {} : { error: reason }) };
    });
    const expect = {
      onlyObjects: left.map(({ object }) => referenceTo(object, requests)),
      objects: left.map((each) => expectedObject(each, requests)),
    };
    return [...actions, { settle: { explore: ORDERS }, expect }];
  });
}

function stepOf(action: WorldAction, requests: WorldRequests): Step {
  const { body } = requests.act(action);
  const object = referenceTo(action.object, requests);
  switch (action.type) {
    case 'create': {
      const uid = uidOf(action.object);
      requests.created(action.object, uid);
      const manifest = body as NonNullable<Step['create']>;
      return { create: { ...manifest, metadata: { ...manifest.metadata, uid } } };
    }
    case 'delete': {
      const { policy } = action;
      return { delete: policy === undefined ? object : { object, propagationPolicy: policy } };
    }
    case 'references':
    case 'finalizers':
      return { patch: { object, patch: body } };
    default:
      return action satisfies never;
  }
}

function expectedObject(
  left: LeftObject,
  requests: WorldRequests,
): NonNullable<NonNullable<Step['expect']>['objects']>[number] {
  return {
    object: referenceTo(left.object, requests),
    deletionTimestamp: left.terminating,
    finalizers: left.finalizers,
    ownerReferences: left.owners.map(({ object, ...owner }) => ({
      ...owner,
      ...(object === undefined ? {} : { uid: uidOf(object) }),
    })),
  };
}

function referenceTo(object: number, requests: WorldRequests): string {
  const { kind, namespace, name } = requests.addressOf(object);
  return referenceOf({ ...kind, namespace, name });
}

/** `v1/Pod shop/web`, as scenarios name objects. */
export function referenceOf(object: Omit<ObjectReference, 'uid'>): string {
  const { apiVersion, kind, namespace, name } = object;
  return `${apiVersion}/${kind} ${namespace === '' ? name : `${namespace}/${name}`}`;
}

function uidOf(object: number): string {
  return `uid-${object}`;
}

/** The reason of an answer that is no success; the server's own are more than the codes tell. */
function reasonOf(answer: string | undefined): StatusReason | undefined {
  const code = Number(answer);
  if (!(code >= 400)) return undefined;
  const reasons = Object.entries(REASON_CODES) as [StatusReason, number][];
  return reasons.find(([, each]) => each === code)?.[0];
}
